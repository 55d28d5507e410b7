/// The distance that a constraint leaves between two views.
public enum Spacing: Hashable, Sendable {
  /// A distance in points; negative if the views overlap.
  case points(Double)
  /// The distance that ``StandardSpacing`` gives for the items of the constraint.
  case standard

  /// Returns the distance in points. `standard` is the value of the standard distance.
  public func points(standard: Double) -> Double {
    switch self {
    case .points(let points): points
    case .standard: standard
    }
  }
}

/// Standard distances, in points.
public enum StandardSpacing {
  /// The distance from a view to the edge of its parent: 8 points.
  ///
  /// Source: the default of UIKit's `layoutMargins`. It does not scale with the text size.
  public static let margin = 8.0

  /// The distance from a view to the left or right edge of the root view, in points.
  ///
  /// 16 if the width is compact, 20 if it is regular. Apple's `layoutMargins` documentation says
  /// that the root view has 16 or 20 points depending on the size class. Apple does not publish the
  /// value per device, so the assignment is Snapback's choice.
  public static func rootMargin(_ width: SizeClass) -> Double {
    switch width {
    case .compact: 16
    case .regular: 20
    }
  }

  /// The distance between two siblings, in points: 8 at the default text size.
  ///
  /// The 8 points are those of `-` in Apple's Visual Format Language. Scaling them with the point
  /// size of ``TextStyle/body``, rounded to half points, is Snapback's choice.
  public static func betweenSiblings(in category: ContentSizeCategory) -> Double {
    let ratio =
      TextStyle.body.metrics(in: category).pointSize
      / TextStyle.body.metrics(in: .large).pointSize
    return (8 * ratio * 2).rounded() / 2
  }

  /// The distance between the last baseline of a text and the first of the text below, in points.
  ///
  /// The distance is the published leading of the lower text's style. Apple documents only that its
  /// system spacing depends on the fonts; this rule is Snapback's own.
  public static func betweenBaselines(
    above style: TextStyle, in category: ContentSizeCategory
  ) -> Double {
    style.leading(in: category)
  }
}
