import SnapbackDocument
import SnapbackLayout

// The keys of constraints.
//
// scripts/generate wire writes this file from Sources/Wire/scene.json.

// generated: scene keys of constraints
/// Keys of a rule with further keys.
enum RuleConstraintKeys {
  /// The rule.
  static func rule(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("rule")
  }
}

/// Keys of a constraint with a rule or a format.
enum ConstraintKeys {
  /// Its name in reports and in changes; unique; the constraints of a format are named `id[0]`,
  /// `id[1]` ….
  static func id(_ reader: inout ObjectReader) throws(DocumentError) -> String? {
    try reader.optionalString("id")
  }

  /// Whether the constraint takes part in layout; true by default.
  static func active(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("active") ?? true
  }

  /// `installed` and `constant` for some size classes or states.
  static func variations(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> [DocumentNode.Member] {
    try reader.optionalMembers("variations") ?? []
  }
}

/// Keys of a row or a column as a visual format.
enum FormatConstraintKeys {
  /// Whether the object has `format`, which selects this form.
  static func hasFormat(_ reader: inout ObjectReader) -> Bool {
    reader.has("format")
  }

  /// A row or column, see visual-format.md.
  static func format(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("format")
  }

  /// With a format: the view or guide that its vertical bars stand for.
  static func container(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("in")
  }

  /// With a format: the attributes in which all of its views align, across its axis.
  static func align(_ reader: inout ObjectReader) throws(DocumentError) -> [DocumentNode] {
    try reader.optionalArray("align") ?? []
  }

  /// With a format: the direction of a row; `leadingToTrailing` by default.
  static func direction(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> VisualFormatOptions.Direction {
    try reader.optionalOneOf("direction") ?? .leadingToTrailing
  }

  /// With a format: how spaces of a column are measured; `edgeToEdge` by default.
  static func spacing(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> VisualFormatOptions.Spacing {
    try reader.optionalOneOf("spacing") ?? .edgeToEdge
  }
}

/// Keys of a variation of a constraint.
enum ConstraintVariationKeys {
  /// Whether the constraint exists in the size class.
  static func installed(_ reader: inout ObjectReader) throws(DocumentError) -> Bool? {
    try reader.optionalBoolean("installed")
  }

  /// A constant that replaces the sum of the rule's numbers.
  static func constant(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("constant", in: SceneRanges.length)
  }
}
// end of generated
