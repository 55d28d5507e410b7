/// The marks that changes leave in a layout tree. They determine the work of the next pass.
///
/// A mark on a view or on the equations requests that constraints are computed again, but does not
/// request a pass; ``markPass()`` does. During a pass, marks also request work for the next round,
/// the next solve of the same pass.
@usableFromInline
struct LayoutMarks: Sendable {
  /// Whether the next pass has work to do.
  @usableFromInline private(set) var needsPass = true
  /// Whether anything other than values of drivers (``LayoutDriver``) has changed. The next pass
  /// must then decide which constraints yield in conflicts.
  private(set) var needsDecision = true
  /// The views whose generated constraints are stale.
  private var staleViews: Set<Int> = []
  /// Whether constants in equations may be stale.
  private var hasStaleEquations = false
  /// Whether the orders of ties and conflicts may be stale.
  private var hasStaleOrders = true

  /// Requests a pass after a change of the layout.
  mutating func markPass() {
    needsPass = true
    needsDecision = true
  }

  /// Requests a pass after only the value of a driver has changed.
  mutating func markMove() {
    needsPass = true
  }

  /// Marks the equations of all constraints as stale.
  mutating func markEquations() {
    hasStaleEquations = true
  }

  /// Marks the orders of ties and conflicts as stale.
  mutating func markOrders() {
    hasStaleOrders = true
  }

  /// Marks a view's generated constraints as stale.
  mutating func mark(_ view: Int) {
    staleViews.insert(view)
  }

  /// Marks a changed view and its parent, because a stack's constraints depend on its children.
  mutating func mark(_ view: Int, in parent: Int) {
    staleViews.insert(view)
    staleViews.insert(parent)
  }

  /// Returns and clears the marked views, in tree order.
  mutating func drainViews() -> [Int] {
    guard !staleViews.isEmpty else { return [] }
    let views = staleViews.sorted()
    staleViews.removeAll(keepingCapacity: true)
    return views
  }

  /// Returns and clears the mark of the equations.
  mutating func consumeEquations() -> Bool {
    guard hasStaleEquations else { return false }
    hasStaleEquations = false
    return true
  }

  /// Returns and clears the mark of the orders.
  mutating func consumeOrders() -> Bool {
    guard hasStaleOrders else { return false }
    hasStaleOrders = false
    return true
  }

  /// Clears the request after a pass. Marks set in its last round remain for the next pass.
  mutating func finishPass() {
    needsPass = false
    needsDecision = false
  }
}
