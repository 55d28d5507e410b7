import Glibc
import Logging
import SnapbackControl
import SnapbackFrames
import SnapbackLinux
import SnapbackProtocol
import SnapbackTiming

/// Clients: connecting, serving them in fair order, disconnecting.
extension Daemon {
  static func spareDescriptor() -> Descriptor? {
    let raw = open("/dev/null", O_RDONLY | O_CLOEXEC)
    return raw >= 0 ? Descriptor(owning: raw) : nil
  }

  func acceptClients() {
    for _ in 0..<ProtocolLimits.acceptsPerTurn {
      let accepted: Int32?
      do throws(SystemError) {
        accepted = try listener.accept()
      } catch {
        turnAway(error)
        return
      }
      guard let accepted else { return }
      admit(UnixConnection(owning: accepted))
    }
  }

  private func admit(_ connection: consuming UnixConnection) {
    let peer = connection.peer
    let roles = access.roles(of: peer)
    let now = MonotonicClock.now()
    let client = ClientSession(
      connection, peer: peer, roles: roles, isTrusted: access.isTrusted(peer),
      helloDeadline: now.advanced(byNanoseconds: ProtocolLimits.helloNanoseconds))
    if let refusal = refusal(of: peer, roles) {
      client.refuse(refusal)
      reportDisconnection(refusal)
    }
    let id = nextClient
    nextClient += 1
    do throws(SystemError) {
      try loop.watch(client.connection.descriptor, token: Token.clients | id, for: client.watched)
    } catch {
      warn("watch", "\(error); a client was disconnected")
      return
    }
    clients[id] = client
    fairShare.add(id, user: peer?.user ?? AccessPolicy.unknownID)
    pump(id, client)
  }

  /// The reason for refusing a client; nil if the client is admitted.
  private func refusal(of peer: PeerCredentials?, _ roles: Role) -> ProtocolError? {
    if roles.isEmpty { return .noRole }
    if clients.count >= ProtocolLimits.clients { return .tooManyClients }
    guard !access.isTrusted(peer) else { return nil }
    let others = clients.values.count { $0.peer?.user == peer?.user }
    return others >= ProtocolLimits.clientsPerUser ? .tooManyClientsOfUser : nil
  }

  /// Disconnects a waiting client when no descriptor is left for it.
  ///
  /// The client would otherwise wake the loop forever. The daemon closes a reserved descriptor,
  /// accepts the client and closes the connection.
  private func turnAway(_ error: SystemError) {
    warn("accept", "\(error); a client was turned away")
    if reserve == nil { reserve = Self.spareDescriptor() }
    guard reserve != nil else { return }
    reserve = nil
    if let client = try? listener.accept() { close(client) }
    reserve = Self.spareDescriptor()
  }

  /// Logs a warning that clients can cause, at a limited rate.
  func warn(_ kind: String, _ message: String) {
    guard let suppressed = logLimit.admit(kind, at: MonotonicClock.now()) else { return }
    let rest = suppressed > 0 ? " (\(suppressed) more like this were not logged)" : ""
    log.warning("\(message)\(rest)")
  }

  func reportDisconnection(_ error: ProtocolError) {
    warn(error.code.rawValue, "a client is disconnected (\(error.code.rawValue)): \(error.message)")
  }

  /// Handles the events of a client's socket; ``serveClients()`` does the rest.
  func note(_ id: UInt64, _ readiness: EventLoop.Readiness) {
    guard let client = clients[id] else { return }
    if readiness.contains(.closed) { return drop(id, client) }
    if readiness.contains(.writable) { client.hasRoom() }
    if readiness.contains(.readable) { client.receive() }
  }

  /// Serves the clients that have requests or are due a message, those that have used the least
  /// time first.
  ///
  /// Stops after ``ProtocolLimits/turnNanoseconds``, but completes the work on the client that it
  /// is serving.
  ///
  /// - Returns: whether some clients still have to be served.
  func serveClients() -> Bool {
    let begin = MonotonicClock.now()
    let now = timeline.now
    waiting.removeAll(keepingCapacity: true)
    for (id, client) in roster where client.hasRequests || needsPump(client, at: now, begin) {
      waiting.append(id)
    }
    fairShare.sort(&waiting)
    var start = begin
    for (served, id) in waiting.enumerated() {
      guard let client = clients[id] else { continue }
      serve(id, client, at: start)
      let end = MonotonicClock.now()
      fairShare.charge(id, nanoseconds: end.nanoseconds - start.nanoseconds)
      start = end
      let isOver = end.nanoseconds - begin.nanoseconds >= ProtocolLimits.turnNanoseconds
      if isOver, served + 1 < waiting.count { return true }
    }
    return roster.contains { $0.client.hasRequests }
  }

  private func serve(_ id: UInt64, _ client: ClientSession, at start: Instant) {
    answerRequests(
      id, client,
      until: start.advanced(
        byNanoseconds: ProtocolLimits.requestNanoseconds))
    if client.stage == .connected, client.helloDeadline <= start {
      client.refuse(.lateHello)
      reportDisconnection(.lateHello)
    }
    // A picture of now must not miss a touch of before now that a client has just sent.
    if let next = injector.nextMoment, next <= timeline.now {
      playDue()
      // Clients that were served before may be due a snapshot or an event.
      hasNewInput = true
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
    if wasOpen, let refusal = client.refusal { reportDisconnection(refusal) }
  }

  /// Makes the loop watch each socket only for events that the daemon can serve.
  ///
  /// To be called before the loop waits, because a socket that stays ready for another event would
  /// wake the loop at once.
  func updateWatches() {
    for (id, client) in roster where client.interest != client.watched {
      let interest = client.interest
      do throws(SystemError) {
        try loop.change(client.connection.descriptor, token: Token.clients | id, to: interest)
        client.watched = interest
      } catch {
        drop(id, client)
      }
    }
  }

  func drop(_ id: UInt64, _ client: ClientSession) {
    loop.forget(client.connection.descriptor)
    clients[id] = nil
    fairShare.remove(id)
    if let touches = injector.cancelAll(for: id, at: timeline.now) { take(touches) }
    desk.clientDisconnected(id, on: &engine, at: timeline.now)
    // Paused transactions of the client have resumed.
    hasNewInput = true
    if measurer == id { stopMeasuring() }
    if !clients.values.contains(where: \.wantsMemory) { shared = nil }
    followWishes()
    updateGrab()
    log.debug("a client has gone; \(clients.count) left")
  }

  /// Disconnects clients that read nothing while the snapshots of others wait for memory.
  func relieveMemory(at clock: Instant) {
    for (id, client) in roster
    where client.heldBytes > 0
      && client.lanes.hasWaited(nanoseconds: ProtocolLimits.shortStallNanoseconds, at: clock)
    {
      disconnect(id, client, .memoryShort, at: clock)
    }
  }

  /// Disconnects a client with an error that replaces all messages that wait for it.
  func disconnect(
    _ id: UInt64, _ client: ClientSession, _ error: ProtocolError, at clock: Instant
  ) {
    reportDisconnection(error)
    client.sayLast(error, at: clock)
    drop(id, client)
  }
}
