import ArgumentParser
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
      let files = BundledFiles(folder: data)
      let scene = try files.scene("card.json5")
      guard Terminal.isInteractive else {
        return try DemoText(scene: scene, recording: try files.recording("flick.evemu")).show()
      }
      let tape = try WatchRecording.tape(
        recording: try files.recording("catch-in-flight.evemu"), scene: scene)
      var session = try WatchSession(WatchModel(.recording("demo"), tape: tape))
      session.play()
    }
  }
}
