import CSnapbackLinux

/// The real-time priority of the calling thread: SCHED_RR, 2.
///
/// Threads and processes that the thread starts have normal priority (SCHED_RESET_ON_FORK).
public enum RealTimePriority {
  /// Whether the limit of the process permits it (RLIMIT_RTPRIO). The kernel also grants it to a
  /// process with the capability CAP_SYS_NICE, such as those of root.
  public static var isPermitted: Bool { snapback_real_time_permitted() != 0 }

  /// Gives the thread real-time priority. Waits for 0.1 ms.
  public static func begin() throws(SystemError) {
    _ = try checked(snapback_real_time_begin(), "real-time priority")
  }

  /// Returns the thread to normal priority, which the kernel permits to every thread.
  public static func end() { snapback_real_time_end() }
}
