import SnapbackEngine
import SnapbackFrames
import SnapbackLinux
import SnapbackProtocol
import SnapbackTiming

/// A connected client: its credentials and roles, its requests, and the messages that wait for it.
///
/// Connected → streaming → closing; any → gone. ``SnapbackProtocol/ClientLanes`` decides when each
/// message is sent; this class holds the bytes and the socket.
final class ClientSession {
  enum Stage { case connected, streaming, closing }

  let connection: UnixConnection
  /// The user, groups and process of the client; nil if the kernel does not report them.
  let peer: PeerCredentials?
  /// The roles of the client.
  let roles: Role
  /// Whether the client has the limits of scene files.
  let isTrusted: Bool
  /// The time until which the client may send its hello, on the machine's clock.
  let helloDeadline: Instant
  private(set) var stage = Stage.connected
  /// The error for which the connection is being closed.
  private(set) var refusal: ProtocolError?
  /// Whether bytes wait because the socket had no room for them.
  private(set) var isBlocked = false
  /// The client's hello.
  private(set) var hello = HelloRequest()
  /// The requested features that the client gets.
  private(set) var features: Feature = []
  private(set) var inbound: InboundStream
  var lanes = ClientLanes()
  var pacer = Pacer(pacing: .timer, rate: nil, greatestRate: 60)
  /// The sample of the scene that the client has received by frames.
  var mark = SampleMark(revision: 0, target: .zero)
  /// The revision of the motions that the client has received by segments.
  var motionRevision: UInt64 = 0
  /// The views that the client subscribed to; nil for all.
  private var wantedViews: [Bool]?
  /// These views and the views that contain them, without which segments do not determine their
  /// positions; nil for all.
  private var neededViews: [Bool]?
  /// The wake-up for changes of shared memory; nil until the memory was handed over.
  private(set) var wake: WakeUp?
  /// Whether the client has requested shared memory.
  var wantsMemory = false
  /// Whether the client has requested shared memory and was not handed the current one.
  var owesMemory = false
  /// The client's request that the worker has not begun or not finished.
  var job: JobRequest?
  /// The events for which the loop watches the client's socket.
  var watched: EventLoop.Readiness = .readable
  var knowsIdle = false
  /// The rate at which the client may send `inspect`.
  var inspections = RequestRate(limit: ProtocolLimits.inspections)
  /// The number of events that the client has missed since it connected.
  private(set) var droppedEvents: UInt64 = 0
  private(set) var sequence: UInt64 = 0

  private var buffer = [UInt8](repeating: 0, count: 4096)
  private var outbound: [UInt8] = []
  private var written = 0
  /// The descriptors that wait, and the index of the byte in `outbound` that they are sent with.
  private var descriptors: (at: Int, list: [SharedDescriptor])?
  private var state = WireEncoder(.ndjson)
  private var events = WireEncoder(.ndjson)
  private var hasSaidWhy = false
  /// Whether the storage of `outbound` is freed when all of it is written.
  private var hasLargeStorage = false
  /// The size in bytes above which storage is freed after a snapshot.
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

  /// Finds the views of a scene that the client subscribed to.
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

  /// The time from drawing a frame until it is seen, in seconds: one refresh, if that is known.
  var lead: Double {
    min(Double(pacer.refresh) / 1e9, TouchResampling.leads.upperBound)
  }

  /// Whether the client subscribed to some views only.
  var hasChosenViews: Bool { wantedViews != nil }

  /// Whether the client subscribed to a view.
  func wants(view: Int) -> Bool {
    guard let wantedViews else { return true }
    return wantedViews.indices.contains(view) && wantedViews[view]
  }

  /// Whether the client needs the motion of a view, for the view itself or for views in it.
  func needsMotion(ofView view: Int) -> Bool {
    guard let neededViews else { return true }
    return neededViews.indices.contains(view) && neededViews[view]
  }

  // MARK: From the client

  /// Reads some of the bytes that have arrived, when the earlier ones are processed; the loop calls
  /// this again for the rest, in turn with all other clients.
  func receive() {
    guard stage != .closing, inbound.needsBytes else { return }
    switch connection.read(into: &buffer) {
    case .wouldBlock: break
    case .closed, .failed:
      // The client has closed its writing side; it may still read, as `echo | socat` does.
      inbound.end()
    case .bytes(let count): inbound.append(buffer[..<count])
    }
  }

  /// The next request; nil if there is none, if replies have no room, or while a job of the client
  /// is under way.
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

  /// Accepts the client's hello; from now on the client receives messages.
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

  /// The encoding of messages to the client.
  var encoding: WireEncoder.Encoding { state.encoding }

