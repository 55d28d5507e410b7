import SnapbackBasics
import SnapbackDocument
import SnapbackLayout
import SnapbackProtocol

/// The screen and its traits.
extension SceneReader {
  static var sides: ClosedRange<Double> { 1...longestSide }
  static var lengths: ClosedRange<Double> { -longestSide...longestSide }

  /// Reads the screen and the traits. Leaves the keys of the root view for
  /// ``readProperties(_:_:into:)``.
  func readScreen(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> (ScreenDescription, LayoutTraits) {
    let size = Size(
      width: try reader.number("width", in: Self.sides),
      height: try reader.number("height", in: Self.sides))
    let scale = try reader.optionalNumber("scale", in: limits.scales) ?? 1
    let background = try color(&reader, "background") ?? Color(red: 0, green: 0, blue: 0)
    return (
      ScreenDescription(size: size, scale: scale, background: background),
      try readTraits(&reader)
    )
  }

  private func readTraits(_ reader: inout ObjectReader) throws(DocumentError) -> LayoutTraits {
    var traits = LayoutTraits()
    if var classes = try reader.optionalObject("sizeClass") {
      traits.widthClass = try classes.optionalOneOf("width")
      traits.heightClass = try classes.optionalOneOf("height")
      try classes.finish()
    }
    traits.contentSize = try reader.optionalOneOf("contentSize") ?? .large
    traits.direction = try reader.optionalOneOf("direction") ?? .leftToRight
    traits.safeArea = try insets(&reader, "safeArea") ?? .zero
    traits.keyboardHeight =
      try reader.optionalNumber("keyboardHeight", in: 0...Self.longestSide) ?? 0
    return traits
  }

  /// Reads insets by edge; edges left out are zero.
  func insets(
    _ reader: inout ObjectReader, _ key: String
  ) throws(DocumentError) -> EdgeInsets? {
    guard var object = try reader.optionalObject(key) else { return nil }
    let insets = EdgeInsets(
      left: try object.optionalNumber("left", in: Self.lengths) ?? 0,
      top: try object.optionalNumber("top", in: Self.lengths) ?? 0,
      right: try object.optionalNumber("right", in: Self.lengths) ?? 0,
      bottom: try object.optionalNumber("bottom", in: Self.lengths) ?? 0)
    try object.finish()
    return insets
  }
}
