import ArgumentParser
import Glibc
import SnapbackFiles
import SnapbackLinux
import SnapbackReplay
import SnapbackWatch

/// `snapback demo`: shows the bundled card without a device, a daemon or rights.
struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Shows a card that follows a finger, without a device or a daemon.",
    discussion: """
      It plays a bundled recording on a bundled scene. In a terminal it draws the scene, and the \
      keys are listed with ?. If the output is not a terminal, it prints a line for each frame in \
      which the card moves.
      """)

  @Option(
    help: """
      The folder with scenes and recordings; by default share/snapback beside the folder of the \
      tool, or a clone of Snapback that is the current folder.
      """, completion: .directory)
  var data: String?

  func run() throws {
    try Snapback.run { () throws(Failure) in
      let scene = try file(["scenes/card.json5", "configs/scenes/card.json5"])
      guard Terminal.isInteractive else {
        let recording = try file(["recordings/flick.evemu"])
        return try DemoText(scene: scene, recording: recording).show()
      }
      let recording = try file(["recordings/catch-in-flight.evemu"])
      let tape = try WatchRecording.tape(recording: recording, scene: scene)
      var session = try WatchSession(WatchModel(.recording("demo"), tape: tape))
      session.play()
    }
  }

  /// The first of `names` that exists in a folder with scenes and recordings.
  private func file(_ names: [String]) throws(Failure) -> String {
    let folders = data.map { [$0] } ?? [Self.installed, "."]
    for folder in folders {
      for name in names where access("\(folder)/\(name)", R_OK) == 0 { return "\(folder)/\(name)" }
    }
    throw Failure(
      .noInput,
      "there is no \(names[0]) in \(folders.joined(separator: " or ")); name the folder with --data"
    )
  }

  private static var installed: String {
    let tool = FilePaths.followLinks("/proc/self/exe") { $0 != "/proc/self/exe" }
    return FilePaths.parent(FilePaths.parent(tool)) + "/share/snapback"
  }
}
