import SnapbackEngine
import SnapbackFrames
import SnapbackLinux
import SnapbackProtocol
import SnapbackTiming

/// One client: what it said, what it may do and has seen, and what is on its way to it.
///
/// Connected → streaming → closing; any → gone. What it is sent when is the rule of
/// ``SnapbackProtocol/ClientLanes``; this holds the bytes and the socket.
final class ClientSession {
  enum Stage { case connected, streaming, closing }

  let connection: UnixConnection
  /// Who it is; nil where the kernel does not say.
  let peer: PeerCredentials?
  /// What it may do.
  let roles: Role
  /// Whether it has the limits of scene files.
  let isTrusted: Bool
  /// When it has to have said hello, by the machine's clock.
  let helloDeadline: Instant
  private(set) var stage = Stage.connected
  /// Why the connection is being closed.
  private(set) var refusal: ProtocolError?
  /// Whether it has said all it will say; it may go on listening, as `echo | socat` does.
  private(set) var hasFinished = false
  /// Whether there is something to write that the socket had no room for.
  private(set) var isBlocked = false
  /// What it asked for when it said hello.
  private(set) var hello = HelloRequest()
  /// What of that it gets.
  private(set) var features: Feature = []
  private(set) var inbound: InboundStream
  var lanes = ClientLanes()
  var pacer = Pacer(pacing: .timer, rate: nil, greatestRate: 60)
  /// What it has of the scene by frames, and by segments.
  var mark = SampleMark(revision: 0, target: .zero)
  var motionRevision: UInt64 = 0
  /// The views that it wants to hear of, and with those that they are in, without which segments
  /// say nothing of where they are; nil for all.
  private var wantedViews: [Bool]?
  private var neededViews: [Bool]?
  /// Wakes it when shared memory has changed; nil until the memory was handed over.
  private(set) var wake: WakeUp?
  /// Whether it asked for shared memory.
  var wantsMemory = false
  /// Whether it wants shared memory and was not handed the present one.
  var owesMemory = false
  /// What it asked for that the worker has not begun or not finished.
  var job: JobRequest?
  /// What the loop watches its socket for.
  var watched: EventLoop.Readiness = .readable
  var knowsIdle = false
  /// How often it may ask what holds the views.
  var inspections = RequestRate(limit: ProtocolLimits.inspections)
  /// The events that it missed in all.
  private(set) var droppedEvents: UInt64 = 0
  private(set) var sequence: UInt64 = 0

  private var buffer = [UInt8](repeating: 0, count: 4096)
  private var outbound: [UInt8] = []
  private var written = 0
  /// Descriptors, and the index of the byte in `outbound` that they go with.
  private var descriptors: (at: Int, list: [SharedDescriptor])?
  private var state = WireEncoder(.ndjson)
  private var events = WireEncoder(.ndjson)
  private var hasSaidWhy = false
  /// Whether the storage of `outbound` is freed when all of it is written.
  private var hasLargeStorage = false
  /// The bytes above which storage is freed after a snapshot.
  private static let storageLimit = 256 << 10

  init(
    _ connection: consuming UnixConnection, peer: PeerCredentials?, roles: Role,
    isTrusted: Bool, helloDeadline: Instant
  ) {
    self.connection = connection
    self.peer = peer
    self.roles = roles
    self.isTrusted = isTrusted
    self.helloDeadline = helloDeadline
    inbound = InboundStream(
      limit: isTrusted ? ProtocolLimits.trustedMessage : ProtocolLimits.message)
    self.connection.limitSendBuffer(to: ProtocolLimits.sendBuffer)
  }

  /// Finds the views of a scene that it wants to hear of.
  func choose(among appearances: [ViewAppearance]) {
    wantedViews = nil
    neededViews = nil
    guard !hello.views.isAll else { return }
    let wanted = appearances.map { hello.views.matches($0.name) }
    var needed = wanted
    // Parents come before what is in them.
    for view in appearances.indices.reversed() where needed[view] {
      if let parent = appearances[view].parent { needed[parent] = true }
    }
    wantedViews = wanted
    neededViews = needed
  }

