import SnapbackBasics
import SnapbackGestures
import SnapbackMotion
import SnapbackProtocol

/// A gesture that drives the constant of a constraint: the layout changes as the finger moves.
struct ConstantPan {
  /// The index of the gesture and its recognizer.
  let gesture: Int
  /// The view that the gesture is on.
  let view: Int
  /// The index of the constant among the views, ``MotionStore/index(ofConstant:)``.
  let place: Int
  private(set) var behavior: ConstantBehavior
  /// The limits and snap values that depend on the layout.
  private let rules: LayoutPlaces.Line
  /// The snap values for the last layout pass, in the order of the scene.
  private var snapValues: [Double] = []
  /// Whether the limits are those of a layout pass.
  private var hasLimits = false
  /// The constant when the gesture began, without the effect of the rubber band; nil while the
  /// gesture is not running.
  private var start: Double?
  /// The model of the constant when the gesture began: its value, or the goal of its running
  /// motion.
  private var home = 0.0
  private var fingerStart = Point.zero
  /// The change that waits for the release. It then takes the place of the gesture's own release
  /// motion.
  var aims = WaitingChanges()

  init(
    gesture: Int, view: Int, place: Int, behavior: ConstantBehavior, rules: LayoutPlaces.Line
  ) {
    (self.gesture, self.view, self.place, self.behavior) = (gesture, view, place, behavior)
    self.rules = rules
  }

  /// Whether limits or snap values depend on the layout.
  var followsLayout: Bool { !rules.snap.isEmpty || rules.limits != nil }

  /// Computes the limits and snap values for the last layout pass. Moves the constant if it rests
  /// at a snap value that has changed, or outside the new limits.
  mutating func keepPlaces(
    with animation: Animation?, isHeld: Bool, _ parts: borrowing SceneParts,
    _ commands: inout CommandList
  ) {
    let (old, oldLimits, hadLimits) = (snapValues, behavior.limits, hasLimits)
    hasLimits = true
    snapValues = rules.values(in: parts.layout)
    behavior.limits = rules.limits(like: oldLimits, in: parts.layout)
    if let limits = behavior.limits, limits.band != nil {
      behavior.limits?.band = try? RubberBand(dimension: max(1, limits.upper - limits.lower))
    }
    // Cannot fail: the values are finite.
    if !snapValues.isEmpty { behavior.snap = try? SnapTargets(snapValues, names: rules.names) }
    guard !isHeld,
      let value = PlaceTable.moved(
        parts.motion.model(.left, of: place), places: (old, snapValues),
        limits: (hadLimits ? oldLimits : nil, behavior.limits))
    else { return }
    if let animation {
      commands.set(.left, of: place, to: value, with: animation)
    } else {
      commands.jump(.left, of: place, to: value)
    }
  }

  var isRunning: Bool { start != nil }

  /// Continues the gesture of the same view in another scene.
  mutating func adopt(_ other: ConstantPan) {
    (start, home, fingerStart, aims) = (other.start, other.home, other.fingerStart, other.aims)
  }

  /// Stops the constant at its drawn value; its velocity decays. `way` is the gesture's translation
  /// when it began, in points on the screen.
  mutating func begin(
    after way: Vector, _ parts: borrowing SceneParts, _ commands: inout CommandList
  ) {
    let seen = parts.value(.left, of: place)
    home = parts.motion.model(.left, of: place)
    fingerStart = finger(less: way, parts)
    start = behavior.limits?.finger(for: seen.value) ?? seen.value
    commands.hold(.left, of: place, at: seen.value, velocity: seen.velocity)
  }

  /// Restarts the gesture at the present value of the constant and keeps the goal of its release.
  mutating func restart(_ parts: borrowing SceneParts, _ commands: inout CommandList) {
    let home = home
    begin(after: .zero, parts, &commands)
    self.home = home
  }

  /// Stops driving the constant, because another gesture takes over.
  mutating func stop() {
    start = nil
    _ = aims.removeAll()
  }

  /// Moves the constant by the finger's travel, within its limits.
  func follow(_ parts: borrowing SceneParts, _ commands: inout CommandList) {
    guard let start else { return }
    let way = finger(parts) - fingerStart
    var state = MotionState(
      value: start + behavior.factor * along(way), velocity: velocity(parts))
    state = behavior.limits?.translation(for: state) ?? state
    guard state.value.magnitude <= 1e6 else { return }
    commands.follow(.left, of: place, state)
  }

  /// Ends the gesture. A change that waits for the release starts; without one, the constant stays
  /// or springs to its goal.
  mutating func release(_ parts: borrowing SceneParts, _ commands: inout CommandList) {
    guard let start else { return }
    self.start = nil
    let value = parts.motion.model(.left, of: place)
    let way = start + behavior.factor * along(finger(parts) - fingerStart)
    var held = MotionState(value: way, velocity: velocity(parts))
    held = behavior.limits?.translation(for: held) ?? held
    held.value = value
    commands.follow(.left, of: place, held)
    if let change = aims.remove(.left) { return commands.add(.start(change), place) }
    let goal: Double
    switch behavior.release {
    case .stay:
      goal = min(
        max(value, behavior.limits?.lower ?? -.infinity), behavior.limits?.upper ?? .infinity)
    case .spring: goal = home
    case .snap:
      goal =
        behavior.snap?.target(
          from: held, start: home, decay: behavior.decay, rule: behavior.snapRule) ?? home
    }
    if behavior.release == .stay, goal == value {
      commands.jump(.left, of: place, to: value)
    } else {
      commands.set(.left, of: place, to: goal, with: behavior.homing)
    }
  }

  private func along(_ vector: Vector) -> Double {
    behavior.axis == .horizontal ? vector.dx : vector.dy
  }

  /// The location of the finger in the coordinates of the view's parent, as drawn now.
  private func finger(less way: Vector = .zero, _ parts: borrowing SceneParts) -> Point {
    let point = parts.interaction.arena[gesture].location - way
    return space(parts).inverse.map { $0(point) } ?? point
  }

  /// The velocity at which the finger moves the constant, per second, before the limits apply.
  private func velocity(_ parts: borrowing SceneParts) -> Double {
    let velocity = parts.interaction.arena[gesture].velocity(at: parts.interaction.time)
    return behavior.factor * along(space(parts).inverse.map { $0(velocity) } ?? velocity)
  }

  private func space(_ parts: borrowing SceneParts) -> AffineTransform {
    parts.present.toScreen(parts.motion.tree.parent(of: view), parts.motion)
  }
}
