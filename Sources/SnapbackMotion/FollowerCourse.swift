import SnapbackBasics

extension FollowerMotion {
  /// A solved part of the motion of a follower: pieces of time, with a power series of the motion
  /// and a polynomial of the input in each.
  struct Course: Sendable {
    private struct Piece: Sendable {
      var start: Instant
      /// The length in seconds of real time.
      var span: Double
      /// The position of the first coefficient of the motion, as a power series of the part 0…1 of
      /// the piece. The coefficients of the input follow.
      var place: Int
    }

    /// The number of coefficients of the power series of a motion.
    private static let terms = 16
    /// The longest piece, in seconds.
    private static let longest = 0.016
    /// The length below which pieces are not halved, in seconds.
    private static let shortest = 1.0 / 16_384
    /// The largest product of the length of a piece and a rate of the spring. Up to it, the part of
    /// the power series after 16 terms is below the rounding errors.
    private static let steepest = 0.5

    private var pieces: [Piece] = []
    private var coefficients: [Double] = []

    // MARK: Reading

    /// The value, and the velocity per second of real time; nil if there is no piece.
    func state(at moment: Instant) -> MotionState? {
      piece(at: moment).map { state(in: $0, at: moment) }
    }

    /// The value of the input; nil if there is no piece.
    func input(at moment: Instant) -> Double? {
      guard let piece = piece(at: moment) else { return nil }
      let place = piece.place + Self.terms
      return InputPolynomial.state(
        of: coefficients[place..<(place + InputPolynomial.count)],
        at: moment.seconds(since: piece.start) / piece.span
      ).value
    }

    private func state(in piece: Piece, at moment: Instant) -> MotionState {
      let state = InputPolynomial.state(
        of: coefficients[piece.place..<(piece.place + Self.terms)],
        at: moment.seconds(since: piece.start) / piece.span)
      return MotionState(value: state.value, velocity: state.velocity / piece.span)
    }

    /// The piece that contains a moment, or the nearest one; nil if there is none.
    private func piece(at moment: Instant) -> Piece? {
      guard !pieces.isEmpty else { return nil }
      var (low, high) = (0, pieces.count - 1)
      while low < high {
        let middle = (low + high + 1) / 2
        if pieces[middle].start <= moment { low = middle } else { high = middle - 1 }
      }
      return pieces[low]
    }

    // MARK: Solving

    mutating func removeAll() {
      pieces.removeAll(keepingCapacity: true)
      coefficients.removeAll(keepingCapacity: true)
    }

    /// Appends the pieces from `start` to `end`, and returns the state at the end.
    mutating func solve(
      from first: MotionState, _ spring: Spring, at rate: Double, from start: Instant,
      to end: Instant, _ input: (Instant) -> Double
    ) -> MotionState {
      let fastest = max(spring.angularFrequency, 2 * spring.decayRate) * rate
      let longest = min(Self.longest, Self.steepest / max(fastest, 1))
      var (now, state, span) = (start, first, longest)
      guard now < end else { return state }
      var polynomial = InputPolynomial()
      while now < end {
        let next = min(end, now.advanced(bySeconds: max(span, 1e-9)))
        let isExact = polynomial.interpolate(input, from: now, to: next)
        if !isExact, span > Self.shortest {
          span /= 2
          continue
        }
        let piece = Piece(start: now, span: next.seconds(since: now), place: coefficients.count)
        append(seriesFrom: state, spring, at: rate, piece.span, polynomial.coefficients)
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
      seriesFrom state: MotionState, _ spring: Spring, at rate: Double, _ span: Double,
      _ polynomial: [Double]
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
  }
}

/// The polynomial of degree 7 through eight values of the input of a follower, as a power series of
/// the part 0…1 of a piece.
struct InputPolynomial {
  /// The times at which the input is read in a piece, as parts of its length: the Chebyshev points
  /// of the second kind, (1 − cos(kπ/7))/2.
  private static let nodes: [Double] = [
    0, 0.049515566048790482, 0.188255099070633, 0.388739533021843, 0.61126046697815702,
    0.811744900929367, 0.95048443395120952, 1,
  ]
  /// The number of coefficients.
  static let count = nodes.count
  /// The largest error of the polynomial, relative to the magnitude of the input or to 1.
  static let accuracy = 1e-10

  private(set) var coefficients = [Double](repeating: 0, count: count)
  /// The actual times of the nodes: moments are whole nanoseconds.
  private var times = [Double](repeating: 0, count: count)

  /// Finds the polynomial. Returns whether it agrees with the input at two times between nodes.
  mutating func interpolate(
    _ input: (Instant) -> Double, from start: Instant, to end: Instant
  ) -> Bool {
    let (span, count) = (end.seconds(since: start), Self.count)
    var magnitude = 1.0
    for index in 0..<count {
      let moment = start.advanced(bySeconds: span * Self.nodes[index])
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
      let value = Self.state(of: coefficients[...], at: moment.seconds(since: start) / span).value
      if (value - input(moment)).magnitude > Self.accuracy * magnitude { return false }
    }
    return true
  }

  /// The value and the derivative of a power series at a part of a piece.
  static func state(of series: ArraySlice<Double>, at part: Double) -> MotionState {
    var (value, slope) = (0.0, 0.0)
    for coefficient in series.reversed() {
      slope = slope * part + value
      value = value * part + coefficient
    }
    return MotionState(value: value, velocity: slope)
  }
}
