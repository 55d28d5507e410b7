public import SnapbackBasics

/// The motion of a number that follows another number, its input, with a spring: ẍ + 2β·ẋ + ω₀²·x =
/// ω₀²·u(t), where u is the input.
///
/// While the input moves, time is divided into pieces. In each piece, a polynomial of degree 7
/// approximates the input to within 1e-10 of its magnitude, and the motion is the power series that
/// solves the equation for this polynomial. After the input has come to rest, the motion is that of
/// a free spring. The result depends on the input only, not on the times at which it is read.
public struct FollowerMotion: Sendable {
  /// A solved piece.
  private struct Piece: Sendable {
    var start: Instant
    /// The length in seconds of real time.
    var span: Double
    /// The position of the first coefficient of the motion, as a power series of the part 0…1 of
    /// the piece. The coefficients of the input follow.
    var place: Int
  }

  /// The spring.
  public let spring: Spring
  /// The speed of the spring relative to real time.
  public private(set) var rate = 1.0
  private var start = Instant.zero
  /// The end of the pieces before `start` until the next motion starts.
  private var pastEnd: Instant?
  private var pieces: [Piece] = []
  private var coefficients: [Double] = []
  /// The motion after the last piece, as the distance from ``goal``. Pieces before `start` are the
  /// motion along the last line.
  private var tail: ResidualTerm
  /// The value of the input after the last piece.
  public private(set) var goal = 0.0

  /// Creates the motion of a follower that rests at 0. It allocates no memory until it moves.
  public init(spring: Spring) {
    self.spring = spring
    tail = Self.rest(spring, at: .zero)
  }

  private static func rest(_ spring: Spring, at now: Instant) -> ResidualTerm {
    ResidualTerm(.spring(spring), from: .rest, clock: MotionClock(anchor: now), duration: 0)
  }

  // MARK: Reading

  /// The moment from which the follower rests at ``goal``.
  public var end: Instant { tail.end }

  /// The moment up to which the motion of the input is included. Later, the input is assumed to
  /// rest at ``goal``.
  public var horizon: Instant { tail.clock.anchor }

  /// The value, and the velocity per second of real time, at a moment after the last change.
  /// O(log n), no allocation.
  public func state(at moment: Instant) -> MotionState {
    guard let piece = piece(at: moment) else {
      return MotionState(value: goal) + tail.state(at: moment)
    }
    return state(in: piece, at: moment)
  }

  private func state(in piece: Piece, at moment: Instant) -> MotionState {
    let series = coefficients[piece.place..<(piece.place + Self.terms)]
    let state = Self.state(of: series, at: moment.seconds(since: piece.start) / piece.span)
    return MotionState(value: state.value, velocity: state.velocity / piece.span)
  }

  /// The value of the input at a moment after the last change. O(log n), no allocation.
  public func input(at moment: Instant) -> Double {
    guard let piece = piece(at: moment) else { return goal }
    let place = piece.place + Self.terms
    return Self.state(
      of: coefficients[place..<(place + Self.nodes.count)],
      at: moment.seconds(since: piece.start) / piece.span
    ).value
  }

  /// The piece that contains a moment; nil after the last one.
  private func piece(at moment: Instant) -> Piece? {
    guard !pieces.isEmpty, moment < horizon else { return nil }
    var (low, high) = (0, pieces.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if pieces[middle].start <= moment { low = middle } else { high = middle - 1 }
    }
    return pieces[low]
  }

  /// The terms of the motion from a moment on, to be added to ``goal``. The cubic pieces among them
  /// differ from the motion by at most `limit`. O(pieces), allocates.
  public func terms(from moment: Instant, within limit: Double) -> [ResidualTerm] {
    var terms: [ResidualTerm] = []
    if !pieces.isEmpty, moment < horizon {
      let sampled = CubicPieces(to: horizon.seconds(since: moment), within: limit) {
        state(at: moment.advanced(bySeconds: $0)) - MotionState(value: goal)
      }
      terms.append(
        ResidualTerm(
          .pieces(sampled), from: MotionState(value: 1), clock: MotionClock(anchor: moment),
          until: horizon))
    }
    if tail.end > moment { terms.append(tail) }
    return terms
  }

