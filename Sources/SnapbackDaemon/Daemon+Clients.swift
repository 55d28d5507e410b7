import Logging
import SnapbackBasics
import SnapbackEngine
import SnapbackLinux
import SnapbackProtocol
import SnapbackScene

/// Accepts clients, serves them in fair order, and disconnects them.
extension Daemon {
  func acceptClients() {
    for _ in 0..<ProtocolLimits.acceptsPerTurn {
      let accepted: Int32?
      do throws(SystemError) {
        accepted = try door.accept()
      } catch {
        log.warn("accept", "\(error); a client was rejected")
        return door.refuse()
      }
      guard let accepted else { return }
      admit(UnixConnection(owning: accepted))
    }
  }

  private func admit(_ connection: consuming UnixConnection) {
    let client = clients.admit(connection, at: MonotonicClock.now())
    if let refusal = client.refusal { log.warnOfDisconnection(of: client.identity, refusal) }
    let id = clients.makeID()
    do throws(SystemError) {
      try loop.watch(client.descriptor, for: .client(id))
    } catch {
      return log.warn("watch", "\(error); a client was disconnected")
    }
    clients.add(client, id: id)
    pump(id, client)
  }

  /// Handles events of a client's socket. ``serveClients()`` does the remaining work.
  func note(_ id: UInt64, _ readiness: EventLoop.Readiness) {
    guard let client = clients[id] else { return }
    if readiness.contains(.closed) { return drop(id, client) }
    if readiness.contains(.writable) { client.noteRoom() }
    if readiness.contains(.readable) { client.receive() }
  }

  /// Serves the clients that have sent requests or for which messages are due, in fair order:
  /// clients that have used the least time come first.
  ///
  /// Stops after ``ProtocolLimits/turnNanoseconds``, when it has finished serving the current
  /// client.
  ///
  /// - Returns: whether some clients still have to be served.
  func serveClients() -> Bool {
    let begin = MonotonicClock.now()
    let now = timeline.now
    beginRound(at: now, begin)
    defer { clients.round.end() }
    let round = clients.round
    let waiting = clients.order { $0.hasRequests || needsPump($0, in: round, at: now, begin) }
    var start = begin
    for (served, id) in waiting.enumerated() {
      guard let client = clients[id] else { continue }
      serve(id, client, at: start)
      let end = MonotonicClock.now()
      clients.charge(id, nanoseconds: end.nanoseconds - start.nanoseconds)
      start = end
      let isOver = end.nanoseconds - begin.nanoseconds >= ProtocolLimits.turnNanoseconds
      if isOver, served + 1 < waiting.count { return true }
    }
    return clients.roster.contains { $0.client.hasRequests }
  }

  /// Begins a round of serving, and finds the clients without display times that need a frame.
  private func beginRound(at now: Instant, _ clock: Instant) {
    clients.round.begin(at: now)
    scene.messages.areKept = clients.count > 1
    guard clients.count > 1 else { return }
    for (_, client) in clients.roster where client.stage == .streaming && !client.isBlocked {
      guard let interval = client.pacer.freeInterval(at: now), client.lanes.mayTry(at: clock),
        let due = client.due(scene, at: now), due <= now
      else { continue }
      clients.round.note(interval)
    }
  }

  private func serve(_ id: UInt64, _ client: ClientSession, at start: Instant) {
    answerRequests(
      id, client, until: start.advanced(byNanoseconds: ProtocolLimits.requestNanoseconds))
    if client.stage == .connected, client.helloDeadline <= start {
      client.refuse(.lateHello)
      log.warnOfDisconnection(of: client.identity, .lateHello)
    }
    // Handle touches that the client has just injected and that are due, so that the next frame
    // includes them.
    if let next = inputs.injector.nextMoment, next <= timeline.now {
      playDue()
      // Clients served earlier in this turn may now need a snapshot or an event.
      scene.noteNews()
    }
    pump(id, client)
  }

  private func answerRequests(_ id: UInt64, _ client: ClientSession, until end: Instant) {
    guard client.hasRequests else { return }
    let wasOpen = client.stage != .closing
    while let request = client.nextRequest() {
      answer(request, from: id, client)
      if MonotonicClock.now() >= end { break }
    }
    if wasOpen, let refusal = client.refusal {
      log.warnOfDisconnection(of: client.identity, refusal)
    }
  }

  /// Whether the client may have output to write or has reached a deadline.
  private func needsPump(
    _ client: ClientSession, in round: ServingRound, at now: Instant, _ clock: Instant
  ) -> Bool {
    if !client.isBlocked, client.hasOutput { return true }
    if client.stage == .connected { return client.helloDeadline <= clock }
    if let deadline = client.lanes.deadline(after: clock), deadline <= clock { return true }
    if client.isBlocked { return false }
    // A client in the stage `closing` gets its error before it is disconnected.
    guard client.stage == .streaming else { return true }
    if client.memory.isOwed { return true }
    if client.hasUnsentEvents || client.lanes.needsSnapshot(at: clock) { return true }
    if client.lanes.hasState, scene.isIdle, !client.progress.knowsIdle { return true }
    guard client.lanes.mayTry(at: clock), let due = client.due(scene, at: now) else {
      return false
    }
    return round.includes(due, client.pacer.freeInterval(at: now), at: now)
  }

