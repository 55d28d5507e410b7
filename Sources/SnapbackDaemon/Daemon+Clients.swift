import Glibc
import Logging
import SnapbackControl
import SnapbackDocument
import SnapbackEngine
import SnapbackFrames
import SnapbackLinux
import SnapbackProtocol
import SnapbackTiming

/// Clients: who comes, who may, who goes.
extension Daemon {
  static func spareDescriptor() -> Descriptor? {
    let raw = open("/dev/null", O_RDONLY | O_CLOEXEC)
    return raw >= 0 ? Descriptor(owning: raw) : nil
  }

  func acceptClients() {
    while true {
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
      connection, peer: peer, roles: roles,
      helloDeadline: now.advanced(byNanoseconds: ProtocolLimits.helloNanoseconds))
    if let refusal = refusal(of: peer, roles) {
      client.refuse(refusal)
      log.warning("a client is sent away (\(refusal.code.rawValue)): \(refusal.message)")
    }
    let id = nextClient
    nextClient += 1
    do throws(SystemError) {
      try loop.watch(client.connection.descriptor, token: Token.clients | id, for: .readable)
    } catch {
      log.error("\(error)")
      return
    }
    clients[id] = client
    pump(id, client, watchedFor: .readable)
  }

  /// Why a client cannot stay, if it cannot.
  private func refusal(of peer: PeerCredentials?, _ roles: Role) -> ProtocolError? {
    if roles.isEmpty { return .noRole }
    if clients.count >= ProtocolLimits.clients { return .tooManyClients }
    guard !access.isTrusted(peer) else { return nil }
    let others = clients.values.count { $0.peer?.user == peer?.user }
    return others >= ProtocolLimits.clientsPerUser ? .tooManyClientsOfUser : nil
  }

  /// Out of descriptors: the client that waits would wake the loop for ever, so a descriptor
  /// kept for this is given up to take it and hang up.
  private func turnAway(_ error: SystemError) {
    log.warning("\(error); a client was turned away")
    guard reserve != nil else { return }
    reserve = nil
    if let client = try? listener.accept() { close(client) }
    reserve = Self.spareDescriptor()
  }

  func serve(_ id: UInt64, _ readiness: EventLoop.Readiness) {
    guard let client = clients[id] else { return }
    if readiness.contains(.closed) { return drop(id, client) }
    let interest = client.interest
    if readiness.contains(.readable) { client.receive() }
    answerRequests(id, client)
    pump(id, client, watchedFor: interest)
  }

  /// Goes on with what clients asked that there was no time for, and sends away those that do not
  /// say hello.
  func attendClients() {
    for (id, client) in roster {
      let interest = client.interest
      if client.hasRequests {
        answerRequests(id, client)
      } else if client.stage == .connected, client.helloDeadline <= MonotonicClock.now() {
        client.refuse(.lateHello)
        log.warning("a client is sent away (no-hello): none came in time")
      } else {
        continue
      }
      pump(id, client, watchedFor: interest)
    }
  }

  private func answerRequests(_ id: UInt64, _ client: ClientSession) {
    var budget = TurnBudget()
    let wasOpen = client.stage != .closing
    while budget.isOpen, let request = client.nextRequest() {
      budget.spend(bytes: client.inbound.requestBytes)
      answer(request, from: id, client)
    }
    if wasOpen, let refusal = client.refusal {
      log.warning("a client is sent away (\(refusal.code.rawValue)): \(refusal.message)")
    }
  }

  func drop(_ id: UInt64, _ client: ClientSession) {
    loop.forget(client.connection.descriptor)
    clients[id] = nil
    if let touches = injector.cancelAll(for: id, at: timeline.now) { take(touches) }
    if measurer == id { stopMeasuring() }
    followWishes()
    updateGrab()
    log.debug("a client has gone; \(clients.count) left")
  }
}
