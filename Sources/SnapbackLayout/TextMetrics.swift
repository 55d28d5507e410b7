/// The metrics of a line of text, in points.
///
/// Ascent, descent and baselines are estimates with the values of Apple's system font SF Pro, used
/// until a renderer has measured the text.
public struct TextMetrics: Hashable, Sendable {
  /// The font size: the side of the em square, in points.
  public var pointSize: Double
  /// The line height: the distance between baselines, in points.
  public var leading: Double

  /// The ascent of SF Pro above the baseline, in em.
  ///
  /// Source: `UIFont.ascender` of the system font, 16.1865234375 points at 17.
  public static let ascentRatio = 1950.0 / 2048
  /// The descent of SF Pro below the baseline, in em.
  ///
  /// Source: `UIFont.descender` of the system font, −4.1005859375 points at 17.
  public static let descentRatio = 494.0 / 2048

  /// Makes metrics from a font size and a line height, in points.
  public init(pointSize: Double, leading: Double) {
    self.pointSize = pointSize
    self.leading = leading
  }

  /// Makes metrics for a fixed font size, in points, with SF Pro's natural leading.
  ///
  /// The natural leading is ascent plus descent, about 1.19 em, rounded up to half points. It is
  /// tighter than that of the text styles.
  public init(pointSize: Double) {
    let natural = (Self.ascentRatio + Self.descentRatio) * pointSize
    self.init(pointSize: pointSize, leading: (natural * 2).rounded(.up) / 2)
  }

  /// The height of the glyphs above the baseline, in points.
  public var ascent: Double { Self.ascentRatio * pointSize }

  /// The depth of the glyphs below the baseline, in points.
  public var descent: Double { Self.descentRatio * pointSize }

  /// The distance from the top of a line to its baseline, in points.
  ///
  /// (leading − (ascent + descent)) / 2 + ascent: the difference between the leading and the height
  /// of the glyphs, which is negative at the largest sizes, is split evenly above and below them.
  public var firstBaseline: Double { (leading - (ascent + descent)) / 2 + ascent }

  /// The distance from the bottom of a line to its baseline, in points.
  public var lastBaseline: Double { leading - firstBaseline }
}
