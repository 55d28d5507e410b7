import SnapbackConstraints

/// Decides which required constraints yield while driven constants move.
///
/// A change of the layout decides which constraints of a contradiction yield. While only drivers
/// move after that, the same constraints yield, and a driven constant that contradicts the others
/// stops at the end of the range in which they hold. So the layout depends continuously on the
/// drivers. To achieve this, from the first contradiction during a drive until the next change, the
/// yielding constraints have the lowest of the priorities below `required`. Those of driven
/// constants have the priorities above, in the order in which the constants began to move.
///
/// A change is decided for the values that the driven constants had in the layout before it. A
/// contradiction that only their current values cause decides nothing.
struct RulePrecedence: Sendable {
  /// The constraint of a driven constant before a pass, with the value of the constant that held.
  struct Held {
    let id: ConstraintID
    let constant: Double
  }

  /// A step from the end of a range into it, relative to the constant. At the end itself, rounding
  /// could look like a contradiction.
  private static let margin = 1e-9

  /// The constraints that yielded in the last decision.
  private var victims: [ConstraintID] = []
  /// The required constraints whose constants drivers have moved since, in the order in which they
  /// began to move.
  private var moved: [ConstraintID] = []
  /// The constraints that currently have priorities below `required`.
  private var lowered: [ConstraintID] = []
  /// The conflicts reported by the last decision.
  private var decision: [Conflict] = []

  /// Whether the report of a pass requires ``lower(in:)`` and another solve.
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

  /// The driven constants whose values in the last pass differ from their current values.
  func held(in solver: Solver) -> [Held] {
    moved.compactMap { id in
      guard let held = try? solver.heldConstant(of: id),
        let present = try? solver.constant(of: id),
        (held - present).magnitude > Self.margin * max(1, held.magnitude)
      else { return nil }
      return Held(id: id, constant: held)
    }
  }

  /// Records the constraints that yield after a layout change in which all driven constants hold.
  mutating func decide(by report: SolveReport) {
    decision = report.conflicts
    victims = report.conflicts.map(\.victim)
    moved.removeAll()
  }

  /// Decides which constraints yield, with the driven constants at the values that held before a
  /// change.
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

  /// Gives the yielding constraints and those of driven constants their priorities below
  /// `required`.
  mutating func lower(in solver: inout Solver) {
    for victim in victims where !lowered.contains(victim) {
      lower(victim, to: .belowRequired(0), in: &solver)
    }
    for (index, id) in moved.enumerated() where !lowered.contains(id) {
      lower(id, to: .belowRequired(index + 1), in: &solver)
    }
  }

  /// Lowers constraints whose constants have begun to move since the others were lowered.
  mutating func lowerAdded(in solver: inout Solver) {
    if !lowered.isEmpty { lower(in: &solver) }
  }

  private mutating func lower(
    _ id: ConstraintID, to priority: Priority, in solver: inout Solver
  ) {
    guard (try? solver.setPriority(priority, of: id)) != nil else { return }
    lowered.append(id)
  }

  /// Makes all lowered constraints required again, so that a change can be decided.
  mutating func raise(in solver: inout Solver) {
    for id in lowered { try? solver.setPriority(.required, of: id) }
    lowered.removeAll()
  }

  /// The conflicts of a pass with lowered constraints: those of the decision and any later ones.
  func conflicts(_ report: SolveReport) -> [Conflict] {
    lowered.isEmpty ? report.conflicts : decision + report.conflicts
  }
}
