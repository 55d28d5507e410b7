import SnapbackProtocol

/// A finding of `snapback doctor`.
struct DoctorFinding: Equatable {
  /// The severity of a finding.
  enum Verdict: String {
    /// No problem was found.
    case ok
    /// Snapback works, but the user should check the finding.
    case warning
    /// Snapback cannot work until the fault is fixed.
    case fault
  }

  var verdict: Verdict
  /// The subject that was checked: configuration, scene, socket, daemon, device.
  var subject: String
  /// The result, in one line.
  var text: String
  /// The remedy; nil if none is needed.
  var remedy: String?

  static func ok(_ subject: String, _ text: String) -> Self {
    Self(verdict: .ok, subject: subject, text: text)
  }

  static func warning(_ subject: String, _ text: String, remedy: String? = nil) -> Self {
    Self(verdict: .warning, subject: subject, text: text, remedy: remedy)
  }

  static func fault(_ subject: String, _ text: String, remedy: String? = nil) -> Self {
    Self(verdict: .fault, subject: subject, text: text, remedy: remedy)
  }

  /// The finding as text, with the remedy on a line of its own.
  var lines: String {
    var line = Self.column(verdict.rawValue, 9) + Self.column(subject, 15) + text
    if let remedy { line += "\n" + Self.column("", 9) + Self.column("", 15) + "→ " + remedy }
    return line
  }

  /// The finding as a JSON object.
  var json: String {
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    writer.string(verdict.rawValue, "verdict")
    writer.string(subject, "subject")
    writer.string(text, "text")
    if let remedy { writer.string(remedy, "remedy") }
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
