import CSnapbackLinux
import Glibc
public import SnapbackBasics

/// A timer on CLOCK_MONOTONIC. Its descriptor is readable when the timer is due.
public struct Timer: ~Copyable {
  private let timer: Descriptor
  private var armed: Instant?

  /// Makes a timer that is not set.
  public init() throws(SystemError) {
    timer = Descriptor(owning: try checked(snapback_timer_create(), "timerfd"))
  }

  /// The descriptor to watch.
  public var descriptor: Int32 { timer.raw }

  /// Sets the timer to a moment, or cancels it if `moment` is nil. A timer set to a past moment
  /// fires at once.
  ///
  /// Makes no system call if the timer is already set to this moment.
  public mutating func set(_ moment: Instant?) {
    guard moment != armed else { return }
    armed = moment
    // 0 would cancel the timer, so use 1 ns instead of the clock's origin.
    snapback_timer_set(timer.raw, moment.map { max(1, $0.nanoseconds) } ?? 0)
  }

  /// Acknowledges that the timer fired.
  public mutating func acknowledge() {
    var count: UInt64 = 0
    _ = read(timer.raw, &count, 8)
    armed = nil
  }
}
