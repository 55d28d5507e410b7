import ArgumentParser
import Glibc
import SnapbackBasics
import SnapbackFiles
import SnapbackLinux

/// The tool's command line.
@main
struct Snapback: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapback",
    abstract: "Inspects Snapback: devices, scenes, recordings, and the running daemon.",
    version: SnapbackVersion.text,
    subcommands: [
      Devices.self, Replay.self, Test.self, Contacts.self, Plot.self, Pacing.self, Layout.self,
      Curve.self, Watch.self, Send.self, Status.self, Doctor.self, Check.self, Record.self,
      Synth.self, Tuio.self, Demo.self,
    ])

  /// Runs the body of a command. If it fails, prints the failure as one line and exits with its
  /// code.
  static func run(_ body: () throws(Failure) -> Void) throws {
    do throws(Failure) {
      try body()
      // The output may still be buffered, so an error such as a full disk is detected only here.
      let result = fflush(nil)
      let code = errno
      guard result == 0 else {
        throw Failure(.output, SystemError("cannot write the output", code: code).description)
      }
    } catch {
      Files.writeError("snapback: error: \(error.description)\n")
      throw ArgumentParser.ExitCode(error.code.rawValue)
    }
  }
}

/// A size on the command line, `390x844`.
struct SizeArgument: ExpressibleByArgument {
  let size: Size

  init?(argument: String) {
    let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]),
      (1...100_000).contains(width), (1...100_000).contains(height)
    else { return nil }
    size = Size(width: width, height: height)
  }
}
