import SnapbackDocument

// The keys of the places where releases bring views to rest.
//
// scripts/generate wire writes this file from Sources/Wire/scene.json.

// generated: scene keys of places
/// Keys of a detent of a sheet.
enum DetentKeys {
  /// A share of the maximum, which is the height of the view without its safe area at the bottom.
  static func fraction(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("fraction", in: 0...1)
  }

  /// A height in points; more than the maximum is the maximum.
  static func height(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("height")
  }

  /// Its name in triggers.
  static func name(_ reader: inout ObjectReader) throws(DocumentError) -> String? {
    try reader.optionalString("name")
  }
}

/// Keys of snap positions and their rules.
enum SnapKeys {
  /// Translations along x, in points; without it, the view goes home along x.
  static func x(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("x")
  }

  /// Translations along y, in points; without it, the view goes home along y.
  static func y(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("y")
  }

  /// Whether the view goes at most to the position next to the one nearest to the start; false by
  /// default.
  static func onePageAtMost(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("onePageAtMost") ?? false
  }

  /// Whether a flick never ends behind its start, opposite to its direction; false by default.
  static func neverBehindStart(_ reader: inout ObjectReader) throws(DocumentError) -> Bool {
    try reader.optionalBoolean("neverBehindStart") ?? false
  }

  /// The speed in points per second below which a release is not a flick; 0 by default.
  static func velocityFloor(_ reader: inout ObjectReader) throws(DocumentError) -> Double {
    try reader.optionalNumber("velocityFloor", in: SceneRanges.extent) ?? 0
  }
}

/// Keys of a position to snap to with a name.
enum PlaceKeys {
  /// The position.
  static func at(_ reader: inout ObjectReader) throws(DocumentError) -> DocumentNode {
    try reader.node("at")
  }

  /// Its name in triggers; several positions can have the same name.
  static func name(_ reader: inout ObjectReader) throws(DocumentError) -> String {
    try reader.string("name")
  }
}
// end of generated
