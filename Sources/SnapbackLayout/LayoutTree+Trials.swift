import SnapbackConstraints

/// What the tree would take.
extension LayoutTree {
  /// Why the tree would refuse each of these constraints, whatever their names; nil where it would
  /// take one. The tree stays as it is.
  ///
  /// One copy of the tree, and for each constraint about what adding it costs; nothing is solved.
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
