import ArgumentParser
import Glibc
import SnapbackConstraints

/// Runs workloads of the constraint solver.
@main
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapback-bench",
    abstract: "Runs workloads of the constraint solver.",
    subcommands: [RunCommand.self, DumpCommand.self, OnceCommand.self, AllocationsCommand.self])

  /// Does the work of a subcommand; turns an error into one line and exit code 65.
  static func attempt(_ path: String, _ work: (Workload) throws -> Void) throws {
    do {
      try work(try WorkloadReader.read(path))
    } catch let failure as Failure {
      try end(failure.description)
    } catch let error as ConstraintError {
      try end("\(path): the solver refuses it: \(error)")
    }
  }

  private static func end(_ message: String) throws -> Never {
    let line = Array("snapback-bench: \(message)\n".utf8)
    write(STDERR_FILENO, line, line.count)
    throw ExitCode(65)
  }
}
