/// A timing curve: progress as a function of the elapsed fraction of the duration.
///
/// The curve runs from (0, 0) to (1, 1) with the control points (x1, y1) and (x2, y2); CSS Easing
/// Functions, level 1, section 2.3. For a curve parameter s in 0...1, x(s) = ((a·s + b)·s + c)·s is
/// the time fraction. The progress y(s) has the same form. x is monotone because x1 and x2 are in
/// 0...1.
public struct CubicBezier: Hashable, Sendable {
  /// The time fraction of the first control point, 0...1.
  public let x1: Double
  /// The progress of the first control point; below 0 the motion first moves backwards.
  public let y1: Double
  /// The time fraction of the second control point, 0...1.
  public let x2: Double
  /// The progress of the second control point; above 1 the motion overshoots.
  public let y2: Double

  // Precomputed from the four numbers above for all evaluations.
  private let xCoefficients: Coefficients
  private let yCoefficients: Coefficients
  private let startSlope: Double
  private let endSlope: Double

  /// The largest magnitude of a returned slope. Vertical tangents return this value with their
  /// sign.
  ///
  /// A slope of 1e6 covers the whole distance in a millionth of the time. Use ``VelocityLimit`` to
  /// clamp a velocity that is passed on to a spring.
  public static let slopeLimit = 1e6

  /// The largest magnitude of y1 and y2.
  public static let progressLimit = 1e6

  /// Creates the curve with the control points (x1, y1) and (x2, y2).
  ///
  /// x1 and x2 must be in 0...1, and y1 and y2 within ±``progressLimit``.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) throws(MotionError) {
    try MotionError.require(x1 >= 0 && x1 <= 1, "x1", x1, "in 0...1")
    try MotionError.require(y1.magnitude <= Self.progressLimit, "y1", y1, "within ±1e6")
    try MotionError.require(x2 >= 0 && x2 <= 1, "x2", x2, "in 0...1")
    try MotionError.require(y2.magnitude <= Self.progressLimit, "y2", y2, "within ±1e6")
    self.init(checked: x1, y1, x2, y2)
  }

  private init(checked x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
    xCoefficients = Coefficients(x1, x2)
    yCoefficients = Coefficients(y1, y2)
    startSlope = Self.tangentSlope(x1, y1, x2, y2)
    endSlope = Self.tangentSlope(1 - x2, 1 - y2, 1 - x1, 1 - y1)
  }

  /// The progress and its slope dy/dx at a time fraction, which is clamped to 0...1.
  ///
  /// The velocity of a motion over `distance` in `duration` is slope·distance/duration. At the ends
  /// the progress is exactly 0 and 1, and the slope is one-sided. O(1), no allocation. For
  /// successive fractions that are close together, ``state(at:near:)`` is faster.
  public func state(at fraction: Double) -> MotionState {
    var parameter = fraction
    return state(at: fraction, near: &parameter)
  }

  /// The progress and its slope, found from the curve parameter of the previous call. Stores the
  /// new curve parameter in `parameter`.
  ///
  /// Between successive display frames this takes two or three steps of fourth order with one
  /// division each. Any initial parameter is allowed; apart from rounding, it does not affect the
  /// result. O(1), at most ``stepLimit`` further steps, no allocation. The error of x(s) is at most
  /// 1e-15, so the error of the progress is at most 1e-15 times the slope.
  public func state(at fraction: Double, near parameter: inout Double) -> MotionState {
    guard fraction > 0 else {
      parameter = 0
      return MotionState(value: 0, velocity: startSlope)
    }
    guard fraction < 1 else {
      parameter = 1
      return MotionState(value: 1, velocity: endSlope)
    }
    var s = parameter
    for _ in 0..<4 {
      guard s >= 0, s <= 1 else { break }
      let error = xCoefficients.value(at: s) - fraction
      let slope = xCoefficients.slope(at: s)
      if error.magnitude <= Self.tolerance {
        parameter = s
        return point(at: s, xSlope: slope)
      }
      s += xCoefficients.step(at: s, error: error, slope: slope)
    }
    parameter = bracketedParameter(at: fraction)
    return point(at: parameter, xSlope: xCoefficients.slope(at: parameter))
  }

  /// The largest accepted error of x(s); a few rounding errors of x itself.
  private static let tolerance = 1e-15

  /// The maximum number of steps of the bracketed search.
  public static let stepLimit = 96

  /// Finds the parameter at a fraction without an initial guess. Uses Newton's method while each
  /// step halves the error and stays inside the bracket, otherwise bisection.
  private func bracketedParameter(at fraction: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    var s = fraction
    var last = Double.infinity
    for _ in 0..<Self.stepLimit {
      let error = xCoefficients.value(at: s) - fraction
      if error.magnitude <= Self.tolerance { break }
      if error > 0 { high = s } else { low = s }
      let next = s - error / xCoefficients.slope(at: s)
      let halves = error.magnitude < last / 2
      s = halves && next > low && next < high ? next : (low + high) / 2
      last = error.magnitude
    }
    return s
  }

  private func point(at s: Double, xSlope: Double) -> MotionState {
    // x′ is not negative; a smaller value is a rounding error at a vertical tangent.
    let slope = yCoefficients.slope(at: s) / max(xSlope, 1e-15)
    return MotionState(
      value: yCoefficients.value(at: s),
      velocity: min(max(slope, -Self.slopeLimit), Self.slopeLimit))
  }

  /// The slope at the start of a curve: toward the first control point that differs from the start.
  private static func tangentSlope(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
  ) -> Double {
    if x1 == 0, y1 == 0 {
      return x2 == 0 && y2 == 0 ? 1 : tangentSlope(x2, y2, 1, 1)
    }
    return x1 > 0 ? min(max(y1 / x1, -slopeLimit), slopeLimit) : y1 > 0 ? slopeLimit : -slopeLimit
  }
}

