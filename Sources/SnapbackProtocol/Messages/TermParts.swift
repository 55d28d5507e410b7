import SnapbackBasics
import SnapbackMotion

/// The numbers of a term as received in either encoding, before validation.
struct TermParts {
  var kind: TermKind
  var x: Double
  /// The velocity. For a spring curve, the initial velocity relative to the distance: 1 covers the
  /// whole distance in a second.
  var velocity = 0.0
  var beta = 0.0
  var omega2 = 0.0
  var lambda = 0.0
  var delay = 0.0
  var repeatCount = 1.0
  var duration = 0.0
  /// The coordinates of a curve's two points.
  var points: [Double] = []
  /// The time, value and curve points of each key.
  var keys: [[Double]] = []
  /// The largest difference of pieces from the motion that they approximate.
  var error = 0.0
  /// The time, value and velocity of each knot.
  var knots: [CubicPieces.Knot] = []
  var autoreverses = false

  init(kind: TermKind, x: Double) {
    self.kind = kind
    self.x = x
  }

  /// Validates the numbers and creates the term.
  func term(
    _ clock: MotionClock, until end: Instant, isLater: Bool, isReversed: Bool
  ) throws(MotionError) -> ResidualTerm {
    let course: ResidualTerm.Course
    var state = MotionState(value: x)
    switch kind {
    case .spring:
      course = .spring(try Spring(decayRate: beta, stiffness: omega2))
      state.velocity = velocity
    case .decay:
      course = .decay(try Decay(rate: lambda))
      state.velocity = velocity
    case .curve:
      course = .animation(animation(.curve(try Self.curve(points[...]), duration: duration)))
    case .keyframes:
      var frames: [Keyframes.Key] = []
      for key in keys where key.count == 6 {
        frames.append(
          Keyframes.Key(time: key[0], value: key[1], curve: try Self.curve(key[2...])))
      }
      course = .animation(animation(.keyframes(try Keyframes(frames), duration: duration)))
    case .springCurve:
      let spring = try Spring(decayRate: beta, stiffness: omega2)
      var own = animation(.spring(spring, initialVelocity: velocity))
      own.runDuration = duration
      course = .animation(own)
    case .pieces:
      course = .pieces(try CubicPieces(knots, error: error))
    }
    return ResidualTerm(
      course, from: state, clock: clock, until: end, isLater: isLater, isReversed: isReversed)
  }

  private func animation(_ timing: TimingFunction) -> Animation {
    Animation(timing, delay: delay, repeatCount: repeatCount, autoreverses: autoreverses)
  }

  private static func curve(_ points: ArraySlice<Double>) throws(MotionError) -> CubicBezier {
    let numbers = Array(points)
    guard numbers.count == 4 else { return .linear }
    return try CubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
  }

  /// Appends the knot with these three numbers.
  mutating func appendKnot(_ time: Double, _ value: Double, _ velocity: Double) {
    knots.append(CubicPieces.Knot(time: time, MotionState(value: value, velocity: velocity)))
  }

  /// Reads the numbers that follow x in a binary message.
  mutating func read(
    _ reader: inout PayloadReader, keys count: Int, autoreverses: Bool
  ) throws(PayloadReader.Fault) {
    self.autoreverses = autoreverses
    switch kind {
    case .spring:
      velocity = try reader.number("v")
      beta = try reader.number("beta")
      omega2 = try reader.number("omega2")
      return
    case .decay:
      velocity = try reader.number("v")
      lambda = try reader.number("lambda")
      return
    case .pieces:
      error = try reader.number("error")
      for _ in 0..<count {
        appendKnot(
          try reader.number("a time"), try reader.number("a value"),
          try reader.number("a velocity"))
      }
      return
    case .curve, .keyframes, .springCurve:
      delay = try reader.number("delay")
      repeatCount = try reader.extent("repeat")
      duration = try reader.extent("duration")
    }
    switch kind {
    case .keyframes:
      for _ in 0..<count {
        var key: [Double] = []
        for _ in 0..<6 { key.append(try reader.number("a key")) }
        keys.append(key)
      }
    case .curve:
      for _ in 0..<4 { points.append(try reader.number("a point")) }
    default:
      beta = try reader.number("beta")
      omega2 = try reader.number("omega2")
      velocity = try reader.number("velocity")
    }
  }
}
