/// The changes since the last pass, which say what the next one has to compute.
///
/// Marks of views and of the equations say what to compute; a pass sets them too, for its next
/// round. ``markPass()`` asks for the pass itself.
@usableFromInline
struct LayoutMarks: Sendable {
  /// Whether the next pass has something to do.
  @usableFromInline private(set) var needsPass = true
  /// Whether more than the values of drivers has changed, so that the next pass decides which rules
  /// give way.
  private(set) var needsDecision = true
  /// Views whose generated constraints are out of date.
  private var staleViews: Set<Int> = []
  /// Whether constants in equations may be out of date.
  private var hasStaleEquations = false

  /// Asks for a pass after a change of the layout.
  mutating func markPass() {
    needsPass = true
    needsDecision = true
  }

  /// Asks for a pass after the move of a driver.
  mutating func markMove() {
    needsPass = true
  }

  /// Marks the equations of all constraints.
  mutating func markEquations() {
    hasStaleEquations = true
  }

  /// Marks the constraints that follow from the properties of a view.
  mutating func mark(_ view: Int) {
    staleViews.insert(view)
  }

  /// Marks a view that has changed, and the view that it is in: a stack's constraints depend on
  /// what is in it.
  mutating func mark(_ view: Int, in parent: Int) {
    staleViews.insert(view)
    staleViews.insert(parent)
  }

  /// Takes the views that are marked, in the order of the tree.
  mutating func takeViews() -> [Int] {
    guard !staleViews.isEmpty else { return [] }
    let views = staleViews.sorted()
    staleViews.removeAll(keepingCapacity: true)
    return views
  }

  /// Takes the mark of the equations.
  mutating func takeEquations() -> Bool {
    guard hasStaleEquations else { return false }
    hasStaleEquations = false
    return true
  }

  /// Takes the request for a pass, which has been run. What the last round has marked stays for
  /// the next pass.
  mutating func finishPass() {
    needsPass = false
    needsDecision = false
  }
}
