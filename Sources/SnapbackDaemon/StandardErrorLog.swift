public import Logging
import SnapbackLinux

/// Writes log lines to the standard error output: `snapbackd: warning: text`.
public struct StandardErrorLog: LogHandler {
  /// The least severe level that is written.
  public var logLevel: Logger.Level = .info
  /// Facts that belong to every line.
  public var metadata: Logger.Metadata = [:]
  private let label: String
  private let isJournal = ServiceManager.logsToJournal

  /// A log whose lines begin with `label`, or, in the journal, with their priority.
  public init(label: String) {
    self.label = label
  }

  /// A fact that belongs to every line.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes one line.
  public func log(event: LogEvent) {
    // What comes from a device's name or a client's must not fake a second line.
    let text = "\(event.message)".map { $0.isNewline ? " " : $0 }
    let head = isJournal ? "<\(Self.priority(event.level))>" : "\(label): \(event.level): "
    Files.writeError(head + String(text) + "\n")
  }

  /// The priority of syslog(3), which the journal takes from the start of a line.
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
