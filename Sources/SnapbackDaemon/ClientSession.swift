import SnapbackBasics
import SnapbackEngine
import SnapbackLinux
import SnapbackProtocol

/// A connected client: its socket, its requests and its outgoing messages.
///
/// The stages are connected, streaming (after the hello) and closing.
/// ``SnapbackProtocol/ClientLanes`` decides when each message is sent; ``OutboundQueue`` stores the
/// bytes.
final class ClientSession {
  enum Stage { case connected, streaming, closing }

  let identity: ClientIdentity
  /// The deadline for the client's hello, on the machine's clock.
  let helloDeadline: Instant
  private(set) var stage = Stage.connected
  /// The error because of which the daemon closes the connection; nil if it does not.
  private(set) var refusal: ProtocolError?
  private(set) var subscription = Subscription()
  /// The state of the scene that the client has received.
  var progress = ClientProgress()
  /// The client's use of the shared memory for frames.
  var memory = MemoryShare()
  var lanes = ClientLanes()
  var pacer = Pacer(pacing: .timer, rate: nil, greatestRate: 60)
  /// The client's request that the worker thread has not finished; nil if there is none.
  var job: JobRequest?
  /// The rate limit of the client's `inspect` and `document` requests.
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
  /// The features granted to the client.
  var features: Feature { subscription.features }
  /// The encoding of messages to the client.
  var encoding: WireEncoder.Encoding { output.encoding }
  /// Whether the client can read looks.
  var readsLooks: Bool { output.writesLooks }
  /// The properties of the client on which the bytes of a frame depend.
  var reader: SharedMessages.Reader {
    SharedMessages.Reader(
      encoding: output.encoding, readsRadii: output.writesRadii, readsLooks: output.writesLooks,
      views: subscription.hello.views)
  }
  /// Whether bytes wait because the socket buffer is full.
  var isBlocked: Bool { socket.isBlocked }
  var descriptor: Int32 { socket.descriptor }
  /// The number of bytes that the client has not read; nil if the kernel does not report it.
  var unread: Int? { socket.unread }
  /// The sequence number of the last message that has one.
  var sequence: UInt64 { output.sequence }

  /// The time between drawing and display at the client, in seconds: one refresh interval; 0 if
  /// unknown.
  var lead: Double {
    min(Double(pacer.refresh) / 1e9, TouchResampling.leads.upperBound)
  }

  /// Determines the views of a scene to which the client subscribed.
  func choose(among appearances: [ViewAppearance]) { subscription.choose(among: appearances) }

  // MARK: From the client

  /// Reads some of the received bytes, if earlier bytes have been processed. The loop calls this
  /// again for the rest, after it has served other clients.
  func receive() {
    guard stage != .closing, inbound.needsBytes else { return }
    socket.read(into: &inbound)
  }

  /// Returns the next request. Nil if there is none, if there is no room for replies, or if a job
  /// of the client has not finished.
  func nextRequest() -> ClientRequest? {
    guard hasRequests else { return nil }
    do throws(ProtocolError) {
      return try inbound.next()
    } catch {
      refuse(error)
      return nil
    }
  }

  /// Whether a request is waiting that can be answered now.
  var hasRequests: Bool {
    stage != .closing && inbound.hasRequests && lanes.takesRequests && job == nil
  }

  /// Completes the handshake. From now on, the client receives messages.
  func greet(_ hello: HelloRequest, greatestRate: Double, clockSpeed: Double) {
    subscription = Subscription(hello, roles: roles)
    stage = .streaming
    lanes = ClientLanes(
      acknowledges: features.contains(.acknowledgement), hasState: roles.contains(.view))
    pacer = Pacer(
      pacing: hello.pacing, rate: hello.rate, greatestRate: greatestRate, clockSpeed: clockSpeed)
    output = OutboundQueue(
      inbound.encoding == .binary ? .binary : .ndjson, writesRadii: hello.readsRadii,
      writesLooks: hello.readsLooks)
  }

  /// Starts to close the connection. The connection ends when the error has been written.
  func refuse(_ error: ProtocolError) {
    guard stage != .closing else { return }
    if stage == .connected, inbound.encoding == .binary { output = OutboundQueue(.binary) }
    stage = .closing
    refusal = error
  }

  /// Makes `loop` watch the socket for the events that the daemon can handle now. Returns false if
  /// this fails.
  func updateWatch(_ loop: inout DaemonLoop, id: UInt64) -> Bool {
    // Stop reading if requests arrive faster than they are answered. They stay in the kernel's
    // buffer.
    let isDeaf = stage == .closing || !inbound.needsBytes || !lanes.takesRequests || job != nil
    return socket.updateWatch(&loop, id: id, isDeaf: isDeaf)
  }

  // MARK: To the client

  /// Adds an event to the event lane (queue). If the lane is full, counts the event as dropped.
  func addEvent(_ write: (inout WireEncoder) -> Void) {
    guard stage == .streaming, lanes.admitsEvent() else { return }
    addAnswer(write)
  }

  /// Adds an answer to the event lane. There is room for it, because requests are not read while
  /// the lane is too full.
  func addAnswer(_ write: (inout WireEncoder) -> Void) {
    lanes.addEvent(bytes: output.addEvent(write))
  }

  /// Appends a state message. `write` gets the next sequence number.
  func compose(_ write: (inout WireEncoder, UInt64) -> Void) { output.compose(write) }

  /// Appends a state message that was encoded for several clients with the sequence number 0.
  func compose(_ message: [UInt8]) { output.compose(message) }

  /// Appends a snapshot.
  func composeSnapshot(_ write: (inout WireEncoder, UInt64) -> Void) {
    output.composeSnapshot(write)
  }

  /// Advances the sequence number. Call this after a message with a sequence number was composed.
  func countMessage() { output.countMessage() }

  /// Appends the message that passes shared memory to the client, with the descriptors of the
  /// memory and of a new wake-up.
  ///
  /// Call this only while no output waits, so that no other descriptors are pending.
  func composeMemory(_ descriptor: SharedDescriptor, size: Int) throws(SystemError) {
    output.attach([descriptor, try memory.open()])
    compose { encoder, _ in encoder.sharedMemory(size: UInt64(clamping: size)) }
  }

  /// Moves the waiting events to the output, and appends the number of dropped events if there are
  /// any.
  func composeEvents() {
    if lanes.events.messages > 0 { output.composeEvents() }
    let dropped = lanes.emptyEvents()
    guard dropped > 0 else { return }
    progress.droppedEvents &+= dropped
    compose { encoder, _ in encoder.lagged(dropped: dropped) }
  }

  /// Appends the error that closes the connection, if this has not been done.
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

  /// Replaces all waiting messages with the error that closes the connection, and writes the error.
  ///
  /// Because the socket buffer may be full, first raises its limit.
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
  /// The sample of the scene that the client last received in a frame.
  var mark = SampleMark(revision: 0, target: .zero)
  /// The last revision of motions that the client received in a segment.
  var motionRevision: UInt64 = 0
  /// The revision of the looks that the client received.
  var looksRevision: UInt64 = 0
  /// The start of the segment that the client received ahead of its time; nil if there is none.
  var scheduledStart: Instant?
  /// Whether `idle` has been sent to the client since the last change.
  var knowsIdle = false
  /// The number of events dropped for the client since it connected.
  var droppedEvents: UInt64 = 0
}
