public import SnapbackBasics

/// Encodes the messages of the daemon in the encoding that a client has chosen.
public struct WireEncoder: Sendable {
  /// The encodings of messages.
  public enum Encoding: Hashable, Sendable {
    /// One JSON object per line; `docs/protocol.md`.
    case ndjson
    /// Binary messages; `docs/protocol-binary.md`.
    case binary
  }

  private var lines: MessageEncoder
  private var binary: BinaryEncoder
  /// The encoding of the messages.
  public let encoding: Encoding
  private var isBinary: Bool { encoding == .binary }

  /// Creates an encoder for live messages: lengths with three decimals and factors with six, or 32
  /// bits.
  public init(_ encoding: Encoding) {
    self.encoding = encoding
    lines = MessageEncoder(precision: .fixed)
    binary = BinaryEncoder()
  }

  /// The messages written since the last ``reset()``.
  public var bytes: [UInt8] { isBinary ? binary.bytes : lines.bytes }

  /// Appends the messages written since the last ``reset()`` to other bytes, and removes them here.
  public mutating func move(to others: inout [UInt8]) {
    isBinary ? others.append(contentsOf: binary.bytes) : others.append(contentsOf: lines.bytes)
    reset()
  }

  /// Removes the messages and keeps the storage.
  public mutating func reset() {
    isBinary ? binary.reset() : lines.reset()
  }

  /// The answer to a hello, with the granted features and roles.
  public mutating func welcome(_ welcome: Welcome) {
    isBinary ? binary.welcome(welcome) : lines.welcome(welcome)
  }

  /// The whole scene: the screen, and every view with its appearance, text and state.
  public mutating func snapshot(
    _ frame: SceneFrame, screen: ScreenDescription, appearances: [ViewAppearance],
    sequence: UInt64, epoch: UInt64
  ) {
    isBinary
      ? binary.snapshot(
        frame, screen: screen, appearances: appearances, sequence: sequence, epoch: epoch)
      : lines.snapshot(
        frame, screen: screen, appearances: appearances, sequence: sequence, epoch: epoch)
  }

  /// Some views as they will be at the frame's target time; `computed` is the time of the
  /// computation. O(number of views), no allocation after warm-up.
  public mutating func frame(
    _ frame: SceneFrame, views: [Int], computed: Instant, appearances: [ViewAppearance],
    sequence: UInt64
  ) {
    isBinary
      ? binary.frame(frame, views: views, computed: computed, sequence: sequence)
      : lines.frame(
        frame, views: views, computed: computed, appearances: appearances, sequence: sequence)
  }

  /// The motion of channels from `time` on. O(terms); lines may allocate.
  public mutating func segment(
    _ motions: some Sequence<ChannelMotion>, revision: UInt64, at time: Instant,
    isAhead: Bool = false, appearances: [ViewAppearance], sequence: UInt64
  ) {
    isBinary
      ? binary.segment(
        motions, revision: revision, at: time, isAhead: isAhead, sequence: sequence)
      : lines.segment(
        motions, revision: revision, at: time, isAhead: isAhead, appearances: appearances,
        sequence: sequence)
  }

  /// A step of a gesture.
  public mutating func gesture(_ event: GestureEvent, appearances: [ViewAppearance]) {
    guard appearances.indices.contains(event.view) else { return }
    isBinary ? binary.gesture(event) : lines.gesture(event, appearances: appearances)
  }

  /// The frames that a layout pass changed.
  public mutating func layout(_ event: LayoutEvent, appearances: [ViewAppearance]) {
    isBinary ? binary.layout(event) : lines.layout(event, appearances: appearances)
  }

  /// An end of a transaction.
  public mutating func done(_ event: TransactionEvent) {
    isBinary ? binary.done(event) : lines.done(event)
  }

  /// A device was added or removed.
  public mutating func device(_ change: DeviceChange) {
    isBinary ? binary.device(change) : lines.device(change)
  }

  /// The contacts of a touch frame.
  public mutating func touch(_ contacts: [TouchContact], at time: Instant) {
    isBinary ? binary.touch(contacts, at: time) : lines.touch(contacts, at: time)
  }

  /// A decision about input, and its reason; text in both encodings.
  public mutating func decision(_ decision: InputDecision) {
    lines.decision(decision)
    guard isBinary else { return }
    binary.text(Array(lines.bytes.dropLast()))
    lines.reset()
  }

  /// Nothing moves until there is new input.
  public mutating func idle(at time: Instant, sequence: UInt64) {
    isBinary
      ? binary.idle(at: time, sequence: sequence) : lines.idle(at: time, sequence: sequence)
  }

  /// `dropped` events were lost because the client did not read; a snapshot follows.
  public mutating func lagged(dropped: UInt64) {
    isBinary ? binary.lagged(dropped: dropped) : lines.lagged(dropped: dropped)
  }

  /// The reason why the daemon closes the connection.
  public mutating func error(code: String, message: String) {
    isBinary
      ? binary.error(code: code, message: message) : lines.error(code: code, message: message)
  }

  /// The answer to a ping.
  public mutating func pong(id: UInt64, now: Instant) {
    isBinary ? binary.pong(id: id, now: now) : lines.pong(id: id, now: now)
  }

  /// The size in bytes of the shared memory whose descriptors accompany the message.
  public mutating func sharedMemory(size: UInt64) {
    isBinary ? binary.sharedMemory(size: size) : lines.sharedMemory(size: size)
  }

  /// A message that is text in both encodings, such as a reply: JSON without a newline.
  public mutating func text(_ json: [UInt8]) {
    isBinary ? binary.text(json) : lines.text(json)
  }
}
