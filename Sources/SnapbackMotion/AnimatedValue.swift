public import SnapbackTiming

/// A number that is drawn as its model plus the residual terms that still move it.
///
/// presentation(t) = model + Σ terms(t). The model is what was last asked for, and changes at
/// once; the terms carry what is seen there. Changing the model adds the term old − new, so
/// nothing jumps, and values that are tied by a linear equation stay tied at every instant even
/// while they move with different timings. Terms of equal springs merge into one, because the
/// equation is linear.
public struct AnimatedValue: Sendable {
  /// The value asked for last.
  public private(set) var model: Double
  /// The rate of change of the model itself: a finger's velocity while it holds the value.
  public private(set) var modelVelocity: Double
  /// The motions under way, in the order in which they began.
  public private(set) var terms: [ResidualTerm]
  /// Counts the changes of what will be seen, those that only time makes not included.
  public private(set) var generation: UInt64 = 0

  /// A value at rest.
  public init(_ model: Double) {
    self.model = model
    modelVelocity = 0
    terms = []
  }

  /// Value and velocity at `now`. O(terms), no allocation.
  @inlinable
  public func presentation(at now: Instant) -> MotionState {
    // Most values do not move.
    terms.isEmpty ? MotionState(value: model, velocity: modelVelocity) : movingPresentation(at: now)
  }

  @usableFromInline
  func movingPresentation(at now: Instant) -> MotionState {
    terms.reduce(MotionState(value: model, velocity: modelVelocity)) { $0 + $1.state(at: now) }
  }

  /// Whether a term still moves the value at `now`.
  public func isMoving(at now: Instant) -> Bool {
    terms.contains { $0.end > now && $0.isRunning }
  }

  /// The moment from which no term moves it any more; the clock's origin when there is none.
  ///
  /// Terms that stand still do not count.
  public var restTime: Instant {
    terms.reduce(.zero) { $1.isRunning ? max($0, $1.end) : $0 }
  }

  /// Forgets the terms that are over at `now`, but for those of controlled transactions: these can
  /// be scrubbed and reversed to where they are not.
  public mutating func dropFinishedTerms(at now: Instant) {
    terms.removeAll { $0.end <= now && $0.owner == 0 }
  }

  /// Forgets the terms of a controlled transaction that is over.
  public mutating func dropFinishedTerms(of owner: UInt64, at now: Instant) {
    terms.removeAll { $0.end <= now && $0.owner == owner }
  }

  /// Sets the model without animation: the value jumps by the difference, running terms go on.
  public mutating func jump(to value: Double) {
    guard model != value || modelVelocity != 0 else { return }
    model = value
    modelVelocity = 0
    generation &+= 1
  }

  /// Adds `offset` to the model without animation; the model's velocity and the terms stay.
  public mutating func shiftModel(by offset: Double) {
    guard offset != 0 else { return }
    model += offset
    generation &+= 1
  }

  /// Increments ``generation`` after a change of something that the value depends on.
  public mutating func interrupt() { generation &+= 1 }

  /// Sets the model and lets `spring` carry what is seen there, from where it is and as fast.
  public mutating func animate(
    to value: Double, with spring: Spring, threshold: RestThreshold, at now: Instant
  ) {
    animate(to: value, with: .spring(spring), threshold: threshold, at: now)
  }

  /// Sets the model and lets `animation` carry what is seen there.
  ///
  /// A velocity of the model, a finger's, is kept: by the spring itself, or beside a curve by a
  /// spring that takes it up within a tenth of a second.
  ///
  /// - Parameters:
  ///   - rate: how fast the animation's time runs; 0.1 is slow motion.
  ///   - owner: the controlled transaction that it belongs to; 0 for none.
  /// - Returns: when what began is over.
  @discardableResult
  public mutating func animate(
    to value: Double, with animation: Animation, threshold: RestThreshold, at now: Instant,
    rate: Double = 1, owner: UInt64 = 0
  ) -> Instant {
    let distance = model - value
    var velocity = modelVelocity
    model = value
    modelVelocity = 0
    generation &+= 1
    let clock = MotionClock(anchor: now, rate: rate)
    var end: Instant
    if animation.isSimple, case .spring(let spring, let relative) = animation.timing {
      var start = MotionState(value: distance, velocity: -relative * distance)
      if animation.delay == 0 {
        start.velocity += velocity
        velocity = 0
      }
      end = insert(
        ResidualTerm(
          .spring(spring), from: start,
          clock: MotionClock(anchor: now, local: -animation.delay, rate: rate),
          duration: spring.lifetime(of: start, within: threshold), owner: owner,
          way: distance),
        threshold: threshold, at: now)
    } else {
      end = insert(
        ResidualTerm(
          .animation(animation), from: MotionState(value: distance), clock: clock,
          duration: animation.duration, owner: owner, way: distance),
        threshold: threshold, at: now)
    }
    guard velocity != 0 else { return end }
    let start = MotionState(value: 0, velocity: velocity)
    end = max(
      end,
      insert(
        ResidualTerm(
          .spring(.catching), from: start, clock: clock,
          duration: Spring.catching.lifetime(of: start, within: threshold)),
        threshold: threshold, at: now))
    return end
  }

