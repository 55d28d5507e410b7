import SnapbackFrames
import SnapbackGeometry
import SnapbackGestures
import SnapbackMotion

/// Scales and rotations under two fingers.
extension Engine {
  /// Takes the channels of a scale or a rotation into the fingers' hands.
  mutating func begin(_ part: Pan.Part, ofPan index: Int) {
    let view = pans[index].view
    switch part {
    case .scale(let limits):
      let (x, y) = (value(.scaleX, of: view), value(.scaleY, of: view))
      motion.hold(.scaleX, of: view, at: x.value, velocity: x.velocity)
      motion.hold(.scaleY, of: view, at: y.value, velocity: y.velocity)
      let finger = limits?.finger(for: x.value) ?? x.value
      // Both scales keep their ratio.
      let ratio = x.value == 0 ? 1 : y.value / x.value
      pans[index].partStart = Vector(dx: finger, dy: finger * ratio)
    case .rotation(let limits):
      let turn = value(.rotation, of: view)
      motion.hold(.rotation, of: view, at: turn.value, velocity: turn.velocity)
      pans[index].partStart = Vector(dx: limits?.finger(for: turn.value) ?? turn.value, dy: 0)
    }
  }

  /// The fingers moved: so does the scale or the rotation, within its limits.
  mutating func follow(_ part: Pan.Part, ofPan index: Int) {
    let (view, start) = (pans[index].view, pans[index].partStart)
    let held = heldPart(part, ofPan: index)
    switch part {
    case .scale:
      let ratio = start.dx == 0 ? 1 : start.dy / start.dx
      motion.follow(.scaleX, of: view, held)
      motion.follow(
        .scaleY, of: view,
        MotionState(value: held.value * ratio, velocity: held.velocity * ratio))
    case .rotation:
      motion.follow(.rotation, of: view, held)
    }
  }

  /// What the scale along x, or the rotation, is under the fingers where they are, or would be, and
  /// how fast it changes.
  func heldPart(
    _ part: Pan.Part, ofPan index: Int, _ figure: FingerFigure? = nil
  ) -> MotionState {
    let (start, recognizer) = (pans[index].partStart, arena[pans[index].gesture])
    switch part {
    case .scale(let limits):
      let state = MotionState(
        value: start.dx * (figure?.scale ?? recognizer.scale),
        velocity: start.dx * recognizer.scaleVelocity(at: touchTime))
      return limits?.translation(for: state) ?? state
    case .rotation(let limits):
      let state = MotionState(
        value: start.dx + (figure?.rotation ?? recognizer.rotation),
        velocity: recognizer.rotationVelocity(at: touchTime))
      return limits?.translation(for: state) ?? state
    }
  }

  /// The fingers let go of a scale or a rotation: it springs home, or stays within its limits.
  mutating func release(_ part: Pan.Part, ofPan index: Int) {
    let (view, behavior) = (pans[index].view, pans[index].behavior)
    let list: [Channel]
    let limits: PanLimits?
    let home: Double
    switch part {
    case .scale(let bounds): (list, limits, home) = ([.scaleX, .scaleY], bounds, 1)
    case .rotation(let bounds): (list, limits, home) = ([.rotation], bounds, 0)
    }
    let ratio =
      pans[index].partStart.dx == 0 ? 1 : pans[index].partStart.dy / pans[index].partStart.dx
    for channel in list where !aim(channel, ofPan: index) {
      let factor = channel == .scaleY ? ratio : 1
      switch behavior.release {
      case .reset: motion.hold(channel, of: view, at: home, velocity: 0)
      case .spring: motion.set(channel, of: view, to: home, with: behavior.homing)
      case .stay, .momentum, .snap:
        let value = model(channel, of: view)
        let edge =
          factor * min(max(value / factor, limits?.lower ?? -.infinity), limits?.upper ?? .infinity)
        if edge.isFinite, edge != value {
          motion.set(channel, of: view, to: edge, with: behavior.homing)
        } else {
          motion.jump(channel, of: view, to: value)
        }
      }
    }
  }
}