  /// How long before a frame is seen it draws it, in seconds: a refresh, where that is known.
  var lead: Double {
    min(Double(pacer.refresh) / 1e9, TouchResampling.leads.upperBound)
  }

  /// Whether it wants to hear of some views only.
  var hasChosenViews: Bool { wantedViews != nil }

  /// Whether it wants to hear of a view.
  func wants(view: Int) -> Bool {
    guard let wantedViews else { return true }
    return wantedViews.indices.contains(view) && wantedViews[view]
  }

  /// Whether it needs a view's motion, for itself or for what is in it.
  func needsMotion(ofView view: Int) -> Bool {
    guard let neededViews else { return true }
    return neededViews.indices.contains(view) && neededViews[view]
  }

  // MARK: From the client

  /// Reads a part of what has come, when what came before is done with; the loop calls again for
  /// the rest, in turn with all others.
  func receive() {
    guard stage != .closing, inbound.needsBytes else { return }
    switch connection.read(into: &buffer) {
    case .wouldBlock: break
    case .closed, .failed:
      hasFinished = true
      inbound.end()
    case .bytes(let count): inbound.append(buffer[..<count])
    }
  }

  /// The next request, if there is one, answers to it have room, and no job of it is under way.
  func nextRequest() -> ClientRequest? {
    guard hasRequests else { return nil }
    do throws(ProtocolError) {
      return try inbound.next()
    } catch {
      refuse(error)
      return nil
    }
  }

  /// Whether requests wait that can be answered now.
  var hasRequests: Bool {
    stage != .closing && inbound.hasRequests && lanes.takesRequests && job == nil
  }

  /// It has said hello: from now on it is told things.
  func greet(_ hello: HelloRequest, greatestRate: Double, clockSpeed: Double) {
    self.hello = hello
    features = hello.features(for: roles)
    stage = .streaming
    lanes = ClientLanes(
      acknowledges: features.contains(.acknowledgement), hasState: roles.contains(.view))
    pacer = Pacer(
      pacing: hello.pacing, rate: hello.rate, greatestRate: greatestRate, clockSpeed: clockSpeed)
    let encoding: WireEncoder.Encoding = inbound.encoding == .binary ? .binary : .ndjson
    state = WireEncoder(encoding)
    events = WireEncoder(encoding)
  }

  /// How its messages are written.
  var encoding: WireEncoder.Encoding { state.encoding }

  /// Says why and closes when that has been written.
  func refuse(_ error: ProtocolError) {
    guard stage != .closing else { return }
    if stage == .connected, inbound.encoding == .binary { state = WireEncoder(.binary) }
    stage = .closing
    refusal = error
  }

  /// What the loop has to watch its socket for.
  var interest: EventLoop.Readiness {
    // What a client asks faster than it is answered waits in the kernel.
    let isDeaf =
      hasFinished || stage == .closing || !inbound.needsBytes || !lanes.takesRequests
      || job != nil
    var interest: EventLoop.Readiness = isDeaf ? [] : .readable
    if isBlocked { interest.insert(.writable) }
    return interest
  }

  // MARK: To the client

  /// Puts an event into its lane if there is room.
  func addEvent(_ write: (inout WireEncoder) -> Void) {
    guard stage == .streaming, lanes.admitsEvent() else { return }
    addAnswer(write)
  }

  /// Puts an answer into the lane of events; whoever asks while it is full is not heard.
  func addAnswer(_ write: (inout WireEncoder) -> Void) {
    let count = events.bytes.count
    write(&events)
    lanes.addEvent(bytes: events.bytes.count - count)
  }

  /// Puts the message that hands over shared memory behind what is written, with the memory and a
  /// new wake-up.
  ///
  /// Only to be called while nothing is being written, so that no other descriptors wait.
  func composeMemory(_ memory: SharedDescriptor, size: Int) throws(SystemError) {
    let (wake, other) = try WakeUp.pair()
    self.wake = wake
    owesMemory = false
    descriptors = (outbound.count, [memory, other])
    compose { encoder, _ in encoder.sharedMemory(size: UInt64(clamping: size)) }
  }

  /// Tells the client, if it was handed shared memory, that the memory has changed.
  func signalMemory() { wake?.signal() }