  /// Writes the messages that are due, until the socket buffer is full.
  func pump(_ id: UInt64, _ client: ClientSession) {
    let clock = MonotonicClock.now()
    if client.lanes.needsObservation { client.lanes.observe(unread: client.unread, at: clock) }
    writing: while true {
      switch client.flush(at: clock) {
      case .gone: return drop(id, client)
      case .refused(let code):
        let reason = SystemError("cannot hand over shared memory", code: code).description
        return disconnect(id, client, ProtocolError(.unavailable, reason), at: clock)
      case .blocked: break writing
      case .empty: break
      }
      compose(for: client, clock)
      if client.hasOutput { continue }
      if client.stage == .closing { return drop(id, client) }
      break
    }
    if client.lanes.isStalled(at: clock) {
      return disconnect(id, client, .stalled, at: clock)
    }
  }

  /// Appends the messages that are due, events first.
  private func compose(for client: ClientSession, _ clock: Instant) {
    client.composeEvents()
    guard client.stage == .streaming else { return client.composeRefusal() }
    // Touches that a client has injected may have advanced the engine beyond the round's beginning.
    let now = max(clients.round.start ?? timeline.now, scene.engine.now)
    if client.lanes.needsSnapshot(at: clock) {
      guard client.lanes.mayCompose(at: clock) else { return }
      guard budget.admits(held: clients.heldBytes) else {
        return client.lanes.postpone(at: clock)
      }
      client.composeSnapshot(of: &scene, now, clock)
      budget.note(snapshot: client.heldBytes)
      return composeMemory(for: client)
    }
    composeMemory(for: client)
    guard let due = client.due(scene, at: now),
      clients.round.includes(due, client.pacer.freeInterval(at: now), at: now)
    else { return client.composeIdle(of: scene, now) }
    let mayCompose =
      client.features.contains(.frames)
      ? client.lanes.mayComposeFrame(at: clock) : client.lanes.mayCompose(at: clock)
    if mayCompose { client.composePicture(of: &scene, now, clock) }
  }

  /// Passes the current shared memory to a client that requested shared memory and does not have
  /// the current one.
  private func composeMemory(for client: ClientSession) {
    guard client.memory.isOwed else { return }
    do throws(SystemError) {
      try memory.handOver(to: client, of: scene)
      scene.noteNews()
    } catch {
      let refusal = ProtocolError(.unavailable, error.description)
      client.refuse(refusal)
      client.composeRefusal()
      log.warnOfDisconnection(of: client.identity, refusal)
    }
  }

  /// Watches each socket only for events that the daemon can handle now.
  ///
  /// Call this before the loop waits. If the loop watched a socket for an event that the daemon
  /// cannot handle now, this event would wake the loop again and again.
  func updateWatches() {
    for (id, client) in clients.roster where !client.updateWatch(&loop, id: id) {
      drop(id, client)
    }
  }

  /// The earliest deadline of any client on the machine's clock: for the client's hello, or for its
  /// next turn.
  func nextClientDeadline(after clock: Instant) -> Instant? {
    var earliest: Instant?
    for (_, client) in clients.roster {
      let deadline =
        client.stage == .connected ? client.helloDeadline : client.lanes.deadline(after: clock)
      guard let deadline else { continue }
      earliest = min(earliest ?? deadline, deadline)
    }
    return earliest
  }

  // MARK: Disconnecting

  func drop(_ id: UInt64, _ client: ClientSession) {
    loop.forget(client.descriptor)
    let isMeasurer = clients.remove(id)
    if let touches = inputs.injector.cancelAll(for: id, at: timeline.now) { handle(touches) }
    desk.clientDisconnected(id, on: &scene.engine, at: timeline.now)
    // The desk has resumed the transactions that the client had paused.
    scene.noteNews()
    if isMeasurer { startMeasuring() }
    if !clients.roster.contains(where: { $0.client.memory.isWanted }) { memory.discard() }
    followSubscriptions()
    updateGrab()
    log.debug("a client disconnected; \(clients.count) left", about: client)
  }

  /// Disconnects clients that have read nothing for a while, because snapshots for other clients
  /// wait for memory.
  func relieveMemory(at clock: Instant) {
    for (id, client) in clients.roster
    where client.heldBytes > 0
      && client.lanes.hasWaited(nanoseconds: ProtocolLimits.shortStallNanoseconds, at: clock)
    {
      disconnect(id, client, .memoryShort, at: clock)
    }
  }

  /// Disconnects a client; the error replaces all its waiting messages.
  private func disconnect(
    _ id: UInt64, _ client: ClientSession, _ error: ProtocolError, at clock: Instant
  ) {
    log.warnOfDisconnection(of: client.identity, error)
    client.sendLast(error, at: clock)
    drop(id, client)
  }
}
