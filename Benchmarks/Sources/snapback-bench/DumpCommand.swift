import ArgumentParser
import SnapbackConstraints

/// Prints the solver's answers.
struct DumpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Prints the answer of each frame, one line of JSON each.",
    discussion: """
      Constraints are numbered from 0 in the order of the `c` and `c-` lines, then the edit \
      variables in the order of their `e` lines. Numbers have the fewest digits that read back as \
      the same number.
      """)

  @Argument(help: "A workload file.")
  var file: String

  func run() throws {
    try Bench.attempt(file) { workload in
      var session = Session(workload)
      try session.measureBuild()
      print(line(session, 0, workload))
      for index in workload.frames.indices.dropFirst() {
        try session.measureFrame(index)
        print(line(session, index, workload))
      }
    }
  }

  private func line(_ session: Session, _ index: Int, _ workload: Workload) -> String {
    let conflicts = session.numberedConflicts().map {
      "{\"victim\":\($0.victim),\"others\":\(Text.list($0.others))}"
    }
    let label = workload.labels[workload.frames[index].label]
    return "{\"frame\":\(index),\"label\":\(Text.quoted(label)),"
      + "\"values\":[\(session.values.map(Text.number).joined(separator: ","))],"
      + "\"conflicts\":[\(conflicts.joined(separator: ","))],"
      + "\"optimal\":\(session.report?.isOptimal ?? false)}"
  }
}
