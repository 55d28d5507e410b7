import SnapbackConstraints
import SnapbackGeometry

/// The equations by which the solver holds the rectangles of the screen and of the keyboard.
struct ScreenEquations: Sendable {
  /// The keyboard's guide, and the equations whose constants change with the keyboard.
  private struct Keyboard: Sendable {
    var guide: GuideID
    var height: ConstraintID
    var bottom: ConstraintID
  }

  private let width: ConstraintID
  private let height: ConstraintID
  private var keyboard: Keyboard?

  /// Ties the edges of the screen to the origin and to its size.
  init(_ root: LayoutTree.Edges, size: Size, in solver: inout Solver) throws(LayoutError) {
    try solver.tie(root.left, to: 0)
    try solver.tie(root.top, to: 0)
    width = try solver.tie(root.width, to: size.width)
    height = try solver.tie(root.height, to: size.height)
  }

  /// The guide of the keyboard; nil until ``addKeyboard(_:_:root:placement:in:)``.
  var keyboardGuide: GuideID? { keyboard?.guide }

  /// Holds a guide where the keyboard is: as wide as the screen, from its height up to its bottom.
  mutating func addKeyboard(
    _ guide: GuideID, _ edges: LayoutTree.Edges, root: LayoutTree.Edges,
    placement: (height: Double, bottomInset: Double), in solver: inout Solver
  ) throws(LayoutError) {
    try solver.require(edges.left - root.left)
    try solver.require(edges.width - root.width)
    let height = try solver.require(edges.height - placement.height)
    let bottom = try solver.require(
      edges.top + edges.height - root.top - root.height + placement.bottomInset)
    keyboard = Keyboard(guide: guide, height: height, bottom: bottom)
  }

  /// Goes on with another size of the screen, which has been checked.
  func setSize(_ size: Size, in solver: inout Solver) {
    solver.setOwn(-size.width, of: width)
    solver.setOwn(-size.height, of: height)
  }

  /// Moves the keyboard, if there is a guide for it.
  func setKeyboard(
    _ placement: (height: Double, bottomInset: Double), in solver: inout Solver
  ) {
    guard let keyboard else { return }
    solver.setOwn(-placement.height, of: keyboard.height)
    solver.setOwn(placement.bottomInset, of: keyboard.bottom)
  }
}