  /// Begins to close the connection; it is closed when the error has been written.
  func refuse(_ error: ProtocolError) {
    guard stage != .closing else { return }
    if stage == .connected, inbound.encoding == .binary { state = WireEncoder(.binary) }
    stage = .closing
    refusal = error
  }

  /// The events for which the loop has to watch the client's socket.
  var interest: EventLoop.Readiness {
    // What a client asks faster than it is answered waits in the kernel.
    let isDeaf = stage == .closing || !inbound.needsBytes || !lanes.takesRequests || job != nil
    var interest: EventLoop.Readiness = isDeaf ? [] : .readable
    if isBlocked { interest.insert(.writable) }
    return interest
  }

  // MARK: To the client

  /// Adds an event to its lane if there is room; otherwise the event counts as dropped.
  func addEvent(_ write: (inout WireEncoder) -> Void) {
    guard stage == .streaming, lanes.admitsEvent() else { return }
    addAnswer(write)
  }

  /// Adds an answer to the lane of events. While the lane is full, the client's requests are not
  /// read.
  func addAnswer(_ write: (inout WireEncoder) -> Void) {
    let count = events.bytes.count
    write(&events)
    lanes.addEvent(bytes: events.bytes.count - count)
  }

  /// Appends the message that hands over shared memory, with the memory and a new wake-up.
  ///
  /// To be called only while nothing is being written, so that no other descriptors wait.
  func composeMemory(_ memory: SharedDescriptor, size: Int) throws(SystemError) {
    let (wake, other) = try WakeUp.pair()
    self.wake = wake
    owesMemory = false
    descriptors = (outbound.count, [memory, other])
    compose { encoder, _ in encoder.sharedMemory(size: UInt64(clamping: size)) }
  }

  /// Signals a change of the shared memory, if the client was handed the memory.
  func signalMemory() { wake?.signal() }

  /// The outcome of writing.
  enum Flush: Equatable {
    case empty, blocked, gone
    /// The kernel refuses to pass the descriptors, with this error number.
    case refused(Int32)
  }

  /// Writes the bytes that wait, as far as the socket has room. Never blocks.
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

  /// The number of bytes that wait to be written.
  var heldBytes: Int { outbound.count - written + lanes.events.bytes }

  /// Whether events wait for which the socket may have room.
  var hasUnsentEvents: Bool { !isBlocked && lanes.events.messages > 0 }

  /// Records that the socket has room again.
  func hasRoom() { isBlocked = false }

  /// Writes the next bytes, with the descriptors if it is their turn. Descriptors are sent with the
  /// byte that they belong to, so the bytes before it are written separately.
  private func write() -> UnixConnection.Transfer {
    guard let (place, list) = descriptors, place < outbound.count else {
      return connection.write(outbound, from: written)
    }
    if written < place { return connection.write(Array(outbound[written..<place]), from: 0) }
    let result = connection.write(outbound, from: written, with: list)
    if case .bytes = result { descriptors = nil }
    return result
  }

  /// Appends the events that wait to the output, and the number of events that were dropped.
  func composeEvents() {
    if lanes.events.messages > 0 { events.move(to: &outbound) }
    let dropped = lanes.takeEvents()
    guard dropped > 0 else { return }
    droppedEvents &+= dropped
    compose { encoder, _ in encoder.lagged(dropped: dropped) }
  }

  /// Appends the error for which the client is disconnected, once.
  func composeRefusal() {
    guard let refusal, !hasSaidWhy else { return }
    hasSaidWhy = true
    compose { encoder, _ in encoder.error(code: refusal.code.rawValue, message: refusal.message) }
  }

  /// Writes the error for which the client is disconnected in place of all that waits, after the
  /// message that is partly written.
  ///
  /// The kernel's queue for the client is full, so its limit is raised for the error.
  func sayLast(_ error: ProtocolError, at now: Instant) {
    refuse(error)
    descriptors = nil
    outbound.removeSubrange(endOfHalfWritten...)
    composeRefusal()
    connection.limitSendBuffer(to: 1 << 20)
    _ = flush(at: now)
  }

  /// The index in `outbound` at which the partly written message ends; `outbound` begins with a
  /// whole message.
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

  /// Appends a state message; the closure receives the number of the next message.
  func compose(_ write: (inout WireEncoder, UInt64) -> Void) {
    write(&state, sequence + 1)
    state.move(to: &outbound)
  }

  /// Appends a snapshot; if it makes the storage large, the storage is freed once written.
  func composeSnapshot(_ write: (inout WireEncoder, UInt64) -> Void) {
    compose(write)
    guard outbound.count > Self.storageLimit else { return }
    state = WireEncoder(state.encoding)
    hasLargeStorage = true
  }

  /// Counts a numbered message that was composed.
  func countMessage() { sequence += 1 }

  /// Whether bytes wait to be written.
  var hasOutput: Bool { !outbound.isEmpty }
}
