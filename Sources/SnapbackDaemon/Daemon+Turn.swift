import Logging
import SnapbackBasics
import SnapbackEngine
import SnapbackFiles
import SnapbackLinux
import SnapbackProtocol
import SnapbackScene
import SnapbackTouches

/// One turn of the loop: handles due input, advances the engine and sends messages to clients.
extension Daemon {
  /// Handles due input and serves clients. Returns the time at which the loop must wake up without
  /// an event.
  func turn() -> Instant? {
    let now = timeline.now
    while let touches = inputs.nextReplayed(by: now) { handle(touches) }
    playInjected(until: now)
    startNextJob()
    guard clients.isWatched else {
      // Motions are in closed form, so they need not be computed while no client receives them.
      scene.engine.discardEvents()
      followEngine()
      serve()
      return inputs.nextInput
    }
    publish(at: now)
    let moment = Instant.earlier(inputs.nextInput, scene.nextEvent(after: now))
    return Instant.earlier(moment, nextPicture(after: now))
  }

  /// Advances the engine to a time and sends due messages to clients.
  func publish(at now: Instant) {
    advance(to: now)
    askForMeasures()
    publishMemory(at: now)
    serve()
  }

  /// Handles due injected touches and advances the engine to now.
  func playDue() {
    let now = timeline.now
    playInjected(until: now)
    advance(to: now)
  }

  /// Handles due injected touches for at most ``ProtocolLimits/turnNanoseconds``. The next turn
  /// handles the rest.
  func playInjected(until now: Instant) {
    guard let first = inputs.injector.nextMoment, first <= now else { return }
    let limit = MonotonicClock.now().advanced(byNanoseconds: ProtocolLimits.turnNanoseconds)
    while let touches = inputs.nextInjected(by: now) {
      handle(touches)
      if MonotonicClock.now() >= limit { return }
    }
  }

  /// Advances the engine to a time if one of its events is due, and reports the result to clients.
  private func advance(to now: Instant) {
    guard scene.advance(to: now) else { return }
    followEngine()
    scene.noteChanges()
    reportEvents()
  }

  /// Handles changes that actions of the scene have made: rotations of the screen and changes of
  /// texts. Logs actions that failed.
  func followEngine() {
    for warning in scene.engine.drainActionWarnings() { log.warn("action", warning) }
    let isTurned = scene.engine.screen.size != inputs.screen
    if isTurned { mapInput() }
    if isTurned || scene.needsDescription { requireSnapshots() }
  }

  /// Maps the positions of devices and of the replay onto the engine's screen.
  func mapInput() {
    inputs.map(onto: scene.engine.screen.size, rotation: configuration.rotation)
  }

  // MARK: Events

  /// Enables recording of the events to which at least one client subscribed. Recording of other
  /// events is disabled, because it costs time.
  func followSubscriptions() {
    scene.engine.recordsGestures = clients.want(.gestures)
    scene.engine.recordsLayout = clients.want(.layout)
    scene.engine.recordsEvents = clients.want(.events)
    let explains = clients.roster.contains {
      $0.client.stage == .streaming && $0.client.features.contains(.decisions)
    }
    scene.explain(explains, firstContact: inputs.firstContact)
  }

  /// Adds the events since the last call to the event lanes (queues) of the clients.
  private func reportEvents() {
    reportDecisions()
    // Taking events allocates; discarding them does not.
    guard clients.want([.gestures, .layout, .done, .events]) else {
      return scene.engine.discardEvents()
    }
    let gestures = scene.engine.drainGestureEvents()
    let ends = scene.engine.drainTransactionEvents()
    let passes = scene.engine.drainLayoutEvents().events
    let events = scene.engine.drainEvents()
    guard !gestures.isEmpty || !ends.isEmpty || !passes.isEmpty || !events.isEmpty else { return }
    for (_, client) in clients.roster {
      for event in gestures { client.report(event, scene.appearances) }
      for event in passes { client.report(event, scene.appearances) }
      for end in ends { client.report(end) }
      for event in events { client.report(event) }
    }
  }

  /// Reports the engine's decisions since the last call. Call this before the scene is replaced.
  func reportDecisions() { report(scene.drainDecisions()) }

  func report(_ decisions: [InputDecision]) {
    guard !decisions.isEmpty else { return }
    for (_, client) in clients.roster { client.report(decisions) }
  }

  // MARK: Pictures

  /// If a frame is due for the shared memory, writes the frame and signals the clients that map the
  /// memory.
  private func publishMemory(at now: Instant) {
    guard let due = nextShared(after: now), due <= now else { return }
    memory.publish(&scene, at: now)
    for (_, client) in clients.roster { client.memory.signal() }
  }

  private func nextShared(after now: Instant) -> Instant? {
    guard clients.roster.contains(where: { $0.client.memory.isWanted }) else { return nil }
    return memory.due(of: scene, after: now)
  }

  /// The earliest time at which a frame or a segment is due for any client.
  private func nextPicture(after now: Instant) -> Instant? {
    var earliest = nextShared(after: now)
    let clock = MonotonicClock.now()
    for (_, client) in clients.roster where client.stage == .streaming && !client.isBlocked {
      guard client.lanes.mayTry(at: clock), let due = client.due(scene, at: now) else { continue }
      earliest = min(earliest ?? due, due)
    }
    return earliest
  }

  /// Serves the clients. Records whether the loop must continue without waiting: because clients
  /// still have to be served, or because changes that clients requested have to be published.
  private func serve() {
    hasWork = serveClients() || (scene.hasNews && clients.isWatched)
    if !hasWork { updateWatches() }
  }
}
