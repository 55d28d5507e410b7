import SnapbackBasics

/// A device's time according to its events: when it last reported, and whether a frame is
/// incomplete.
///
/// Between frames → in a frame → between frames. The time never decreases.
struct FrameClock: Sendable {
  /// Backward steps of the clock up to this are tolerated without a note, in seconds.
  static let tolerance = 0.1

  /// Whether events of a frame have arrived and its report has not.
  private(set) var isInFrame = false
  /// The time of the last frame.
  private(set) var now = Instant.zero
  /// The time of the last report.
  private var lastReport = Instant.zero
  /// How long the device may be silent while a contact is down, in seconds; nil for no limit.
  private(set) var timeout: Double?
  /// ``timeout`` once the device is known to lose lifts, if there was no limit before.
  private let faultTimeout: Double?

  /// Creates the clock of a device that may be silent for `timeout` seconds; without a limit if
  /// `timeout` is not positive. After ``noteFault()``, `faultTimeout` is the limit if there was
  /// none.
  init(timeout: Double, faultTimeout: Double? = nil) {
    self.timeout = timeout > 0 ? timeout : nil
    self.faultTimeout = faultTimeout
  }

  /// Limits the silence from now on, because the device has lost a lift or events.
  mutating func noteFault() {
    timeout = timeout ?? faultTimeout
  }

  /// Records that an event of a frame has arrived.
  mutating func open() {
    isInFrame = true
  }

  /// Ends a frame with its report. Returns by how many seconds `time` precedes the last frame, if
  /// that exceeds ``tolerance``.
  mutating func report(at time: Instant) -> Double? {
    isInFrame = false
    let back = now.seconds(since: time)
    now = max(now, time)
    lastReport = now
    return back > Self.tolerance ? back : nil
  }

  /// Advances to a time without a report.
  mutating func advance(to time: Instant) {
    now = max(now, time)
  }

  /// Advances to the time at which the device stops, and drops an incomplete frame.
  mutating func stop(at time: Instant) {
    isInFrame = false
    now = max(now, time)
  }

  /// When the device has been silent for too long; nil without a timeout.
  var silenceEnd: Instant? {
    guard let timeout else { return nil }
    return lastReport.advanced(bySeconds: timeout)
  }
}
