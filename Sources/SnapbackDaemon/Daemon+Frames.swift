import Logging
import SnapbackEngine
import SnapbackFrames
import SnapbackTiming

/// When frames are computed and sent.
extension Daemon {
  /// Whether nothing moves, nothing is held, and nothing will change without new input.
  var isIdle: Bool { !hasNewInput && engine.isAtRest && engine.wakeUp == .never }

  /// One turn: plays what is due, publishes what is due, and says when it has to go on.
  func turn() -> Instant? {
    let now = timeline.now
    while let next = replay?.nextTime, next <= now {
      if let touches = replay?.playNext() { take(touches) }
    }
    let isWatched = clients.values.contains { $0.stage == .streaming }
    guard isWatched else {
      // Nobody looks: motions are closed forms and need no company.
      engine.discardEvents()
      followEngine()
      return replay?.nextTime
    }
    if let due = nextFrame(after: now), due <= now { publish(at: now) }
    return [replay?.nextTime, nextFrame(after: now)].compactMap { $0 }.min()
  }

  /// Follows what the scene has done by itself: a screen that it turned, an action that failed.
  private func followEngine() {
    for warning in engine.takeActionWarnings() { log.warning("\(warning)") }
    guard engine.screen.size != mappedScreen else { return }
    mapInput()
    for client in clients.values { client.requireSnapshot() }
  }

  /// Maps devices and the replay onto the engine's screen.
  func mapInput() {
    mappedScreen = engine.screen.size
    devices.map(onto: mappedScreen, rotation: configuration.rotation)
    replay?.map(onto: mappedScreen, rotation: configuration.rotation)
  }

  /// When the next frame is due: as input comes, but no faster than the frame rate.
  private func nextFrame(after now: Instant) -> Instant? {
    let interval = timeline.span(1 / configuration.frameRate)
    let earliest = lastPublish.map { $0.advanced(bySeconds: interval) } ?? .zero
    if hasNewInput { return earliest }
    switch engine.wakeUp {
    case .never: return nil
    case .at(let moment): return max(earliest, moment)
    case .everyFrame: return earliest
    }
  }

  private func publish(at now: Instant) {
    // On the grid of the last frame while frames follow each other, so a late wake-up does not
    // make all that follow later.
    let interval = timeline.span(1 / configuration.frameRate)
    let onGrid = lastPublish?.advanced(bySeconds: interval)
    lastPublish = onGrid.map { now.seconds(since: $0) < interval ? $0 : now } ?? now
    hasNewInput = false
    engine.update(&frame, at: now)
    followEngine()
    let events = engine.takeGestureEvents()
    let ends = engine.takeTransactionEvents()
    for (id, client) in clients.sorted(by: { $0.key < $1.key }) {
      for event in events { client.add(event, view: engine.appearances[event.view].name) }
      for end in ends { client.add(end) }
      pump(id, client)
    }
  }
}
