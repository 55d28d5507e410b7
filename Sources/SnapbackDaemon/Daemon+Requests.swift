import Logging
import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackFiles
import SnapbackLinux
import SnapbackProtocol
import SnapbackScene
import SnapbackTouches

/// Answers the requests of clients.
extension Daemon {
  func answer(_ request: ClientRequest, from id: UInt64, _ client: ClientSession) {
    if let role = request.requiredRole, !client.roles.contains(role) {
      return deny(request, to: client)
    }
    do throws(ProtocolError) {
      try request.checkTime(at: timeline.now)
    } catch {
      return client.refuse(error)
    }
    switch request {
    case .hello(let hello): greet(client, hello)
    case .resync: client.lanes.requestSnapshot()
    case .ping(let number): client.addAnswer { $0.pong(id: number, now: timeline.now) }
    case .rate(let rate): client.pacer.setRate(rate)
    case .frameRequest(let time, let refresh):
      if !client.pacer.request(time, refresh: refresh) { client.refuse(.notPulling) }
    case .presented(let sequence, let time, let refresh, let isDiscarded):
      client.lanes.presented(sequence: sequence)
      client.pacer.presented(
        at: time, refresh: refresh, isDiscarded: isDiscarded, now: timeline.now)
    case .shmAttach: attachMemory(client)
    case .status(let number): client.reply(to: number) { writeStatus(to: &$0) }
    case .command(let command, let number, let body):
      perform(command, number, body, from: id, client)
    case .long(let text): perform(text, client)
    case .refused(let error, let number):
      refuse(number, client, code: error.code.rawValue, error.message)
    }
  }

  /// Denies a request for which the client lacks the role. A command gets an error reply; any other
  /// request closes the connection.
  private func deny(_ request: ClientRequest, to client: ClientSession) {
    let error = request.forbidden
    guard case .command = request else { return client.refuse(error) }
    refuse(request.replyID, client, code: error.code.rawValue, error.message)
  }

  private func greet(_ client: ClientSession, _ hello: HelloRequest) {
    log.debug(
      "client \(DocumentError.quoted(hello.name ?? "unnamed")) says hello", about: client)
    inputs.beginReplay(at: timeline.now)
    client.greet(hello, greatestRate: configuration.frameRate, clockSpeed: timeline.speed)
    client.addAnswer { $0.welcome(welcome(to: client)) }
    for device in inputs.devices.entries { client.report(device, isPresent: true) }
    if client.features.contains(.measure), clients.measurer == nil { startMeasuring() }
    followSubscriptions()
    updateGrab()
    scene.noteNews()
  }

  private func welcome(to client: ClientSession) -> Welcome {
    var welcome = Welcome(
      now: timeline.now, session: scene.session, epoch: scene.epoch, rate: client.pacer.rate,
      roles: client.roles, features: client.features)
    welcome.clock = timeline.pace == .live ? .monotonic : .replay
    welcome.pacing = client.pacer.pacing
    if client.features.contains(.acknowledgement) {
      welcome.unacknowledged = UInt32(clamping: ProtocolLimits.unacknowledgedFrames)
    }
    return welcome
  }

  /// Logs a refused request and answers it with an error.
  func refuse(_ number: UInt64?, _ client: ClientSession, code: String, _ message: String) {
    log.noteRefusal(of: client, code: code, message)
    client.refuse(number, code: code, message)
  }

  /// Records that a client requested shared memory. The client gets the memory with its next
  /// messages.
  private func attachMemory(_ client: ClientSession) {
    guard client.memory.request() else {
      return client.refuse(ProtocolError(.badMessage, "shared memory is already attached"))
    }
    scene.noteNews()
  }
}
