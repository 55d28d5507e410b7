import SnapbackBasics

/// The time of a device according to its events: when the device last reported, and whether a touch
/// frame is incomplete.
///
/// States: between frames → in a frame → between frames. The time never decreases.
struct FrameClock: Sendable {
  /// The largest backward step of the clock that is tolerated without a note, in seconds.
  static let tolerance = 0.1

  /// Whether a frame is incomplete: some of its events have arrived, its `SYN_REPORT` has not.
  private(set) var isInFrame = false
  /// The device's time: that of the last frame or of the last advance.
  private(set) var now = Instant.zero
  /// The time of the last report.
  private var lastReport = Instant.zero
  /// How long the device may be silent while a contact is down, in seconds; nil for no limit.
  private(set) var timeout: Double?
  /// The value of ``timeout`` once the device is known to lose lifts, if there was no limit before.
  private let faultTimeout: Double?

  /// Creates the clock of a device that may be silent for `timeout` seconds, or without a limit if
  /// `timeout` is not positive. A device without a limit gets `faultTimeout` as its limit at
  /// ``noteFault()``.
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

  /// Ends a frame at its `SYN_REPORT`. If `time` precedes the last frame by more than
  /// ``tolerance``, returns by how many seconds.
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

  /// The time at which the device has been silent for too long; nil without a timeout.
  var silenceEnd: Instant? {
    guard let timeout else { return nil }
    return lastReport.advanced(bySeconds: timeout)
  }
}
