import SnapbackBasics
import SnapbackConstraints

/// The solver's equations that determine the rectangles of the screen and the keyboard.
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

  /// Fixes the screen's origin at 0 and its size at `size`.
  init(_ root: LayoutTree.Edges, size: Size, in solver: inout Solver) throws(LayoutError) {
    try solver.tie(root.left, to: 0)
    try solver.tie(root.top, to: 0)
    width = try solver.tie(root.width, to: size.width)
    height = try solver.tie(root.height, to: size.height)
  }

  /// The keyboard's guide; nil until ``addKeyboard(_:_:root:placement:in:)`` is called.
  var keyboardGuide: GuideID? { keyboard?.guide }

  /// Adds the equations of the keyboard's guide: as wide as the screen, with the height and bottom
  /// inset of `placement`.
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

  /// Changes the size of the screen. The caller must have checked the size.
  func setSize(_ size: Size, in solver: inout Solver) {
    solver.setOwn(-size.width, of: width)
    solver.setOwn(-size.height, of: height)
  }

  /// Changes the height and bottom inset of the keyboard's guide, if there is one.
  func setKeyboard(
    _ placement: (height: Double, bottomInset: Double), in solver: inout Solver
  ) {
    guard let keyboard else { return }
    solver.setOwn(-placement.height, of: keyboard.height)
    solver.setOwn(placement.bottomInset, of: keyboard.bottom)
  }
}
