/// The *homes* of variables: default values for variables that the constraints leave free, and the
/// order in which such variables move there.
///
/// The home of a variable is zero or the value of another variable. A variable is at home when its
/// distance from its home equals its *target*. The target is zero unless free variables keep their
/// last values (``AmbiguityPolicy/stay``).
struct Homes: ~Copyable {
  /// The variable that is the home of each variable; −1 if the home is zero.
  private var homes = Column<Int32>()
  private var tiers = Column<Int8>()
  private var targets = Column<Double>()
  /// Linked lists of the variables whose home is a given variable.
  private var firstResidents = Column<Int32>()
  private var nextResidents = Column<Int32>()

  init() {}

  var count: Int32 { Int32(truncatingIfNeeded: homes.count) }

  /// The variable that is the home of `variable`; −1 if the home is zero.
  subscript(variable: Int32) -> Int32 { homes[variable] }

  /// The tier of a variable in the order in which free variables move to their homes: positions (0)
  /// before sizes (1).
  func tier(of variable: Int32) -> Int8 { tiers[variable] }

  /// The distance of a variable from its home at which the variable is at home.
  func target(of variable: Int32) -> Double { targets[variable] }

  /// Copies the homes from a problem, and sets all targets to zero.
  mutating func compile(_ problem: borrowing Problem) {
    homes.fill(problem.variableCount, with: -1)
    tiers.fill(problem.variableCount, with: 0)
    firstResidents.fill(problem.variableCount, with: -1)
    nextResidents.fill(problem.variableCount, with: -1)
    targets.fill(problem.variableCount, with: 0)
    for index in 0..<problem.variableCount {
      let home = problem.homes[index]
      homes[index] = home
      tiers[index] = problem.tiers[index]
      if home >= 0 {
        nextResidents[index] = firstResidents[home]
        firstResidents[home] = Int32(truncatingIfNeeded: index)
      }
    }
  }

  /// Sets targets so that each variable that has a last value is at home at this value.
  mutating func settle(at lastValues: borrowing Column<Double>) {
    for index in 0..<lastValues.count {
      let home = homes[index]
      let base = home >= 0 && home < lastValues.count ? lastValues[home] : 0
      targets[index] = lastValues[index] - base
    }
  }

  /// Sets the target of a variable so that the variable is at home at its current value. Returns
  /// whether the target changed.
  mutating func settle(_ variable: Int32, at point: borrowing Point) -> Bool {
    let change = distance(of: variable, at: point)
    if change == 0 { return false }
    targets[variable] += change
    return true
  }

  /// The distance of a variable from its home, minus the variable's target; 0 at home.
  func distance(of variable: Int32, at point: borrowing Point) -> Double {
    let home = homes[variable]
    let origin = home >= 0 ? point.value(ofVariable: home) : 0
    return point.value(ofVariable: variable) - origin - targets[variable]
  }

  /// The side of its home on which a variable is: −1 or 1; 0 if the variable is at home up to
  /// rounding.
  func side(of variable: Int32, at point: borrowing Point) -> Int {
    let distance = distance(of: variable, at: point)
    let near = 1e-9 + 1e-12 * point.value(ofVariable: variable).magnitude
    return distance > near ? 1 : distance < -near ? -1 : 0
  }

  /// The rate at which the distance of a variable from its home grows along a direction.
  func rate(of variable: Int32, along direction: borrowing Direction) -> Double {
    let home = homes[variable]
    return direction.rate(ofVariable: variable)
      - (home >= 0 ? direction.rate(ofVariable: home) : 0)
  }

  /// The length of the move along a direction after which a variable is at home.
  func distance(
    to variable: Int32, along direction: borrowing Direction, from point: borrowing Point
  ) -> Double {
    (distance(of: variable, at: point) / rate(of: variable, along: direction)).magnitude
  }

  /// A variable whose distance from home changes along a direction, and whether the distance
  /// shrinks. The variable is −1 if there is none.
  typealias Mover = (variable: Int32, isNearer: Bool)

  /// Returns the first variable whose distance from home changes along a direction, in the order in
  /// which variables move to their homes.
  func first(
    _ sign: Int, along direction: borrowing Direction, at point: borrowing Point
  ) -> Mover {
    var first: Mover = (-1, false)
    for index in 0..<direction.variables.count {
      let variable = direction.variables[index]
      let rate = rate(of: variable, along: direction)
      if rate.magnitude > 1e-12 { consider(variable, rate, sign, at: point, &first) }
      var child = firstResidents[variable]
      while child >= 0 {
        // A variable at this home that also moves is visited by the outer loop.
        if direction.rate(ofVariable: child) == 0 {
          consider(child, -direction.rate(ofVariable: variable), sign, at: point, &first)
        }
        child = nextResidents[child]
      }
    }
    return first
  }

  private func consider(
    _ variable: Int32, _ rate: Double, _ sign: Int, at point: borrowing Point,
    _ first: inout Mover
  ) {
    if rate.magnitude <= 1e-9 || !precedes(variable, first.variable) { return }
    let side = side(of: variable, at: point)
    first = (variable, side != 0 && (side > 0) != (Double(sign) * rate > 0))
  }

  /// Whether `left` moves to its home before `right`.
  private func precedes(_ left: Int32, _ right: Int32) -> Bool {
    if right < 0 { return true }
    return tiers[left] != tiers[right] ? tiers[left] < tiers[right] : left < right
  }
}
