import SnapbackBasics
import SnapbackConstraints
import Testing

/// Linear pieces of the answer, compared with answers to the changed problems.
@Suite struct LinearPieceTests {
  /// A random system with one best answer, some of its constraints, and the changes of their
  /// constants.
  private struct Trial {
    var system: ToggledSystem
    var chosen: [Int]
    var changes: [Double]

    init(number: Int, using generator: inout SeededGenerator) {
      system = ToggledSystem.random(number: number, using: &generator)
        .withUniqueAnswer(using: &generator)
      let active = system.constraints.indices.filter { [system] in system.constraints[$0].isActive }
      chosen = Array(active.shuffled(using: &generator).prefix(1 + number % 3))
      let reach = system.isWhole ? 20.0 : 1000
      changes = chosen.map { _ in Double.random(in: -reach...reach, using: &generator) }
    }

    /// The answer of a fresh solver with this share of the changes made; nil if it has a conflict.
    func answer(share: Double) throws -> [Double]? {
      var changed = system
      for (place, change) in zip(chosen, changes) {
        changed.constraints[place].constant += share * change
      }
      var loaded = try ToggledSolver(changed)
      return loaded.solver.solve().conflicts.isEmpty ? loaded.point : nil
    }

    func piece(of loaded: inout ToggledSolver) throws -> LinearPiece {
      try loaded.solver.linearPiece(
        of: zip(chosen, changes).map { (loaded.ids[$0.0], $0.1 > 0) })
    }

    /// The values that a piece predicts with this share of the changes made.
    func prediction(_ piece: LinearPiece, from point: [Double], share: Double) -> [Double] {
      var point = point
      for (rates, change) in zip(piece.rates, changes) {
        for rate in rates { point[rate.variable.index] += rate.rate * share * change }
      }
      return point
    }
  }

  @Test func aPiecePredictsTheAnswerUpToItsEndOnly() throws {
    var generator = SeededGenerator(seed: 41)
    var (pieces, ends, kinks) = (0, 0, 0)
    for number in 0..<1500 {
      let trial = Trial(number: number, using: &generator)
      var loaded = try ToggledSolver(trial.system)
      guard loaded.solver.solve().conflicts.isEmpty else { continue }
      let point = loaded.point
      let piece = try trial.piece(of: &loaded)
      let share = piece.share(of: trial.changes)
      guard share > 1e-6 else { continue }
      pieces += 1
      for part in [0.3, 0.999] {
        guard let answer = try trial.answer(share: part * share) else {
          Issue.record("system \(number) contradicts itself within the piece")
          return
        }
        let expected = trial.prediction(piece, from: point, share: part * share)
        try #require(
          isClose(expected, answer), "system \(number) at \(part) of \(share)")
      }
      guard share < 0.9 else { continue }
      ends += 1
      let beyond = min(1, share + 0.1)
      let predicted = trial.prediction(piece, from: point, share: beyond)
      let answer = try trial.answer(share: beyond)
      if answer.map({ !isClose(predicted, $0, tolerance: 1e-9) }) ?? true { kinks += 1 }
    }
    #expect(pieces > 700, "\(pieces) pieces")
    #expect(ends > 300 && 3 * kinks > ends, "\(kinks) of \(ends) ends are kinks")
  }

  @Test func aPieceAfterTrackedSolvesPredictsTheAnswer() throws {
    var solver = Solver()
    let x = solver.makeVariable()
    let y = solver.makeVariable()
    let width = try solver.add(x - 100, .equal)
    try solver.add(y - 2 * x, .equal)
    for value in 101..<120 {
      try solver.setConstant(-Double(value), of: width)
      solver.solve()
    }
    let piece = try solver.linearPiece(of: [(width, true)])
    #expect(piece.rates == [[.init(variable: x, rate: -1), .init(variable: y, rate: -2)]])
    #expect(piece.share(of: [1e6]) == 1)
    #expect(solver.value(of: y) == 238)
  }

  @Test func atAKinkThePieceIsTheOneOnTheSideOfTheMove() throws {
    var solver = Solver()
    let x = solver.makeVariable()
    let wish = try solver.add(x - 100, .equal, priority: try Priority(500))
    try solver.add(x - 100, .greaterThanOrEqual)
    solver.solve()
    // The constant is the negated wish: when the constant rises, the wish falls below the bound.
    let down = try solver.linearPiece(of: [(wish, true)])
    #expect(down.rates == [[]])
    #expect(down.share(of: [50]) == 1)
    let up = try solver.linearPiece(of: [(wish, false)])
    #expect(up.rates == [[.init(variable: x, rate: -1)]])
    #expect(up.share(of: [-50]) == 1)
    #expect(up.share(of: [50]) == 0)
  }

  @Test func inactiveAndSlackConstraintsMoveNothing() throws {
    var solver = Solver()
    let x = solver.makeVariable()
    try solver.add(x - 100, .equal)
    let wish = try solver.add(x - 50, .equal, isActive: false)
    let other = try solver.add(x - 10, .greaterThanOrEqual)
    let piece = try solver.linearPiece(of: [(wish, true), (other, false)])
    #expect(piece.rates == [[], []])
    #expect(piece.share(of: [1, -45]) == 1)
    #expect(abs(piece.share(of: [1, -180]) - 0.5) < 1e-9)
    try solver.remove(wish)
    #expect(throws: ConstraintError.unknownConstraint(wish)) {
      _ = try solver.linearPiece(of: [(wish, true)])
    }
  }
}
