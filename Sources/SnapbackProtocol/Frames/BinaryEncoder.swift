public import SnapbackBasics

/// Encodes the daemon's messages in the binary encoding, as described in `docs/protocol-binary.md`.
///
/// Lengths, angles and factors have 32 bits; the numbers in segments have 64 bits. Allocates
/// nothing after warm-up.
public struct BinaryEncoder: Sendable {
  /// The size in bytes of the header that begins every message. Its first four bytes hold the
  /// length of the payload that follows.
  public static let headerSize = MessageBytes.headerSize

  var message = MessageBytes()
  /// Whether frames contain the corner radii that can move.
  private let writesRadii: Bool
  /// Whether frames contain the looks that can move.
  private let writesLooks: Bool

  /// Creates an encoder without messages. `writesRadii` states whether the receiver can read the
  /// corner radius in a state, and `writesLooks` whether it can read both the radius and the look.
  public init(writesRadii: Bool = false, writesLooks: Bool = false) {
    self.writesRadii = writesRadii || writesLooks
    self.writesLooks = writesLooks
  }

  /// The messages written since the last ``reset()``.
  public var bytes: [UInt8] { message.bytes }

  /// Removes the messages and keeps the storage.
  public mutating func reset() { message.reset() }

  /// Appends a snapshot of the whole scene: the screen, and every view with its appearance and
  /// state.
  public mutating func snapshot(
    _ frame: SceneFrame, screen: ScreenDescription, appearances: [ViewAppearance],
    sequence: UInt64, epoch: UInt64 = 1
  ) {
    message.begin(.snapshot, sequence: sequence, time: frame.time.nanoseconds)
    message.append(frame.revision)
    message.append(epoch)
    append(screen)
    let count = min(appearances.count, frame.views.count)
    message.append(UInt32(clamping: count))
    message.append(UInt32(0))
    for view in 0..<count { append(appearances[view], frame.views[view], handle: view) }
    message.end()
  }

  /// Appends a frame: the states of some views at the frame's time. `computed` is the time of the
  /// computation. O(number of views), no allocation after warm-up.
  public mutating func frame(
    _ frame: SceneFrame, views: [Int], computed: Instant, sequence: UInt64
  ) {
    message.begin(.frame, sequence: sequence, time: frame.time.nanoseconds)
    message.append(frame.revision)
    message.append(computed.nanoseconds)
    let place = message.grow(by: 8)
    if writesLooks, !frame.looks.isEmpty {
      message.store(appendWithLooks(frame, of: views), at: place)
    } else {
      message.store(
        writesRadii ? appendWithRadii(frame.views, of: views) : append(frame.views, of: views),
        at: place)
    }
    message.end()
  }

  /// Appends the states of some views, with the corner radii and the looks that can move, and
  /// returns their number.
  private mutating func appendWithLooks(_ frame: SceneFrame, of views: [Int]) -> UInt32 {
    var count: UInt32 = 0
    for view in views where frame.views.indices.contains(view) {
      let look = frame.freeLook(of: view)
      message.append(atMost: StateRecord.limitWithLook) {
        guard let look else {
          return StateRecord.storeWithRadius(frame.views[view], handle: view, in: &$0)
        }
        return StateRecord.store(frame.views[view], look, handle: view, in: &$0)
      }
      count &+= 1
    }
    return count
  }

  /// Appends the states of some views without corner radii, and returns their number.
  private mutating func append(_ states: [ViewState], of views: [Int]) -> UInt32 {
    var count: UInt32 = 0
    for view in views where states.indices.contains(view) {
      message.append(atMost: StateRecord.limit) {
        StateRecord.store(states[view], handle: view, in: &$0)
      }
      count &+= 1
    }
    return count
  }

  /// Appends the states of some views, with the corner radii that can move, and returns their
  /// number.
  private mutating func appendWithRadii(_ states: [ViewState], of views: [Int]) -> UInt32 {
    var count: UInt32 = 0
    for view in views where states.indices.contains(view) {
      message.append(atMost: StateRecord.limit) {
        StateRecord.storeWithRadius(states[view], handle: view, in: &$0)
      }
      count &+= 1
    }
    return count
  }

  /// Appends a message that is text in both encodings, such as a reply. `json` has no newline.
  public mutating func text(_ json: [UInt8]) {
    message.begin(.text)
    message.append(json)
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
