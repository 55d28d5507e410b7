/// The rates at which an answer changes with the constants of some constraints, and the range in
/// which these rates hold.
///
/// The answer of a ``Solver`` is a piecewise linear function of all constants. A linear piece
/// contains the slopes around the current answer and the limits of the changes of the constants
/// within which they are valid.
public struct LinearPiece: Sendable {
  /// A variable that moves, and its rate per unit of a constant.
  public struct Rate: Hashable, Sendable {
    /// The variable.
    public var variable: Variable
    /// The change of its value per unit of the constant.
    public var rate: Double

    /// Makes a rate from its parts.
    public init(variable: Variable, rate: Double) {
      self.variable = variable
      self.rate = rate
    }
  }

  /// The condition Σ rates · changes ≤ `room`.
  struct Limit: Sendable {
    var rates: [Double]
    var room: Double
  }

  /// For each constraint, the variables that move with its constant, in creation order.
  public internal(set) var rates: [[Rate]]
  var limits: [Limit] = []

  /// Returns the largest fraction of `changes` that stays within the piece, at most 1.
  ///
  /// - Parameter changes: the change of each constraint's constant, in the order of ``rates``.
  /// - Complexity: O(limits × constraints), no allocation.
  public func share(of changes: [Double]) -> Double {
    var share = 1.0
    for limit in limits {
      var change = 0.0
      for index in changes.indices { change += limit.rates[index] * changes[index] }
      if change > 0, change * share > limit.room { share = limit.room / change }
    }
    return share
  }

  /// Returns whether moving the constants from `start` to `end` stays within the piece, up to
  /// rounding.
  ///
  /// - Complexity: O(limits × constraints), no allocation.
  public func holds(from start: [Double], to end: [Double]) -> Bool {
    for limit in limits {
      var change = 0.0
      for index in start.indices { change += limit.rates[index] * (end[index] - start[index]) }
      if change > limit.room + 1e-9 { return false }
    }
    return true
  }

  /// Reverses the sign convention for changes of the constant of a constraint.
  mutating func turn(_ constraint: Int) {
    for place in rates[constraint].indices { rates[constraint][place].rate.negate() }
    for place in limits.indices { limits[place].rates[constraint].negate() }
  }
}
