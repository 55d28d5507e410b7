import Glibc
public import SnapbackBasics

/// Reads the system's clocks. No other code reads them.
public enum MonotonicClock {
  /// The time on CLOCK_MONOTONIC, which stops while the machine sleeps.
  public static func now() -> Instant { read(CLOCK_MONOTONIC) }

  /// The time on CLOCK_BOOTTIME, which continues while the machine sleeps.
  static func nowWithSleep() -> Instant { read(CLOCK_BOOTTIME) }

  /// The time of day on CLOCK_REALTIME, in nanoseconds since 1970.
  public static func timeOfDay() -> Int64 { Int64(clamping: read(CLOCK_REALTIME).nanoseconds) }

  /// The processor time of the calling thread, on CLOCK_THREAD_CPUTIME_ID.
  public static func threadTime() -> Instant { read(CLOCK_THREAD_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Instant {
    var time = timespec()
    clock_gettime(clock, &time)
    let seconds = UInt64(clamping: time.tv_sec), rest = UInt64(clamping: time.tv_nsec)
    return Instant(nanoseconds: seconds &* 1_000_000_000 &+ rest)
  }
}
