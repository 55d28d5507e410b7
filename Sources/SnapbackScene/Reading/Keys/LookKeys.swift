import SnapbackBasics
import SnapbackDocument
import SnapbackProtocol

// The keys of looks, and of changes of looks.
//
// scripts/generate wire writes this file from Sources/Wire/scene.json.

// generated: scene keys of looks
/// Keys of the look of a view, and of a variation.
enum LookKeys {
  /// The names of the keys.
  static var names: [String] {
    [
      "textColor", "fontWeight", "textAlignment", "verticalAlignment", "truncation", "image",
      "border", "shadow", "data",
    ]
  }

  /// The color of its text.
  static func textColor(_ reader: inout ObjectReader) throws(DocumentError) -> Paint? {
    try reader.optionalPaint("textColor")
  }

  /// The weight of its font: 400 is regular, 700 bold; by default that of the text style, or 400.
  static func fontWeight(_ reader: inout ObjectReader) throws(DocumentError) -> Int? {
    try reader.optionalInteger("fontWeight", in: 1...1000)
  }

  /// Where its lines of text begin.
  static func textAlignment(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> ViewLook.TextAlignment? {
    try reader.optionalOneOf("textAlignment")
  }

  /// Where its text is if the view is taller.
  static func verticalAlignment(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> ViewLook.VerticalAlignment? {
    try reader.optionalOneOf("verticalAlignment")
  }

  /// How its text is shortened if it has no room.
  static func truncation(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> ViewLook.Truncation? {
    try reader.optionalOneOf("truncation")
  }

  /// The name of an image that renderers know, at most 200 characters.
  static func image(_ reader: inout ObjectReader) throws(DocumentError) -> String? {
    try reader.optionalString("image")
  }

  /// Its border.
  static func border(_ reader: inout ObjectReader) throws(DocumentError) -> ObjectReader? {
    try reader.optionalObject("border")
  }

  /// Its shadow.
  static func shadow(_ reader: inout ObjectReader) throws(DocumentError) -> ObjectReader? {
    try reader.optionalObject("shadow")
  }

  /// Any value for renderers, at most 4096 bytes as JSON.
  static func data(_ reader: inout ObjectReader) -> DocumentNode? {
    reader.optionalNode("data")
  }
}

/// Keys of a border.
enum BorderKeys {
  /// Its color.
  static func color(_ reader: inout ObjectReader) throws(DocumentError) -> Paint? {
    try reader.optionalPaint("color")
  }

  /// Its width in points.
  static func width(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("width", in: SceneRanges.borderWidth)
  }
}

/// Keys of a shadow.
enum ShadowKeys {
  /// Its color; `opacity` has its opacity.
  static func color(_ reader: inout ObjectReader) throws(DocumentError) -> Color? {
    try reader.optionalColor("color")
  }

  /// Its opacity.
  static func opacity(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("opacity", in: SceneRanges.opacity)
  }

  /// Its blur radius in points.
  static func radius(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("radius", in: SceneRanges.blur)
  }

  /// Its offset, in points of the view.
  static func offset(_ reader: inout ObjectReader) throws(DocumentError) -> Vector? {
    try reader.optionalVector("offset")
  }
}

/// Keys of a change of a border.
enum BorderChangeKeys {
  /// Its color.
  static func color(_ reader: inout ObjectReader) throws(DocumentError) -> Paint? {
    try reader.optionalPaint("color")
  }

  /// Its width in points.
  static func width(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("width", in: SceneRanges.borderWidth)
  }
}

/// Keys of a change of a shadow.
enum ShadowChangeKeys {
  /// Its opacity.
  static func opacity(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("opacity", in: SceneRanges.opacity)
  }

  /// Its blur radius in points.
  static func radius(_ reader: inout ObjectReader) throws(DocumentError) -> Double? {
    try reader.optionalNumber("radius", in: SceneRanges.blur)
  }

  /// Its offset, in points of the view.
  static func offset(_ reader: inout ObjectReader) throws(DocumentError) -> Vector? {
    try reader.optionalVector("offset")
  }
}
// end of generated
