import Logging
import SnapbackControl
import SnapbackDocument
import SnapbackEngine
import SnapbackFrames
import SnapbackLinux
import SnapbackProtocol
import SnapbackTiming
import SnapbackTouches

/// What clients ask, and what they are answered.
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
    case .shmAttach: attachShared(client)
    case .status(let number): reply(to: number, client) { writeStatus(to: &$0) }
    case .command(let command, let number, let body):
      perform(command, number, body, from: id, client)
    case .long(let text): perform(text, client)
    case .refused(let error, let number):
      refuse(number, client, code: error.code.rawValue, error.message)
    }
  }

  /// What needs a role that is missing: a command is answered, anything else ends the connection.
  private func deny(_ request: ClientRequest, to client: ClientSession) {
    let error = request.forbidden
    guard case .command = request else { return client.refuse(error) }
    refuse(request.replyID, client, code: error.code.rawValue, error.message)
  }

  private func greet(_ client: ClientSession, _ hello: HelloRequest) {
    log.debug("client \(DocumentError.quoted(hello.name ?? "unnamed")) says hello")
    if replay?.hasStarted == false { replay?.begin(at: timeline.now) }
    client.greet(hello, greatestRate: configuration.frameRate, clockSpeed: timeline.speed)
    client.addAnswer { $0.welcome(welcome(to: client)) }
    for device in devices.entries { tell(device, isThere: true, to: client) }
    if client.features.contains(.measure), measurer == nil { startMeasuring() }
    followWishes()
    updateGrab()
    hasNewInput = true
  }

  private func welcome(to client: ClientSession) -> Welcome {
    var welcome = Welcome(
      now: timeline.now, session: session, epoch: epoch, rate: client.pacer.rate,
      roles: client.roles, features: client.features)
    welcome.clock = timeline.pace == .live ? .monotonic : .replay
    welcome.pacing = client.pacer.pacing
    if client.features.contains(.acknowledgement) {
      welcome.unacknowledged = UInt32(clamping: ProtocolLimits.unacknowledgedFrames)
    }
    return welcome
  }

  /// Answers a request that asked for it.
  func reply(
    to number: UInt64?, _ client: ClientSession, _ write: (inout JSONWriter) -> Void
  ) {
    guard let number else { return }
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    writer.beginObject("reply")
    writer.integer(number, "id")
    writer.boolean(true, "ok")
    write(&writer)
    writer.endObject()
    writer.endObject()
    client.addAnswer { $0.text(writer.bytes) }
  }

  /// Answers that a request was not carried out. Without an id it is only logged.
  func refuse(_ number: UInt64?, _ client: ClientSession, code: String, _ message: String) {
    log.debug("a command is refused (\(code)): \(message)")
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    writer.beginObject("reply")
    if let number { writer.integer(number, "id") }
    writer.boolean(false, "ok")
    writer.string(code, "code")
    writer.string(message, "message")
    writer.endObject()
    writer.endObject()
    client.addAnswer { $0.text(writer.bytes) }
  }

  // MARK: Events

  /// Tells of a device that is there, has come or has gone.
  func tell(_ device: DeviceEntry, isThere: Bool, to client: ClientSession) {
    guard client.features.contains(.devices) else { return }
    client.addEvent {
      $0.device(id: device.id, name: device.name, kind: device.kind, isThere: isThere)
    }
  }

  /// Tells of a step of a gesture.
  func tell(_ event: GestureEvent, to client: ClientSession) {
    guard client.features.contains(.gestures), client.wants(view: event.view) else { return }
    client.addEvent { $0.gesture(event, appearances: appearances) }
  }

  /// Tells of the end of a transaction.
  func tell(_ event: TransactionEvent, to client: ClientSession) {
    guard client.features.contains(.done) else { return }
    client.addEvent {
      $0.done(
        id: event.id, moment: event.moment.rawValue, isInterrupted: event.isInterrupted,
        at: event.time)
    }
  }

  /// Tells of a layout pass.
  func tell(_ event: LayoutEvent, to client: ClientSession) {
    guard client.features.contains(.layout) else { return }
    let changes = event.changes.filter { client.wants(view: $0.view) }
    guard !changes.isEmpty else { return }
    client.addEvent {
      $0.layout(
        changes.map { FrameChange(view: $0.view, from: $0.from, to: $0.to) },
        transaction: event.transaction, at: event.time, appearances: appearances)
    }
  }

  /// Tells of contacts.
  func tell(_ touches: TouchFrame) {
    guard !touches.contacts.isEmpty else { return }
    for (_, client) in roster where client.features.contains(.touches) {
      client.addEvent {
        $0.touch(touches.contacts.map { TouchContact($0) }, at: touches.time)
      }
    }
  }
}

extension TouchContact {
  fileprivate init(_ contact: Contact) {
    let phase: Phase =
      switch contact.phase {
      case .began: .began
      case .moved: .moved
      case .ended: .ended
      case .cancelled: .cancelled
      }
    self.init(
      id: contact.id, phase: phase, position: contact.position, isInjected: contact.isInjected)
  }
}