/// One coordinate of the curve, ((a·s + b)·s + c)·s.
private struct Coefficients: Hashable, Sendable {
  let a: Double
  let b: Double
  let c: Double

  init(_ first: Double, _ second: Double) {
    c = 3 * first
    b = 3 * (second - first) - c
    a = 1 - c - b
  }

  func value(at s: Double) -> Double { ((a * s + b) * s + c) * s }

  func slope(at s: Double) -> Double { (3 * a * s + 2 * b) * s + c }

  /// The step in s that reduces the value by `error`.
  ///
  /// The Taylor series of the inverse function to the fourth order: Newton's step u with
  /// corrections by the second and third derivative, using one division.
  func step(at s: Double, error: Double, slope: Double) -> Double {
    let inverse = 1 / slope
    let u = -error * inverse
    let second = (3 * a * s + b) * inverse * u
    let third = a * inverse * u * u
    let square = second * second
    return u * (1 - second + 2 * square - third - 5 * second * (square - third))
  }
}

extension CubicBezier {
  /// (0, 0, 1, 1): progress equals the time fraction.
  public static let linear = CubicBezier(checked: 0, 0, 1, 1)
  /// (0.42, 0, 1, 1): starts slowly; CSS `ease-in`, UIKit `curveEaseIn`.
  public static let easeIn = CubicBezier(checked: 0.42, 0, 1, 1)
  /// (0, 0, 0.58, 1): ends slowly; CSS `ease-out`, UIKit `curveEaseOut`.
  public static let easeOut = CubicBezier(checked: 0, 0, 0.58, 1)
  /// (0.42, 0, 0.58, 1): starts and ends slowly; CSS `ease-in-out`, UIKit `curveEaseInOut`.
  public static let easeInOut = CubicBezier(checked: 0.42, 0, 0.58, 1)
  /// (0.25, 0.1, 0.25, 1): CSS `ease`, Core Animation's default.
  public static let ease = CubicBezier(checked: 0.25, 0.1, 0.25, 1)
  /// (0.2, 0, 0, 1): Material Design 3, standard.
  public static let materialStandard = CubicBezier(checked: 0.2, 0, 0, 1)
  /// (0.05, 0.7, 0.1, 1): Material Design 3, emphasized decelerate.
  public static let materialEmphasizedDecelerate = CubicBezier(checked: 0.05, 0.7, 0.1, 1)
  /// (0.3, 0, 0.8, 0.15): Material Design 3, emphasized accelerate.
  public static let materialEmphasizedAccelerate = CubicBezier(checked: 0.3, 0, 0.8, 0.15)
  /// (0.175, 0.5, 0.35, 1): the progress of an Android fling; the spline of `OverScroller`.
  public static let androidFling = CubicBezier(checked: 0.175, 0.5, 0.35, 1)
}

/// The curves that scenes name, from UIKit, CSS and Material.
public enum NamedCurve: String, CaseIterable, Sendable {
  case linear, ease, easeIn, easeOut, easeInOut
  case materialStandard, materialEmphasizedDecelerate, materialEmphasizedAccelerate

  /// The curve itself.
  public var curve: CubicBezier {
    switch self {
    case .linear: .linear
    case .ease: .ease
    case .easeIn: .easeIn
    case .easeOut: .easeOut
    case .easeInOut: .easeInOut
    case .materialStandard: .materialStandard
    case .materialEmphasizedDecelerate: .materialEmphasizedDecelerate
    case .materialEmphasizedAccelerate: .materialEmphasizedAccelerate
    }
  }
}
