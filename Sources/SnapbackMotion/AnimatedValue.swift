public import SnapbackTiming

/// A number that is drawn as its model plus the residual terms that still move it.
///
/// presentation(t) = model + Σ terms(t). The model is what was last asked for, and changes at
/// once; the terms carry what is seen there. Changing the model adds the term old − new, so
/// nothing jumps, and values that are tied by a linear equation stay tied at every instant even
/// while they move with different springs. Terms of equal springs merge into one, because the
/// equation is linear.
public struct AnimatedValue: Sendable {
  /// The value asked for last.
  public private(set) var model: Double
  /// The rate of change of the model itself: a finger's velocity while it holds the value.
  public private(set) var modelVelocity: Double
  /// The motions under way, in the order in which they began.
  public private(set) var terms: [ResidualTerm]

  /// A value at rest.
  public init(_ model: Double) {
    self.model = model
    modelVelocity = 0
    terms = []
  }

  /// Value and velocity at `now`. O(terms), no allocation.
  public func presentation(at now: Instant) -> MotionState {
    var sum = MotionState.rest
    for term in terms { sum = sum + term.state(at: now) }
    return MotionState(value: model + sum.value, velocity: modelVelocity + sum.velocity)
  }

  /// Whether a term still moves the value at `now`.
  public func isMoving(at now: Instant) -> Bool { terms.contains { $0.end > now } }

  /// The moment from which no term moves it any more; the clock's origin when there is none.
  public var restTime: Instant { terms.map(\.end).max() ?? .zero }

  /// Forgets the terms that are over at `now`.
  public mutating func dropFinishedTerms(at now: Instant) {
    terms.removeAll { $0.end <= now }
  }

  /// Sets the model without animation: the value jumps by the difference, running terms go on.
  public mutating func jump(to value: Double) {
    model = value
    modelVelocity = 0
  }

  /// Sets the model and lets `spring` carry what is seen there, from where it is and as fast.
  public mutating func animate(
    to value: Double, with spring: Spring, threshold: RestThreshold, at now: Instant
  ) {
    let step = MotionState(value: model - value, velocity: modelVelocity)
    model = value
    modelVelocity = 0
    add(step, spring: spring, threshold: threshold, at: now)
  }

  /// Adds a motion that ends at zero on top of the model.
  public mutating func add(
    _ state: MotionState, spring: Spring, threshold: RestThreshold, at now: Instant
  ) {
    var sum = state
    terms.removeAll { term in
      guard term.spring == spring else { return term.end <= now }
      sum = sum + term.state(at: now)
      return true
    }
    guard sum != .rest else { return }
    terms.append(ResidualTerm(spring: spring, start: now, state: sum, threshold: threshold))
  }

  /// A finger takes the value: the model is `value` and moves with `velocity`, no terms.
  public mutating func hold(_ value: Double, velocity: Double = 0) {
    model = value
    modelVelocity = velocity
    terms.removeAll(keepingCapacity: true)
  }

  /// The finger that holds the value moved it; terms under way go on.
  public mutating func follow(_ value: Double, velocity: Double) {
    model = value
    modelVelocity = velocity
  }
}
