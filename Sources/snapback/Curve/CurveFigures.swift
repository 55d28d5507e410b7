import SnapbackMotion

/// The figures of one run of a motion, including the delay before it.
struct CurveFigures {
  /// A value and the time at which it occurs.
  struct Moment {
    /// Seconds from the start of the transaction.
    var time: Double
    var value: Double
  }

  /// The time at which the motion looks finished to a person, in seconds; infinite if it never
  /// does.
  let logicalEnd: Double
  /// The time from which on the motion remains within the threshold, in seconds; infinite if there
  /// is none.
  let settleTime: Double
  /// The largest distance beyond the target, in points. If the motion starts at the target, this is
  /// the largest distance from the target. Nil if there is no overshoot.
  private(set) var overshoot: Moment?
  /// The largest velocity in either direction, in points per second.
  private(set) var peakVelocity: Moment
  /// The time at which the motion first reaches the target; nil if the motion only approaches the
  /// target.
  private(set) var reachTime: Double?
  /// The time at which the motion has first covered nine tenths of the distance.
  private(set) var riseTime: Double?

  init(_ motion: CurveMotion) {
    logicalEnd = motion.logicalEnd
    settleTime = motion.settleTime
    peakVelocity = Moment(time: motion.frame.delay, value: motion.velocity)
    switch motion.timing.kind {
    case .spring(let spring, _): measure(spring, motion)
    case .decay(let decay):
      // Velocity and remaining distance decay at the same rate, so a tenth of both remains at the
      // same time.
      if motion.velocity != 0 {
        riseTime = decay.time(
          toReach: motion.start.value * 0.1 + motion.end * 0.9, from: motion.start)
      }
    case .curve(let curve, let duration):
      measure(motion, duration, corners: []) { curve.state(at: $0) }
    case .keyframes(let keyframes, let duration):
      measure(motion, duration, corners: keyframes.keys.map(\.time)) { keyframes.state(at: $0) }
    }
    riseTime = riseTime.map { $0 + motion.frame.delay }
    reachTime = reachTime.map { $0 + motion.frame.delay }
  }

  /// Returns the overshoot as a fraction of the distance; nil if there is no overshoot or no
  /// distance.
  func overshootShare(of motion: CurveMotion) -> Double? {
    guard let overshoot, motion.distance != 0 else { return nil }
    return overshoot.value / motion.distance.magnitude
  }

  // MARK: Springs

  /// Measures a spring in closed form, from the turning points of its motion.
  private mutating func measure(_ spring: Spring, _ motion: CurveMotion) {
    let delay = motion.frame.delay
    let start = motion.offset
    let fastest = Self.fastest(spring, start)
    peakVelocity = Moment(time: delay + fastest.time, value: fastest.value)
    func share(_ time: Double) -> Double {
      spring.state(after: time, from: start).value / start.value
    }
    let turn = spring.turningTime(from: start)
    guard start.value != 0 else {
      overshoot = turn.flatMap { swing(spring, motion, at: $0) }
      return
    }
    reachTime = spring.crossingTime(from: start)
    // After the last turning point before the target, the motion approaches the target from one
    // side.
    var (low, high) = (turn ?? 0, 0.0)
    if let reachTime {
      let passing = spring.state(after: reachTime, from: start)
      let further = spring.turningTime(from: MotionState(value: 0, velocity: passing.velocity))
      overshoot = further.flatMap { swing(spring, motion, at: reachTime + $0) }
      if low > reachTime { low = 0 }
      high = reachTime
    } else {
      let threshold = RestThreshold(offset: 0.1 * start.value.magnitude, velocity: .infinity)
      high = spring.settleTime(from: start, within: threshold)
    }
    if high.isFinite, high >= low { riseTime = Self.crossing(low...high) { share($0) <= 0.1 } }
  }

