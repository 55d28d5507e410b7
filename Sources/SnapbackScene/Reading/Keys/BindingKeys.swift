import SnapbackDocument
import SnapbackEngine

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

  /// The source, which the binding reads: a view and one of its numbers, the `id` of a constraint
  /// and `constant`, the name of a gesture and one of its numbers, or the name of an action and
  /// `progress`.
  static func from(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("from")
  }

  /// The target: a view and the number that the binding sets; `scale` sets both `scale.x` and
  /// `scale.y`. Or the `id` of a constraint and `constant`, for a bound constant, or the name of
  /// an action and `progress`, to scrub the action.
  static func to(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("to")
  }

  /// The target as a function of the source: linear between the points, except for pieces with a
  /// curve, and constant outside them; for a color, the targets are colors, and for a progress,
  /// fractions from 0 to 1.
  static func map(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("map")
  }

  /// Whether the first and the last line of `map` continue outside the points; false by default.
  static func extend(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("extend") ?? false
  }

  /// The spring with which the target follows the value of the map.
  static func follow(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("follow")
  }

  /// The spring with which a number of a gesture returns after the release; only for such a
  /// source, and not for a velocity.
  static func returns(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("returns")
  }

  /// `"add"` if the number is the sum of the values of several bindings, `"multiply"` if it is
  /// their product; each of them has the key.
  static func combine(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> ChannelBinding.Combination? {
    try reader.optionalOneOf("combine")
  }

  /// The meaning of the targets of `map`: `"linear"` for a fraction of the distance of each
  /// number that the action changes, `"curve"` for a fraction of the action's duration; only for
  /// a progress as the target; `linear` by default.
  static func scrub(_ reader: inout ObjectReader) throws(DocumentError) -> Scrubbing {
    try reader.optionalOneOf("scrub") ?? .linear
  }

  /// The spring with which the action finishes or returns after the release; only for a progress
  /// as the target.
  static func spring(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("spring")
  }

  /// The condition under which the target follows the source; while it is false, the binding
  /// keeps its value.
  static func when(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("when")
  }
}
// end of generated
