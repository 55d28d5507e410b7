import CSnapbackLinux

/// Gives grabbed devices back when the loop that reads them hangs.
///
/// A grabbed panel whose reader hangs is dead for everybody. Around each piece of work the loop
/// says how long it may take; past that, a signal handler gives all grabs back. A process that is
/// stopped or killed loses its grabs to its watchdog or at once.
public enum GrabGuard {
  /// Work begins that must be done within so many seconds.
  public static func begin(seconds: UInt32) {
    snapback_grab_deadline(seconds)
  }

  /// The work is done; true when it took too long, and all grabs are gone.
  public static func end() -> Bool {
    snapback_grab_deadline(0)
    return snapback_grab_lost() != 0
  }
}
