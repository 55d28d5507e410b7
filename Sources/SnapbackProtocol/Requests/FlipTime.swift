public import SnapbackBasics

/// Converts the flip times that a display driver reports into the times of `presented` requests.
///
/// The kernel's `drm_event_vblank` has the time on CLOCK_MONOTONIC in `tv_sec` and `tv_usec`, 32
/// bits each (drm_mode.h and drm.h; capability DRM_CAP_TIMESTAMP_MONOTONIC, which all drivers have
/// since Linux 4.15). Microseconds are truncated, so the time is up to 1 µs early. Wayland's
/// `wp_presentation_feedback.presented` has the seconds in two halves, and nanoseconds;
/// ``instant(secondsHigh:secondsLow:nanoseconds:)`` converts them.
public enum FlipTime {
  /// Converts the time of a flip as reported by the kernel. Never traps.
  public static func instant(seconds: UInt32, microseconds: UInt32) -> Instant {
    Instant(seconds: Int64(clamping: seconds), microseconds: Int64(clamping: microseconds))
  }

  /// Converts the time of a flip as reported by a Wayland compositor. Saturates beyond 584 years.
  public static func instant(
    secondsHigh: UInt32, secondsLow: UInt32, nanoseconds: UInt32
  ) -> Instant {
    let high = UInt64(truncatingIfNeeded: secondsHigh) << 32
    let seconds = high | UInt64(truncatingIfNeeded: secondsLow)
    let whole = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !whole.overflow else { return .distantFuture }
    return Instant(nanoseconds: whole.partialValue)
      .advanced(byNanoseconds: UInt64(truncatingIfNeeded: nanoseconds))
  }

  /// The number of refreshes between two consecutive flips, each of which is a missed flip.
  ///
  /// The number is rounded, so flips may be early or late by half a refresh. It is 0 if `refresh`
  /// is 0 or if `later` is not after `earlier`.
  public static func skipped(from earlier: Instant, to later: Instant, refresh: UInt64) -> UInt64 {
    guard refresh > 0, later > earlier else { return 0 }
    let span = later.nanoseconds - earlier.nanoseconds
    let (whole, rest) = span.quotientAndRemainder(dividingBy: refresh)
    let steps = whole + (rest > refresh / 2 ? 1 : 0)
    return steps > 0 ? steps - 1 : 0
  }
}
