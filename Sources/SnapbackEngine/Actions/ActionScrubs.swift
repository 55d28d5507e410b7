import SnapbackMotion

/// The actions that gestures scrub, and the states of these scrubs.
///
/// The *fraction of the distance* of an action, `way`, is how far its values have moved: 0 at the
/// values before the action, 1 at the values that it sets.
struct ActionScrubs {
  /// A motion that finishes or undoes an action after a release.
  struct Release {
    /// The action's fraction of the distance at the release.
    let way: Double
    /// Whether the action is undone.
    let isUndone: Bool
    /// The animation from the release to the end of the motion.
    let animation: Animation

    /// Returns the action's fraction of the distance `seconds` after the release. A spring may
    /// overshoot 0…1.
    func way(after seconds: Double) -> Double {
      let done = animation.progress(after: seconds).value
      return isUndone ? way * (1 - done) : way + (1 - way) * done
    }
  }

  /// A binding, and the transaction that its gesture has started.
  struct Scrub {
    let binding: ProgressBinding
    /// The index of the action.
    let action: Int
    /// The animation of the action.
    private let animation: Animation
    /// The controlled transaction; 0 before the first one.
    private(set) var transaction: UInt64 = 0
    /// Whether the fingers hold the transaction.
    private(set) var isHeld = false
    /// The value of the number when the gesture began.
    private var start = 0.0
    /// The motion after the last release; nil while the fingers hold the transaction, and after the
    /// action was started in another way.
    private(set) var release: Release?

    init(_ binding: ProgressBinding, action: Int, animation: Animation?) {
      (self.binding, self.action) = (binding, action)
      self.animation = animation ?? .curve(.linear, duration: 1)
    }

    /// The spring of the motion after a release.
    var spring: Spring {
      if let spring = binding.spring { return spring }
      if case .spring(let spring, _) = animation.timing { return spring }
      return .critical(response: 0.4)
    }

    /// Returns the fraction of the distance at which the fingers of the running gesture now hold
    /// the action, and its rate of change per second. A fraction outside 0…1 is replaced by 0 or 1,
    /// and its rate by 0.
    func way(_ parts: borrowing SceneParts) -> MotionState {
      let fraction = binding.map.state(at: binding.number.state(from: start, parts))
      let way = binding.followsTiming ? timed(fraction) : fraction
      guard (0...1).contains(way.value) else { return MotionState(value: way.value < 0 ? 0 : 1) }
      return way
    }

    /// Converts a fraction of the animation's duration to the fraction of the distance that the
    /// animation has covered by then.
    private func timed(_ fraction: MotionState) -> MotionState {
      let length = animation.legDuration
      let way = animation.timing.progress(after: fraction.value * length)
      return MotionState(value: way.value, velocity: way.velocity * length * fraction.velocity)
    }

    /// Lets the fingers hold a transaction. `way` is the fraction of the distance at which they
    /// have caught the moving action; nil if the action begins.
    mutating func hold(_ transaction: UInt64, from way: Double?) {
      (self.transaction, isHeld, release) = (transaction, true, nil)
      start = binding.number.neutral
      if let way { start = number(atWay: way) }
    }

    /// Returns the value of the gesture's number for which the action is at a fraction of the
    /// distance.
    private func number(atWay way: Double) -> Double {
      let way = min(max(way, 0), 1)
      guard binding.followsTiming else { return binding.map.argument(of: way) }
      return binding.map.argument(
        of: bisect(0, 1) { timed(MotionState(value: $0)).value < way })
    }

    /// Ends the hold at a fraction of the distance. Returns the animation with which the action
    /// then moves to its end or, if `isUndone`, back to its beginning. The animation starts with
    /// the rate of change in `way`, so the velocity of the fingers continues.
    mutating func letGo(at way: MotionState, isUndone: Bool) -> Animation {
      isHeld = false
      let rest = isUndone ? way.value : 1 - way.value
      let speed = isUndone ? -way.velocity : way.velocity
      // The velocity of a timing is relative to the distance that is left.
      let animation = Animation(
        .spring(spring, initialVelocity: rest > 1e-6 ? speed / rest : 0), reducedMotion: .keep)
      release = Release(way: way.value, isUndone: isUndone, animation: animation)
      return animation
    }

