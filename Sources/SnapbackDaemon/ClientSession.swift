import SnapbackBasics
import SnapbackEngine
import SnapbackLinux
import SnapbackProtocol

/// A connected client: its socket, its requests and its outgoing messages.
///
/// Stages: connected → streaming → closing; any stage → gone. ``SnapbackProtocol/ClientLanes``
/// decides when each message is sent; ``OutboundQueue`` holds its bytes.
final class ClientSession {
  enum Stage { case connected, streaming, closing }

  let identity: ClientIdentity
  /// The deadline for the client's hello, on the machine's clock.
  let helloDeadline: Instant
  private(set) var stage = Stage.connected
  /// The error that closes the connection.
  private(set) var refusal: ProtocolError?
  private(set) var subscription = Subscription()
  /// The state of the scene that the client has received.
  var progress = ClientProgress()
  /// The client's use of the shared memory for frames.
  var memory = MemoryShare()
  var lanes = ClientLanes()
  var pacer = Pacer(pacing: .timer, rate: nil, greatestRate: 60)
  /// The client's request that the worker has not finished.
  var job: JobRequest?
  /// The limit on how often the client may send `inspect`.
  var inspections = RequestRate(limit: ProtocolLimits.inspections)
  private var socket: ClientSocket
  private var inbound: InboundStream
  private var output = OutboundQueue(.ndjson)
  private var hasSentRefusal = false

  init(
    _ connection: consuming UnixConnection, _ identity: ClientIdentity, helloDeadline: Instant
  ) {
    connection.limitSendBuffer(to: ProtocolLimits.sendBuffer)
    socket = ClientSocket(connection)
    self.identity = identity
    self.helloDeadline = helloDeadline
    inbound = InboundStream(
      limit: identity.isTrusted ? ProtocolLimits.trustedMessage : ProtocolLimits.message)
  }

  var roles: Role { identity.roles }
  /// The features that the client requested and gets.
  var features: Feature { subscription.features }
  /// The encoding of messages to the client.
  var encoding: WireEncoder.Encoding { output.encoding }
  /// Whether bytes wait because the socket buffer is full.
  var isBlocked: Bool { socket.isBlocked }
  var descriptor: Int32 { socket.descriptor }
  /// The number of bytes that the client has not read; nil if the kernel does not report it.
  var unread: Int? { socket.unread }
  /// The number of the last numbered message.
  var sequence: UInt64 { output.sequence }

  /// Lead time in seconds between drawing and display: one refresh interval, 0 if unknown.
  var lead: Double {
    min(Double(pacer.refresh) / 1e9, TouchResampling.leads.upperBound)
  }

  /// Finds the views of a scene that the client subscribed to.
  func choose(among appearances: [ViewAppearance]) { subscription.choose(among: appearances) }

  // MARK: From the client

  /// Reads some of the received bytes once the earlier ones are processed. The loop calls this
  /// again for the rest, in turn with all other clients.
  func receive() {
    guard stage != .closing, inbound.needsBytes else { return }
    socket.read(into: &inbound)
  }

  /// Returns the next request; nil if there is none, if there is no room for replies, or while one
  /// of the client's jobs is running.
  func nextRequest() -> ClientRequest? {
    guard hasRequests else { return nil }
    do throws(ProtocolError) {
      return try inbound.next()
    } catch {
      refuse(error)
      return nil
    }
  }

  /// Whether a request waits that can be answered now.
  var hasRequests: Bool {
    stage != .closing && inbound.hasRequests && lanes.takesRequests && job == nil
  }

  /// Completes the handshake; the client now receives messages.
  func greet(_ hello: HelloRequest, greatestRate: Double, clockSpeed: Double) {
    subscription = Subscription(hello, roles: roles)
    stage = .streaming
    lanes = ClientLanes(
      acknowledges: features.contains(.acknowledgement), hasState: roles.contains(.view))
    pacer = Pacer(
      pacing: hello.pacing, rate: hello.rate, greatestRate: greatestRate, clockSpeed: clockSpeed)
    output = OutboundQueue(inbound.encoding == .binary ? .binary : .ndjson)
  }

