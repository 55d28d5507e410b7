public import SnapbackTiming

/// How a motion's own time runs against the engine's: from an anchor, at a rate.
///
/// Rate 1 is as fast, 0 stands still, −1 runs backwards, 0.1 is slow motion.
public struct MotionClock: Hashable, Sendable {
  /// A moment of the engine's time.
  public let anchor: Instant
  /// The motion's own time then, in seconds; negative while a delay runs.
  public let local: Double
  /// Seconds of its own time in a second of the engine's, finite.
  public let rate: Double

  /// A clock that shows `local` at `anchor`.
  public init(anchor: Instant, local: Double = 0, rate: Double = 1) {
    self.anchor = anchor
    self.local = local
    self.rate = rate
  }

  /// The motion's own time at `now`, in seconds.
  public func seconds(at now: Instant) -> Double { local + rate * now.seconds(since: anchor) }

  /// When it shows `seconds`; the anchor if it does already, ``Instant/distantFuture`` if never.
  public func moment(of seconds: Double) -> Instant {
    let distance = seconds - local
    if distance == 0 || rate > 0 && distance < 0 || rate < 0 && distance > 0 { return anchor }
    guard rate != 0, distance.isFinite else { return .distantFuture }
    return anchor.advanced(bySeconds: distance / rate)
  }

  /// Whether both show the same at all times, up to rounding of the moment that they are set by.
  func agrees(with other: MotionClock) -> Bool {
    rate == other.rate && other.local == seconds(at: other.anchor)
  }

  /// The clock that shows the same at `now` and runs at another rate from then on.
  public func running(at rate: Double, from now: Instant) -> MotionClock {
    MotionClock(anchor: now, local: seconds(at: now), rate: rate)
  }
}
