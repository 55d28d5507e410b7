import SnapbackBasics
import SnapbackEvdev
import SnapbackTouches

/// An open device with the decoder that turns its events into touch frames.
final class OpenDevice {
  var device: EvdevDevice
  var decoder: DeviceDecoder
  /// The inode of the device node. It distinguishes the node from a later node at the same path.
  let inode: UInt64
  /// Whether the last attempt to grab or release the device failed.
  var isGrabRefused = false
  /// The limit of logged notes.
  var notes = NoteBudget()
  /// Whether the device is a pen.
  let isPen: Bool
  /// The group of devices that it belongs to.
  private let group: String
  /// Open unless a pen of the group is near.
  private var gate = TouchGate()

  init(_ device: consuming EvdevDevice, decoder: DeviceDecoder, inode: UInt64, group: String) {
    self.device = device
    self.decoder = decoder
    self.inode = inode
    self.group = group
    isPen = decoder.kind == .pen
  }

  /// Handles an event. Returns the touch frame that the event completes; nil if there is nothing to
  /// report.
  func consume(_ event: InputEvent) -> TouchFrame? {
    guard !gate.isOpen else { return decoder.consume(event) }
    if gate.opens(at: event.time) { _ = decoder.cancelAll(at: event.time) }
    let frame = decoder.consume(event)
    return gate.isOpen ? frame : nil
  }

  /// Whether the device is a pen of the same group that is near.
  func isNear(_ other: OpenDevice) -> Bool {
    isPen && group == other.group && decoder.isPenNear
  }

  /// Follows whether a pen is near the device. Returns the frame that cancels its contacts when the
  /// pen comes near; nil if there are none, or if a hand does not touch the device.
  func setPen(isNear: Bool, at now: Instant) -> TouchFrame? {
    guard decoder.kind == .touchscreen || decoder.kind == .touchpad,
      gate.follow(penIsNear: isNear, at: now)
    else { return nil }
    return decoder.cancelAll(at: now)
  }

  /// The time of the next touch frame that needs no further event; nil if there is none.
  var deadline: Instant? { decoder.findDeadline() }

  /// Returns the touch frame that is due by `now` without a further event; nil if there is none.
  func advance(to now: Instant) -> TouchFrame? {
    let frame = decoder.advance(to: now)
    return gate.isOpen ? frame : nil
  }

  /// Cancels all contacts. Returns the touch frame that does so; nil if there are no contacts.
  func cancelAll(at now: Instant) -> TouchFrame? { decoder.cancelAll(at: now) }

  func map(onto screen: Size, rotation: PanelRotation) {
    decoder.map(onto: screen, rotation: rotation)
  }

  /// Returns the corrections that the decoder made to the device's reports, one line each, up to
  /// the log limit.
  func drainNotes(at now: Instant) -> [String] {
    let drained = decoder.drainNotes()
    return drained.isEmpty ? [] : notes.allow(drained.map(\.description), at: now)
  }
}

/// Limits the log lines of a faulty device.
struct NoteBudget {
  /// The maximum number of lines in a period.
  static let lineLimit = 3
  /// The length of a period, in seconds.
  static let period = 60.0

  private var start: Instant?
  private var count = 0
  private var left = 0

  /// Returns the lines that may be logged now. If lines were suppressed before, the first line
  /// states their number.
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
