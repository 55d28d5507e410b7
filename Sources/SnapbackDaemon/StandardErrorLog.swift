public import Logging
import SnapbackLinux

/// A log handler that writes lines such as `snapbackd: warning: text` to standard error.
///
/// If standard error is connected to the journal, a line with metadata is instead sent to the
/// journal's socket, as an entry with fields. The metadata `device`, for example, becomes the field
/// `SNAPBACK_DEVICE`. If the socket does not accept the entry at once, the line goes to standard
/// error, without fields.
///
/// Writing never blocks. If standard error has no room for a line, because its reader is slow, the
/// line is dropped and counted.
public struct StandardErrorLog: LogHandler {
  /// The least severe level that is written.
  public var logLevel: Logger.Level = .info
  /// The metadata of all lines of the logger, which become fields in the journal. The keys are
  /// words of lowercase letters, joined by underscores.
  public var metadata: Logger.Metadata = [:]
  private let label: String
  private let journal: JournalSocket?
  private let output = LogOutput()

  /// Creates a log. Its lines begin with `label` and the level or, if standard error is connected
  /// to the journal, with the priority.
  public init(label: String) {
    self.init(label: label, journal: ServiceManager.logsToJournal ? JournalSocket() : nil)
  }

  init(label: String, journal: JournalSocket?) {
    self.label = label
    self.journal = journal
  }

  /// One value of ``metadata``.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes one line.
  public func log(event: LogEvent) {
    // Replace newlines, so that the name of a device or a client cannot fake a second log line.
    let text = String("\(event.message)".map { $0.isNewline ? " " : $0 })
    let values = metadata.merging(event.metadata ?? [:]) { $1 }
    // A line without metadata goes to standard error, even with the journal: the journal knows the
    // unit of that connection. It finds the unit of an entry by the process that sent it, and fails
    // if that process has ended. So the line that states why a process ends must have no metadata.
    if let journal, !values.isEmpty, journal.send(entry(event.level, text, values)) { return }
    output.write(head(event.level) + text) { count in
      head(.warning) + "\(count) log lines were dropped because the reader of the log stalled"
    }
  }

  /// The fields of the journal entry for a line with metadata.
  private func entry(
    _ level: Logger.Level, _ text: String, _ values: Logger.Metadata
  ) -> [(name: String, value: String)] {
    [
      ("MESSAGE", text), ("PRIORITY", "\(Self.priority(level))"), ("SYSLOG_IDENTIFIER", label),
    ] + values.map { ("SNAPBACK_\($0.uppercased())", "\($1)") }
  }

  private func head(_ level: Logger.Level) -> String {
    journal != nil ? "<\(Self.priority(level))>" : "\(label): \(level): "
  }

  /// The priority of syslog(3) for a level. The journal reads it from the start of a line.
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
