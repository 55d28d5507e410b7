import ArgumentParser
import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackFiles
import SnapbackLinux
import SnapbackProtocol
import SnapbackReplay
import SnapbackScene
import SnapbackTouches

/// `snapback replay`: plays a recording through the engine, without a daemon or a clock.
struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Plays a recording on a scene, as fast as possible.",
    discussion: """
      With --json the lines are those of the socket (docs/protocol.md) with all digits, and \
      two runs write the same bytes. Times count from the recording's first event.
      """)

  @Argument(
    help: "The recording, of any format that docs/recordings.md lists.", completion: .file())
  var recording: String

  @Option(help: "The scene, JSON5.", completion: .json5)
  var scene: String

  @Option(help: "Frames per second, 1 to 1000.")
  var rate = 60.0

  @Option(help: "The screen's size in points, WIDTHxHEIGHT; by default the scene's own.")
  var size: SizeArgument?

  @OptionGroup var devices: DeviceOptions

  @OptionGroup var traits: TraitsOptions

  @Option(
    help: "Commands at given times, a JSON5 list: [ { at: 0.5, change: { … } }, … ].",
    completion: .json5)
  var commands: String?

  @Flag(help: "Every frame and gesture as a line of JSON.")
  var json = false

  @Flag(
    help: """
      Every decision about a touch, and what the contact filter drops, joins or delays, with \
      time and reason.
      """)
  var explain = false

  @Flag(help: "With --json: also the events of actions, releases and views.")
  var events = false

  @Flag(help: "Play the intact part of a damaged recording, and report the rest.")
  var lenient = false

  func validate() throws {
    guard (1...1000).contains(rate) else {
      throw ValidationError("--rate is 1 to 1000 frames per second")
    }
  }

  func run() throws {
    try Snapback.run { () throws(Failure) in
      var (blueprint, document) = try InputFiles.sceneWithDocument(scene, size: size?.size)
      try traits.apply(to: &blueprint)
      let desk = ControlDesk(scene: document, file: scene, blueprint: blueprint)
      let list = try commands.map { path throws(Failure) in
        try InputFiles.commands(path, for: desk)
      }
      let input = try InputFiles.recording(recording, isLenient: lenient)
      Self.warn(of: input, in: recording)
      let reading = try devices.read()
      guard
        var replay = SnapbackReplay.Replay(
          input.recording, scene: blueprint, rate: rate, rotation: reading.rotation,
          rules: reading.rules, commands: list, explains: explain && json, recordsEvents: events)
      else { throw reading.nothing(in: input.recording, named: recording) }
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
      if explain, !json { printTimeline(of: input.recording, on: blueprint, reading, list) }
      if !json { printText(summary, devices: Self.played(input.recording, reading.rules)) }
      if let refusal = replay.refusals.first {
        throw Failure(
          .data,
          "\(commands ?? ""):\(refusal.position.line):\(refusal.position.column): the command at "
            + "\(refusal.seconds) s was refused: \(refusal.message)")
      }
    }
  }

  /// Prints warnings about the parts that were omitted, and the reader's other warnings.
  static func warn(of input: ReadRecording, in file: String) {
    for line in input.omissions.descriptions {
      Files.writeError("snapback: warning: left out: \(line)\n")
    }
    for warning in input.warnings {
      Files.writeError("snapback: warning: \(file) \(warning)\n")
    }
  }

  private static func played(_ recording: Recording, _ rules: [DeviceRule]) -> String {
    Playback(recording, rules: rules)?.devices.map(\.device.name).joined(separator: ", ") ?? ""
  }

  private func printTimeline(
    of recording: Recording, on scene: SceneBlueprint, _ reading: DeviceReading,
    _ commands: ReplayCommands?
  ) {
    guard
      let driver = ReplayDriver(
        recording, scene: scene, rate: rate, rotation: reading.rotation, rules: reading.rules,
        commands: commands, explains: true)
    else { return }
    for line in ReplayTimeline(driver, scene: scene).lines { print(line) }
    print("")
  }

  private func printText(_ summary: ReplaySummary, devices: String) {
    print(
      """
      device         \(devices)
      touch frames   \(summary.touchFrames)
      contacts       \(summary.contacts)
      gestures       \(summary.gestures)
      pans           \(summary.pans)
      frames         \(summary.frames)
      layout passes  \(summary.layoutPasses)
      at rest        \(summary.isAtRest ? "yes" : "no")
      """)
  }
}
