import SnapbackGeometry

/// The screen and the traits that a tree is laid out for, and the pixel grid of that screen.
///
/// The size and the traits are always within the range that can be laid out.
struct LayoutEnvironment: Sendable {
  /// The size of the screen, in points.
  private(set) var size: Size
  /// Pixels per point.
  let scale: Double
  private(set) var traits = LayoutTraits()

  /// An environment with the usual traits. A scale that is not above 0 and finite counts as 1.
  init(size: Size, scale: Double) throws(LayoutError) {
    try Self.check(size)
    self.size = size
    self.scale = scale > 0 && scale.isFinite ? scale : 1
  }

  /// The size classes that hold: those of the traits, or what the screen's size gives.
  var sizeClasses: SizeClasses {
    var classes = SizeClasses(of: size)
    if let width = traits.widthClass { classes.width = width }
    if let height = traits.heightClass { classes.height = height }
    return classes
  }

  /// The height of the keyboard's rectangle, and how far its bottom is above that of the screen.
  var keyboardPlacement: (height: Double, bottomInset: Double) {
    traits.keyboardHeight > 0
      ? (max(traits.keyboardHeight, traits.safeArea.bottom), 0) : (0, traits.safeArea.bottom)
  }

  /// Sets the size of the screen and returns whether it is another one.
  mutating func setSize(_ size: Size) throws(LayoutError) -> Bool {
    try Self.check(size)
    guard size != self.size else { return false }
    self.size = size
    return true
  }

  /// Sets the traits and returns whether they are others.
  mutating func setTraits(_ traits: LayoutTraits) throws(LayoutError) -> Bool {
    guard traits.safeArea.isFinite, traits.keyboardHeight.magnitude <= 1e6 else {
      throw .insets("screen")
    }
    guard traits != self.traits else { return false }
    self.traits = traits
    return true
  }

  /// The nearest place on the pixel grid.
  func onGrid(_ edge: Double) -> Double { (edge * scale).rounded() / scale }

  /// The most whole pixels that a length has room for.
  func downToGrid(_ length: Double) -> Double { (length * scale).rounded(.down) / scale }

  /// A length that is enough, in whole pixels; what rounding adds to one does not count.
  func upToGrid(_ length: Double) -> Double { (length * scale - 1e-6).rounded(.up) / scale }

  private static func check(_ size: Size) throws(LayoutError) {
    // Solver.constantLimit bounds what can be laid out; a screen has no business there.
    guard size.width > 0, size.height > 0, size.width <= 1e6, size.height <= 1e6 else {
      throw .screenSize(width: size.width, height: size.height)
    }
  }
}
