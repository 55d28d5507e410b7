/// What is given from outside and layout depends on, besides the screen's size.
public struct LayoutTraits: Hashable, Sendable {
  /// The size class along x; nil for the one that the screen's size gives.
  public var widthClass: SizeClass?
  /// The size class along y; nil for the one that the screen's size gives.
  public var heightClass: SizeClass?
  /// The size of text that the user prefers.
  public var contentSize = ContentSizeCategory.large
  /// The direction of reading.
  public var direction = LayoutDirection.leftToRight
  /// What bars and rounded corners take away at the screen's edges, in points.
  public var safeArea = EdgeInsets.zero
  /// How much of the screen the keyboard covers, from the bottom edge, in points.
  public var keyboardHeight = 0.0

  /// The traits of a bare screen.
  public init() {}
}

/// What of a constraint may depend on the size classes.
public struct ConstraintVariation: Hashable, Sendable {
  /// Whether it counts at all.
  public var isInstalled = true
  /// Its constant, in points; nil for the one it was made with or last given.
  public var constant: Double?

  /// A constraint as it is.
  public init() {}
}

/// A value for each pair of size classes.
public struct SizeClassTable<Value: Hashable & Sendable>: Hashable, Sendable {
  private var values: [Value]

  /// The same value for all.
  public init(_ value: Value) {
    values = Array(repeating: value, count: 4)
  }

  /// A value that variants change where their patterns match; the most specific one comes last, so
  /// that an exact class beats `any`.
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

  /// The value for a pair.
  public subscript(classes: SizeClasses) -> Value {
    get { values[Self.index(classes)] }
    set { values[Self.index(classes)] = newValue }
  }

  /// The pairs there are.
  public static var keys: [SizeClasses] {
    SizeClass.allCases.flatMap { width in
      SizeClass.allCases.map { SizeClasses(width: width, height: $0) }
    }
  }

  /// Changes the value of each pair.
  public mutating func update(_ change: (inout Value) -> Void) {
    for index in values.indices { change(&values[index]) }
  }

  private static func index(_ classes: SizeClasses) -> Int {
    (classes.width == .regular ? 2 : 0) + (classes.height == .regular ? 1 : 0)
  }
}