  // MARK: Changes

  /// Makes the follower rest at a value.
  public mutating func rest(at value: Double, _ now: Instant) {
    removePieces()
    (start, goal, tail) = (now, value, Self.rest(spring, at: now))
  }

  /// Moves to `now`, if the input has not jumped to its value at `now` but moved there since an
  /// earlier moment: along `input` plus a difference that is 0 at `now` and grows linearly towards
  /// the past, so that the input continues the known one. Afterwards, the states between the two
  /// moments can be read. Returns the state at `now`.
  public mutating func move(
    to now: Instant, since earlier: Instant, _ input: (Instant) -> Double
  ) -> MotionState {
    let start = max(earlier, self.start)
    let state = state(at: now)
    guard start < now, self.input(at: now) != input(now) else { return state }
    let first = self.state(at: start)
    let (gap, span) = (self.input(at: start) - input(start), now.seconds(since: start))
    removePieces()
    let last = solve(from: first, at: start, to: now) {
      input($0) + gap * (now.seconds(since: $0) / span)
    }
    (pastEnd, self.start) = (now, now)
    return last
  }

  /// Starts a new motion at `now`.
  ///
  /// - Parameters:
  ///   - state: the value, and the velocity per second of real time.
  ///   - rate: the speed of the spring relative to real time, above 0.
  ///   - rest: the moment from which the input rests.
  ///   - threshold: the largest invisible distance from ``goal``.
  ///   - input: the value of the input at a moment from `now` on.
  public mutating func start(
    from state: MotionState, at now: Instant, rate: Double, until rest: Instant,
    within threshold: RestThreshold, _ input: (Instant) -> Double
  ) {
    if pastEnd != now { removePieces() }
    pastEnd = nil
    (start, self.rate) = (now, rate)
    let end = max(now, min(rest, now.advanced(bySeconds: Self.longestTime)))
    var state = solve(from: state, at: now, to: end, input)
    goal = input(end)
    state = MotionState(value: state.value - goal, velocity: state.velocity / rate)
    tail = ResidualTerm(
      .spring(spring), from: state, clock: MotionClock(anchor: end, rate: rate),
      duration: spring.lifetime(of: state, within: threshold), isLater: end > now)
  }

  // MARK: Solving

  /// The number of coefficients of the power series of a motion.
  private static let terms = 16
  /// The times at which the input is read in a piece, as parts of its length: the Chebyshev points
  /// of the second kind, (1 − cos(kπ/7))/2.
  private static let nodes: [Double] = [
    0, 0.049515566048790482, 0.188255099070633, 0.388739533021843, 0.61126046697815702,
    0.811744900929367, 0.95048443395120952, 1,
  ]
  /// The longest time for which a motion is solved ahead, in seconds.
  private static let longestTime = 1.0
  /// The longest piece, in seconds.
  private static let longest = 0.016
  /// The length below which pieces are not halved, in seconds.
  private static let shortest = 1.0 / 16_384
  /// The largest product of the length of a piece and a rate of the spring. Up to it, the part of
  /// the power series after 16 terms is below the rounding errors.
  private static let steepest = 0.5

  private mutating func removePieces() {
    pieces.removeAll(keepingCapacity: true)
    coefficients.removeAll(keepingCapacity: true)
  }