  /// What became of writing.
  enum Flush: Equatable {
    case empty, blocked, gone
    /// The kernel does not hand descriptors over, for the reason of this number.
    case refused(Int32)
  }

  /// Writes what waits, as far as there is room. Never waits itself.
  func flush(at now: Instant) -> Flush {
    while written < outbound.count {
      switch write() {
      case .bytes(let count):
        written += count
        lanes.wrote(count, at: now)
      case .closed: return .gone
      case .failed(let code):
        guard descriptors != nil else { return .gone }
        descriptors = nil
        return .refused(code)
      case .wouldBlock:
        isBlocked = true
        lanes.blocked(at: now)
        return .blocked
      }
    }
    isBlocked = false
    written = 0
    outbound.removeAll(keepingCapacity: !hasLargeStorage)
    hasLargeStorage = false
    return .empty
  }

  /// The bytes that wait to be written.
  var heldBytes: Int { outbound.count - written + lanes.events.bytes }

  /// Whether events wait that the socket may have room for.
  var hasUnsentEvents: Bool { !isBlocked && lanes.events.messages > 0 }

  /// The socket has room again.
  func hasRoom() { isBlocked = false }

  /// Descriptors travel with the byte that they belong to, so what is before it goes by itself.
  private func write() -> UnixConnection.Transfer {
    guard let (place, list) = descriptors, place < outbound.count else {
      return connection.write(outbound, from: written)
    }
    if written < place { return connection.write(Array(outbound[written..<place]), from: 0) }
    let result = connection.write(outbound, from: written, with: list)
    if case .bytes = result { descriptors = nil }
    return result
  }

  /// Moves the events that wait behind what is written, with what was missed.
  func composeEvents() {
    if lanes.events.messages > 0 { events.move(to: &outbound) }
    let dropped = lanes.takeEvents()
    guard dropped > 0 else { return }
    droppedEvents &+= dropped
    compose { encoder, _ in encoder.lagged(dropped: dropped) }
  }

  /// Says why it is sent away, once.
  func composeRefusal() {
    guard let refusal, !hasSaidWhy else { return }
    hasSaidWhy = true
    compose { encoder, _ in encoder.error(code: refusal.code.rawValue, message: refusal.message) }
  }

  /// Says why it is sent away in place of all that waits, behind the message that is half written.
  ///
  /// What the kernel queues for it is full, so it gets room for that.
  func sayLast(_ error: ProtocolError, at now: Instant) {
    refuse(error)
    descriptors = nil
    outbound.removeSubrange(endOfHalfWritten...)
    composeRefusal()
    connection.limitSendBuffer(to: 1 << 20)
    _ = flush(at: now)
  }

  /// Where the message ends that the socket has a part of; what is on its way begins with a whole
  /// message.
  private var endOfHalfWritten: Int {
    var end = 0
    while end < written {
      guard encoding == .binary else {
        let newline = outbound[end...].firstIndex(of: UInt8(ascii: "\n"))
        end = newline.map { $0 + 1 } ?? outbound.count
        continue
      }
      guard outbound.count - end >= BinaryEncoder.headerSize else { return outbound.count }
      let length = (0..<4).reduce(0) { $0 | Int(clamping: outbound[end + $1]) << (8 * $1) }
      end = min(end + BinaryEncoder.headerSize + length, outbound.count)
    }
    return end
  }

  /// Puts a message of the state behind what is written; the closure gets the number of the next.
  func compose(_ write: (inout WireEncoder, UInt64) -> Void) {
    write(&state, sequence + 1)
    state.move(to: &outbound)
  }

  /// Puts a snapshot behind what is written; storage that it makes large is freed once written.
  func composeSnapshot(_ write: (inout WireEncoder, UInt64) -> Void) {
    compose(write)
    guard outbound.count > Self.storageLimit else { return }
    state = WireEncoder(state.encoding)
    hasLargeStorage = true
  }

  /// A numbered message was composed.
  func countMessage() { sequence += 1 }

  /// Whether something waits to be written.
  var hasOutput: Bool { !outbound.isEmpty }
}
