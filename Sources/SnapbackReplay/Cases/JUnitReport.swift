/// The results of cases in the XML format of JUnit's Ant task, which continuous integration systems
/// read.
public struct JUnitReport: Sendable {
  /// The result of a case.
  public enum Outcome: Sendable {
    /// All expectations were met.
    case passed
    /// An expectation was not met. The values are a summary line and the full text.
    case failed(String, details: String)
    /// The case could not be run.
    case broken(String)
    /// The case was not run.
    case skipped(String)
  }

  /// A case and its result.
  public struct Entry: Sendable {
    /// The case's path without its extension.
    public var name: String
    /// The run time in seconds.
    public var seconds: Double
    /// The result.
    public var outcome: Outcome

    /// Makes an entry of a case.
    public init(name: String, seconds: Double, outcome: Outcome) {
      self.name = name
      self.seconds = seconds
      self.outcome = outcome
    }
  }

  /// The cases in the order in which they ran.
  public var entries: [Entry]

  /// Makes a report.
  public init(entries: [Entry]) {
    self.entries = entries
  }

  /// The XML document.
  public var text: String {
    var (failures, errors, skipped) = (0, 0, 0)
    for entry in entries {
      switch entry.outcome {
      case .passed: break
      case .failed: failures += 1
      case .broken: errors += 1
      case .skipped: skipped += 1
      }
    }
    let counts = "tests=\"\(entries.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
    let time = "time=\"\(CaseNumber.fixed(entries.reduce(0) { $0 + $1.seconds }))\""
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites \(counts) \(time)>",
      "  <testsuite name=\"snapback\" \(counts) skipped=\"\(skipped)\" \(time)>",
    ]
    for entry in entries { lines += element(entry) }
    return (lines + ["  </testsuite>", "</testsuites>"]).joined(separator: "\n") + "\n"
  }

  private func element(_ entry: Entry) -> [String] {
    // The folder becomes the class name, which tools that show a tree expect.
    let parts = entry.name.split(separator: "/").map(String.init)
    let folder = parts.dropLast().joined(separator: ".")
    let name = Self.attribute(parts.last ?? entry.name)
    let start =
      "    <testcase classname=\"\(Self.attribute(folder.isEmpty ? "cases" : folder))\" "
      + "name=\"\(name)\" time=\"\(CaseNumber.fixed(entry.seconds))\""
    func whole(_ child: String) -> [String] { [start + ">", "      " + child, "    </testcase>"] }
    switch entry.outcome {
    case .passed: return [start + "/>"]
    case .failed(let message, let details):
      return whole(
        "<failure message=\"\(Self.attribute(message))\" type=\"expectation\">"
          + "\(Self.escaped(details))</failure>")
    case .broken(let message):
      return whole("<error message=\"\(Self.attribute(message))\" type=\"broken\"/>")
    case .skipped(let message):
      return whole("<skipped message=\"\(Self.attribute(message))\"/>")
    }
  }

  private static func attribute(_ text: String) -> String {
    escaped(text).replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
  }

  /// Escapes text for XML 1.0. Control characters, which XML 1.0 does not allow, become U+FFFD.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      default:
        let isAllowed = scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        result.unicodeScalars.append(isAllowed ? scalar : "\u{FFFD}")
      }
    }
    return result
  }
}
