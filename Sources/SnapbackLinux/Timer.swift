import CSnapbackLinux
import Glibc
public import SnapbackBasics

/// A timer on CLOCK_MONOTONIC whose descriptor is readable when it is due.
public struct Timer: ~Copyable {
  private let timer: Descriptor
  private var armed: Instant?

  /// A timer that is not set.
  public init() throws(SystemError) {
    timer = Descriptor(owning: try checked(snapback_timer_create(), "timerfd"))
  }

  /// The descriptor to watch.
  public var descriptor: Int32 { timer.raw }

  /// Sets the timer to a moment, or cancels it; a moment that has passed fires at once.
  ///
  /// Makes no system call if the timer is already set to that moment.
  public mutating func set(_ moment: Instant?) {
    guard moment != armed else { return }
    armed = moment
    // 0 disarms, so the clock's origin becomes its first nanosecond.
    snapback_timer_set(timer.raw, moment.map { max(1, $0.nanoseconds) } ?? 0)
  }

  /// Acknowledges that the timer fired.
  public mutating func acknowledge() {
    var count: UInt64 = 0
    _ = read(timer.raw, &count, 8)
    armed = nil
  }
}
