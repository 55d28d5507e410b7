public import Logging
import SnapbackLinux

/// Writes log lines to the standard error output: `snapbackd: warning: text`.
public struct StandardErrorLog: LogHandler {
  /// The least severe level that is written.
  public var logLevel: Logger.Level = .info
  /// Facts that belong to every line.
  public var metadata: Logger.Metadata = [:]
  private let label: String

  /// A log whose lines begin with `label`.
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
    Files.writeError("\(label): \(event.level): \(String(text))\n")
  }
}