    /// Forgets the transaction, so that no gesture catches its motion.
    mutating func forget() { (isHeld, release) = (false, nil) }

    /// Continues the scrub of another scene.
    mutating func adopt(_ other: Scrub) {
      (transaction, isHeld) = (other.transaction, other.isHeld)
      (start, release) = (other.start, other.release)
    }
  }

  private var scrubs: [Scrub] = []

  init(_ blueprint: SceneBlueprint) {
    for binding in blueprint.progressBindings {
      let index = blueprint.actions.firstIndex { $0.name == binding.action }
      guard let index else { continue }
      scrubs.append(Scrub(binding, action: index, animation: blueprint.actions[index].animation))
    }
  }

  var isEmpty: Bool { scrubs.isEmpty }

  var indices: Range<Int> { scrubs.indices }

  subscript(index: Int) -> Scrub {
    _read { yield scrubs[index] }
    _modify { yield &scrubs[index] }
  }

  /// Whether the fingers of a gesture hold a scrub.
  func isHeld(_ index: Int, by gesture: Int) -> Bool {
    scrubs[index].isHeld && scrubs[index].binding.number.gesture == gesture
  }

  /// The names of the actions that a gesture scrubs.
  func actions(ofGesture gesture: Int) -> [String] {
    scrubs.filter { $0.binding.number.gesture == gesture }.map(\.binding.action)
  }

  /// Whether fingers hold an action.
  func isHeld(action: Int) -> Bool { scrubs.contains { $0.action == action && $0.isHeld } }

  /// Records that an action starts in another way.
  mutating func forget(action: Int) {
    for index in scrubs.indices where scrubs[index].action == action { scrubs[index].forget() }
  }

  /// Continues the scrubs of another scene. A scrub of this scene continues one of the other scene
  /// if their bindings have the same name and their gestures are a pair of `gestures`, the indices
  /// of the gestures that continue. Returns the transactions that fingers hold and that no scrub
  /// continues, and their springs.
  mutating func adopt(
    _ other: ActionScrubs, gestures: [(new: Int, old: Int)]
  ) -> [(transaction: UInt64, spring: Spring)] {
    var left: [(transaction: UInt64, spring: Spring)] = []
    for old in other.scrubs {
      let gesture = gestures.first { $0.old == old.binding.number.gesture }
      let index = scrubs.firstIndex {
        $0.binding.name == old.binding.name && $0.binding.action == old.binding.action
          && $0.binding.number.gesture == gesture?.new
      }
      if let index {
        scrubs[index].adopt(old)
      } else if old.isHeld {
        left.append((old.transaction, old.spring))
      }
    }
    return left
  }
}

extension PiecewiseMap {
  /// The x at which the function has a value or, if it does not have it, comes closest to it.
  fileprivate func argument(of value: Double) -> Double {
    var nearest = (x: 0.0, error: Double.infinity)
    for piece in pieces where piece.lower.isFinite && piece.upper.isFinite {
      func result(_ x: Double) -> Double { state(at: MotionState(value: x)).value }
      let x = bisect(piece.lower, piece.upper) { (result($0) < value) == (piece.slope >= 0) }
      let error = (result(x) - value).magnitude
      if error < nearest.error { nearest = (x, error) }
    }
    return nearest.x
  }
}

/// The place between two numbers at which a condition becomes false.
private func bisect(_ low: Double, _ high: Double, while isBelow: (Double) -> Bool) -> Double {
  var (low, high) = (low, high)
  for _ in 0..<64 {
    let middle = low + (high - low) / 2
    if isBelow(middle) { low = middle } else { high = middle }
  }
  return high
}
