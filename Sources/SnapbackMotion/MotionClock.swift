public import SnapbackBasics

/// Maps the engine's time to a motion's local time: the clock runs from an anchor at a rate.
///
/// Rate 1 is the engine's speed, 0 is stopped, −1 runs backwards, 0.1 is slow motion.
public struct MotionClock: Hashable, Sendable {
  /// A moment of the engine's time.
  public let anchor: Instant
  /// The local time at the anchor, in seconds; negative during a delay.
  public let local: Double
  /// Seconds of local time per second of the engine's time, finite.
  public let rate: Double

  /// Creates a clock that shows `local` at `anchor`.
  public init(anchor: Instant, local: Double = 0, rate: Double = 1) {
    self.anchor = anchor
    self.local = local
    self.rate = rate
  }

  /// The local time at `now`, in seconds.
  public func seconds(at now: Instant) -> Double { local + rate * now.seconds(since: anchor) }

  /// The moment when the clock shows `seconds`: the anchor if the clock showed it earlier, and
  /// ``Instant/distantFuture`` if it never shows it.
  public func moment(of seconds: Double) -> Instant {
    let distance = seconds - local
    if distance == 0 || rate > 0 && distance < 0 || rate < 0 && distance > 0 { return anchor }
    guard rate != 0, distance.isFinite else { return .distantFuture }
    return anchor.advanced(bySeconds: distance / rate)
  }

  /// Whether both clocks show the same at all times, up to rounding errors of their anchors.
  func agrees(with other: MotionClock) -> Bool {
    rate == other.rate && other.local == seconds(at: other.anchor)
  }

  /// Returns the clock with another rate from `now` on.
  public func running(at rate: Double, from now: Instant) -> MotionClock {
    MotionClock(anchor: now, local: seconds(at: now), rate: rate)
  }
}
