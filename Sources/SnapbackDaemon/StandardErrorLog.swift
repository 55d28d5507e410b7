public import Logging
import SnapbackLinux

/// Writes log lines to standard error: `snapbackd: warning: text`.
///
/// Never blocks: lines for which the reader leaves no room are dropped and counted.
public struct StandardErrorLog: LogHandler {
  /// The least severe level that is written.
  public var logLevel: Logger.Level = .info
  /// The metadata of the logger; not written.
  public var metadata: Logger.Metadata = [:]
  private let label: String
  private let isJournal = ServiceManager.logsToJournal
  private let output = LogOutput()

  /// Creates a log whose lines begin with `label` and level or, in the journal, with their
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
    // Newlines in the name of a device or a client must not fake a second log line.
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
