import SnapbackTiming

/// The time of a device, as its events tell it: when it was last heard, and whether it is in the
/// middle of a frame.
///
/// Between frames → in a frame → between frames. The time never goes back.
struct FrameClock: Sendable {
  /// A step back of the clock up to this is a driver's and no news, in seconds.
  static let tolerance = 0.1

  /// Whether events of a frame have come and its report has not.
  private(set) var isInFrame = false
  /// The time of the last frame.
  private(set) var now = Instant.zero
  /// When the device was last heard.
  private var lastReport = Instant.zero
  /// How long the device may be silent with a contact down, in seconds; nil for ever.
  let timeout: Double?

  /// The clock of a device that may be silent for `timeout` seconds, or for ever if that is not
  /// above 0.
  init(timeout: Double) {
    self.timeout = timeout > 0 ? timeout : nil
  }

  /// An event of a frame has come.
  mutating func open() {
    isInFrame = true
  }

  /// A frame has ended with its report. Returns how many seconds its time was behind the last one,
  /// if that is news.
  mutating func report(at time: Instant) -> Double? {
    isInFrame = false
    let back = now.seconds(since: time)
    now = max(now, time)
    lastReport = now
    return back > Self.tolerance ? back : nil
  }

  /// Goes on to a time at which the device was not heard.
  mutating func advance(to time: Instant) {
    now = max(now, time)
  }

  /// Goes on to a time at which the device stops. A frame that was not reported is no more.
  mutating func stop(at time: Instant) {
    isInFrame = false
    now = max(now, time)
  }

  /// When the device has been silent for too long; nil where it may be for ever.
  var silenceEnd: Instant? {
    guard let timeout else { return nil }
    return lastReport.advanced(bySeconds: timeout)
  }
}
