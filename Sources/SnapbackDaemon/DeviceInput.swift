import SnapbackEvdev
import SnapbackGeometry
import SnapbackTiming
import SnapbackTouches

/// An open device, and what makes touch frames of its events.
final class OpenDevice {
  var device: EvdevDevice
  var decoder: DeviceDecoder
  /// Tells a node from another one at the same path.
  let inode: UInt64
  /// Whether another program holds it.
  var isGrabRefused = false
  /// How many notes may still be logged.
  var notes = NoteBudget()

  init(_ device: consuming EvdevDevice, decoder: DeviceDecoder, inode: UInt64) {
    self.device = device
    self.decoder = decoder
    self.inode = inode
  }

  /// Takes an event; the frame that it completes, if it says anything.
  func consume(_ event: InputEvent) -> TouchFrame? { decoder.consume(event) }

  /// When something happens without another event.
  var deadline: Instant? { Self.deadline(of: &decoder) }

  /// `inout`, so that a whole decoder is not copied in every turn of the loop to be asked.
  private static func deadline(of decoder: inout DeviceDecoder) -> Instant? { decoder.deadline }

  /// What happens by itself up to `now`.
  func advance(to now: Instant) -> TouchFrame? { decoder.advance(to: now) }

  /// Takes all contacts back.
  func cancelAll(at now: Instant) -> TouchFrame? { decoder.cancelAll(at: now) }

  func map(onto screen: Size, rotation: PanelRotation) {
    decoder.map(onto: screen, rotation: rotation)
  }

  /// What was changed in what it reports, a line each, as far as it is to be logged.
  func takeNotes(at now: Instant) -> [String] {
    notes.allow(decoder.takeNotes().map(\.description), at: now)
  }
}

/// Keeps a device that is always wrong from filling the log.
struct NoteBudget {
  /// How many lines there may be in a period.
  static let lineLimit = 3
  /// A period, in seconds.
  static let period = 60.0

  private var start: Instant?
  private var count = 0
  private var left = 0

  /// The lines that may be logged now; the first one after others were left out says how many.
  mutating func allow(_ lines: [String], at now: Instant) -> [String] {
    guard !lines.isEmpty else { return [] }
    if start.map({ now.seconds(since: $0) >= Self.period }) ?? true {
      start = now
      count = 0
    }
    var allowed = Array(lines.prefix(max(0, Self.lineLimit - count)))
    count += allowed.count
    if let first = allowed.first, left > 0 {
      allowed[0] = first + " (and \(left) more since the last line)"
      left = 0
    }
    left += lines.count - allowed.count
    return allowed
  }
}
