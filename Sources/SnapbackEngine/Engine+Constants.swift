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
    /// How fast the finger changes the constant, per second.
    var velocity = 0.0
    /// The slopes of the frames that the solver last returned.
    var slopes: LayoutSlopes?
    /// The constant at which it returned them.
    var slopeOrigin = 0.0
    /// The number of layout passes at which the slopes were last valid.
    var passes = 0

    /// The edges that move, and how far for each point of the constant.
    var rates: [EdgeRate] = []
  }

  /// How far an edge of a view goes for each point of a constant.
  struct EdgeRate {
    let channel: Channel
    let view: Int
    let rate: Double

    /// The edges that move.
    static func list(of slopes: LayoutSlopes) -> [EdgeRate] {
      slopes.rates.flatMap { rate in
        let edges = [rate.left, rate.top, rate.right, rate.bottom]
        return zip(Channel.edges, edges).compactMap { channel, edge in
          edge == 0 ? nil : EdgeRate(channel: channel, view: rate.view.index, rate: edge)
        }
      }
    }
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
    constants[index].fingerStart = measuredFinger(ofConstant: index)
    let held = catchLayout(ofConstant: index, from: constant)
    // A size class may have had another constant: the first pass finds the slopes again.
    constants[index].passes = -1
    constants[index].start = drive.behavior.limits?.finger(for: held) ?? held
  }

  /// Takes a layout that is on its way into the finger's hands where it is seen: gives the constant
  /// the value that comes nearest to that, and returns it.
  ///
  /// With r the edges' rates per point of the constant and d how far they are seen from where they
  /// are going, the constant moves by (r·d)/(r·r). What the edges then still differ by dies out.
  private mutating func catchLayout(ofConstant index: Int, from constant: Double) -> Double {
    let name = constants[index].behavior.constraint
    findSlopes(ofConstant: index, at: constant, isRising: true)
    let rates = constants[index].rates
    guard rates.contains(where: { motion.isMoving($0.channel, of: $0.view) }) else {
      return constant
    }
    let seen = rates.map { parts.value($0.channel, of: $0.view) }
    var (way, square) = (0.0, 0.0)
    for (edge, seen) in zip(rates, seen) {
      way += edge.rate * (seen.value - model(edge.channel, of: edge.view))
      square += edge.rate * edge.rate
    }
    let held = constant + (square > 0 ? way / square : 0)
    let goal = held.magnitude <= 1e6 ? held : constant
    layout.setConstant(goal, of: name)
    passLayout(animatedBy: nil)
    for (edge, seen) in zip(rates, seen) {
      let model = model(edge.channel, of: edge.view)
      motion.hold(edge.channel, of: edge.view, at: model, velocity: 0)
      motion.yieldTo(
        MotionState(value: seen.value - model, velocity: seen.velocity), edge.channel,
        of: edge.view)
    }
    return goal
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
    let before = layout.usualConstant(of: behavior.constraint) ?? state.value
    let (passes, solves) = (layoutPasses, layoutSolves)
    layout.setConstant(state.value, of: behavior.constraint)
    passLayout(animatedBy: nil)
    // A pass of several solves has changed heights of text, margins or safe areas.
    let isOwnPass = constants[index].passes == passes && layoutSolves <= solves + 1
    let change = state.value - constants[index].slopeOrigin
    if !isOwnPass || constants[index].slopes?.hold(for: change) != true {
      findSlopes(ofConstant: index, at: state.value, isRising: state.value >= before)
    }
    constants[index].passes = layoutPasses
    constants[index].velocity = state.velocity
    carryVelocities()
  }

  /// Finds how frames move with the constant where it is.
  private mutating func findSlopes(ofConstant index: Int, at constant: Double, isRising: Bool) {
    let name = constants[index].behavior.constraint
    constants[index].slopes = layout.slopes(of: name, isRising: isRising)
    constants[index].rates = constants[index].slopes.map(EdgeRate.list) ?? []
    constants[index].slopeOrigin = constant
    constants[index].passes = layoutPasses
  }

  /// Gives the edges that fingers move the sum of the velocities that the fingers give them; with
  /// `only`, the velocity of that finger alone.
  private mutating func carryVelocities(only index: Int? = nil) {
    for place in constants.indices where constants[place].start != nil {
      addVelocity(0, ofConstant: place, keepsOthers: false)
    }
    for place in constants.indices where constants[place].start != nil {
      guard index == nil || index == place else { continue }
      addVelocity(constants[place].velocity, ofConstant: place, keepsOthers: true)
    }
  }

  private mutating func addVelocity(
    _ velocity: Double, ofConstant index: Int, keepsOthers: Bool
  ) {
    for place in constants[index].rates.indices {
      let edge = constants[index].rates[place]
      let held = motion[edge.channel.index(view: edge.view)]
      let others = keepsOthers ? held.modelVelocity : 0
      motion.follow(
        edge.channel, of: edge.view,
        MotionState(value: held.model, velocity: others + edge.rate * velocity))
    }
  }

  /// A finger that rests has no velocity, although nothing arrives to say so.
  mutating func settleVelocity(ofConstant index: Int) {
    let gesture = constants[index].gesture
    guard parts.isActive(gesture),
      interaction.arena.stopMoment(of: gesture, after: now) == nil
    else { return }
    changes &+= 1
    constants[index].velocity = 0
    carryVelocities()
  }

  /// The finger let go: the constant stays, or a spring takes the layout to where it is to rest.
  private mutating func release(constant index: Int) {
    guard constants[index].start != nil else { return }
    defer {
      constants[index].start = nil
      carryVelocities()
    }
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
      if goal == value {
        constants[index].velocity = 0
        return carryVelocities()
      }
    case .spring: goal = home
    case .snap:
      goal =
        behavior.snap?.target(
          from: held, start: home, decay: behavior.decay, rule: behavior.snapRule) ?? home
    }
    // The spring takes up the velocity of this finger, and of no other.
    carryVelocities(only: index)
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
