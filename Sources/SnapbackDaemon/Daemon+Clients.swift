import Glibc
import Logging
import SnapbackDocument
import SnapbackEngine
import SnapbackFrames
import SnapbackLinux
import SnapbackTiming

/// Clients: who comes, what they say, what they are sent.
extension Daemon {
  /// The most clients at once.
  static let clientLimit = 256

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
      let client = ClientSession(UnixConnection(owning: accepted))
      if clients.count >= Self.clientLimit {
        client.refuse("too-many-clients", "\(Self.clientLimit) clients are connected")
      }
      let id = nextClient
      nextClient += 1
      do throws(SystemError) {
        try loop.watch(
          client.connection.descriptor, token: Token.clients | id, for: .readable)
      } catch {
        log.error("\(error)")
        continue
      }
      clients[id] = client
      pump(id, client)
    }
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
    if readiness.contains(.readable) {
      for request in client.receive() { answer(request, from: client) }
      if let refusal = client.refusal {
        log.warning("a client is sent away (\(refusal.code)): \(refusal.message)")
      }
    }
    pump(id, client, watchedFor: interest)
  }

  private func answer(_ request: ClientSession.Request, from client: ClientSession) {
    switch request {
    case .hello(let name):
      log.debug("client \(DocumentError.quoted(name ?? "unnamed")) says hello")
      if replay?.hasStarted == false { replay?.begin(at: timeline.now) }
      // Nobody may have looked for a while: the snapshot is of now.
      engine.update(&frame, at: timeline.now)
      client.welcome(
        session: session, epoch: epoch, now: timeline.now, rate: configuration.frameRate,
        clock: clock)
      for device in devices.entries { client.add(device, isThere: true) }
      updateGrab()
      hasNewInput = true
    case .resync:
      client.requireSnapshot()
    }
  }

  /// Writes what a client still has to be told.
  func pump(
    _ id: UInt64, _ client: ClientSession, watchedFor before: EventLoop.Readiness? = nil
  ) {
    let before = before ?? client.interest
    let isAlive = client.pump(
      frame, screen: engine.screen, appearances: engine.appearances, epoch: epoch,
      isIdle: isIdle)
    guard isAlive else { return drop(id, client) }
    guard client.interest != before else { return }
    do throws(SystemError) {
      try loop.change(
        client.connection.descriptor, token: Token.clients | id,
        to: client.interest)
    } catch {
      drop(id, client)
    }
  }

  private func drop(_ id: UInt64, _ client: ClientSession) {
    loop.forget(client.connection.descriptor)
    clients[id] = nil
    updateGrab()
    log.debug("a client has gone; \(clients.count) left")
  }
}
