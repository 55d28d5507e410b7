import SnapbackDocument
import SnapbackFiles
import SnapbackReplay

/// The result of a case.
struct TestResult {
  let test: TestCase
  let trace: CaseTrace
  private(set) var golden: Golden?
  private(set) var failures: [CaseFailure] = []
  /// The line that reports an updated golden.
  private var updateLine: String?

  static let indent = "        "

  init(test: TestCase, trace: CaseTrace, golden: Golden?) {
    self.test = test
    self.trace = trace
    self.golden = golden
  }

  /// Determines which expectations are not met.
  mutating func judge() {
    failures = test.replayCase.failures(of: trace, golden: golden)
  }

  /// Writes the golden unless the present golden matches the frames.
  mutating func updateGolden() throws(Failure) {
    guard let reference = test.replayCase.golden, let path = test.goldenPath,
      !trace.isCutOff
    else { return }
    let seen = Golden(trace, values: reference.values)
    var change = "\(seen.rows.count) rows"
    if let golden, golden.rate == seen.rate {
      let differences = golden.differences(from: seen, tolerance: reference.tolerance)
      guard !differences.isEmpty else { return }
      let columns = differences.map { "\($0.column) in \($0.count)" }.joined(separator: ", ")
      change += "; rows that differ: \(columns)"
    }
    try TestFiles.requireReplaceable(path)
    try TestFiles.write(seen.text, to: path)
    updateLine = "updated \(path): \(change)"
    golden = seen
  }

  /// The lines to print.
  var lines: [String] {
    var lines = updateLine.map { [$0] } ?? []
    guard !failures.isEmpty else {
      let count = test.replayCase.expectations.count
      var parts: [String] = []
      if count > 0 { parts.append("\(count) expectation\(count == 1 ? "" : "s")") }
      if let golden { parts.append("golden of \(golden.rows.count) rows") }
      lines.append("ok      \(test.name): \(parts.joined(separator: ", "))")
      return lines
    }
    lines.append("FAILED  \(test.name)")
    return lines + details.map { Self.indent + $0 }
  }

  /// The failures, each with its position and the observed values.
  private var details: [String] {
    failures.flatMap { failure in
      let place = "\(test.file):\(failure.position.line):\(failure.position.column)"
      return ["\(place): expected \(failure.expected)"] + failure.seen.map { "  " + $0 }
    }
  }

  /// The outcome for the JUnit report.
  var outcome: JUnitReport.Outcome {
    guard let first = failures.first else { return .passed }
    let seen = first.seen.first.map { "; " + $0 } ?? ""
    let more = failures.count > 1 ? " (and \(failures.count - 1) more)" : ""
    return .failed(
      "expected \(first.expected)\(seen)\(more)", details: details.joined(separator: "\n"))
  }
}
