/// What a text is in the hierarchy of a screen: the text styles of iOS.
public enum TextStyle: String, CaseIterable, Hashable, Sendable {
  /// The title of a screen.
  case largeTitle
  /// A title of the first level.
  case title1
  /// A title of the second level.
  case title2
  /// A title of the third level.
  case title3
  /// A heading over body text, as large as it and semibold.
  case headline
  /// Running text.
  case body
  /// A text set off from the running text.
  case callout
  /// A heading below the headline.
  case subheadline
  /// A note at the foot.
  case footnote
  /// A caption.
  case caption1
  /// A lesser caption.
  case caption2

  /// Whether the style is semibold by itself; of these styles only ``headline`` is.
  public var isEmphasised: Bool { self == .headline }

  /// The size and the leading of the style where a person has chosen `category`.
  ///
  /// Source: Apple's Human Interface Guidelines, Typography, Specifications: "iOS, iPadOS Dynamic
  /// Type sizes" and "larger accessibility type sizes". O(1).
  public func metrics(in category: ContentSizeCategory) -> TextMetrics {
    let (pointSize, leading) = sizes[category.index]
    return TextMetrics(pointSize: pointSize, leading: leading)
  }
}
