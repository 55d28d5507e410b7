public import SnapbackBasics

/// A number that is drawn as its model plus the residual terms that are still moving.
///
/// presentation(t) = model + Σ terms(t). The model is the goal and changes immediately; the terms
/// carry the drawn value to the model. Changing the model adds a term that starts at the old model
/// minus the new one, so nothing jumps. Values that are related by a linear equation satisfy it at
/// every instant, even while several timings move them. Terms of equal springs merge into one,
/// because the equation of a spring is linear.
public struct AnimatedValue: Sendable {
  /// The goal: the value without the terms.
  public private(set) var model: Double
  /// The velocity of the model: that of the finger that holds the value, otherwise 0.
  public private(set) var modelVelocity: Double
  /// The terms, in the order in which they were added. Some of them may have ended or be stopped.
  public private(set) var terms: [ResidualTerm]
  /// The number of changes of the value's future course. The passage of time alone is no change.
  public private(set) var generation: UInt64 = 0

  /// Creates a value at rest.
  public init(_ model: Double) {
    self.model = model
    modelVelocity = 0
    terms = []
  }

  /// The value and velocity at `now`. O(terms), no allocation.
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

  /// The moment when the last term ends; the clock's origin if there is none.
  ///
  /// Stopped terms are ignored.
  public var restTime: Instant {
    terms.reduce(.zero) { $1.isRunning ? max($0, $1.end) : $0 }
  }

  /// Removes the terms that have ended at `now`, except those of controlled transactions: a
  /// controlled transaction can be scrubbed or reversed to a time before the end of its terms.
  public mutating func dropFinishedTerms(at now: Instant) {
    terms.removeAll { $0.end <= now && $0.owner == 0 }
  }

  /// Removes the terms that belong to the controlled transaction `owner` and have ended at `now`.
  public mutating func dropFinishedTerms(of owner: UInt64, at now: Instant) {
    terms.removeAll { $0.end <= now && $0.owner == owner }
  }

  /// Sets the model without animation: the value jumps by the difference, and running terms
  /// continue.
  public mutating func jump(to value: Double) {
    guard model != value || modelVelocity != 0 else { return }
    model = value
    modelVelocity = 0
    generation &+= 1
  }

  /// Adds `offset` to the model without animation; its velocity and the terms do not change.
  public mutating func shiftModel(by offset: Double) {
    guard offset != 0 else { return }
    model += offset
    generation &+= 1
  }

  /// Increments ``generation`` after a change of something that the value depends on.
  public mutating func interrupt() { generation &+= 1 }

  /// Sets the model, and lets `spring` move the drawn value to it, from its position and velocity.
  public mutating func animate(
    to value: Double, with spring: Spring, threshold: RestThreshold, at now: Instant
  ) {
    animate(to: value, with: .spring(spring), threshold: threshold, at: now)
  }

