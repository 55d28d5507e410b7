public import SnapbackBasics

/// Encodes the messages that the daemon sends as bytes; `docs/protocol-binary.md`.
///
/// Lengths, angles and factors have 32 bits, the numbers of segments have 64. Allocates nothing
/// after warm-up.
public struct BinaryEncoder: Sendable {
  /// The size in bytes of the header that begins every message. Its first four bytes hold the
  /// length of the payload that follows.
  public static let headerSize = MessageBytes.headerSize

  var message = MessageBytes()

  /// Creates an encoder without messages.
  public init() {}

  /// The messages written since the last ``reset()``.
  public var bytes: [UInt8] { message.bytes }

  /// Removes the messages and keeps the storage.
  public mutating func reset() { message.reset() }

  /// The answer to a hello, with the granted features and roles.
  public mutating func welcome(_ welcome: Welcome) {
    message.begin(.welcome, time: welcome.now.nanoseconds)
    message.append(welcome.version)
    message.append(welcome.roles.rawValue)
    message.append(welcome.features.rawValue)
    message.append(welcome.session)
    message.append(welcome.epoch)
    message.append(welcome.rate)
    message.append(welcome.clock.rawValue)
    message.append(welcome.pacing.number)
    message.append(UInt16(0))
    message.append(welcome.unacknowledged)
    message.end()
  }

  /// The whole scene: the screen, and every view with its appearance and state.
  public mutating func snapshot(
    _ frame: SceneFrame, screen: ScreenDescription, appearances: [ViewAppearance],
    sequence: UInt64, epoch: UInt64 = 1
  ) {
    message.begin(.snapshot, sequence: sequence, time: frame.time.nanoseconds)
    message.append(frame.revision)
    message.append(epoch)
    message.append(short: screen.size.width)
    message.append(short: screen.size.height)
    message.append(short: screen.scale)
    message.append(screen.background.opaqueBits)
    let count = min(appearances.count, frame.views.count)
    message.append(UInt32(clamping: count))
    message.append(UInt32(0))
    for view in 0..<count { append(appearances[view], frame.views[view], handle: view) }
    message.end()
  }

  private mutating func append(_ appearance: ViewAppearance, _ state: ViewState, handle: Int) {
    message.append(Self.handle(appearance.parent))
    message.append((appearance.clips ? 1 : 0) | (appearance.text == nil ? 0 : 2) as UInt32)
    message.append(short: appearance.cornerRadius)
    message.append(short: appearance.anchor.x)
    message.append(short: appearance.anchor.y)
    message.append(atMost: StateRecord.limit) { StateRecord.store(state, handle: handle, in: &$0) }
    message.append(appearance.name)
    guard let text = appearance.text else { return }
    message.append(text.string)
    message.append(text.style ?? "")
    message.append(short: text.size)
    message.append(short: text.lineHeight)
    message.append(short: text.firstBaseline)
    message.append(short: text.lastBaseline)
    message.append(text.lineLimit)
  }

  /// Some views as they will be at the frame's time; `computed` is the time of the computation.
  /// O(number of views), no allocation after warm-up.
  public mutating func frame(
    _ frame: SceneFrame, views: [Int], computed: Instant, sequence: UInt64
  ) {
    message.begin(.frame, sequence: sequence, time: frame.time.nanoseconds)
    message.append(frame.revision)
    message.append(computed.nanoseconds)
    let place = message.grow(by: 8)
    var count: UInt32 = 0
    for view in views where frame.views.indices.contains(view) {
      message.append(atMost: StateRecord.limit) {
        StateRecord.store(frame.views[view], handle: view, in: &$0)
      }
      count &+= 1
    }
    message.store(count, at: place)
    message.end()
  }

  /// A step of a gesture.
  public mutating func gesture(_ event: GestureEvent) {
    message.begin(.gesture, time: event.time.nanoseconds)
    message.append(event.id)
    message.append(Self.handle(event.view))
    message.append(GestureNames.number(ofKind: event.kind))
    message.append(GestureNames.number(of: event.phase))
    message.append(
      (event.scale == nil ? 0 : 1) | (event.rotation == nil ? 0 : 2)
        | (event.isInjected ? 4 : 0) as UInt8)
    message.append(UInt8(0))
    message.append(short: event.location.x)
    message.append(short: event.location.y)
    message.append(short: event.translation.dx)
    message.append(short: event.translation.dy)
    message.append(short: event.velocity.dx)
    message.append(short: event.velocity.dy)
    message.append(short: event.scale?.value ?? 0)
    message.append(short: event.scale?.velocity ?? 0)
    message.append(short: event.rotation?.value ?? 0)
    message.append(short: event.rotation?.velocity ?? 0)
    message.append(event.name ?? "")
    message.end()
  }

  /// An end of a transaction: `moment` is "finished" or "settled".
  public mutating func done(id: UInt64, moment: String, isInterrupted: Bool, at time: Instant) {
    message.begin(.done, time: time.nanoseconds)
    message.append(id)
    message.append((moment == "settled" ? 1 : 0) as UInt8)
    message.append((isInterrupted ? 1 : 0) as UInt8)
    message.append(UInt16(0))
    message.append(UInt32(0))
    message.end()
  }

  /// A device was added (`isThere`) or removed.
  public mutating func device(id: UInt64, name: String, kind: String, isThere: Bool) {
    message.begin(.device)
    message.append(id)
    message.append((isThere ? 1 : 0) as UInt64)
    message.append(name)
    message.append(kind)
    message.end()
  }

  /// Nothing moves until there is new input.
  public mutating func idle(at time: Instant, sequence: UInt64) {
    message.begin(.idle, sequence: sequence, time: time.nanoseconds)
    message.end()
  }

  /// `dropped` events were lost because the client did not read; a snapshot follows.
  public mutating func lagged(dropped: UInt64) {
    message.begin(.lagged)
    message.append(dropped)
    message.end()
  }

  /// The reason why the daemon closes the connection.
  public mutating func error(code: String, message text: String) {
    message.begin(.error)
    message.append(code)
    message.append(text)
    message.end()
  }

  /// The index of a view in messages; `UInt32.max` means "no view".
  static func handle(_ view: Int?) -> UInt32 {
    view.map { UInt32(clamping: $0) } ?? .max
  }
}

extension Color {
  /// The color as 0xffRRGGBB.
  var opaqueBits: UInt32 {
    0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }
}
