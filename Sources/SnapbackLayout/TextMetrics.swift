/// The measures of one line of text, in points.
///
/// Ascent, descent and baselines are estimates with the numbers of Apple's system font SF Pro,
/// for use while no renderer has measured the text.
public struct TextMetrics: Hashable, Sendable {
  /// The size of the font: the side of its em square, in points.
  public var pointSize: Double
  /// The height of a line, in points: from one baseline to the next.
  public var leading: Double

  /// How far SF Pro rises over the baseline, in em.
  ///
  /// Source: `UIFont.ascender` of the system font, 16.1865234375 points at 17.
  public static let ascentRatio = 1950.0 / 2048
  /// How far SF Pro reaches below the baseline, in em.
  ///
  /// Source: `UIFont.descender` of the system font, −4.1005859375 points at 17.
  public static let descentRatio = 494.0 / 2048

  /// A size with the height of its lines, in points.
  public init(pointSize: Double, leading: Double) {
    self.pointSize = pointSize
    self.leading = leading
  }

  /// A font of a fixed size, in points, with the leading that SF Pro has by itself.
  ///
  /// That is ascent and descent, about 1.19 em, rounded up to half points. It is tighter than
  /// that of the text styles.
  public init(pointSize: Double) {
    let natural = (Self.ascentRatio + Self.descentRatio) * pointSize
    self.init(pointSize: pointSize, leading: (natural * 2).rounded(.up) / 2)
  }

  /// How far the glyphs rise over the baseline, in points.
  public var ascent: Double { Self.ascentRatio * pointSize }

  /// How far the glyphs reach below the baseline, in points.
  public var descent: Double { Self.descentRatio * pointSize }

  /// The distance from the top of a line to its baseline, in points.
  ///
  /// (leading − (ascent + descent)) / 2 + ascent: what the leading has more than the glyphs, or
  /// less at the largest sizes, is split evenly over and under them.
  public var firstBaseline: Double { (leading - (ascent + descent)) / 2 + ascent }

  /// The distance from the bottom of a line to its baseline, in points.
  public var lastBaseline: Double { leading - firstBaseline }
}
