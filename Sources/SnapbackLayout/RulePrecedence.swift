import SnapbackConstraints

/// Decides which required constraints yield in conflicts while drivers move. A *driver* is a
/// constant of a constraint, or a scroll offset, that a gesture or an animation changes.
///
/// After a change of the layout, a decision determines which constraints of a contradiction yield.
/// As long as only drivers move, the same constraints yield. A driven constraint that contradicts
/// the others is violated: the views stop at the end of the range in which the other constraints
/// hold. So the layout depends continuously on the drivers.
///
/// For this purpose, constraints get priorities just below `required`, from the first contradiction
/// while drivers move until the next change. The constraints that yield get the lowest of these
/// priorities. Constraints with driven constants get higher ones, in the order in which their
/// constants began to move.
///
/// The decision after a change uses the values of the driven constants with which their constraints
/// held before the change. So a contradiction that is caused only by their current values does not
/// affect the decision.
struct RulePrecedence: Sendable {
  /// A constraint with a driven constant, and the value of the constant with which the constraint
  /// held in the last pass.
  struct Held {
    let id: ConstraintID
    let constant: Double
  }

  /// The step from the end of a range into it, relative to the constant. At the end itself, a
  /// rounding error could cause a contradiction.
  private static let margin = 1e-9

  /// The constraints that yielded in the last decision.
  private var victims: [ConstraintID] = []
  /// The required constraints whose constants drivers have moved since the last decision, in the
  /// order in which the constants began to move.
  private var moved: [ConstraintID] = []
  /// The constraints that currently have priorities below `required`.
  private var lowered: [ConstraintID] = []
  /// The conflicts reported by the last decision.
  private var decision: [Conflict] = []

  /// Whether the conflicts in the report of a solve require ``lower(in:)`` and another solve.
  func isDisturbed(by report: SolveReport) -> Bool {
    !report.conflicts.isEmpty && report.isOptimal && lowered.isEmpty
      && !(victims.isEmpty && moved.isEmpty)
  }

  /// Records that a driver moves the constant of a required constraint.
  mutating func noteMove(_ id: ConstraintID) {
    if !moved.contains(id) { moved.append(id) }
  }

  /// Stops tracking a constraint whose priority was changed.
  mutating func forget(_ id: ConstraintID) {
    moved.removeAll { $0 == id }
    victims.removeAll { $0 == id }
    lowered.removeAll { $0 == id }
  }

  // MARK: Decisions

  /// The driven constants whose current value differs from the value with which their constraint
  /// held in the last pass.
  func held(in solver: Solver) -> [Held] {
    moved.compactMap { id in
      guard let held = try? solver.heldConstant(of: id),
        let present = try? solver.constant(of: id),
        (held - present).magnitude > Self.margin * max(1, held.magnitude)
      else { return nil }
      return Held(id: id, constant: held)
    }
  }

  /// Records the decision after a layout change: the constraints that yield according to `report`.
  mutating func decide(by report: SolveReport) {
    decision = report.conflicts
    victims = report.conflicts.map(\.victim)
    moved.removeAll()
  }

  /// Decides which constraints yield, with the driven constants at the values of `held`.
  mutating func decide(at held: [Held], in solver: Solver, workLimit: Int) {
    var trial = solver
    for rule in held {
      guard let present = try? solver.constant(of: rule.id) else { continue }
      let step = Self.margin * max(1, rule.constant.magnitude)
      let inside = rule.constant + (rule.constant < present ? -step : step)
      try? trial.setConstant(inside, of: rule.id)
    }
    let moved = moved
    decide(by: trial.solve(workLimit: workLimit))
    self.moved = moved.filter { !victims.contains($0) }
  }

  // MARK: Priorities

  /// Lowers the priorities of the constraints that yield and of those with driven constants to just
  /// below `required`.
  mutating func lower(in solver: inout Solver) {
    for victim in victims where !lowered.contains(victim) {
      lower(victim, to: .belowRequired(0), in: &solver)
    }
    for (index, id) in moved.enumerated() where !lowered.contains(id) {
      lower(id, to: .belowRequired(index + 1), in: &solver)
    }
  }

  /// If constraints have been lowered, also lowers those whose constants have begun to move since.
  mutating func lowerAdded(in solver: inout Solver) {
    if !lowered.isEmpty { lower(in: &solver) }
  }

  private mutating func lower(
    _ id: ConstraintID, to priority: Priority, in solver: inout Solver
  ) {
    guard (try? solver.setPriority(priority, of: id)) != nil else { return }
    lowered.append(id)
  }

  /// Makes all lowered constraints required again, before a new decision.
  mutating func raise(in solver: inout Solver) {
    for id in lowered { try? solver.setPriority(.required, of: id) }
    lowered.removeAll()
  }

  /// The conflicts to report for a pass. While constraints are lowered, these include the conflicts
  /// of the last decision.
  func conflicts(_ report: SolveReport) -> [Conflict] {
    lowered.isEmpty ? report.conflicts : decision + report.conflicts
  }
}
