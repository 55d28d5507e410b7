import Glibc
package import SnapbackTiming

/// Notices that the machine has slept, by the clock that counts sleep and the one that does not.
public struct SuspendDetector: Sendable {
  /// How much sleep counts, in seconds; less is the jitter of reading two clocks.
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

  /// Whether the machine has slept since it was last asked.
  public mutating func hasSlept() -> Bool {
    notice(Self.read())
  }

  /// The same, told what the clocks show.
  package mutating func hasSlept(boot: Instant, monotonic: Instant) -> Bool {
    notice(boot.seconds(since: monotonic))
  }

  private mutating func notice(_ total: Double) -> Bool {
    // Reading two clocks can be interrupted between them, which makes the total too small once.
    defer { slept = max(slept, total) }
    return total - slept > Self.threshold
  }

  /// The seconds that the machine has slept since it was started.
  private static func read() -> Double {
    MonotonicClock.nowWithSleep().seconds(since: MonotonicClock.now())
  }
}
