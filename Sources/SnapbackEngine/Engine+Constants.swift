import SnapbackFrames
import SnapbackGeometry
import SnapbackGestures
import SnapbackLayout
import SnapbackMotion

/// Gestures that drive the constant of a constraint: the layout follows the finger.
extension Engine {
  /// Such a gesture and what it needs to know of its start.
  struct ConstantDrive {
    /// Its index among the gestures, which is that of its recogniser.
    let gesture: Int
    let view: Int
    let behavior: ConstantBehavior
    /// The constant when it began, as the finger's way has it; nil while it does not run.
    var start: Double?
    /// The constant when it began.
    var home = 0.0
    var fingerStart = Point.zero
    /// How much each edge moves per point of the constant, view by view.
    var rates: [Double] = []
    /// How the edges and the constant were at the last pass.
    var edges: [Double] = []
    var constant = 0.0
  }

  static func constantDrives(of blueprint: SceneBlueprint) -> [ConstantDrive] {
    blueprint.gestures.enumerated().compactMap { index, gesture in
      guard case .constant(let behavior) = gesture.binding else { return nil }
      return ConstantDrive(gesture: index, view: gesture.view, behavior: behavior)
    }
  }

  private func constant(ofGesture index: Int) -> Int? {
    constants.firstIndex { $0.gesture == index }
  }

  mutating func beginConstant(ofGesture index: Int) {
    if let constant = constant(ofGesture: index) { begin(constant: constant) }
  }

  mutating func followConstant(ofGesture index: Int) {
    if let constant = constant(ofGesture: index) { follow(constant: constant) }
  }

  mutating func releaseConstant(ofGesture index: Int) {
    if let constant = constant(ofGesture: index) { release(constant: constant) }
  }

  private mutating func begin(constant index: Int) {
    let drive = constants[index]
    guard let constant = layout.usualConstant(of: drive.behavior.constraint) else {
      // An action has taken the constraint out.
      return interaction.cancel(gesture: drive.gesture, at: interaction.time)
    }
    constants[index].home = constant
    constants[index].constant = constant
    constants[index].fingerStart = measuredFinger(ofConstant: index)
    constants[index].edges = motion.tree.indices.flatMap { view in
      let frame = layout.exactFrame(of: view)
      return [frame.left, frame.top, frame.right, frame.bottom]
    }
    constants[index].rates = constants[index].edges.map { _ in 0 }
    let held = catchLayout(ofConstant: index)
    constants[index].start = drive.behavior.limits?.finger(for: held) ?? held
  }

  /// Takes a layout that is on its way into the finger's hands where it is seen: gives the constant
  /// the value that comes nearest to that, and returns it.
  ///
  /// With r the edges' rates per point of the constant and d how far they are seen from where they
  /// are going, the constant moves by (r·d)/(r·r). What the edges then still differ by dies out.
  private mutating func catchLayout(ofConstant index: Int) -> Double {
    let (constant, name) = (constants[index].constant, constants[index].behavior.constraint)
    let isMoving = motion.tree.indices.contains { view in
      Channel.edges.contains { motion.isMoving($0, of: view) }
    }
    guard isMoving else { return constant }
    // One point further tells the rates.
    layout.setConstant(constant + 1, of: name)
    _ = layout.pass()
    learnRates(ofConstant: index, at: constant + 1)
    let rates = constants[index].rates
    let seen = motion.tree.indices.flatMap { view in Channel.edges.map { value($0, of: view) } }
    var (way, square) = (0.0, 0.0)
    for (place, rate) in rates.enumerated() where rate != 0 {
      way += rate * (seen[place].value - model(place))
      square += rate * rate
    }
    let held = constant + (square > 0 ? way / square : 0)
    let goal = held.magnitude <= 1e6 ? held : constant
    layout.setConstant(goal, of: name)
    passLayout(animatedBy: nil)
    learnRates(ofConstant: index, at: goal)
    for (place, rate) in rates.enumerated() where rate != 0 {
      let (channel, view) = (Channel.edges[place % 4], place / 4)
      motion.hold(channel, of: view, at: model(place), velocity: 0)
      motion.yieldTo(
        MotionState(value: seen[place].value - model(place), velocity: seen[place].velocity),
        channel, of: view)
    }
    return goal
  }

