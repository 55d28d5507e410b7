import SnapbackConstraints

/// Checks constraints without adding them.
extension LayoutTree {
  /// For each constraint, the error that adding it would throw, or nil. Does not check identifiers
  /// and does not change the tree.
  ///
  /// Copies the tree once. Each constraint then costs about as much as adding it. Does not solve.
  public func refusals(of constraints: [LayoutConstraint]) -> [LayoutError?] {
    var trial = self
    return constraints.map { trial.refusal(of: $0) }
  }

  private mutating func refusal(of constraint: LayoutConstraint) -> LayoutError? {
    do throws(LayoutError) {
      try tryOut(constraint)
      return nil
    } catch {
      return error
    }
  }

  private mutating func tryOut(_ constraint: LayoutConstraint) throws(LayoutError) {
    if constraint.anchors.contains(where: { $0.item == .keyboard }) { try makeKeyboardGuide() }
    let expression = try expression(of: constraint)
    do throws(ConstraintError) {
      let handle = try solver.add(
        expression, constraint.relation, priority: constraint.priority, isActive: false)
      try solver.remove(handle)
    } catch {
      throw .number(constraint.identifier, error)
    }
  }
}