  /// Sets the model to where momentum ends, and lets it go on to there: two pieces where it meets
  /// an edge, the second from where and as fast as the first one ends.
  public mutating func coast(
    _ flight: BouncingDecay, threshold: RestThreshold, at now: Instant, rate: Double = 1
  ) {
    let isStill = flight.start.velocity == 0 && flight.start.value == flight.target
    guard !isStill || model != flight.target || modelVelocity != 0 else { return }
    model = flight.target
    modelVelocity = 0
    generation &+= 1
    let clock = MotionClock(anchor: now, rate: rate)
    var start = flight.start
    start.value -= flight.target
    let meets = flight.edgeTime < .infinity
    let length =
      meets ? flight.edgeTime : flight.decay.settleTime(from: flight.start, within: threshold)
    let first = ResidualTerm(.decay(flight.decay), from: start, clock: clock, duration: length)
    if length > 0 { insert(first, threshold: threshold, at: now) }
    guard meets else { return }
    // Moments are whole nanoseconds: the spring starts from where the decay is at that moment.
    let edge = length > 0 ? first.end : now
    var state = flight.edgeState
    if length > 0 {
      let seen = flight.decay.state(after: clock.seconds(at: edge), from: start)
      // A capped velocity is the flight's own.
      state.value = seen.value
      if state.velocity.magnitude >= seen.velocity.magnitude { state.velocity = seen.velocity }
    }
    insert(
      ResidualTerm(
        .spring(flight.spring), from: state, clock: MotionClock(anchor: edge, rate: rate),
        duration: flight.spring.lifetime(of: state, within: threshold), isLater: length > 0),
      threshold: threshold, at: now)
  }

  /// Adds a motion that ends at zero on top of the model.
  public mutating func add(
    _ state: MotionState, spring: Spring, threshold: RestThreshold, at now: Instant,
    rate: Double = 1
  ) {
    add(
      ResidualTerm(
        .spring(spring), from: state, clock: MotionClock(anchor: now, rate: rate),
        duration: spring.lifetime(of: state, within: threshold)),
      threshold: threshold, at: now)
  }

  /// Adds a term on top of the model; of two that move by one spring it makes one.
  public mutating func add(_ term: ResidualTerm, threshold: RestThreshold, at now: Instant) {
    guard term.state != .rest else { return }
    generation &+= 1
    insert(term, threshold: threshold, at: now)
  }

  /// Adds a term as it is, with its end. Of two that differ only in their states it makes one.
  public mutating func append(_ term: ResidualTerm) {
    generation &+= 1
    for index in terms.indices {
      if terms[index].absorb(term) { return }
    }
    terms.append(term)
  }

  /// Adds a term and returns when it is over.
  @discardableResult
  private mutating func insert(
    _ term: ResidualTerm, threshold: RestThreshold, at now: Instant
  ) -> Instant {
    var term = term
    dropFinishedTerms(at: now)
    terms.removeAll { old in
      guard let sum = term.merged(with: old, at: now) else { return false }
      term.state = sum
      return true
    }
    guard term.state != .rest else { return now }
    if case .spring(let spring) = term.course {
      term.duration = spring.lifetime(of: term.state, within: threshold)
      term.findEnd()
    }
    terms.append(term)
    return term.end
  }

  /// A finger takes the value: the model is `value` and moves with `velocity`, no terms.
  public mutating func hold(_ value: Double, velocity: Double = 0) {
    guard model != value || modelVelocity != velocity || !terms.isEmpty else { return }
    model = value
    modelVelocity = velocity
    terms.removeAll(keepingCapacity: true)
    generation &+= 1
  }

  /// The finger that holds the value moved it; terms under way go on.
  public mutating func follow(_ value: Double, velocity: Double) {
    guard model != value || modelVelocity != velocity else { return }
    model = value
    modelVelocity = velocity
    generation &+= 1
  }

  /// Seconds of their own time until the last of the terms for which `isMeant` holds is over;
  /// negative where that has been, and −∞ without such a term.
  public func secondsLeft(at now: Instant, where isMeant: (ResidualTerm) -> Bool) -> Double {
    terms.reduce(-.infinity) { isMeant($1) ? max($0, $1.secondsLeft(at: now)) : $0 }
  }

