import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// The motions after the fingers lift.
extension Pan {
  /// Releases a channel of the target, with its drawn value and velocity.
  func release(
    _ channel: Channel, from state: MotionState, _ parts: borrowing SceneParts,
    _ commands: inout CommandList
  ) {
    let isX = channel == xChannel
    if let goal = zoomGoal(of: channel, from: state, parts) {
      return commands.set(channel, of: view, to: goal, with: behavior.homing)
    }
    if behavior.scroll.isPaging { return turnPage(channel, from: state, parts, &commands) }
    switch behavior.release {
    case .stay: commands.jump(channel, of: view, to: state.value)
    case .reset: commands.hold(channel, of: view, at: 0)
    case .spring: commands.set(channel, of: view, to: 0, with: behavior.homing)
    case .snap:
      let start = isX ? channelStart.dx : channelStart.dy
      let places = isX ? behavior.snapX : placesY(parts)
      let goal = places?.target(
        from: state, start: start, decay: behavior.decay, rule: behavior.snapRule)
      let limits = target == .translation ? nil : limits(parts, in: parts.present)
      let bounds = isX ? limits?.x : limits?.y
      let home = min(max(goal ?? 0, bounds?.lower ?? -.infinity), bounds?.upper ?? .infinity)
      commands.set(channel, of: view, to: home, with: behavior.homing)
    case .momentum:
      let limits = limits(parts, in: parts.present)
      coast(channel, from: state, within: isX ? limits.x : limits.y, .release, parts, &commands)
    }
  }

  /// The snap positions along y.
  private func placesY(_ parts: borrowing SceneParts) -> SnapTargets? {
    guard let detents = behavior.detents else { return behavior.snapY }
    return detents.places(in: sheetMeasures(parts))
  }

  /// Releases a scroll offset to the page nearest to the projected end of the momentum. The page is
  /// at most one away from the start, and not behind the start of a flick.
  private func turnPage(
    _ channel: Channel, from state: MotionState, _ parts: borrowing SceneParts,
    _ commands: inout CommandList
  ) {
    let size = parts.present.frame(of: view, parts.motion).size
    let limits = limits(parts, in: parts.present)
    let (extent, start, bounds) =
      channel == xChannel
      ? (size.width, channelStart.dx, limits.x) : (size.height, channelStart.dy, limits.y)
    var goal = state.value
    if extent > 0 {
      // A start that differs from a page only by a rounding error is on that page.
      let below = (start / extent + 1e-9).rounded(.down)
      let above = (start / extent - 1e-9).rounded(.up)
      var page = (behavior.decay.end(from: state) / extent).rounded()
      if state.velocity > 0 { page = max(page, above) }
      if state.velocity < 0 { page = min(page, below) }
      goal = min(max(page, above - 1), below + 1) * extent
    }
    goal = min(max(goal, bounds?.lower ?? -.infinity), bounds?.upper ?? .infinity)
    commands.set(channel, of: view, to: goal, with: behavior.homing)
  }

  /// Makes a channel continue with its momentum within limits, or within a range whose end is moved
  /// by drivers.
  func coast(
    _ channel: Channel, from start: MotionState, within limits: PanLimits?,
    _ beginning: ScrollMomentum.Beginning, _ parts: borrowing SceneParts,
    _ commands: inout CommandList
  ) {
    if let end = parts.motion.movingEnd(of: channel, view) {
      coast(channel, from: start, towards: end, beginning, parts.motion, &commands)
    } else if target == .scrollOffset {
      scroll(channel, from: start, within: limits, beginning, parts.motion, &commands)
    } else {
      coast(channel, from: start, within: limits, &commands)
    }
  }

  /// Makes a translation continue with its momentum; if it reaches a limit, a spring takes over.
  private func coast(
    _ channel: Channel, from start: MotionState, within limits: PanLimits?,
    _ commands: inout CommandList
  ) {
    // Cannot fail: the only invalid input is limits in the wrong order.
    guard
      let flight = try? BouncingDecay(
        behavior.decay, from: start, lower: limits?.lower ?? -.infinity,
        upper: limits?.upper ?? .infinity, spring: behavior.spring)
    else { return commands.jump(channel, of: view, to: start.value) }
    commands.add(.coast(channel, flight), view)
  }

  /// Makes a scroll offset continue with its momentum, as in UIScrollView. If a finger releases
  /// content beyond a limit, the content starts with the finger's velocity, not with that of the
  /// rubber band.
  func scroll(
    _ channel: Channel, from start: MotionState, within limits: PanLimits?,
    _ beginning: ScrollMomentum.Beginning, _ motion: borrowing MotionStore,
    _ commands: inout CommandList
  ) {
    guard
      let bounds = ScrollMomentum.Bounds(
        lower: limits?.lower ?? -.infinity, upper: limits?.upper ?? .infinity,
        grid: motion.thresholds.pixel)
    else { return commands.jump(channel, of: view, to: start.value) }
    var start = start
    switch beginning {
    case .release: start.velocity = limits?.fingerVelocity(for: start) ?? start.velocity
    case .interruption: start.velocity /= motion.rate
    }
    commands.add(
      .scroll(
        channel,
        ScrollMomentum(
          behavior.decay, from: start, within: bounds, spring: behavior.spring, beginning)), view)
  }

  /// Releases a channel of a scale or a rotation: the channel returns to its default, or stays
  /// within limits.
  func release(
    _ channel: Channel, of part: Part, _ motion: borrowing MotionStore,
    _ commands: inout CommandList
  ) {
    let home: Double = isScale ? 1 : 0
    let factor = channel == .scaleY ? scaleRatio : 1
    switch behavior.release {
    case .reset: commands.hold(channel, of: partView, at: home)
    case .spring: commands.set(channel, of: partView, to: home, with: behavior.homing)
    case .stay, .momentum, .snap:
      let value = motion.model(channel, of: partView)
      let (lower, upper) = (part.limits?.lower ?? -.infinity, part.limits?.upper ?? .infinity)
      let edge = factor * min(max(value / factor, lower), upper)
      if edge.isFinite, edge != value {
        commands.set(channel, of: partView, to: edge, with: behavior.homing)
      } else {
        commands.jump(channel, of: partView, to: value)
      }
    }
  }

  /// The rest position of content that a finger has stopped and then released: the present
  /// position, within its bounds, as in UIScrollView. With snap positions or pages, the rest
  /// position is the content's goal.
  func rest(of channel: Channel, goal: Double, _ parts: borrowing SceneParts) -> Double {
    guard behavior.release != .snap, !behavior.scroll.isPaging else { return goal }
    let limits = limits(parts, in: parts.present)
    let bounds = channel == .scrollX ? limits.x : limits.y
    let value = parts.motion.model(channel, of: view)
    return min(max(value, bounds?.lower ?? -.infinity), bounds?.upper ?? .infinity)
  }
}
