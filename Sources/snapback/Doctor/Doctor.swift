import ArgumentParser
import SnapbackDaemon
import SnapbackFiles
import SnapbackLinux

/// `snapback doctor`: finds faults because of which touches do not lead to frames for clients.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks everything that Snapback needs, and says what to fix and how.",
    discussion: """
      Checks the configuration, its scene, the socket, the daemon that listens there and the \
      devices, in this order. It changes nothing. The exit code is 1 if it finds a fault.
      """)

  @Option(
    help: """
      The daemon's configuration; by default ~/.config/snapback/snapbackd.json5 or \
      /etc/snapback/snapbackd.json5, the first that exists.
      """, completion: .json5)
  var config: String?

  @Option(
    help: "The daemon's socket; by default the paths that the daemon uses.", completion: .file())
  var socket: String?

  @Flag(help: "One JSON object per line.")
  var json = false

  func run() throws {
    var count: [DoctorFinding.Verdict: Int] = [:]
    try Snapback.run { () throws(Failure) in
      for finding in findings() {
        count[finding.verdict, default: 0] += 1
        print(json ? finding.json : finding.lines)
      }
      if !json {
        let (warnings, faults) = (count[.warning, default: 0], count[.fault, default: 0])
        print(
          "\(count[.ok, default: 0]) ok, \(warnings) warning\(warnings == 1 ? "" : "s"), "
            + "\(faults) fault\(faults == 1 ? "" : "s")")
      }
    }
    if count[.fault, default: 0] > 0 { throw ArgumentParser.ExitCode(1) }
  }

  private func findings() -> [DoctorFinding] {
    let files = DoctorFiles(config: config)
    let daemon = DoctorSocket(socket: socket ?? files.configuration?.socket)
    let devices = DoctorDevices(
      configuration: files.configuration ?? Configuration(), heldByDaemon: daemon.devices)
    return files.findings + daemon.findings + devices.findings
  }
}