  /// Starts to close the connection, which ends once the error is written.
  func refuse(_ error: ProtocolError) {
    guard stage != .closing else { return }
    if stage == .connected, inbound.encoding == .binary { output = OutboundQueue(.binary) }
    stage = .closing
    refusal = error
  }

  /// Updates which socket events `loop` watches, to those that the daemon can handle now. Returns
  /// false if that fails.
  func updateWatch(_ loop: inout DaemonLoop, id: UInt64) -> Bool {
    // Requests that arrive faster than they are answered stay in the kernel's buffer.
    let isDeaf = stage == .closing || !inbound.needsBytes || !lanes.takesRequests || job != nil
    return socket.updateWatch(&loop, id: id, isDeaf: isDeaf)
  }

  // MARK: To the client

  /// Adds an event to its lane, or counts it as dropped if the lane is full.
  func addEvent(_ write: (inout WireEncoder) -> Void) {
    guard stage == .streaming, lanes.admitsEvent() else { return }
    addAnswer(write)
  }

  /// Adds an answer to the event lane. While the lane is full, the client's requests are not read.
  func addAnswer(_ write: (inout WireEncoder) -> Void) {
    lanes.addEvent(bytes: output.addEvent(write))
  }

  /// Appends a state message; the closure gets the sequence number of the next numbered message.
  func compose(_ write: (inout WireEncoder, UInt64) -> Void) { output.compose(write) }

  /// Appends a snapshot.
  func composeSnapshot(_ write: (inout WireEncoder, UInt64) -> Void) {
    output.composeSnapshot(write)
  }

  /// Advances the sequence number after a numbered message was composed.
  func countMessage() { output.countMessage() }

  /// Appends the message that hands over shared memory, with the memory and a new wake-up
  /// descriptor.
  ///
  /// Call this only while no output waits, so that no other descriptors are pending.
  func composeMemory(_ descriptor: SharedDescriptor, size: Int) throws(SystemError) {
    output.attach([descriptor, try memory.open()])
    compose { encoder, _ in encoder.sharedMemory(size: UInt64(clamping: size)) }
  }

  /// Moves the waiting events to the output, followed by the number of dropped events.
  func composeEvents() {
    if lanes.events.messages > 0 { output.composeEvents() }
    let dropped = lanes.emptyEvents()
    guard dropped > 0 else { return }
    progress.droppedEvents &+= dropped
    compose { encoder, _ in encoder.lagged(dropped: dropped) }
  }

  /// Appends the error that disconnects the client, once.
  func composeRefusal() {
    guard let refusal, !hasSentRefusal else { return }
    hasSentRefusal = true
    compose { encoder, _ in encoder.error(code: refusal.code.rawValue, message: refusal.message) }
  }

  /// Writes waiting bytes until the socket buffer is full. Never blocks.
  func flush(at now: Instant) -> OutboundQueue.Outcome {
    let outcome = socket.write(&output) { lanes.noteWritten($0, at: now) }
    if outcome == .blocked { lanes.blocked(at: now) }
    return outcome
  }

  /// Replaces all waiting messages with the error that disconnects the client, and writes it.
  ///
  /// The socket buffer is full, so its limit is raised for the error.
  func sendLast(_ error: ProtocolError, at now: Instant) {
    refuse(error)
    output.discard()
    composeRefusal()
    socket.limitSendBuffer(to: 1 << 20)
    _ = flush(at: now)
  }

  /// The number of bytes that wait to be written.
  var heldBytes: Int { output.heldBytes + lanes.events.bytes }

  /// Whether events wait and the socket may have room for them.
  var hasUnsentEvents: Bool { !isBlocked && lanes.events.messages > 0 }

  /// Whether bytes wait to be written.
  var hasOutput: Bool { output.hasOutput }

  /// Records that the socket is writable again.
  func noteRoom() { socket.noteRoom() }
}

/// The state of the scene that a client has received.
struct ClientProgress {
  /// The last sample that the client received in frames.
  var mark = SampleMark(revision: 0, target: .zero)
  /// The last revision of the motions that the client received in segments.
  var motionRevision: UInt64 = 0
  /// The start of the segment that the client received ahead of its time.
  var scheduledStart: Instant?
  /// Whether the client was sent `idle` since the last change.
  var knowsIdle = false
  /// The number of events that the client has missed since it connected.
  var droppedEvents: UInt64 = 0
}
