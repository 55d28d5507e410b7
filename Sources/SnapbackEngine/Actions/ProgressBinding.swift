public import SnapbackMotion

/// A binding of a scene that scrubs an action with a number of a gesture.
///
/// When the gesture begins, the changes of the action are made and shown at the fraction that the
/// map gives to the number. At the release, the action finishes or is undone, with the velocity of
/// the fingers.
public struct ProgressBinding: Hashable, Sendable {
  /// The name of the binding in error messages, unique in the scene.
  public var name: String
  /// The number of the gesture; its spring is not used.
  public var number: GestureNumber
  /// The name of the action.
  public var action: String
  /// The fraction of the action as a function of the number. Values outside 0…1 count as 0 or 1.
  public var map: PiecewiseMap
  /// Whether the fraction is one of the time, which the action's timing converts to a fraction of
  /// the distance; otherwise it is the fraction of the distance itself.
  public var followsTiming: Bool
  /// The spring with which the action finishes or returns; nil for the spring of the action or, if
  /// it has none, a critically damped spring with a response of 0.4 s.
  public var spring: Spring?

  /// Creates a binding from its parts.
  public init(
    name: String, from number: GestureNumber, to action: String, through map: PiecewiseMap,
    followsTiming: Bool = false, spring: Spring? = nil
  ) {
    self.name = name
    self.number = number
    self.action = action
    self.map = map
    self.followsTiming = followsTiming
    self.spring = spring
  }
}

/// The actions that gestures scrub, and their transactions.
struct ActionScrubs {
  /// A binding, and the transaction that its gesture has started.
  struct Scrub {
    let binding: ProgressBinding
    /// The index of the action.
    let action: Int
    let animation: Animation
    /// The controlled transaction; 0 before the first one.
    var transaction: UInt64 = 0
    /// Whether the fingers scrub the transaction now.
    var isRunning = false
    /// Whether the last release has undone the changes.
    var isUndone = false
    /// The fraction of the distance when the gesture began, minus that of its number at that time.
    var base = 0.0

    /// The spring of the motion after a release.
    var spring: Spring {
      if let spring = binding.spring { return spring }
      if case .spring(let spring, _) = animation.timing { return spring }
      return .critical(response: 0.4)
    }

    /// The fraction of the distance for a number of the gesture, and its rate of change; the rate
    /// is 0 where the fraction is limited to 0…1.
    func way(at number: MotionState) -> MotionState {
      var state = binding.map.state(at: number)
      state.value += base
      guard (0...1).contains(state.value) else {
        return MotionState(value: state.value < 0 ? 0 : 1)
      }
      guard binding.followsTiming else { return state }
      let length = animation.legDuration
      let way = animation.timing.progress(after: state.value * length)
      return MotionState(value: way.value, velocity: way.velocity * length * state.velocity)
    }

    /// The fraction, before the timing, that gives a fraction of the distance.
    func fraction(atWay way: Double) -> Double {
      guard binding.followsTiming else { return way }
      var (low, high) = (0.0, 1.0)
      for _ in 0..<50 {
        let middle = (low + high) / 2
        let reached = animation.timing.progress(after: middle * animation.legDuration).value
        if reached < way { low = middle } else { high = middle }
      }
      return high
    }
  }

  private var scrubs: [Scrub] = []

  init(_ blueprint: SceneBlueprint) {
    for binding in blueprint.progressBindings {
      guard let index = blueprint.actions.firstIndex(where: { $0.name == binding.action })
      else { continue }
      let animation = blueprint.actions[index].animation ?? .curve(.linear, duration: 0)
      scrubs.append(Scrub(binding: binding, action: index, animation: animation))
    }
  }

  var isEmpty: Bool { scrubs.isEmpty }

  var indices: Range<Int> { scrubs.indices }

  subscript(index: Int) -> Scrub {
    _read { yield scrubs[index] }
    _modify { yield &scrubs[index] }
  }

  /// Whether the fingers of a gesture run a scrub now.
  func isRunning(_ index: Int, by gesture: Int) -> Bool {
    scrubs[index].isRunning && scrubs[index].binding.number.gesture == gesture
  }

  /// Continues another scene's scrubs of the same names whose gestures continue, given the indices
  /// of both.
  mutating func adopt(_ other: ActionScrubs, gestures: [(new: Int, old: Int)]) {
    for index in scrubs.indices {
      let (name, gesture) = (scrubs[index].binding.name, scrubs[index].binding.number.gesture)
      guard
        let old = other.scrubs.first(where: { old in
          old.binding.name == name
            && gestures.contains { $0 == (gesture, old.binding.number.gesture) }
        })
      else { continue }
      scrubs[index].transaction = old.transaction
      scrubs[index].isRunning = old.isRunning
      scrubs[index].isUndone = old.isUndone
      scrubs[index].base = old.base
    }
  }
}
