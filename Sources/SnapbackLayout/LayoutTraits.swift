/// Properties of the environment, other than the screen's size, that the layout depends on.
public struct LayoutTraits: Hashable, Sendable {
  /// The horizontal size class. If nil, it is derived from the screen's size.
  public var widthClass: SizeClass?
  /// The vertical size class. If nil, it is derived from the screen's size.
  public var heightClass: SizeClass?
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

/// Properties of a constraint that may depend on the size classes.
public struct ConstraintVariation: Hashable, Sendable {
  /// Whether the constraint takes part in the layout.
  public var isInstalled = true
  /// The constant in points; nil for the constraint's usual constant.
  public var constant: Double?

  /// Makes a variation that changes nothing.
  public init() {}
}

/// A value for each pair of size classes.
public struct SizeClassTable<Value: Hashable & Sendable>: Hashable, Sendable {
  private var values: [Value]

  /// Makes a table with the same value for all pairs.
  public init(_ value: Value) {
    values = Array(repeating: value, count: 4)
  }

  /// Makes a table from a base value and variants. For each pair of size classes, the variants
  /// whose patterns match are applied to the base value. The most specific variant is applied last,
  /// so an exact class overrides `any`.
  public init<Variant, Failure>(
    _ base: Value, variants: [(pattern: SizeClassPattern, variant: Variant)],
    apply: (Variant, inout Value) throws(Failure) -> Void
  ) throws(Failure) {
    self.init(base)
    guard !variants.isEmpty else { return }
    let ordered = variants.sorted { $0.pattern.specificity < $1.pattern.specificity }
    for classes in Self.keys {
      for (pattern, variant) in ordered where pattern.matches(classes) {
        try apply(variant, &self[classes])
      }
    }
  }

  /// The value for a pair of size classes.
  public subscript(classes: SizeClasses) -> Value {
    get { values[Self.index(classes)] }
    set { values[Self.index(classes)] = newValue }
  }

  /// All pairs of size classes.
  public static var keys: [SizeClasses] {
    SizeClass.allCases.flatMap { width in
      SizeClass.allCases.map { SizeClasses(width: width, height: $0) }
    }
  }

  /// Updates the value of each pair.
  public mutating func update(_ change: (inout Value) -> Void) {
    for index in values.indices { change(&values[index]) }
  }

  private static func index(_ classes: SizeClasses) -> Int {
    (classes.width == .regular ? 2 : 0) + (classes.height == .regular ? 1 : 0)
  }
}
