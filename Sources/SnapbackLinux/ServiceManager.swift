import Glibc

/// The service manager that started this process. Messages to it use the protocol of sd_notify(3).
///
/// Without a service manager, if `$NOTIFY_SOCKET` is not set, no messages are sent.
public struct ServiceManager: Sendable {
  private let address: String?
  /// The interval at which the process reports that it is alive, in seconds; nil if there is no
  /// watchdog.
  ///
  /// It is half of the watchdog's timeout, as sd_watchdog_enabled(3) recommends.
  public let watchdogInterval: Double?

  /// Finds the manager by environment variables.
  public init() {
    address = SocketPath.environment("NOTIFY_SOCKET")
    let isOurs = SocketPath.environment("WATCHDOG_PID").map { $0 == "\(getpid())" } ?? true
    let limit = SocketPath.environment("WATCHDOG_USEC").flatMap { Double($0) }
    if isOurs, let limit, limit.isFinite, limit > 0 {
      watchdogInterval = limit / 2_000_000
    } else {
      watchdogInterval = nil
    }
  }

  /// Reports that the service is up; `systemctl status` shows `status`.
  public func ready(_ status: String) { send("READY=1\nSTATUS=\(status)") }
  /// Changes the text that `systemctl status` shows.
  public func status(_ text: String) { send("STATUS=\(text)") }
  /// Reports that the service reloads its files; ``ready(_:)`` reports the end of the reload.
  public func reloading() { send("RELOADING=1") }
  /// Reports that the service is about to end.
  public func stopping() { send("STOPPING=1") }
  /// Reports that the service is alive.
  public func notifyWatchdog() { send("WATCHDOG=1") }

  private func send(_ message: String) {
    guard let address else { return }
    UnixDatagram.send(Array(message.utf8), to: address)
  }

  /// The listening socket that the manager has opened for this process; nil if there is none.
  ///
  /// According to sd_listen_fds(3), this is the first descriptor after the standard ones. Only the
  /// first call returns it, because the call removes the environment variables, so that no child
  /// process uses them.
  public static func adoptListeningSocket() -> Int32? {
    let isOurs = SocketPath.environment("LISTEN_PID") == "\(getpid())"
    let count = SocketPath.environment("LISTEN_FDS").flatMap { Int($0) } ?? 0
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
    return isOurs && count > 0 ? 3 : nil
  }

  /// Whether the standard error output goes to the journal. The journal supports priorities in
  /// lines.
  public static var logsToJournal: Bool {
    guard let stream = SocketPath.environment("JOURNAL_STREAM") else { return false }
    var information = stat()
    guard fstat(STDERR_FILENO, &information) == 0 else { return false }
    return stream == "\(information.st_dev):\(information.st_ino)"
  }
}
