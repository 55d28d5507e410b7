import Logging
import SnapbackBasics
import SnapbackLinux
import SnapbackProtocol

/// The daemon's log, with a rate limit for lines that clients can cause.
struct DaemonLog {
  private var logger: Logger
  private var limit = LogLimit()
  /// The number of requests that were answered with an error.
  private(set) var refusedRequests: UInt64 = 0
  /// The number of clients that were refused or disconnected because of an error.
  private(set) var refusedClients: UInt64 = 0

  init(_ logger: Logger) { self.logger = logger }

  mutating func setLevel(_ level: Logger.Level) { logger.logLevel = level }

  func error(_ message: String) { logger.error("\(message)") }
  func warning(_ message: String) { logger.warning("\(message)") }
  func info(_ message: String) { logger.info("\(message)") }
  func debug(_ message: @autoclosure () -> String) { logger.debug("\(message())") }

  /// The logger without the rate limit, for components that log directly.
  var plain: Logger { logger }

  /// Logs a warning that clients can cause. The rate is limited for each `kind`.
  mutating func warn(_ kind: String, _ message: String) {
    guard let suppressed = limit.admit(kind, at: MonotonicClock.now()) else { return }
    let rest = suppressed > 0 ? " (\(suppressed) more like this were not logged)" : ""
    logger.warning("\(message)\(rest)")
  }

  /// Logs that a request was refused.
  mutating func noteRefusal(code: String, _ message: String) {
    refusedRequests &+= 1
    debug("a command is refused (\(code)): \(message)")
  }

  /// Logs that a client was disconnected because of an error.
  mutating func warnOfDisconnection(_ error: ProtocolError) {
    refusedClients &+= 1
    warn(error.code.rawValue, "a client is disconnected (\(error.code.rawValue)): \(error.message)")
  }
}
