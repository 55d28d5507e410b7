import SnapbackBasics

/// The sums of the normal equations for fitting a parabola to positions at times t ≤ 0.
struct QuadraticFit {
  private var n = 0.0
  private var t = 0.0
  private var t2 = 0.0
  private var t3 = 0.0
  private var t4 = 0.0
  private var p = Vector.zero
  private var tp = Vector.zero
  private var t2p = Vector.zero

  /// A position as a function of time: c + b·t + a·t².
  struct Curve {
    var c: Vector
    var b: Vector
    var a: Vector

    /// Returns the position at time `t`.
    func value(at t: Double) -> Vector { c + t * b + (t * t) * a }
  }

  /// The number of positions.
  var count: Double { n }
  /// The mean of the positions.
  var mean: Vector { n > 0 ? (1 / n) * p : .zero }

  /// Adds the position `offset` at time `age`.
  mutating func add(_ age: Double, _ offset: Vector) {
    let square = age * age
    n += 1
    t += age
    t2 += square
    t3 += square * age
    t4 += square * square
    p = p + offset
    tp = tp + age * offset
    t2p = t2p + square * offset
  }

  /// The slope at time zero of the fitted parabola, or of a line if there are fewer than three
  /// positions; zero if there are fewer than two.
  var slopeAtNewest: Vector { curve.b }

  /// The fitted parabola; a line if there are fewer than three positions, a constant if fewer than
  /// two.
  var curve: Curve {
    guard n >= 2 else { return Curve(c: mean, b: .zero, a: .zero) }
    let xx = t2 - t * t / n
    let xy = tp - (t / n) * p
    guard xx > 0 else { return Curve(c: mean, b: .zero, a: .zero) }
    if n >= 3 {
      let xx2 = t3 - t * t2 / n
      let x2x2 = t4 - t2 * t2 / n
      let determinant = xx * x2x2 - xx2 * xx2
      // If the times are so close together that rounding dominates, fit a line.
      if determinant > 1e-9 * xx * x2x2 {
        let x2y = t2p - (t2 / n) * p
        let b = (x2x2 / determinant) * xy - (xx2 / determinant) * x2y
        let a = (xx / determinant) * x2y - (xx2 / determinant) * xy
        return Curve(c: mean - (t / n) * b - (t2 / n) * a, b: b, a: a)
      }
    }
    let b = (1 / xx) * xy
    return Curve(c: mean - (t / n) * b, b: b, a: .zero)
  }
}