  /// Appends the pieces from `start` to `end`, and returns the state at the end.
  private mutating func solve(
    from first: MotionState, at start: Instant, to end: Instant, _ input: (Instant) -> Double
  ) -> MotionState {
    let fastest = max(spring.angularFrequency, 2 * spring.decayRate) * rate
    let longest = min(Self.longest, Self.steepest / max(fastest, 1))
    var (now, state, span) = (start, first, longest)
    var polynomial = Polynomial()
    while now < end {
      let next = min(end, now.advanced(bySeconds: max(span, 1e-9)))
      let isExact = polynomial.interpolate(input, from: now, to: next)
      if !isExact, span > Self.shortest {
        span /= 2
        continue
      }
      let piece = Piece(start: now, span: next.seconds(since: now), place: coefficients.count)
      append(seriesFrom: state, piece.span, polynomial.coefficients)
      coefficients += polynomial.coefficients
      pieces.append(piece)
      state = self.state(in: piece, at: next)
      (now, span) = (next, min(longest, 2 * span))
    }
    return state
  }

  /// Appends the power series of the motion in a piece. With u = Σ uₙ·sⁿ and x = Σ xₙ·sⁿ for the
  /// part s of the piece, and its length h, the equation is (n+1)(n+2)·xₙ₊₂ = h²ω₀²·(uₙ − xₙ) −
  /// 2βh·(n+1)·xₙ₊₁.
  private mutating func append(
    seriesFrom state: MotionState, _ span: Double, _ polynomial: [Double]
  ) {
    let local = span * rate
    let (stiffness, damping) = (spring.stiffness * local * local, 2 * spring.decayRate * local)
    let start = coefficients.count
    coefficients.append(state.value)
    coefficients.append(state.velocity * span)
    for n in 0..<(Self.terms - 2) {
      let pull = (n < polynomial.count ? polynomial[n] : 0) - coefficients[start + n]
      let next = Double(n + 1)
      coefficients.append(
        (stiffness * pull - damping * next * coefficients[start + n + 1]) / (next * (next + 1)))
    }
  }

  /// The polynomial through the values of the input at ``nodes`` of a piece.
  private struct Polynomial {
    var coefficients = [Double](repeating: 0, count: FollowerMotion.nodes.count)
    /// The actual times of the nodes: moments are whole nanoseconds.
    private var times = [Double](repeating: 0, count: FollowerMotion.nodes.count)

    /// Finds the polynomial. Returns whether it agrees with the input at two times between nodes.
    mutating func interpolate(
      _ input: (Instant) -> Double, from start: Instant, to end: Instant
    ) -> Bool {
      let (span, count) = (end.seconds(since: start), times.count)
      var magnitude = 1.0
      for index in 0..<count {
        let moment = start.advanced(bySeconds: span * FollowerMotion.nodes[index])
        times[index] = moment.seconds(since: start) / span
        coefficients[index] = input(moment)
        magnitude = max(magnitude, coefficients[index].magnitude)
      }
      // Newton's divided differences. Nodes of a very short piece can be at the same nanosecond.
      for order in 1..<count {
        for index in stride(from: count - 1, through: order, by: -1) {
          let distance = times[index] - times[index - order]
          let rise = coefficients[index] - coefficients[index - 1]
          coefficients[index] = distance > 0 ? rise / distance : 0
        }
      }
      // Newton's form, expanded into powers.
      for order in stride(from: count - 2, through: 0, by: -1) {
        for index in order..<(count - 1) {
          coefficients[index] -= times[order] * coefficients[index + 1]
        }
      }
      for part in [0.11, 0.72] {
        let moment = start.advanced(bySeconds: span * part)
        let value = FollowerMotion.state(
          of: coefficients[...], at: moment.seconds(since: start) / span
        ).value
        if (value - input(moment)).magnitude > 1e-10 * magnitude { return false }
      }
      return true
    }
  }

  /// The value and the derivative of a power series at a part of a piece.
  private static func state(of series: ArraySlice<Double>, at part: Double) -> MotionState {
    var (value, slope) = (0.0, 0.0)
    for coefficient in series.reversed() {
      slope = slope * part + value
      value = value * part + coefficient
    }
    return MotionState(value: value, velocity: slope)
  }
}
