import SnapbackFrames
import SnapbackGeometry
import SnapbackGestures
import SnapbackMotion
import SnapbackTiming

/// What becomes of a view when the finger lets go.
extension Engine {
  /// The pan is over: the view stays, is reset, springs home or to a snap place, or goes on by its
  /// momentum. Whatever it does it starts with the velocity that is seen.
  mutating func release(pan index: Int, phase: GesturePhase) {
    let (view, behavior) = (pans[index].view, pans[index].behavior)
    let held = heldState(ofPan: index, velocity: fingerVelocity(pan: index))
    report(index, phase)
    release(.translationX, ofPan: index, from: held.x)
    release(.translationY, ofPan: index, from: held.y)
    if !aim(.rotation, ofPan: index) {
      switch behavior.release {
      case .stay: break
      case .reset: hold(.rotation, of: view, at: 0, velocity: 0)
      case .spring, .momentum, .snap:
        set(.rotation, of: view, to: 0, with: behavior.homing)
      }
    }
    findRestTime()
  }

  private mutating func release(
    _ channel: Channel, ofPan index: Int, from state: MotionState
  ) {
    let (view, behavior) = (pans[index].view, pans[index].behavior)
    let place = channel.index(view: view)
    let value = channels[place].model
    channels[place].follow(value, velocity: state.velocity)
    if aim(channel, ofPan: index) { return }
    let isX = channel == .translationX
    switch behavior.release {
    case .stay: channels[place].jump(to: value)
    case .reset: hold(channel, of: view, at: 0, velocity: 0)
    case .spring: set(channel, of: view, to: 0, with: behavior.homing)
    case .snap:
      let start = isX ? pans[index].channelStart.dx : pans[index].channelStart.dy
      let places = isX ? behavior.snapX : behavior.snapY
      let goal = places?.target(
        from: MotionState(value: value, velocity: state.velocity), start: start,
        decay: behavior.decay, rule: behavior.snapRule)
      set(channel, of: view, to: goal ?? 0, with: behavior.homing)
    case .momentum:
      let limits = isX ? behavior.limits.x : behavior.limits.y
      coast(channel, of: view, by: behavior, within: limits)
    }
  }

  /// Lets a channel go on by its momentum, and from a limit on by a spring.
  private mutating func coast(
    _ channel: Channel, of view: Int, by behavior: PanBehavior, within limits: PanLimits?
  ) {
    let place = channel.index(view: view)
    let start = MotionState(
      value: channels[place].model, velocity: channels[place].modelVelocity)
    // Limits are in order, which is all that could be wrong.
    guard
      let flight = try? BouncingDecay(
        behavior.decay, from: start, lower: limits?.lower ?? -.infinity,
        upper: limits?.upper ?? .infinity, spring: behavior.spring)
    else { return channels[place].jump(to: start.value) }
    guard !completesInstantly else { return channels[place].jump(to: flight.target) }
    channels[place].coast(
      flight, threshold: threshold(of: channel, view: view), at: now, rate: motionRate)
  }
}
