import SnapbackConstraints

/// Which required rules give way while driven constants move.
///
/// A change of the layout decides which rules of a contradiction give way. While only drivers move
/// after that, the same rules give way, and a driven constant that contradicts the others stops at
/// the end of the range in which they hold. To that end, from the first contradiction that a drive
/// meets until the next change, the rules that gave way have the lowest of the priorities below
/// `required`, and those of driven constants the ones above, in the order in which the constants
/// began to move. So the layout depends continuously on the drivers.
///
/// A change is decided for the values that the driven constants had in the layout before it; a
/// contradiction that only the present values cause decides nothing.
struct RulePrecedence: Sendable {
  /// The constraint of a driven constant before a pass, and the constant with which it held.
  struct Held {
    let id: ConstraintID
    let constant: Double
  }

  /// A step from the end of a range into it, relative to the constant: at the end itself, rounding
  /// could look like a contradiction.
  private static let margin = 1e-9

  /// The rules that gave way at the last decision.
  private var victims: [ConstraintID] = []
  /// The required rules whose constants drivers have moved since, in the order in which they began.
  private var moved: [ConstraintID] = []
  /// The rules that have priorities below `required` now.
  private var lowered: [ConstraintID] = []
  /// What the last decision reported.
  private var decision: [Conflict] = []

  /// Whether a pass has to be solved again with ``lower(in:)`` because of what it reports.
  func isDisturbed(by report: SolveReport) -> Bool {
    !report.conflicts.isEmpty && report.isOptimal && lowered.isEmpty
      && !(victims.isEmpty && moved.isEmpty)
  }

  /// Notes that a driver moves the constant of a required rule.
  mutating func noteMove(_ id: ConstraintID) {
    if !moved.contains(id) { moved.append(id) }
  }

  /// Notes that a rule has another priority now.
  mutating func forget(_ id: ConstraintID) {
    moved.removeAll { $0 == id }
    victims.removeAll { $0 == id }
    lowered.removeAll { $0 == id }
  }

  // MARK: Decisions

  /// The driven constants that held with other values in the last pass than those that they have.
  func held(in solver: Solver) -> [Held] {
    moved.compactMap { id in
      guard let held = try? solver.heldConstant(of: id),
        let present = try? solver.constant(of: id),
        (held - present).magnitude > Self.margin * max(1, held.magnitude)
      else { return nil }
      return Held(id: id, constant: held)
    }
  }

  /// Notes the rules that give way by a change of the layout, while all driven constants hold.
  mutating func decide(by report: SolveReport) {
    decision = report.conflicts
    victims = report.conflicts.map(\.victim)
    moved.removeAll()
  }

  /// Decides which rules give way with the driven constants where they held before a change.
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

  /// Gives the rules that give way, and those of driven constants, their priorities below
  /// `required`.
  mutating func lower(in solver: inout Solver) {
    for victim in victims where !lowered.contains(victim) {
      lower(victim, to: .belowRequired(0), in: &solver)
    }
    for (index, id) in moved.enumerated() where !lowered.contains(id) {
      lower(id, to: .belowRequired(index + 1), in: &solver)
    }
  }

  /// Lowers the rules of constants that have begun to move since the others were lowered.
  mutating func lowerAdded(in solver: inout Solver) {
    if !lowered.isEmpty { lower(in: &solver) }
  }

  private mutating func lower(
    _ id: ConstraintID, to priority: Priority, in solver: inout Solver
  ) {
    guard (try? solver.setPriority(priority, of: id)) != nil else { return }
    lowered.append(id)
  }

  /// Makes all rules required again, for a change to decide.
  mutating func raise(in solver: inout Solver) {
    for id in lowered { try? solver.setPriority(.required, of: id) }
    lowered.removeAll()
  }

  /// The conflicts of a pass with lowered rules: those of the decision, and those that other rules
  /// have caused since.
  func conflicts(_ report: SolveReport) -> [Conflict] {
    lowered.isEmpty ? report.conflicts : decision + report.conflicts
  }
}
