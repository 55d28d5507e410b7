import Glibc
import SnapbackBasics
import SnapbackTestSupport
import Testing

/// Textbook motions from 0 to 1, for tests; independent of the project's own code.
enum MotionFormulas {
  /// UIKit's ease-in-out, the Bézier curve with the control points (0.42, 0) and (0.58, 1), at a
  /// fraction of its duration. The curve's parameter is found by bisection.
  static func easeInOut(_ share: Double) -> Double {
    guard share > 0 else { return 0 }
    guard share < 1 else { return 1 }
    func bezier(_ first: Double, _ second: Double, _ s: Double) -> Double {
      3 * (1 - s) * (1 - s) * s * first + 3 * (1 - s) * s * s * second + s * s * s
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if bezier(0.42, 0.58, middle) < share { low = middle } else { high = middle }
    }
    return bezier(0, 1, low)
  }

  /// UIKit's spring by duration and a damping ratio below 1, `seconds` after its start from rest.
  ///
  /// Its sine part has shrunk to a thousandth at the end of the duration:
  /// ω₀ = ln(ζ / (0.001 √(1 − ζ²))) / (ζ T).
  static func uikitSpring(
    _ seconds: Double, duration: Double, dampingRatio ratio: Double
  ) -> Double {
    guard seconds > 0 else { return 0 }
    let sine = (1 - ratio * ratio).squareRoot()
    let frequency = log(ratio / (0.001 * sine)) / (ratio * duration)
    let (decay, turn) = (ratio * frequency, sine * frequency)
    return 1 - exp(-decay * seconds) * (cos(turn * seconds) + decay / turn * sin(turn * seconds))
  }

  /// The critically damped spring with a response time, `seconds` after its start from rest.
  static func criticalSpring(_ seconds: Double, response: Double) -> Double {
    guard seconds > 0 else { return 0 }
    let way = 2 * Double.pi / response * seconds
    return 1 - (1 + way) * exp(-way)
  }
}

extension EngineDriver {
  /// Taps at a point of the screen.
  mutating func tap(_ x: Double, _ y: Double, _ seconds: Double) {
    finger(at: Point(x: x, y: y), seconds)
    lift(seconds)
  }

  /// The frame of a view in its parent.
  mutating func frame(_ view: String, _ seconds: Double) -> Rect { see(view, seconds).frame }

  /// Expects that nothing moves and that no action reported a warning.
  mutating func expectRest(_ place: SourceLocation = #_sourceLocation) {
    let isAtRest = engine.isAtRest
    #expect(isAtRest, sourceLocation: place)
    let warnings = engine.drainActionWarnings()
    #expect(warnings == [], sourceLocation: place)
  }

  /// The maximum difference between a visible value and a spring's formula: a spring stops within a
  /// quarter of a pixel.
  func springTolerance(pixelsAPoint scale: Double) -> Double {
    engine.isAtRest ? 0.25 / scale : 1e-9
  }
}

/// Whether two lengths are equal except for rounding.
func isSame(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-9 }
