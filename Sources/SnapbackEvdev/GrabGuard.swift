import CSnapbackLinux

/// Releases grabbed devices when the loop that reads them hangs.
///
/// A grabbed panel whose reader hangs is unusable for all programs. The loop sets a time limit
/// around each piece of work; when the limit passes, a signal handler releases all grabs. A process
/// that is stopped loses its grabs to its watchdog; one that is killed loses them at once.
public enum GrabGuard {
  /// Starts work that must finish within `seconds`.
  public static func begin(seconds: UInt32) {
    snapback_grab_deadline(seconds)
  }

  /// Ends the work. Returns true if it took too long and all grabs were released.
  public static func end() -> Bool {
    snapback_grab_deadline(0)
    return snapback_grab_lost() != 0
  }
}
