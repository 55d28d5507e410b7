import ArgumentParser
import SnapbackBasics
import SnapbackFiles
import SnapbackLinux
import SnapbackReplay

/// `snapback test`: runs recordings on scenes and checks the results.
struct Test: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs cases: recordings on scenes, with expected results.",
    discussion: """
      A case is a file *.case (docs/replay-tests.md). All are read before the first one runs, \
      also those of other shards. \
      Exit codes: 0 all passed, 1 some failed, 65 a case cannot be read, 66 no case found.
      """)

  @Argument(
    help: "Cases, and folders to search for *.case, recursively.",
    completion: .file(extensions: ["case"]))
  var paths: [String]

  @Option(help: "Run only cases whose path contains this text.")
  var filter: String?

  @Option(
    help: ArgumentHelp(
      "Run the K-th of N parts of the cases, as in 2/8. Together the parts run each case once.",
      valueName: "k/n"))
  var shard: ShardArgument?

  @Option(
    help: "Write a JUnit XML report for continuous integration.",
    completion: .file(extensions: ["xml"]))
  var junit: String?

  @Option(help: "Write a picture of each case that fails into this folder.", completion: .directory)
  var svg: String?

  @Flag(
    help: """
      For each case that fails, every decision about a touch, and what the contact filter drops, \
      joins or delays, with time and reason.
      """)
  var explain = false

  @OptionGroup var devices: DeviceOptions

  @OptionGroup var traits: TraitsOptions

  @Flag(help: "Accept the frames as they are: write goldens that are missing or differ.")
  var update = false

  func run() throws {
    var failed = 0
    try Snapback.run { () throws(Failure) in
      let files = try TestFiles.cases(in: paths, filter: filter)
      let chosen = shard?.part(of: files) ?? files
      let loaded = try load(files, reporting: Set(chosen)).filter { chosen.contains($0.file) }
      var report = JUnitReport(entries: [])
      var pictures = TestPictureFolder(path: svg)
      for test in loaded {
        let start = MonotonicClock.now()
        let result = try run(test)
        let seconds = MonotonicClock.now().seconds(since: start)
        for line in result.lines { print(line) }
        if !result.failures.isEmpty {
          failed += 1
          if explain { for line in test.timeline { print(TestResult.indent + line) } }
          if let path = try pictures.write(result) { print(TestResult.indent + "picture: \(path)") }
        }
        report.entries.append(
          JUnitReport.Entry(name: test.name, seconds: seconds, outcome: result.outcome))
      }
      try write(report)
      print("\(loaded.count - failed) passed, \(failed) failed")
    }
    if failed > 0 { throw ArgumentParser.ExitCode(1) }
  }

  /// Reads all cases and the files that they name. Reports every fault, and throws if there is any;
  /// then, the JUnit report has the cases in `reported`.
  private func load(
    _ files: [String], reporting reported: Set<String>
  ) throws(Failure) -> [TestCase] {
    var loaded: [TestCase] = []
    var report = JUnitReport(entries: [])
    for file in files {
      let name = TestFiles.name(of: file)
      do throws(Failure) {
        loaded.append(
          try TestCase(
            file: file, name: name, traits: traits, devices: devices, replacesGolden: update))
        let outcome = JUnitReport.Outcome.skipped("another case is broken")
        report.entries.append(JUnitReport.Entry(name: name, seconds: 0, outcome: outcome))
      } catch {
        Files.writeError("snapback: error: \(error.description)\n")
        let outcome = JUnitReport.Outcome.broken(error.description)
        report.entries.append(JUnitReport.Entry(name: name, seconds: 0, outcome: outcome))
      }
    }
    let broken = files.count - loaded.count
    guard broken == 0 else {
      report.entries = zip(files, report.entries).filter { reported.contains($0.0) }.map(\.1)
      try write(report)
      throw Failure(
        .data,
        "nothing was run: \(broken) of \(files.count) case"
          + "\(files.count == 1 ? "" : "s") cannot be read")
    }
    return loaded
  }

  private func run(_ test: TestCase) throws(Failure) -> TestResult {
    for warning in test.warnings { Files.writeError("snapback: warning: \(warning)\n") }
    let trace = try test.trace()
    for warning in trace.warnings {
      Files.writeError("snapback: warning: \(test.file): \(warning)\n")
    }
    var result = TestResult(test: test, trace: trace, golden: test.golden)
    if update { try result.updateGolden() }
    result.judge()
    return result
  }

  private func write(_ report: JUnitReport) throws(Failure) {
    guard let junit else { return }
    try TestFiles.write(report.text, to: junit)
  }
}

/// A part of a list on the command line, `2/8`.
struct ShardArgument: ExpressibleByArgument {
  private let part: Int
  private let count: Int

  init?(argument: String) {
    let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map {
      Int32($0).flatMap(Int.init(exactly:))
    }
    guard numbers.count == 2, let part = numbers[0], let count = numbers[1],
      (1...10_000).contains(count), (1...count).contains(part)
    else { return nil }
    (self.part, self.count) = (part, count)
  }

  /// Returns every `count`-th item, so that items of one folder are spread over all parts.
  func part<Item>(of items: [Item]) -> [Item] {
    stride(from: part - 1, to: items.count, by: count).map { items[$0] }
  }
}
