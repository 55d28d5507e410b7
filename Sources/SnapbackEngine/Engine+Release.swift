import SnapbackFrames
import SnapbackGeometry
import SnapbackGestures
import SnapbackLayout
import SnapbackMotion
import SnapbackTiming

/// What becomes of a view when the finger lets go.
extension Engine {
  /// The pan is over: the view stays, is reset, springs home or to a snap place, or goes on by its
  /// momentum. Whatever it does it starts with the velocity that is seen.
  ///
  /// Where another gesture still holds the view, that one goes on with it.
  mutating func release(pan index: Int) {
    let pan = pans[index]
    if pan.leads { settleLead(ofPan: index) }
    pans[index].isRunning = false
    if let part = pan.part {
      release(part, ofPan: index)
      // What goes on alone has hold of the view where its fingers are.
      let leader = pans.indices.first {
        $0 != index && pans[$0].view == pan.view && pans[$0].leads
          && pans[$0].target == .translation
      }
      if let leader { lead(pan: leader, handedOver: true) }
    }
    if !pans[index].aims.isEmpty, !handOverAims(ofPan: index) {
      for channel in Channel.allCases where aim(channel, ofPan: index) {
        caught[pan.view]?[channel] = nil
      }
    }
    freeCaught(pan.view, by: pan.behavior.homing)
  }

  private mutating func settleLead(ofPan index: Int) {
    let (pan, view) = (pans[index], pans[index].view)
    pans[index].leads = false
    let heir = pans.indices.first {
      pans[$0].view == view && pans[$0].target == pan.target && arena.isActive(pans[$0].gesture)
    }
    if let heir { return lead(pan: heir, handedOver: true) }
    let held = heldState(
      ofPan: index, velocity: fingerVelocity(pan: index), in: present)
    release(pan.xChannel, ofPan: index, from: held.x)
    release(pan.yChannel, ofPan: index, from: held.y)
    if pan.target == .scrollOffset {
      tellLayout(ofView: view, by: pan.behavior.homing)
    } else if !isTurnedByFingers(view), !aim(.rotation, ofPan: index) {
      switch pan.behavior.release {
      case .stay: break
      case .reset: motion.hold(.rotation, of: view, at: 0, velocity: 0)
      case .spring, .momentum, .snap:
        motion.set(.rotation, of: view, to: 0, with: pan.behavior.homing)
      }
    }
  }

  private mutating func release(
    _ channel: Channel, ofPan index: Int, from state: MotionState
  ) {
    let (view, behavior) = (pans[index].view, pans[index].behavior)
    let value = model(channel, of: view)
    motion.follow(channel, of: view, MotionState(value: value, velocity: state.velocity))
    if aim(channel, ofPan: index) { return }
    let isX = channel == pans[index].xChannel
    switch behavior.release {
    case .stay: motion.jump(channel, of: view, to: value)
    case .reset: motion.hold(channel, of: view, at: 0, velocity: 0)
    case .spring: motion.set(channel, of: view, to: 0, with: behavior.homing)
    case .snap:
      let start = isX ? pans[index].channelStart.dx : pans[index].channelStart.dy
      let places = isX ? behavior.snapX : behavior.snapY
      let goal = places?.target(
        from: MotionState(value: value, velocity: state.velocity), start: start,
        decay: behavior.decay, rule: behavior.snapRule)
      let limits = pans[index].target == .translation ? nil : limits(ofPan: index, in: present)
      let bounds = isX ? limits?.x : limits?.y
      let home = min(max(goal ?? 0, bounds?.lower ?? -.infinity), bounds?.upper ?? .infinity)
      motion.set(channel, of: view, to: home, with: behavior.homing)
    case .momentum:
      let limits = limits(ofPan: index, in: present)
      coast(channel, of: view, by: behavior, within: isX ? limits.x : limits.y)
    }
  }

  /// Lets a channel go on by its momentum, and from a limit on by a spring.
  private mutating func coast(
    _ channel: Channel, of view: Int, by behavior: PanBehavior, within limits: PanLimits?
  ) {
    let held = motion[channel.index(view: view)]
    let start = MotionState(value: held.model, velocity: held.modelVelocity)
    // Limits are in order, which is all that could be wrong.
    guard
      let flight = try? BouncingDecay(
        behavior.decay, from: start, lower: limits?.lower ?? -.infinity,
        upper: limits?.upper ?? .infinity, spring: behavior.spring)
    else { return motion.jump(channel, of: view, to: start.value) }
    motion.coast(channel, of: view, flight)
  }
}