  /// Returns the distance of a spring from the target at a turning point; nil if the distance is
  /// negligible.
  private func swing(_ spring: Spring, _ motion: CurveMotion, at time: Double) -> Moment? {
    let reach = spring.state(after: time, from: motion.offset).value.magnitude
    return reach > 1e-9 * motion.distance.magnitude
      ? Moment(time: motion.frame.delay + time, value: reach) : nil
  }

  /// Returns the largest velocity of a spring. The velocity obeys the same equation as the value,
  /// so its extremum is found like a turning point of the value.
  private static func fastest(_ spring: Spring, _ start: MotionState) -> Moment {
    let acceleration =
      -2 * spring.decayRate * start.velocity - spring.stiffness * start.value
    let motion = MotionState(value: start.velocity, velocity: acceleration)
    let begin = Moment(time: 0, value: start.velocity)
    guard let turn = spring.firstExtremum(from: motion),
      turn.value.magnitude > begin.value.magnitude
    else { return begin }
    return Moment(time: turn.time, value: turn.value)
  }

  // MARK: Curves

  /// The number of steps in which the shape of a curve is sampled.
  private static let steps = 2048

  /// Measures a curve by sampling its shape, a function of the fraction of the duration.
  private mutating func measure(
    _ motion: CurveMotion, _ duration: Double, corners: [Double],
    _ shape: (Double) -> MotionState
  ) {
    guard duration > 0, motion.distance != 0 else { return }
    let delay = motion.frame.delay
    var shares = (0...Self.steps).map { Double($0) / Double(Self.steps) }
    // The velocity jumps at a corner, so sample both sides of the corner.
    shares += corners.flatMap { [$0 - 1e-9, $0] }
    shares.sort()
    let top = Self.maximum(shares) { shape($0).value }
    if top.value > 1 + 1e-9 {
      overshoot = Moment(
        time: delay + top.time * duration, value: (top.value - 1) * motion.distance.magnitude)
    }
    let fastest = Self.maximum(shares) { shape($0).velocity.magnitude }
    // Keyframes have velocity 0 at the exact start. Report a peak just after the start as a peak at
    // the start.
    peakVelocity = Moment(
      time: delay + (fastest.time < 1e-9 ? 0 : fastest.time) * duration,
      value: shape(fastest.time).velocity * motion.distance / duration)
    func first(_ level: Double) -> Double? {
      guard let index = shares.firstIndex(where: { shape($0).value >= level }) else { return nil }
      let before = shares[max(0, index - 1)]
      return Self.crossing(before...shares[index]) { shape($0).value >= level } * duration
    }
    reachTime = first(1)
    riseTime = first(0.9)
  }

  /// Returns the largest value at `places`, refined by a golden-section search between the
  /// neighbors.
  private static func maximum(_ places: [Double], _ value: (Double) -> Double) -> Moment {
    var best = Moment(time: 0, value: -.infinity)
    var index = 0
    for (candidate, place) in places.enumerated() {
      let found = value(place)
      guard found > best.value else { continue }
      best = Moment(time: place, value: found)
      index = candidate
    }
    var (low, high) = (places[max(0, index - 1)], places[min(places.count - 1, index + 1)])
    for _ in 0..<60 {
      let reach = (high - low) * 0.3819660112501051
      let (left, right) = (low + reach, high - reach)
      if value(left) > value(right) { high = right } else { low = left }
    }
    let refined = Moment(time: (low + high) / 2, value: value((low + high) / 2))
    // Ignore a refined value that is larger only by a rounding error.
    return refined.value > best.value + 1e-9 * best.value.magnitude ? refined : best
  }

  /// Returns the position in `range` from which on a condition is true, by bisection down to
  /// neighboring doubles.
  private static func crossing(
    _ range: ClosedRange<Double>, _ holds: (Double) -> Bool
  ) -> Double {
    var (low, high) = (range.lowerBound, range.upperBound)
    if holds(low) { return low }
    for _ in 0..<200 {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { break }
      if holds(middle) { high = middle } else { low = middle }
    }
    return high
  }
}