  /// Lets the terms for which `isMeant` holds last so many seconds of their own time, if they would
  /// be over before; also those that stand still.
  public mutating func extendTerms(
    bySeconds left: Double, at now: Instant, where isMeant: (ResidualTerm) -> Bool
  ) {
    for index in terms.indices where isMeant(terms[index]) {
      // A nanosecond is what moments are rounded to.
      guard left - terms[index].secondsLeft(at: now) > 1e-10 else { continue }
      terms[index].extend(bySeconds: left, at: now)
      generation &+= 1
    }
  }

  /// Lets the terms for which `isMeant` holds last until `end`, if they would be over before.
  public mutating func extendTerms(to end: Instant, where isMeant: (ResidualTerm) -> Bool) {
    var isChanged = false
    for index in terms.indices where isMeant(terms[index]) && terms[index].end < end {
      terms[index].extend(to: end)
      isChanged = true
    }
    if isChanged { generation &+= 1 }
  }

  /// Sets the time of the terms of one owner; they may jump.
  public mutating func setClocks(of owner: UInt64, _ clock: (ResidualTerm) -> MotionClock) {
    var isChanged = false
    for index in terms.indices where terms[index].owner == owner {
      let new = clock(terms[index])
      guard !terms[index].clock.agrees(with: new) else { continue }
      isChanged = isChanged || terms[index].end > new.anchor
      terms[index].setClock(new)
      isChanged = isChanged || terms[index].end > new.anchor
    }
    if isChanged { generation &+= 1 }
  }

  /// Lets the time of all terms run at `rate` from `now` on, those that stand still not included.
  ///
  /// - Parameter moved: when what would be over at a moment is over then. That it is asked of the
  ///   ends, not found from each clock, keeps the ends together that were together.
  public mutating func setRate(
    _ rate: Double, from now: Instant, moved: (Instant) -> Instant
  ) {
    var isChanged = false
    for index in terms.indices where terms[index].isRunning {
      let direction: Double = terms[index].clock.rate < 0 ? -1 : 1
      isChanged = isChanged || terms[index].end > now
      terms[index].setRate(direction * rate, from: now, moved: moved)
    }
    if isChanged { generation &+= 1 }
  }

  /// Lets a spring go on with what the terms for which `isMeant` holds come to, without a jump in
  /// value or velocity.
  ///
  /// It maps states to states linearly, so done to all values at once it keeps what ties them.
  public mutating func collapse(
    to spring: Spring, threshold: RestThreshold, at now: Instant,
    where isMeant: (ResidualTerm) -> Bool
  ) {
    var rate = 1.0
    for term in terms where isMeant(term) { rate = term.clock.rate }
    guard rate != 0 else { return }
    var seen = removeTerms(at: now, where: isMeant)
    seen.velocity /= rate
    guard seen != .rest else { return }
    add(seen, spring: spring, threshold: threshold, at: now, rate: rate)
  }

  /// Turns the terms of one owner round, after the model has moved back by `shift`, without a jump.
  ///
  /// Each term takes back its own way, so what different terms keep tied stays tied. What the model
  /// has moved besides, because somebody else had changed it, is carried by `law`, which has to be
  /// the same for all values that are tied; without one it jumps.
  ///
  /// - Parameter whole: how long all that belongs to the owner lasts, in seconds of its time.
  public mutating func reverse(
    owner: UInt64, shift: Double, law: Spring?, rate: Double, whole: Double,
    threshold: RestThreshold, at now: Instant
  ) {
    var rest = shift
    for index in terms.indices where terms[index].owner == owner {
      guard terms[index].way != 0 else { continue }
      rest += terms[index].way
      generation &+= 1
      terms[index].turnRound(rate: rate, whole: whole, threshold: threshold, at: now)
    }
    // What is below a rounding of the model is nothing.
    guard let law, rest.magnitude > 1e-12 * max(1, model.magnitude) else { return }
    generation &+= 1
    let start = MotionState(value: rest)
    terms.append(
      ResidualTerm(
        .spring(law), from: start, clock: MotionClock(anchor: now, rate: rate),
        duration: law.lifetime(of: start, within: threshold), owner: owner, way: rest))
  }

  /// Takes out the terms for which `isOut` holds and returns what they came to at `now`.
  public mutating func removeTerms(
    at now: Instant, where isOut: (ResidualTerm) -> Bool
  ) -> MotionState {
    var sum = MotionState.rest
    var isChanged = false
    terms.removeAll { term in
      guard isOut(term) else { return false }
      sum = sum + term.state(at: now)
      isChanged = isChanged || term.end > now
      return true
    }
    if isChanged { generation &+= 1 }
    return sum
  }
}

extension Spring {
  /// What takes up a velocity that has nowhere to go: critically damped and short.
  ///
  /// A fingertip is soft. A view that is stopped dead makes a step in velocity; this way one that
  /// flies at 1000 pt/s yields by v/(e·ω₀) = 5.9 pt and stands again after 0.1 s.
  public static let catching = Spring.critical(response: 0.1)
}
