import SnapbackBasics
import SnapbackDocument
import SnapbackLayout
import SnapbackProtocol

/// Reads the screen and its traits.
extension SceneReader {
  /// Reads the screen and the traits. Leaves the keys of the root view for
  /// ``readProperties(_:_:into:)``.
  func readScreen(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> (ScreenDescription, LayoutTraits) {
    let size = Size(
      width: try ScreenKeys.width(&reader), height: try ScreenKeys.height(&reader))
    let scale = try ScreenKeys.scale(&reader, in: limits.scales)
    let background = try ScreenKeys.background(&reader)
    return (
      ScreenDescription(size: size, scale: scale, background: background),
      try readTraits(&reader)
    )
  }

  private func readTraits(_ reader: inout ObjectReader) throws(DocumentError) -> LayoutTraits {
    var traits = LayoutTraits()
    if var classes = try ScreenKeys.sizeClass(&reader) {
      traits.widthClass = try SizeClassKeys.width(&classes)
      traits.heightClass = try SizeClassKeys.height(&classes)
      try classes.finish()
    }
    traits.theme = try ScreenKeys.theme(&reader)
    traits.contentSize = try ScreenKeys.contentSize(&reader)
    traits.direction = try ScreenKeys.direction(&reader)
    traits.safeArea = try ScreenKeys.safeArea(&reader)
    traits.keyboardHeight = try ScreenKeys.keyboardHeight(&reader)
    return traits
  }
}
