/// The work that a ``Solver`` has done since it was created.
public struct SolverStatistics: Equatable, Sendable {
  /// Calls of ``Solver/solve()`` that had changes to process.
  public internal(set) var solves = 0
  /// Compilations of the system from the constraints.
  public internal(set) var rebuilds = 0
  /// Violated rows that were charged (dual simplex).
  public internal(set) var dualSteps = 0
  /// Multipliers that were moved back into their range (primal simplex).
  public internal(set) var primalSteps = 0
  /// Exchanges of a basic and a nonbasic row.
  public internal(set) var pivots = 0
  /// Nonbasic rows that moved to another kink.
  public internal(set) var flips = 0
  /// Row entries that the steps visited: a measure of cost that is independent of the machine.
  public internal(set) var work = 0
}
