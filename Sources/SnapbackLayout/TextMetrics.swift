/// The metrics of a line of text, in points.
///
/// The metrics are those of Apple's system font SF. They are used until a renderer has measured the
/// text.
public struct TextMetrics: Hashable, Sendable {
  /// The font size: the side of the em square, in points.
  public var pointSize: Double

  /// The ascent of SF above the baseline, in em.
  ///
  /// Source: `UIFont.ascender` of the system font, 16.1865234375 points at 17.
  public static let ascentRatio = 1950.0 / 2048
  /// The descent of SF below the baseline, in em.
  ///
  /// Source: `UIFont.descender` of the system font, −4.1005859375 points at 17.
  public static let descentRatio = 494.0 / 2048

  /// Makes metrics for a font size, in points.
  public init(pointSize: Double) {
    self.pointSize = pointSize
  }

  /// The height of the glyphs above the baseline, which is the distance from the top of a line to
  /// its baseline, in points.
  public var ascent: Double { Self.ascentRatio * pointSize }

  /// The depth of the glyphs below the baseline, in points.
  public var descent: Double { Self.descentRatio * pointSize }

  /// The distance between the baselines of two lines: ascent plus descent, 1.193 em, in points.
  ///
  /// Source: `UIFont.lineHeight` of the system font; its `UIFont.leading` is 0 at every size.
  public var lineHeight: Double { ascent + descent }
}
