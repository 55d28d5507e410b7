/// The sums of the normal equations for a parabola on one axis, and the steps that bound its slope.
struct AxisFit {
  /// The fastest step along the axis, in points per second.
  var fastest = 0.0
  /// The largest squared speed of a step along both axes.
  var largestSquare = 0.0
  /// The speed of the newest step along the axis, with its sign.
  var newest = 0.0
  private var n = 0.0
  private var t = 0.0
  private var t2 = 0.0
  private var t3 = 0.0
  private var t4 = 0.0
  private var p = 0.0
  private var tp = 0.0
  private var t2p = 0.0
  private var pp = 0.0

  /// A fitted line, and the share of the parabola in the slope at time zero.
  private struct Solution {
    /// The slope of the line.
    var line = 0.0
    /// The part of the slope that the curvature adds, reduced for the curvature's own uncertainty.
    var bend = 0.0
    /// The variance of the positions.
    var scatter = 0.0
    /// The ratio of the slope's variance to the variance of one position.
    var gain = 0.0
  }

  /// Adds the position `offset` at time `age` ≤ 0, in seconds.
  @inline(__always)
  mutating func add(_ age: Double, _ offset: Double) {
    let square = age * age
    let product = age * offset
    n += 1
    t += age
    t2 += square
    t3 += square * age
    t4 += square * square
    p += offset
    tp += product
    t2p += age * product
    pp += offset * offset
  }

  /// Returns the slope at time zero. It points along `direction`, which is 1 or −1, and is at most
  /// as fast as the fastest step.
  ///
  /// A finger does not stop within a step, so the slope is at least 0.3 of the newest step. Through
  /// three samples the parabola is exact and swings most; there the slope is at least 0.6 of the
  /// newest step.
  func slope(_ direction: Double, _ noise: Double) -> Double {
    guard n >= 2 else { return 0 }
    let solution = solution(noise)
    let least = (n == 3 ? 0.6 : 0.3) * newest * direction
    let along = max((solution.line + solution.bend) * direction, least)
    return along > 0 ? min(along, fastest) * direction : 0
  }

  /// Returns the variance of the slope. The factors make one standard error cover two thirds of the
  /// errors in recordings of real panels.
  func variance(_ noise: Double) -> Double {
    guard n >= 2 else { return 0 }
    let solution = solution(noise)
    let missed = (n > 2 ? 0.05 : 0.15) * fastest
    let bend = 0.7 * solution.bend
    return 0.7225 * (solution.gain * solution.scatter + bend * bend + missed * missed)
  }

  /// Solves the normal equations in orthogonal form: a line, and the square with its line removed.
  ///
  /// The variance of the positions is estimated from the residuals and, with the weight of three
  /// samples, from the noise of the stream and a jitter of 0.4 ms. The curvature is multiplied by
  /// one minus half the ratio of its variance to its square.
  private func solution(_ noise: Double) -> Solution {
    let share = 1 / n
    let xx = t2 - t * t * share
    guard xx > 0 else { return Solution() }
    let xy = tp - t * p * share
    let line = xy / xx
    let (error, jitter) = (0.3 * noise, 0.0004 * fastest)
    let expected = error * error + jitter * jitter
    var solution = Solution(line: line, scatter: expected, gain: 1 / xx)
    guard n >= 3 else { return solution }
    let xs = t3 - t * t2 * share
    let tilt = xs / xx
    let ss = t4 - t2 * t2 * share
    let uu = ss - tilt * xs
    // If the times are so close together that rounding dominates, fit a line.
    guard uu > 1e-9 * ss else { return solution }
    let uy = t2p - t2 * p * share - tilt * xy
    let curvature = uy / uu
    let explained = curvature * uy
    let residual = max(0, pp - p * p * share - line * xy - explained)
    solution.scatter = (3 * expected + residual) * share
    solution.gain += tilt * tilt / uu
    if 2 * explained > solution.scatter {
      solution.bend = -curvature * tilt * (1 - solution.scatter / (2 * explained))
    }
    return solution
  }
}
