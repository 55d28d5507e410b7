/// The role of a text in the hierarchy of a screen: the text styles of iOS.
public enum TextStyle: String, CaseIterable, Hashable, Sendable {
  /// The title of a screen.
  case largeTitle
  /// A first-level title.
  case title1
  /// A second-level title.
  case title2
  /// A third-level title.
  case title3
  /// A heading of the same size as body text, in semibold.
  case headline
  /// Body text.
  case body
  /// A callout.
  case callout
  /// A subheading.
  case subheadline
  /// A footnote.
  case footnote
  /// A caption.
  case caption1
  /// A secondary caption.
  case caption2

  /// Whether the style is semibold by default; true only for ``headline``.
  public var isEmphasized: Bool { self == .headline }

  /// The metrics of the style's font at the text size `category`. O(1).
  ///
  /// Source: Apple's Human Interface Guidelines, Typography, Specifications: "iOS, iPadOS Dynamic
  /// Type sizes" and "larger accessibility type sizes". `UIFont.preferredFont` returns the same
  /// sizes.
  public func metrics(in category: ContentSizeCategory) -> TextMetrics {
    TextMetrics(pointSize: sizes[category.index].pointSize)
  }

  /// The leading that Apple's Human Interface Guidelines publish with the font size, in points.
  ///
  /// In UIKit, lines of text have the smaller ``TextMetrics/lineHeight`` instead.
  func leading(in category: ContentSizeCategory) -> Double { sizes[category.index].leading }
}
