import SnapbackBasics
import SnapbackGestures
import SnapbackMotion
import SnapbackProtocol

/// The numbers of gestures that bindings and triggers read. Each gesture drives the channels of its
/// numbers.
struct GestureNumbers {
  private struct Entry {
    let number: GestureNumber
    /// The index of the number's channel, ``ValuePlaces``.
    let place: Int
    /// The value when the gesture began, on which its number builds; nil while it is not running.
    var start: Double?
  }

  private var entries: [Entry] = []

  init() {}

  init(_ blueprint: SceneBlueprint) {
    let places = ValuePlaces(blueprint)
    for number in places.numbers {
      guard let place = places.place(of: number) else { continue }
      entries.append(Entry(number: number, place: place))
    }
  }

  /// Whether a running gesture moves any number.
  var isRunning: Bool { entries.contains { $0.start != nil } }

  /// Whether a running gesture moves the number at an index.
  func isMoved(_ place: Int) -> Bool {
    entries.contains { $0.place == place && $0.start != nil }
  }

  /// Stops the numbers of a gesture that begins at their present values.
  mutating func begin(gesture: Int, _ parts: borrowing SceneParts, _ commands: inout CommandList) {
    for index in entries.indices where entries[index].number.gesture == gesture {
      let seen = parts.value(.left, of: entries[index].place)
      entries[index].start = seen.value
      commands.hold(
        .left, of: entries[index].place, at: seen.value, velocity: seen.velocity)
    }
  }

  /// Moves the numbers of a gesture with its fingers.
  func follow(gesture: Int, _ parts: borrowing SceneParts, _ commands: inout CommandList) {
    for entry in entries where entry.number.gesture == gesture {
      guard let state = state(of: entry, parts), state.value.magnitude <= 1e6 else { continue }
      commands.follow(.left, of: entry.place, state)
    }
  }

  /// Lets the numbers of a gesture return to their neutral values.
  mutating func release(gesture: Int, _ parts: borrowing SceneParts, _ commands: inout CommandList)
  {
    follow(gesture: gesture, parts, &commands)
    for index in entries.indices where entries[index].number.gesture == gesture {
      guard entries[index].start != nil else { continue }
      entries[index].start = nil
      let (number, place) = (entries[index].number, entries[index].place)
      if number.isVelocity {
        commands.jump(.left, of: place, to: 0)
      } else {
        commands.set(
          .left, of: place, to: number.neutral,
          with: Animation(.spring(number.spring), reducedMotion: .keep))
      }
    }
  }

  /// Sets the velocities of numbers to zero when their fingers have stopped.
  func settleVelocities(_ parts: borrowing SceneParts, _ commands: inout CommandList) {
    for entry in entries where entry.start != nil {
      let gesture = entry.number.gesture
      guard parts.isActive(gesture),
        parts.interaction.arena.stopMoment(of: gesture, after: parts.motion.now) == nil
      else { continue }
      if entry.number.isVelocity {
        commands.follow(.left, of: entry.place, .rest)
      } else {
        commands.add(.rest(.left), entry.place)
      }
    }
  }

  /// Continues another scene's gestures that have counterparts in this scene, given the indices of
  /// both. Returns the indices of the channels that continue.
  mutating func adopt(
    _ other: GestureNumbers, gestures: [(new: Int, old: Int)]
  ) -> [(new: Int, old: Int)] {
    var places: [(new: Int, old: Int)] = []
    for gesture in gestures {
      for index in entries.indices where entries[index].number.gesture == gesture.new {
        let kind = entries[index].number.kind
        guard
          let old = other.entries.first(where: {
            $0.number.gesture == gesture.old && $0.number.kind == kind
          })
        else { continue }
        entries[index].start = old.start
        places.append((entries[index].place, old.place))
      }
    }
    return places
  }

  /// The value and velocity of a number of a running gesture.
  private func state(of entry: Entry, _ parts: borrowing SceneParts) -> MotionState? {
    guard let start = entry.start else { return nil }
    return entry.number.state(from: start, parts)
  }
}

extension GestureNumber {
  /// The value for the present fingers of the running gesture if the value was `start` when the
  /// gesture began, and its velocity. A velocity has neither a start nor a rate of change.
  func state(from start: Double, _ parts: borrowing SceneParts) -> MotionState {
    let fingers = fingers(parts)
    if isVelocity { return fingers }
    return kind == .scale
      ? start * fingers
      : MotionState(value: start + fingers.value, velocity: fingers.velocity)
  }

  /// The value for the present fingers of the running gesture, from ``neutral`` on, and its
  /// velocity.
  private func fingers(_ parts: borrowing SceneParts) -> MotionState {
    let now = parts.interaction.time
    switch kind {
    case .scale:
      return MotionState(
        value: parts.interaction.arena[gesture].scale,
        velocity: parts.interaction.arena[gesture].scaleVelocity(at: now))
    case .rotation:
      return MotionState(
        value: parts.interaction.arena[gesture].rotation,
        velocity: parts.interaction.arena[gesture].rotationVelocity(at: now))
    case .translationX, .translationY, .velocityX, .velocityY: break
    }
    let way = local(parts.interaction.arena[gesture].translation, parts)
    let velocity = local(parts.interaction.arena[gesture].velocity(at: now), parts)
    switch kind {
    case .translationX: return MotionState(value: way.dx, velocity: velocity.dx)
    case .translationY: return MotionState(value: way.dy, velocity: velocity.dy)
    case .velocityX: return MotionState(value: velocity.dx)
    default: return MotionState(value: velocity.dy)
    }
  }

  /// A vector on the screen in the coordinates of the parent of the gesture's view.
  private func local(_ vector: Vector, _ parts: borrowing SceneParts) -> Vector {
    let parent = parts.motion.tree.parent(of: parts.interaction.gestures[gesture].view)
    return parts.present.toScreen(parent, parts.motion).inverse.map { $0(vector) } ?? vector
  }
}
