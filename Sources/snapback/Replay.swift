import ArgumentParser
import SnapbackDaemon
import SnapbackEngine
import SnapbackFrames
import SnapbackLinux
import SnapbackRecording
import SnapbackTouches

/// `snapback replay`: a recording through the engine, without daemon or clock.
struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Plays a recording on a scene, as fast as the machine goes.",
    discussion: """
      With --json the lines are those of the socket (docs/protocol.md) with all digits, and \
      two runs write the same bytes. Times count from the recording's first event.
      """)

  @Argument(help: "The recording, evemu format.")
  var recording: String

  @Option(help: "The scene, JSON5.")
  var scene: String

  @Option(help: "Frames per second, 1 to 1000.")
  var rate = 60.0

  @Option(help: "The screen's size in points, WIDTHxHEIGHT; by default the scene's own.")
  var size: SizeArgument?

  @Option(help: "How the picture is turned on the panel, clockwise: 0, 90, 180 or 270.")
  var rotation = 0

  @Flag(help: "Every frame and gesture as a line of JSON.")
  var json = false

  @Flag(help: "Play what is intact of a damaged recording, and say what is left out.")
  var lenient = false

  func validate() throws {
    guard (1...1000).contains(rate) else {
      throw ValidationError("--rate is 1 to 1000 frames per second")
    }
    guard PanelRotation(rawValue: rotation) != nil else {
      throw ValidationError("--rotation is 0, 90, 180 or 270")
    }
  }

  func run() throws {
    try Snapback.run { () throws(Failure) in
      let blueprint = try InputFiles.scene(scene, size: size?.size)
      let input = try readRecording()
      let turn = PanelRotation(rawValue: rotation) ?? .none
      guard
        var replay = SnapbackRecording.Replay(
          input, scene: blueprint, rate: rate, rotation: turn)
      else {
        throw Failure(
          .data, "\(recording): \"\(input.device.name)\" reports no positions to replay")
      }
      var fault: SystemError?
      let summary = replay.run { lines in
        guard json, fault == nil else { return }
        do throws(SystemError) {
          try Files.writeAll(lines, to: 1, action: "cannot write the output")
        } catch {
          fault = error
        }
      }
      for warning in replay.warnings { Files.writeError("snapback: warning: \(warning)\n") }
      if let fault { throw Failure(.output, fault.description) }
      if !json { printText(summary, device: input.device.name) }
    }
  }

  private func readRecording() throws(Failure) -> Recording {
    guard lenient else { return try InputFiles.recording(recording) }
    let (input, omissions) = try InputFiles.intactRecording(recording)
    for omission in omissions { Files.writeError("snapback: warning: left out: \(omission)\n") }
    return input
  }

  private func printText(_ summary: ReplaySummary, device: String) {
    print(
      """
      device         \(device)
      touch frames   \(summary.touchFrames)
      contacts       \(summary.contacts)
      pans           \(summary.pans)
      frames         \(summary.frames)
      layout passes  \(summary.layoutPasses)
      at rest        \(summary.isAtRest ? "yes" : "no")
      """)
  }
}
