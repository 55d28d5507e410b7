import SnapbackDocument

// The keys of bindings.
//
// scripts/generate wire writes this file from Sources/Wire/scene.json.

// generated: scene keys of bindings
/// Keys of a binding.
enum BindingKeys {
  /// The name of the binding in errors; unique.
  static func name(_ reader: inout ObjectReader) throws(DocumentError) -> String? {
    try reader.optionalString("name")
  }

  /// The source, which the binding reads: a view and one of its numbers, or the `id` of a
  /// constraint and `constant`.
  static func from(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("from")
  }

  /// The target: a view and the number that the binding sets; `scale` sets both `scale.x` and
  /// `scale.y`.
  static func to(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("to")
  }

  /// The target as a function of the source: linear between the points, constant outside them.
  static func map(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("map")
  }

  /// Whether the first and the last line of `map` continue outside the points; false by default.
  static func extend(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("extend") ?? false
  }

  /// `"add"` if the number is the sum of the values of several bindings; each of them has the
  /// key.
  static func combine(_ reader: inout ObjectReader) throws(DocumentError) -> BindingCombination? {
    try reader.optionalOneOf("combine")
  }
}
// end of generated
