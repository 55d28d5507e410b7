import SnapbackBasics

/// The screen, the traits and the states that a tree is laid out for, and the pixel grid of that
/// screen.
///
/// The size and the traits are always within the range that layout supports.
struct LayoutEnvironment: Sendable {
  /// The size of the screen, in points.
  private(set) var size: Size
  let grid: PixelGrid
  private(set) var traits = LayoutTraits()
  private(set) var states = StateValues()

  /// Makes an environment with default traits for a screen with `scale` pixels per point.
  init(size: Size, scale: Double) throws(LayoutError) {
    try Self.check(size)
    self.size = size
    grid = PixelGrid(scale: scale)
  }

  /// The effective size classes. Along each axis, the traits have precedence over the class of the
  /// screen's size.
  var sizeClasses: SizeClasses {
    var classes = SizeClasses(of: size)
    if let width = traits.widthClass { classes.width = width }
    if let height = traits.heightClass { classes.height = height }
    return classes
  }

  /// The size classes, the states and the theme on which variations depend.
  var context: VariationContext {
    VariationContext(sizeClasses, states: states.indices, theme: traits.theme)
  }

  /// The height of the keyboard's rectangle, and the distance of its bottom above the screen's
  /// bottom.
  var keyboardPlacement: (height: Double, bottomInset: Double) {
    traits.keyboardHeight > 0
      ? (max(traits.keyboardHeight, traits.safeArea.bottom), 0) : (0, traits.safeArea.bottom)
  }

  /// Sets the size of the screen. Returns whether it changed.
  mutating func setSize(_ size: Size) throws(LayoutError) -> Bool {
    try Self.check(size)
    guard size != self.size else { return false }
    self.size = size
    return true
  }

  /// Sets the traits. Returns whether they changed.
  mutating func setTraits(_ traits: LayoutTraits) throws(LayoutError) -> Bool {
    guard traits.safeArea.isFinite, traits.keyboardHeight.magnitude <= 1e6 else {
      throw .insets("screen")
    }
    guard traits != self.traits else { return false }
    self.traits = traits
    return true
  }

  /// Replaces the states; each has its initial value.
  mutating func declare(_ states: [SceneState]) { self.states = StateValues(states) }

  /// Sets the value of a state. Returns the index of the state; nil if it has this value already.
  mutating func setState(_ name: String, to value: String) throws(LayoutError) -> Int? {
    try states.set(name, to: value)
  }

  private static func check(_ size: Size) throws(LayoutError) {
    // Solver.constantLimit bounds layout values; a screen must stay far below it.
    guard size.width > 0, size.height > 0, size.width <= 1e6, size.height <= 1e6 else {
      throw .screenSize(width: size.width, height: size.height)
    }
  }
}
