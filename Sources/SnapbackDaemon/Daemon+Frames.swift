import Logging
import SnapbackControl
import SnapbackEngine
import SnapbackFrames
import SnapbackLinux
import SnapbackProtocol
import SnapbackTiming
import SnapbackTouches

/// What happens in a turn of the loop, and when the next one has to be.
extension Daemon {
  /// Whether nothing moves, nothing is held, and nothing will change without new input.
  var isIdle: Bool { !hasNewInput && engine.isAtRest && engine.nextChange == .never }

  /// One turn: plays what is due, tells clients what is due, and says when it has to go on.
  func turn() -> Instant? {
    let now = timeline.now
    while let next = replay?.nextTime, next <= now {
      if let touches = replay?.playNext() { take(touches) }
    }
    playInjected(until: now)
    startNextJob()
    guard isWatched else {
      // Nobody looks: motions are closed forms and need no company.
      engine.discardEvents()
      followEngine()
      serve()
      return nextInput
    }
    advance(to: now)
    askForMeasures()
    publish(at: now)
    let moment = Instant.earlier(nextInput, engineDeadline(after: now))
    return Instant.earlier(moment, nextPicture(after: now))
  }

  /// Plays the touches of clients that are due, and lets the engine go on to now.
  func playDue() {
    let now = timeline.now
    playInjected(until: now)
    advance(to: now)
  }

  /// Plays the touches of clients that are due, for ``ProtocolLimits/turnNanoseconds`` at most;
  /// ``nextInput`` brings the rest in the next turn.
  private func playInjected(until now: Instant) {
    guard let first = injector.nextMoment, first <= now else { return }
    let limit = MonotonicClock.now().advanced(byNanoseconds: ProtocolLimits.turnNanoseconds)
    while let next = injector.nextMoment, next <= now, let touches = injector.next(at: now) {
      take(touches)
      if MonotonicClock.now() >= limit { return }
    }
  }

  /// When there is input that is known already.
  private var nextInput: Instant? { Instant.earlier(replay?.nextTime, injector.nextMoment) }

  /// Whether anybody is told of the scene.
  private var isWatched: Bool { roster.contains { $0.client.stage == .streaming } }

  /// Lets the engine go on to now if anything has happened by then.
  private func advance(to now: Instant) {
    guard hasNewInput || isWokenUp(at: now) else { return }
    hasNewInput = false
    engine.flush(at: now)
    followEngine()
    journal.note(engine)
    tellEvents()
  }

  private func isWokenUp(at now: Instant) -> Bool {
    switch engine.wakeUp {
    case .never: false
    case .everyFrame: true
    case .at(let moment): moment <= now
    }
  }

  /// Follows what the scene has done by itself: a screen that it turned, an action that failed, a
  /// text that it shows.
  func followEngine() {
    for warning in engine.takeActionWarnings() { warn("action", warning) }
    followDescription()
    guard engine.screen.size != mappedScreen else { return }
    mapInput()
    for client in clients.values { client.lanes.requireSnapshot() }
  }

  /// Maps devices and the replay onto the engine's screen.
  func mapInput() {
    mappedScreen = engine.screen.size
    devices.map(onto: mappedScreen, rotation: configuration.rotation)
    replay?.map(onto: mappedScreen, rotation: configuration.rotation)
  }

  /// Has the engine keep what somebody wants to be told of, and nothing else: it costs time.
  func followWishes() {
    engine.recordsGestures = roster.contains { $0.client.features.contains(.gestures) }
    engine.recordsLayout = roster.contains { $0.client.features.contains(.layout) }
    updateExplaining()
  }

  /// What clients may ask to be told of what a turn does.
  private static let events: Feature = [.gestures, .layout, .done]

  /// Puts what has happened into the clients' lanes.
  private func tellEvents() {
    tellDecisions()
    // To take them costs storage, to leave them does not.
    guard roster.contains(where: { !$0.client.features.isDisjoint(with: Self.events) }) else {
      return engine.discardEvents()
    }
    let gestures = engine.takeGestureEvents()
    let ends = engine.takeTransactionEvents()
    let passes = engine.takeLayoutEvents().events
    guard !gestures.isEmpty || !ends.isEmpty || !passes.isEmpty else { return }
    for (_, client) in roster {
      for event in gestures { tell(event, to: client) }
      for event in passes { tell(event, to: client) }
      for end in ends { tell(end, to: client) }
    }
  }

  /// When the engine has something to do besides motions in closed form.
  private func engineDeadline(after now: Instant) -> Instant? {
    guard case .at(let moment) = engine.nextChange else { return nil }
    return max(moment, now)
  }

  /// Writes to the clients that are due something.
  private func publish(at now: Instant) {
    publishShared(at: now)
    serve()
  }

  /// Serves the clients, and notes whether the loop has to go on at once: what they asked for may
  /// have to be published.
  private func serve() {
    hasWork = serveClients() || (hasNewInput && isWatched)
    if !hasWork { updateWatches() }
  }

  /// Whether there may be something to write to a client, or it has to be looked after.
  func needsPump(_ client: ClientSession, at now: Instant, _ clock: Instant) -> Bool {
    if client.isBlocked == false, client.hasOutput { return true }
    if client.stage == .connected { return client.helloDeadline <= clock }
    if let deadline = client.lanes.deadline(after: clock), deadline <= clock { return true }
    if client.isBlocked { return false }
    // It is told why and disconnected.
    guard client.stage == .streaming else { return true }
    if client.owesMemory { return true }
    if client.hasUnsentEvents || client.lanes.needsSnapshot(at: clock) { return true }
    if client.lanes.hasState, isIdle, !client.knowsIdle { return true }
    guard client.lanes.mayTry(at: clock), let due = nextPicture(for: client, at: now) else {
      return false
    }
    return due <= now
  }

  /// When the first client is due a picture.
  private func nextPicture(after now: Instant) -> Instant? {
    var earliest = nextShared(after: now)
    let clock = MonotonicClock.now()
    for (_, client) in roster where client.stage == .streaming && !client.isBlocked {
      guard client.lanes.mayTry(at: clock), let due = nextPicture(for: client, at: now) else {
        continue
      }
      earliest = min(earliest ?? due, due)
    }
    return earliest
  }

  /// When a client has to be looked after, by the machine's clock: it has said no hello or has not
  /// read.
  var nextClientDeadline: Instant? {
    var earliest: Instant?
    let clock = MonotonicClock.now()
    for (_, client) in roster {
      let deadline =
        client.stage == .connected ? client.helloDeadline : client.lanes.deadline(after: clock)
      guard let deadline else { continue }
      earliest = min(earliest ?? deadline, deadline)
    }
    return earliest
  }
}
