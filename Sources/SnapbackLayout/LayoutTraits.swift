/// Properties of the environment, other than the screen's size, that the layout depends on.
public struct LayoutTraits: Hashable, Sendable {
  /// The horizontal size class. If nil, it is derived from the screen's size.
  public var widthClass: SizeClass?
  /// The vertical size class. If nil, it is derived from the screen's size.
  public var heightClass: SizeClass?
  /// The theme. The layout depends on it through variations only.
  public var theme = Theme.light
  /// The user's preferred text size.
  public var contentSize = ContentSizeCategory.large
  /// The reading direction.
  public var direction = LayoutDirection.leftToRight
  /// Insets for bars and rounded corners at the screen's edges, in points.
  public var safeArea = EdgeInsets.zero
  /// The height that the keyboard covers at the bottom of the screen, in points.
  public var keyboardHeight = 0.0

  /// Makes the default traits.
  public init() {}
}

/// Properties of a constraint that may depend on the size classes and on states.
public struct ConstraintVariation: Hashable, Sendable {
  /// Whether the constraint takes part in the layout.
  public var isInstalled = true
  /// The constant in points; nil for the constraint's usual constant.
  public var constant: Double?

  /// Makes a variation that changes nothing.
  public init() {}
}
