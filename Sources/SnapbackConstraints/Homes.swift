/// The homes that variables fall back to when no constraint holds them, and the order of doing so.
///
/// The home of a variable is zero or another variable. A variable is at home when its distance from
/// its home is its *target*. The target is zero until the variable has to stay at its current
/// value.
struct Homes: ~Copyable {
  /// The home variable of each variable, −1 for zero.
  private var homes = Column<Int32>()
  private var tiers = Column<Int8>()
  private var targets = Column<Double>()
  /// The variables whose home is a given variable, linked.
  private var firstResidents = Column<Int32>()
  private var nextResidents = Column<Int32>()

  init() {}

  var count: Int32 { Int32(truncatingIfNeeded: homes.count) }

  /// The home of a variable, −1 for zero.
  subscript(variable: Int32) -> Int32 { homes[variable] }

  /// The distance from its home at which a variable counts as at home.
  func target(of variable: Int32) -> Double { targets[variable] }

  /// Copies the homes of a problem, with targets of zero.
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

  /// Sets the targets so that variables are at home at their last values, as far as there are any.
  mutating func settle(at lastValues: borrowing Column<Double>) {
    for index in 0..<lastValues.count {
      let home = homes[index]
      let base = home >= 0 && home < lastValues.count ? lastValues[home] : 0
      targets[index] = lastValues[index] - base
    }
  }

  /// Sets the target of a variable so that it is at home at its current value. Returns whether the
  /// target changed.
  mutating func settle(_ variable: Int32, at point: borrowing Point) -> Bool {
    let change = distance(of: variable, at: point)
    if change == 0 { return false }
    targets[variable] += change
    return true
  }

  /// The distance of a variable from its home, minus its target.
  func distance(of variable: Int32, at point: borrowing Point) -> Double {
    let home = homes[variable]
    let origin = home >= 0 ? point.value(ofVariable: home) : 0
    return point.value(ofVariable: variable) - origin - targets[variable]
  }

  /// The side of its home on which a variable is: −1, 0 or 1; 0 within rounding.
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

  /// The distance along a direction at which a variable is at home.
  func distance(
    to variable: Int32, along direction: borrowing Direction, from point: borrowing Point
  ) -> Double {
    (distance(of: variable, at: point) / rate(of: variable, along: direction)).magnitude
  }

  /// A variable that changes its distance from home along a direction, −1 without one, and whether
  /// it comes nearer.
  typealias Mover = (variable: Int32, isNearer: Bool)

  /// The first variable, in the order in which variables go home, whose distance from home changes
  /// along a direction.
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
        // A moving resident is visited as a variable of its own.
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

  /// The order in which variables go home.
  private func precedes(_ left: Int32, _ right: Int32) -> Bool {
    if right < 0 { return true }
    return tiers[left] != tiers[right] ? tiers[left] < tiers[right] : left < right
  }
}
