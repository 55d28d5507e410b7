import SnapbackEngine
import SnapbackFrames
import SnapbackLinux
import SnapbackProtocol
import SnapbackTiming

/// A connected client: its socket, its requests, and the messages that wait for it.
///
/// Connected → streaming → closing; any → gone. ``SnapbackProtocol/ClientLanes`` decides when each
/// message is sent; ``OutboundQueue`` holds its bytes.
final class ClientSession {
  enum Stage { case connected, streaming, closing }

  let identity: ClientIdentity
  /// The time until which the client may send its hello, on the machine's clock.
  let helloDeadline: Instant
  private(set) var stage = Stage.connected
  /// The error for which the connection is being closed.
  private(set) var refusal: ProtocolError?
  private(set) var subscription = Subscription()
  /// The state of the scene that the client has received.
  var progress = ClientProgress()
  /// The client's share in the memory for frames.
  var memory = MemoryShare()
  var lanes = ClientLanes()
  var pacer = Pacer(pacing: .timer, rate: nil, greatestRate: 60)
  /// The client's request that the worker has not begun or not finished.
  var job: JobRequest?
  /// The rate at which the client may send `inspect`.
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
  /// The requested features that the client gets.
  var features: Feature { subscription.features }
  /// The encoding of messages to the client.
  var encoding: WireEncoder.Encoding { output.encoding }
  /// Whether bytes wait because the socket had no room for them.
  var isBlocked: Bool { socket.isBlocked }
  var descriptor: Int32 { socket.descriptor }
  /// The number of bytes that the client has not read; nil if the kernel does not report it.
  var unread: Int? { socket.unread }
  /// The number of the last numbered message.
  var sequence: UInt64 { output.sequence }

  /// The time from drawing a frame until it is seen, in seconds: one refresh, if that is known.
  var lead: Double {
    min(Double(pacer.refresh) / 1e9, TouchResampling.leads.upperBound)
  }

  /// Finds the views of a scene that the client subscribed to.
  func choose(among appearances: [ViewAppearance]) { subscription.choose(among: appearances) }

  // MARK: From the client

  /// Reads some of the bytes that have arrived, when the earlier ones are processed; the loop calls
  /// this again for the rest, in turn with all other clients.
  func receive() {
    guard stage != .closing, inbound.needsBytes else { return }
    socket.read(into: &inbound)
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
    subscription = Subscription(hello, roles: roles)
    stage = .streaming
    lanes = ClientLanes(
      acknowledges: features.contains(.acknowledgement), hasState: roles.contains(.view))
    pacer = Pacer(
      pacing: hello.pacing, rate: hello.rate, greatestRate: greatestRate, clockSpeed: clockSpeed)
    output = OutboundQueue(inbound.encoding == .binary ? .binary : .ndjson)
  }

  /// Begins to close the connection; it is closed when the error has been written.
  func refuse(_ error: ProtocolError) {
    guard stage != .closing else { return }
    if stage == .connected, inbound.encoding == .binary { output = OutboundQueue(.binary) }
    stage = .closing
    refusal = error
  }

  /// Changes the events for which `loop` watches the client's socket to those that the daemon can
  /// serve; returns false if that fails.
  func updateWatch(_ loop: inout DaemonLoop, id: UInt64) -> Bool {
    // Requests that a client sends faster than they are answered wait in the kernel.
    let isDeaf = stage == .closing || !inbound.needsBytes || !lanes.takesRequests || job != nil
    return socket.updateWatch(&loop, id: id, isDeaf: isDeaf)
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
    lanes.addEvent(bytes: output.addEvent(write))
  }

  /// Appends a state message; the closure receives the number of the next numbered message.
  func compose(_ write: (inout WireEncoder, UInt64) -> Void) { output.compose(write) }

  /// Appends a snapshot.
  func composeSnapshot(_ write: (inout WireEncoder, UInt64) -> Void) {
    output.composeSnapshot(write)
  }

  /// Counts a numbered message that was composed.
  func countMessage() { output.countMessage() }

  /// Appends the message that hands over shared memory, with the memory and a new wake-up.
  ///
  /// To be called only while nothing is being written, so that no other descriptors wait.
  func composeMemory(_ descriptor: SharedDescriptor, size: Int) throws(SystemError) {
    output.attach([descriptor, try memory.open()])
    compose { encoder, _ in encoder.sharedMemory(size: UInt64(clamping: size)) }
  }

  /// Appends the events that wait to the output, and the number of events that were dropped.
  func composeEvents() {
    if lanes.events.messages > 0 { output.composeEvents() }
    let dropped = lanes.takeEvents()
    guard dropped > 0 else { return }
    progress.droppedEvents &+= dropped
    compose { encoder, _ in encoder.lagged(dropped: dropped) }
  }

  /// Appends the error for which the client is disconnected, once.
  func composeRefusal() {
    guard let refusal, !hasSentRefusal else { return }
    hasSentRefusal = true
    compose { encoder, _ in encoder.error(code: refusal.code.rawValue, message: refusal.message) }
  }

  /// Writes the bytes that wait, as far as the socket has room. Never blocks.
  func flush(at now: Instant) -> OutboundQueue.Outcome {
    let outcome = socket.write(&output) { lanes.wrote($0, at: now) }
    if outcome == .blocked { lanes.blocked(at: now) }
    return outcome
  }

  /// Writes the error for which the client is disconnected in place of all messages that wait.
  ///
  /// The kernel's queue for the client is full, so its limit is raised for the error.
  func sayLast(_ error: ProtocolError, at now: Instant) {
    refuse(error)
    output.discard()
    composeRefusal()
    socket.limitSendBuffer(to: 1 << 20)
    _ = flush(at: now)
  }

  /// The number of bytes that wait to be written.
  var heldBytes: Int { output.heldBytes + lanes.events.bytes }

  /// Whether events wait for which the socket may have room.
  var hasUnsentEvents: Bool { !isBlocked && lanes.events.messages > 0 }

  /// Whether bytes wait to be written.
  var hasOutput: Bool { output.hasOutput }

  /// Records that the socket has room again.
  func noteRoom() { socket.noteRoom() }
}
