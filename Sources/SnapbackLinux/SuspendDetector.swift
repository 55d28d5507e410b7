import Glibc
package import SnapbackBasics

/// Detects that the machine has slept, by comparing a clock that runs during sleep with one that
/// does not.
public struct SuspendDetector: Sendable {
  /// The minimum duration of a detected sleep, in seconds. A smaller difference may be jitter
  /// between the readings of the two clocks.
  public static let threshold = 0.1

  private var slept: Double

  /// Makes a detector that starts now.
  public init() {
    slept = Self.read()
  }

  /// Makes a detector that starts at these times of the two clocks.
  package init(boot: Instant, monotonic: Instant) {
    slept = boot.seconds(since: monotonic)
  }

  /// Whether the machine has slept since the last call.
  public mutating func hasSlept() -> Bool {
    notice(Self.read())
  }

  /// Whether the machine has slept since the last call, given the times of both clocks.
  package mutating func hasSlept(boot: Instant, monotonic: Instant) -> Bool {
    notice(boot.seconds(since: monotonic))
  }

  private mutating func notice(_ total: Double) -> Bool {
    // An interruption between the two readings makes this total too small, so keep the largest.
    defer { slept = max(slept, total) }
    return total - slept > Self.threshold
  }

  /// The time that the machine has slept since it was started, in seconds.
  private static func read() -> Double {
    MonotonicClock.nowWithSleep().seconds(since: MonotonicClock.now())
  }
}
