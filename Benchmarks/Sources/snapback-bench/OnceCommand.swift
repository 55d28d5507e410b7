import ArgumentParser

/// Runs a workload once, for profilers and counters.
struct OnceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "once",
    abstract: "Runs a workload exactly once and prints the labels of its frames.",
    discussion: """
      For callgrind: the functions measureBuild and measureFrame hold everything that counts. \
      measureFrame runs once for each printed label after the first, measureNothing at the end.
      """)

  @Argument(help: "A workload file.")
  var file: String

  func run() throws {
    try Bench.attempt(file) { workload in
      var session = Session(workload)
      try session.measureBuild()
      for index in workload.frames.indices.dropFirst() { try session.measureFrame(index) }
      guard session.measureNothing() >= 0 else { return }
      print(workload.frames.map { workload.labels[$0.label] }.joined(separator: "\n"))
    }
  }
}
