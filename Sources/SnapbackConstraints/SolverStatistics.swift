/// How much work a ``Solver`` has done since it was made.
public struct SolverStatistics: Equatable, Sendable {
  /// Calls of ``Solver/solve()`` that found something to do.
  public internal(set) var solves = 0
  /// Times the tableau was built from the constraints.
  public internal(set) var rebuilds = 0
  /// Exchanges of a basic and a nonbasic variable.
  public internal(set) var pivots = 0
}
