/// How much work a ``Solver`` has done since it was made.
public struct SolverStatistics: Equatable, Sendable {
  /// Calls of ``Solver/solve()`` that found something to do.
  public internal(set) var solves = 0
  /// Times the system was compiled from the constraints.
  public internal(set) var rebuilds = 0
  /// Violated rows that were charged (dual simplex).
  public internal(set) var dualSteps = 0
  /// Multipliers that were brought back into their range (primal simplex).
  public internal(set) var primalSteps = 0
  /// Exchanges of a basic and a nonbasic row.
  public internal(set) var pivots = 0
  /// Nonbasic rows that moved on to another kink.
  public internal(set) var flips = 0
  /// Entries of rows that the steps have gone through: what they cost, whatever the machine.
  public internal(set) var work = 0
}
