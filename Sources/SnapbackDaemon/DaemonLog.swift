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

  /// Logs a detail at the level `debug`. If `client` is given, the line has fields for the journal
  /// with the process and the user of the client.
  func debug(_ message: @autoclosure () -> String, about client: ClientSession? = nil) {
    logger.debug("\(message())", metadata: client?.identity.fields)
  }

  /// The logger without the rate limit, for components that log directly.
  var plain: Logger { logger }

  /// Logs a warning that clients can cause. The rate of warnings is limited for each `kind`.
  ///
  /// - Parameter fields: metadata of the line, which become fields of its entry in the journal.
  mutating func warn(_ kind: String, _ message: String, _ fields: Logger.Metadata = [:]) {
    guard let suppressed = limit.admit(kind, at: MonotonicClock.now()) else { return }
    let rest = suppressed > 0 ? " (\(suppressed) more like this were not logged)" : ""
    logger.warning("\(message)\(rest)", metadata: fields)
  }

  /// Logs at the level `debug` that a request of a client was refused, and counts the request.
  mutating func noteRefusal(of client: ClientSession, code: String, _ message: String) {
    refusedRequests &+= 1
    logger.debug(
      "a command is refused (\(code)): \(message)",
      metadata: client.identity.fields.merging(["code": "\(code)"]) { $1 })
  }

  /// Logs a warning that a client was disconnected because of an error, and counts the client.
  mutating func warnOfDisconnection(of identity: ClientIdentity, _ error: ProtocolError) {
    refusedClients &+= 1
    let code = error.code.rawValue
    warn(
      code, "a client is disconnected (\(code)): \(error.message)",
      identity.fields.merging(["code": "\(code)"]) { $1 })
  }
}

extension Logger {
  /// Returns a logger for lines about a device. In the journal, each of these lines has a field
  /// with the path of the device, `device`.
  func about(_ device: String) -> Logger {
    var copy = self
    copy[metadataKey: "device"] = "\(device)"
    return copy
  }
}

extension ClientIdentity {
  /// The metadata of log lines about the client: its process and its user. Empty if they are not
  /// known.
  fileprivate var fields: Logger.Metadata {
    guard let peer else { return [:] }
    return ["client_pid": "\(peer.process)", "client_uid": "\(peer.user)"]
  }
}
