import SnapbackBasics
import SnapbackDocument
import SnapbackLayout
import SnapbackProtocol

/// Values of scenes that several keys have.
extension ObjectReader {
  /// Reads a color, `"#rrggbb"`.
  mutating func optionalColor(_ key: String) throws(DocumentError) -> Color? {
    guard let node = optionalNode(key) else { return nil }
    return try node.color(file: file)
  }

  /// Reads a color with an opacity, `"#rrggbb"` or `"#rrggbbaa"`.
  mutating func optionalPaint(_ key: String) throws(DocumentError) -> Paint? {
    guard let node = optionalNode(key) else { return nil }
    let text = try node.string(file: file)
    guard let paint = Paint(hexadecimal: text) else {
      throw node.error(
        "expected a color \"#rrggbb\" or \"#rrggbbaa\", found \"\(text)\"", file: file)
    }
    return paint
  }

  /// Reads insets by edge; edges left out are zero.
  mutating func optionalEdgeInsets(_ key: String) throws(DocumentError) -> EdgeInsets? {
    guard let node = optionalNode(key) else { return nil }
    return try Self.readInsets(node, file: file)
  }

  /// Reads insets by edge; edges left out are zero.
  static func readInsets(
    _ node: DocumentNode, file: String
  ) throws(DocumentError) -> EdgeInsets {
    try read(node, file: file) { object throws(DocumentError) in
      EdgeInsets(
        left: try InsetKeys.left(&object), top: try InsetKeys.top(&object),
        right: try InsetKeys.right(&object), bottom: try InsetKeys.bottom(&object))
    }
  }

  /// Reads a vector, `[x, y]` in points.
  mutating func optionalVector(_ key: String) throws(DocumentError) -> Vector? {
    try optionalPoint(key, in: SceneRanges.length).map { Vector(dx: $0.x, dy: $0.y) }
  }
}

extension DocumentNode {
  /// Reads a color, `"#rrggbb"`.
  func color(file: String) throws(DocumentError) -> Color {
    let text = try string(file: file)
    guard let color = Color(hexadecimal: text) else {
      throw error("expected a color \"#rrggbb\", found \"\(text)\"", file: file)
    }
    return color
  }
}