  /// Sets the model, and lets `animation` move the drawn value to it.
  ///
  /// If the model has the velocity of a finger, a spring starts with that velocity. For a curve, or
  /// after a delay, an additional spring with a response of 0.1 s starts with it.
  ///
  /// - Parameters:
  ///   - rate: the speed of the animation's time; 0.1 is slow motion.
  ///   - owner: the controlled transaction that the new terms belong to; 0 for none.
  /// - Returns: the moment when the new terms end.
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
          duration: Spring.catching.lifetime(of: start, within: threshold), owner: owner),
        threshold: threshold, at: now))
    return end
  }

  /// Sets the model to the end of the momentum, and lets the value continue to that end. If the
  /// momentum meets an edge there are two terms; the second starts with the value and velocity at
  /// the end of the first.
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
    // Moments are whole nanoseconds: the spring starts with the value of the decay at that moment.
    let edge = length > 0 ? first.end : now
    var state = flight.edgeState
    if length > 0 {
      let seen = flight.decay.state(after: clock.seconds(at: edge), from: start)
      // A velocity that was capped at the edge is kept.
      state.value = seen.value
      if state.velocity.magnitude >= seen.velocity.magnitude { state.velocity = seen.velocity }
    }
    insert(
      ResidualTerm(
        .spring(flight.spring), from: state, clock: MotionClock(anchor: edge, rate: rate),
        duration: flight.spring.lifetime(of: state, within: threshold), isLater: length > 0),
      threshold: threshold, at: now)
  }

  /// Sets the model to the target of a scroll offset's momentum, and lets the value continue to
  /// that target. An offset that only has to settle on the pixel grid does so by a short spring.
  public mutating func coast(
    _ motion: ScrollMomentum, threshold: RestThreshold, at now: Instant, rate: Double = 1
  ) {
    let start = MotionState(
      value: motion.start.value - motion.target, velocity: motion.start.velocity)
    guard start != .rest || model != motion.target || modelVelocity != 0 else { return }
    model = motion.target
    modelVelocity = 0
    generation &+= 1
    if motion.isSettling {
      return add(start, spring: .catching, threshold: threshold, at: now, rate: rate)
    }
    dropFinishedTerms(at: now)
    let terms = motion.terms(from: start, at: now, rate: rate, within: threshold)
    if let glide = terms.glide { self.terms.append(glide) }
    if let bounce = terms.bounce { self.terms.append(bounce) }
    if let shift = terms.shift { self.terms.append(shift) }
  }

  /// Adds a spring motion that starts at `state` and ends at zero.
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

  /// Adds a term, and merges it with the terms of the same spring.
  public mutating func add(_ term: ResidualTerm, threshold: RestThreshold, at now: Instant) {
    guard term.state != .rest else { return }
    generation &+= 1
    insert(term, threshold: threshold, at: now)
  }

  /// Adds a term unchanged, with its own end. Merges it with a term that differs only in its state.
  public mutating func append(_ term: ResidualTerm) {
    generation &+= 1
    for index in terms.indices {
      if terms[index].absorb(term) { return }
    }
    terms.append(term)
  }

  /// Adds a term and returns its end.
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

  /// Holds the value as a finger does: sets the model to `value`, moving with `velocity`, and
  /// removes all terms.
  public mutating func hold(_ value: Double, velocity: Double = 0) {
    guard model != value || modelVelocity != velocity || !terms.isEmpty else { return }
    model = value
    modelVelocity = velocity
    terms.removeAll(keepingCapacity: true)
    generation &+= 1
  }

  /// Moves a held value with its finger; running terms continue.
  public mutating func follow(_ value: Double, velocity: Double) {
    guard model != value || modelVelocity != velocity else { return }
    model = value
    modelVelocity = velocity
    generation &+= 1
  }

  /// The longest remaining time of the terms for which `isMeant` holds, in seconds of local time;
  /// negative if all of them are over, −∞ if there is no such term.
  public func secondsLeft(at now: Instant, where isMeant: (ResidualTerm) -> Bool) -> Double {
    terms.reduce(-.infinity) { isMeant($1) ? max($0, $1.secondsLeft(at: now)) : $0 }
  }

  /// Extends the terms for which `isMeant` holds, including stopped ones, so that each lasts at
  /// least another `left` seconds of local time.
  public mutating func extendTerms(
    bySeconds left: Double, at now: Instant, where isMeant: (ResidualTerm) -> Bool
  ) {
    for index in terms.indices where isMeant(terms[index]) {
      // Ends are rounded to nanoseconds; ignore smaller differences.
      guard left - terms[index].secondsLeft(at: now) > 1e-10 else { continue }
      terms[index].extend(bySeconds: left, at: now)
      generation &+= 1
    }
  }

  /// Extends the terms for which `isMeant` holds to at least `end`.
  public mutating func extendTerms(to end: Instant, where isMeant: (ResidualTerm) -> Bool) {
    var isChanged = false
    for index in terms.indices where isMeant(terms[index]) && terms[index].end < end {
      terms[index].extend(to: end)
      isChanged = true
    }
    if isChanged { generation &+= 1 }
  }

  /// Sets the clocks of one owner's terms; the value may jump.
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

  /// Sets the rate of all terms from `now` on, except those that are stopped.
  ///
  /// - Parameter moved: maps the old end of a term to the new one. Equal ends stay equal, which
  ///   computing each end from its clock would not guarantee.
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

  /// Replaces the terms for which `isMeant` holds with one spring, without a jump in value or
  /// velocity.
  ///
  /// The new state is a linear function of the old states. Linear equations between values stay
  /// satisfied if all of those values are collapsed at once.
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

  /// Reverses one owner's terms without a jump, after the model has moved back by `shift`.
  ///
  /// Each term undoes its own change of the model, so linear equations between values stay
  /// satisfied. The rest of `shift` is due to other changes of the model; the spring `law` carries
  /// it. `law` must be the same for all related values; without it the value jumps by the rest.
  ///
  /// - Parameter whole: the duration of the owner's longest motion, in seconds of local time.
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
    // Ignore rounding errors of the model.
    guard let law, rest.magnitude > 1e-12 * max(1, model.magnitude) else { return }
    generation &+= 1
    let start = MotionState(value: rest)
    terms.append(
      ResidualTerm(
        .spring(law), from: start, clock: MotionClock(anchor: now, rate: rate),
        duration: law.lifetime(of: start, within: threshold), owner: owner, way: rest))
  }

  /// Replaces one owner's terms with an animation over the rest of their distance, without a jump.
  /// Without an animation, the value jumps to where the terms would end.
  public mutating func carryOn(
    owner: UInt64, with animation: Animation?, threshold: RestThreshold, at now: Instant,
    rate: Double = 1
  ) {
    let rest = removeTerms(at: now) { $0.owner == owner }
    guard rest != .rest, let animation else { return }
    let (goal, velocity) = (model, modelVelocity)
    model += rest.value
    modelVelocity = rest.velocity / rate
    animate(
      to: goal, with: animation, threshold: threshold, at: now, rate: rate, owner: owner)
    modelVelocity = velocity
  }

  /// Removes the terms for which `isOut` holds and returns their sum at `now`.
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
