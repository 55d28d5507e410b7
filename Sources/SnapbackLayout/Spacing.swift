/// The distance that a constraint leaves between two views.
public enum Spacing: Hashable, Sendable {
  /// A distance in points; negative where the views overlap.
  case points(Double)
  /// The distance that ``StandardSpacing`` has for what the constraint ties.
  case standard

  /// The distance in points, where `standard` is the standard one.
  public func points(standard: Double) -> Double {
    switch self {
    case .points(let points): points
    case .standard: standard
    }
  }
}

/// The standard distances, in points.
public enum StandardSpacing {
  /// The distance from a view to the edge of its parent: 8 points.
  ///
  /// Source: the default of UIKit's `layoutMargins`. It does not grow with the text.
  public static let margin = 8.0

  /// The distance from a view to the left or right edge of the root view, in points.
  ///
  /// 16 where the width is compact and 20 where it is regular. Apple's `layoutMargins` says that
  /// the root view has 16 or 20 points depending on the size class; which is which for each
  /// device is not published, so the rule is ours.
  public static func rootMargin(_ width: SizeClass) -> Double {
    switch width {
    case .compact: 16
    case .regular: 20
    }
  }

  /// The distance between two siblings, in points: 8 at the default text size.
  ///
  /// The 8 points are those of `-` in Apple's Visual Format Language. That they grow as the point
  /// size of ``TextStyle/body`` does, rounded to half points, is ours.
  public static func betweenSiblings(in category: ContentSizeCategory) -> Double {
    let ratio =
      TextStyle.body.metrics(in: category).pointSize
      / TextStyle.body.metrics(in: .large).pointSize
    return (8 * ratio * 2).rounded() / 2
  }

  /// The distance between the last baseline of a text and the first of the one below, in points.
  ///
  /// It is the leading of the lower text's style, as if both were one column of text. Apple says
  /// of its system spacing only that it depends on the fonts; this rule is ours.
  public static func betweenBaselines(
    above style: TextStyle, in category: ContentSizeCategory
  ) -> Double {
    style.metrics(in: category).leading
  }
}
