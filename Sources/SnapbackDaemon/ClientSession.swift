import SnapbackDocument
import SnapbackEngine
import SnapbackFrames
import SnapbackLinux
import SnapbackTiming

/// One client: what it said, what it has seen, and what is on its way to it.
///
/// Awaiting hello → streaming → closing; any → gone.
/// There are two lanes. **State** is latest-wins: a frame is encoded only when everything before
/// it has been written, so a client that does not read holds one frame here and never an old one
/// behind it. **Events** are ordered and bounded; when they overflow, the client is told how many
/// it missed and gets a snapshot.
final class ClientSession {
  /// The longest line that a client may send, in bytes.
  static let lineLimit = 64 << 10
  /// The most bytes of events that wait for a client.
  static let eventLimit = 64 << 10
  /// What the kernel may queue for a client, in bytes; queued frames are stale frames.
  static let sendBuffer: Int32 = 16 << 10

  enum Stage { case awaitingHello, streaming, closing }

  let connection: UnixConnection
  private(set) var stage = Stage.awaitingHello
  /// Why the connection is being closed.
  private(set) var refusal: (code: String, message: String)?
  /// Whether it has said all it will say; it may go on listening, as `echo | socat` does.
  private(set) var hasFinished = false
  /// Whether there is something to write that the socket had no room for.
  private(set) var isBlocked = false
  private var inbound: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 4096)
  private var outbound: [UInt8] = []
  private var written = 0
  private var encoder = MessageEncoder(precision: .fixed)
  private var events = MessageEncoder(precision: .fixed)
  private var lostEvents: UInt64 = 0
  private var needsSnapshot = true
  private var sentRevision: UInt64 = 0
  private var sequence: UInt64 = 0
  private var knowsIdle = false
  private var hasSaidWhy = false

  init(_ connection: consuming UnixConnection) {
    self.connection = connection
    self.connection.limitSendBuffer(to: Self.sendBuffer)
  }

  /// What a client asked for.
  enum Request: Equatable {
    /// It introduced itself, by name if it gave one.
    case hello(String?)
    /// It wants everything again.
    case resync
  }

  /// Reads a part of what has come; the loop calls again for the rest, in turn with all others.
  func receive() -> [Request] {
    guard stage != .closing else { return [] }
    switch connection.read(into: &buffer) {
    case .wouldBlock: return []
    case .closed:
      hasFinished = true
      if stage == .awaitingHello { refuse("no-hello", "the connection ended before a hello") }
      return []
    case .bytes(let count):
      inbound += buffer[..<count]
      return takeLines()
    }
  }

  private func takeLines() -> [Request] {
    var requests: [Request] = []
    var start = 0
    while stage != .closing, let end = inbound[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(inbound[start..<end])
      start = end + 1
      guard line.count <= Self.lineLimit else {
        refuseLength()
        break
      }
      guard line.contains(where: { $0 != 0x20 && $0 != 0x0D }) else { continue }
      // Asking for a snapshot twice at once is asking once.
      if let request = parse(line), request != requests.last { requests.append(request) }
    }
    inbound.removeFirst(start)
    if inbound.count > Self.lineLimit { refuseLength() }
    return requests
  }

  private func refuseLength() {
    refuse("too-long", "a line has at most \(Self.lineLimit) bytes")
  }

  private func parse(_ line: [UInt8]) -> Request? {
    do throws(DocumentError) {
      let document = try DocumentNode.parse(line, file: "message")
      let members = try document.members(file: "message")
      guard members.count == 1, let message = members.first else {
        refuse("bad-message", "a message is an object with one key, such as {\"hello\":{}}")
        return nil
      }
      switch (message.key, stage) {
      case ("hello", .awaitingHello):
        return try readHello(message.value)
      case ("resync", .streaming):
        return .resync
      case ("hello", _):
        refuse("bad-message", "hello was said before")
      case (_, .awaitingHello):
        refuse("no-hello", "the first message has to be {\"hello\":{}}")
      default:
        let hint = Spelling.hint(for: message.key, in: ["resync"]).map { " - \($0)" } ?? ""
        refuse("unknown-message", "no message is called \"\(message.key)\"\(hint)")
      }
    } catch {
      refuse("bad-message", error.description)
    }
    return nil
  }

  /// Keys of a hello that are not known are ignored, so that newer clients may say more.
  private func readHello(_ node: DocumentNode) throws(DocumentError) -> Request? {
    var reader = try ObjectReader(node, file: "hello")
    if let versions = try reader.optionalArray("versions") {
      var isKnown = false
      for version in versions where try version.number(file: "hello") == 1 { isKnown = true }
      guard isKnown else {
        refuse("version", "this daemon speaks version 1 only")
        return nil
      }
    }
    let name = try reader.optionalString("name")
    stage = .streaming
    return .hello(name)
  }

  /// Answers a hello.
  func welcome(session: String, epoch: UInt64, now: Instant, rate: Double, clock: String) {
    events.welcome(session: session, epoch: epoch, now: now, rate: rate, clock: clock)
  }

  /// Puts what became of a device into the event lane.
  func add(_ device: DeviceEntry, isThere: Bool) {
    addEvent { $0.device(id: device.id, name: device.name, kind: device.kind, isThere: isThere) }
  }

  /// Says why and closes when that has been written.
  func refuse(_ code: String, _ message: String) {
    guard stage != .closing else { return }
    stage = .closing
    refusal = (code, message)
  }

  /// Puts a step of a gesture into the event lane.
  func add(_ event: GestureEvent, view: String) {
    addEvent { $0.gesture(event, view: view) }
  }

  /// Puts the end of a transaction into the event lane.
  func add(_ event: TransactionEvent) {
    addEvent {
      $0.done(
        id: event.id, moment: event.moment.rawValue, isInterrupted: event.isInterrupted,
        at: event.time)
    }
  }

  private func addEvent(_ write: (inout MessageEncoder) -> Void) {
    guard stage == .streaming else { return }
    guard events.bytes.count < Self.eventLimit else {
      lostEvents += 1
      return
    }
    write(&events)
  }

  /// What the loop has to watch its socket for.
  var interest: EventLoop.Readiness {
    var interest: EventLoop.Readiness = hasFinished || stage == .closing ? [] : .readable
    if isBlocked { interest.insert(.writable) }
    return interest
  }

  /// Makes the next frame a snapshot.
  func requireSnapshot() {
    needsSnapshot = true
  }

  /// Writes as much as there is and fits; false when the client has gone or is done with.
  func pump(
    _ frame: SceneFrame, screen: ScreenDescription, appearances: [ViewAppearance],
    epoch: UInt64, isIdle: Bool
  ) -> Bool {
    while true {
      while written < outbound.count {
        switch connection.write(outbound, from: written) {
        case .bytes(let count): written += count
        case .closed: return false
        case .wouldBlock:
          isBlocked = true
          return true
        }
      }
      isBlocked = false
      written = 0
      outbound.removeAll(keepingCapacity: true)
      compose(frame, screen, appearances, epoch, isIdle)
      if outbound.isEmpty { return stage != .closing }
    }
  }

  /// What the client has to be told now, oldest first.
  private func compose(
    _ frame: SceneFrame, _ screen: ScreenDescription, _ appearances: [ViewAppearance],
    _ epoch: UInt64, _ isIdle: Bool
  ) {
    encoder.reset()
    outbound += events.bytes
    events.reset()
    guard stage == .streaming else {
      guard let refusal, !hasSaidWhy else { return }
      hasSaidWhy = true
      encoder.error(code: refusal.code, message: refusal.message)
      outbound += encoder.bytes
      return
    }
    if lostEvents > 0 {
      encoder.lagged(dropped: lostEvents)
      lostEvents = 0
      needsSnapshot = true
    }
    if needsSnapshot {
      sequence += 1
      encoder.snapshot(
        frame, screen: screen, appearances: appearances, sequence: sequence, epoch: epoch)
      needsSnapshot = false
      knowsIdle = false
    } else if frame.revision > sentRevision {
      sequence += 1
      encoder.frame(frame, since: sentRevision, appearances: appearances, sequence: sequence)
      knowsIdle = false
    }
    sentRevision = frame.revision
    if isIdle, !knowsIdle {
      sequence += 1
      encoder.idle(at: frame.time, sequence: sequence)
      knowsIdle = true
    }
    outbound += encoder.bytes
  }
}
