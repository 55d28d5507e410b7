// Apple's published sizes of the text styles.

extension TextStyle {
  /// The point size and the leading, in points, for each ``ContentSizeCategory`` in order.
  var sizes: [(pointSize: Double, leading: Double)] {
    switch self {
    case .largeTitle: Self.largeTitleSizes
    case .title1: Self.title1Sizes
    case .title2: Self.title2Sizes
    case .title3: Self.title3Sizes
    case .headline, .body: Self.bodySizes
    case .callout: Self.calloutSizes
    case .subheadline: Self.subheadlineSizes
    case .footnote: Self.footnoteSizes
    case .caption1: Self.caption1Sizes
    case .caption2: Self.caption2Sizes
    }
  }

  private static let largeTitleSizes: [(pointSize: Double, leading: Double)] = [
    (31, 38), (32, 39), (33, 40), (34, 41), (36, 43), (38, 46), (40, 48),
    (44, 52), (48, 57), (52, 61), (56, 66), (60, 70),
  ]
  private static let title1Sizes: [(pointSize: Double, leading: Double)] = [
    (25, 31), (26, 32), (27, 33), (28, 34), (30, 37), (32, 39), (34, 41),
    (38, 46), (43, 51), (48, 57), (53, 62), (58, 68),
  ]
  private static let title2Sizes: [(pointSize: Double, leading: Double)] = [
    (19, 24), (20, 25), (21, 26), (22, 28), (24, 30), (26, 32), (28, 34),
    (34, 41), (39, 47), (44, 52), (50, 59), (56, 66),
  ]
  private static let title3Sizes: [(pointSize: Double, leading: Double)] = [
    (17, 22), (18, 23), (19, 24), (20, 25), (22, 28), (24, 30), (26, 32),
    (31, 38), (37, 44), (43, 51), (49, 58), (55, 65),
  ]
  private static let bodySizes: [(pointSize: Double, leading: Double)] = [
    (14, 19), (15, 20), (16, 21), (17, 22), (19, 24), (21, 26), (23, 29),
    (28, 34), (33, 40), (40, 48), (47, 56), (53, 62),
  ]
  private static let calloutSizes: [(pointSize: Double, leading: Double)] = [
    (13, 18), (14, 19), (15, 20), (16, 21), (18, 23), (20, 25), (22, 28),
    (26, 32), (32, 39), (38, 46), (44, 52), (51, 60),
  ]
  private static let subheadlineSizes: [(pointSize: Double, leading: Double)] = [
    (12, 16), (13, 18), (14, 19), (15, 20), (17, 22), (19, 24), (21, 28),
    (25, 31), (30, 37), (36, 43), (42, 50), (49, 58),
  ]
  private static let footnoteSizes: [(pointSize: Double, leading: Double)] = [
    (12, 16), (12, 16), (12, 16), (13, 18), (15, 20), (17, 22), (19, 24),
    (23, 29), (27, 33), (33, 40), (38, 46), (44, 52),
  ]
  private static let caption1Sizes: [(pointSize: Double, leading: Double)] = [
    (11, 13), (11, 13), (11, 13), (12, 16), (14, 19), (16, 21), (18, 23),
    (22, 28), (26, 32), (32, 39), (37, 44), (43, 51),
  ]
  private static let caption2Sizes: [(pointSize: Double, leading: Double)] = [
    (11, 13), (11, 13), (11, 13), (11, 13), (13, 18), (15, 20), (17, 22),
    (20, 25), (24, 30), (29, 35), (34, 41), (40, 48),
  ]
}
