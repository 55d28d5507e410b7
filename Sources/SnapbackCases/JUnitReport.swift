/// What came of cases, in the XML that JUnit's Ant task began and continuous integration reads.
public struct JUnitReport: Sendable {
  /// What came of a case.
  public enum Outcome: Sendable {
    /// All is as expected.
    case passed
    /// Something is not; a line to show first, and all there is to say.
    case failed(String, details: String)
    /// It could not be run.
    case broken(String)
    /// It was not run.
    case skipped(String)
  }

  /// A case and what came of it.
  public struct Entry: Sendable {
    /// The case's path without its ending.
    public var name: String
    /// How long it took, in seconds.
    public var seconds: Double
    /// What came of it.
    public var outcome: Outcome

    /// A case and what came of it.
    public init(name: String, seconds: Double, outcome: Outcome) {
      self.name = name
      self.seconds = seconds
      self.outcome = outcome
    }
  }

  /// The cases in the order in which they ran.
  public var entries: [Entry]

  /// A report of these cases.
  public init(entries: [Entry]) {
    self.entries = entries
  }

  /// The document.
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
    // The folder stands for the class, as tools that show a tree expect it.
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

  /// Text without what XML 1.0 has no place for: control characters become U+FFFD.
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