  /// The model of an edge by its place among those of all views.
  private func model(_ place: Int) -> Double {
    model(Channel.edges[place % 4], of: place / 4)
  }

  /// The finger moved: the constant is set and laid out. A pass per call.
  private mutating func follow(constant index: Int) {
    guard let start = constants[index].start else { return }
    let behavior = constants[index].behavior
    let finger = measuredFinger(ofConstant: index) - constants[index].fingerStart
    let velocity = fingerVelocity(ofConstant: index)
    let isAcross = behavior.axis == .horizontal
    var state = MotionState(
      value: start + behavior.factor * (isAcross ? finger.dx : finger.dy),
      velocity: behavior.factor * (isAcross ? velocity.dx : velocity.dy))
    state = behavior.limits?.translation(for: state) ?? state
    guard state.value.magnitude <= 1e6 else { return }
    layout.setConstant(state.value, of: behavior.constraint)
    passLayout(animatedBy: nil)
    learnRates(ofConstant: index, at: state.value)
    carryVelocity(ofConstant: index, state.velocity)
  }

  /// How fast each edge moves with the constant: the layout is piecewise linear in it, and between
  /// two passes the exact edges, not those on the pixel grid, tell the slope.
  private mutating func learnRates(ofConstant index: Int, at constant: Double) {
    let change = constant - constants[index].constant
    guard change != 0 else { return }
    constants[index].constant = constant
    var place = 0
    for view in motion.tree.indices {
      let frame = layout.exactFrame(of: view)
      for edge in [frame.left, frame.top, frame.right, frame.bottom] {
        constants[index].rates[place] = (edge - constants[index].edges[place]) / change
        constants[index].edges[place] = edge
        place += 1
      }
    }
  }

  /// Gives the edges the velocity that the finger gives the constant.
  private mutating func carryVelocity(ofConstant index: Int, _ velocity: Double) {
    guard constants[index].start != nil else { return }
    var place = 0
    for view in motion.tree.indices {
      for channel in Channel.edges {
        let rate = constants[index].rates[place]
        place += 1
        guard rate != 0 else { continue }
        motion.follow(
          channel, of: view,
          MotionState(value: model(channel, of: view), velocity: rate * velocity))
      }
    }
  }

  /// A finger that rests has no velocity, although nothing arrives to say so.
  mutating func settleVelocity(ofConstant index: Int) {
    let gesture = constants[index].gesture
    guard parts.isActive(gesture),
      interaction.arena.stopMoment(of: gesture, after: now) == nil
    else { return }
    changes &+= 1
    carryVelocity(ofConstant: index, 0)
  }

  /// The finger let go: the constant stays, or a spring takes the layout to where it is to rest.
  private mutating func release(constant index: Int) {
    guard constants[index].start != nil else { return }
    defer { constants[index].start = nil }
    let (behavior, home) = (constants[index].behavior, constants[index].home)
    let value = layout.usualConstant(of: behavior.constraint) ?? home
    let velocity = fingerVelocity(ofConstant: index)
    let isAcross = behavior.axis == .horizontal
    let speed = behavior.factor * (isAcross ? velocity.dx : velocity.dy)
    let held = MotionState(value: value, velocity: speed)
    let goal: Double
    switch behavior.release {
    case .stay:
      goal = min(
        max(value, behavior.limits?.lower ?? -.infinity), behavior.limits?.upper ?? .infinity)
      if goal == value { return carryVelocity(ofConstant: index, 0) }
    case .spring: goal = home
    case .snap:
      goal =
        behavior.snap?.target(
          from: held, start: home, decay: behavior.decay, rule: behavior.snapRule) ?? home
    }
    let spring = Animation(.spring(behavior.spring), reducedMotion: .keep)
    _ = try? applyNow([.constant(behavior.constraint, goal)], animation: spring)
  }

  private func measuredFinger(ofConstant index: Int) -> Point {
    let point = interaction.arena[constants[index].gesture].location
    return toScreen(motion.tree.parent(of: constants[index].view)).inverse.map { $0(point) }
      ?? point
  }

  private func fingerVelocity(ofConstant index: Int) -> Vector {
    let velocity = interaction.arena[constants[index].gesture].velocity(at: interaction.time)
    return toScreen(motion.tree.parent(of: constants[index].view)).inverse.map { $0(velocity) }
      ?? velocity
  }
}
