public import SnapbackBasics

/// Encodes the daemon's messages in the encoding that a client has chosen.
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

  /// Creates an encoder for live messages. In text, lengths have three decimals and factors six; in
  /// the binary encoding, both have 32 bits. `writesRadii` states whether the receiver of binary
  /// frames knows corner radii in them; frames in text always contain those that can move.
  /// `writesLooks` states whether the receiver knows looks in frames of either encoding.
  public init(_ encoding: Encoding, writesRadii: Bool = false, writesLooks: Bool = false) {
    self.encoding = encoding
    lines = MessageEncoder(precision: .fixed, writesLooks: writesLooks)
    binary = BinaryEncoder(writesRadii: writesRadii, writesLooks: writesLooks)
  }

  /// The messages written since the last ``reset()``.
  public var bytes: [UInt8] { isBinary ? binary.bytes : lines.bytes }

  /// Moves the messages written since the last ``reset()`` to the end of `others`.
  public mutating func move(to others: inout [UInt8]) {
    isBinary ? others.append(contentsOf: binary.bytes) : others.append(contentsOf: lines.bytes)
    reset()
  }

  /// Removes the messages and keeps the storage.
  public mutating func reset() {
    isBinary ? binary.reset() : lines.reset()
  }

  /// Appends the answer to a hello, with the granted features and roles.
  public mutating func welcome(_ welcome: Welcome) {
    isBinary ? binary.welcome(welcome) : lines.welcome(welcome)
  }

  /// Appends a snapshot of the whole scene: the screen, and every view with its appearance, text
  /// and state.
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

  /// Appends the looks of views at a time.
  public mutating func looks(
    _ views: [ViewLook], at time: Instant, appearances: [ViewAppearance]
  ) {
    isBinary
      ? binary.looks(views, at: time) : lines.looks(views, at: time, appearances: appearances)
  }

  /// Appends a frame with the states of some views at the frame's target time. `computed` is the
  /// time of the computation. O(number of views), no allocation after warm-up.
  public mutating func frame(
    _ frame: SceneFrame, views: [Int], computed: Instant, appearances: [ViewAppearance],
    sequence: UInt64
  ) {
    isBinary
      ? binary.frame(frame, views: views, computed: computed, sequence: sequence)
      : lines.frame(
        frame, views: views, computed: computed, appearances: appearances, sequence: sequence)
  }

  /// Appends a segment: the motion of channels from `time` on. O(terms); the text encoding may
  /// allocate.
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

  /// Appends a step of a gesture.
  public mutating func gesture(_ event: GestureEvent, appearances: [ViewAppearance]) {
    guard appearances.indices.contains(event.view) else { return }
    isBinary ? binary.gesture(event) : lines.gesture(event, appearances: appearances)
  }

  /// Appends an event of an action, a release or a view.
  public mutating func event(_ event: SceneEvent) {
    isBinary ? binary.event(event) : lines.event(event)
  }

  /// Appends the layout rectangles that a layout pass changed.
  public mutating func layout(_ event: LayoutEvent, appearances: [ViewAppearance]) {
    isBinary ? binary.layout(event) : lines.layout(event, appearances: appearances)
  }

  /// Appends the report that a transaction has finished or settled.
  public mutating func done(_ event: TransactionEvent) {
    isBinary ? binary.done(event) : lines.done(event)
  }

  /// Appends the report that a device was added or removed.
  public mutating func device(_ change: DeviceChange) {
    isBinary ? binary.device(change) : lines.device(change)
  }

  /// Appends the contacts of a touch frame.
  public mutating func touch(_ contacts: [TouchContact], at time: Instant) {
    isBinary ? binary.touch(contacts, at: time) : lines.touch(contacts, at: time)
  }

  /// Appends a decision about input, with its reason. It is text in both encodings.
  public mutating func decision(_ decision: InputDecision) {
    lines.decision(decision)
    guard isBinary else { return }
    binary.text(Array(lines.bytes.dropLast()))
    lines.reset()
  }

  /// Appends `idle`: nothing moves until there is new input.
  public mutating func idle(at time: Instant, sequence: UInt64) {
    isBinary
      ? binary.idle(at: time, sequence: sequence) : lines.idle(at: time, sequence: sequence)
  }

  /// Appends `lagged`: `dropped` events were lost because the client did not read. A snapshot
  /// follows.
  public mutating func lagged(dropped: UInt64) {
    isBinary ? binary.lagged(dropped: dropped) : lines.lagged(dropped: dropped)
  }

  /// Appends the reason for which the daemon closes the connection.
  public mutating func error(code: String, message: String) {
    isBinary
      ? binary.error(code: code, message: message) : lines.error(code: code, message: message)
  }

  /// Appends the answer to a ping.
  public mutating func pong(id: UInt64, now: Instant) {
    isBinary ? binary.pong(id: id, now: now) : lines.pong(id: id, now: now)
  }

  /// Appends the announcement of shared memory: its size in bytes. Its descriptors accompany the
  /// message.
  public mutating func sharedMemory(size: UInt64) {
    isBinary ? binary.sharedMemory(size: size) : lines.sharedMemory(size: size)
  }

  /// Appends a message that is text in both encodings, such as a reply. `json` has no newline.
  public mutating func text(_ json: [UInt8]) {
    isBinary ? binary.text(json) : lines.text(json)
  }
}
