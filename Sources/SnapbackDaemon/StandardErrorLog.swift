public import Logging
import SnapbackLinux

/// A log handler that writes lines such as `snapbackd: warning: text` to standard error.
///
/// Writing never blocks: if there is no room for a line, because the reader is slow, the line is
/// dropped and counted.
public struct StandardErrorLog: LogHandler {
  /// The least severe level that is written.
  public var logLevel: Logger.Level = .info
  /// The metadata of the logger. It is not written.
  public var metadata: Logger.Metadata = [:]
  private let label: String
  private let isJournal = ServiceManager.logsToJournal
  private let output = LogOutput()

  /// Creates a log. Its lines begin with `label` and the level or, for the journal, with the
  /// priority.
  public init(label: String) {
    self.label = label
  }

  /// One value of ``metadata``.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes one line.
  public func log(event: LogEvent) {
    // Replace newlines, so that the name of a device or a client cannot fake a second log line.
    let text = "\(event.message)".map { $0.isNewline ? " " : $0 }
    output.write(head(event.level) + String(text)) { count in
      head(.warning) + "\(count) log lines were dropped because the reader of the log stalled"
    }
  }

  private func head(_ level: Logger.Level) -> String {
    isJournal ? "<\(Self.priority(level))>" : "\(label): \(level): "
  }

  /// The syslog(3) priority, which the journal reads from the start of a line.
  private static func priority(_ level: Logger.Level) -> Int {
    switch level {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}
