import Glibc
package import SnapbackBasics

/// Detects that the machine has slept, from the clock that counts sleep and the clock that does
/// not.
public struct SuspendDetector: Sendable {
  /// The shortest sleep that counts, in seconds; a shorter one may be jitter from reading two
  /// clocks.
  public static let threshold = 0.1

  private var slept: Double

  /// A detector that starts now.
  public init() {
    slept = Self.read()
  }

  /// A detector that starts when the clocks show these times.
  package init(boot: Instant, monotonic: Instant) {
    slept = boot.seconds(since: monotonic)
  }

  /// Whether the machine has slept since the last call.
  public mutating func hasSlept() -> Bool {
    notice(Self.read())
  }

  /// Whether the machine has slept since the last call, by the times of both clocks.
  package mutating func hasSlept(boot: Instant, monotonic: Instant) -> Bool {
    notice(boot.seconds(since: monotonic))
  }

  private mutating func notice(_ total: Double) -> Bool {
    // Reading two clocks can be interrupted between them, which makes the total too small once.
    defer { slept = max(slept, total) }
    return total - slept > Self.threshold
  }

  /// The time that the machine has slept since it was started, in seconds.
  private static func read() -> Double {
    MonotonicClock.nowWithSleep().seconds(since: MonotonicClock.now())
  }
}
