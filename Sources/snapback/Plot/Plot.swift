import ArgumentParser
import SnapbackFiles
import SnapbackLinux
import SnapbackReplay
import SnapbackTouches

/// `snapback plot`: draws a recording as a picture.
struct Plot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draws a recording: paths and speeds of fingers, and what they caused.",
    discussion: """
      Without a scene positions are in millimeters if the size of the device is known, else in \
      device units. With --scene the picture also has the gestures and the motion of the views.
      """)

  @Argument(
    help: "The recording, of any format that docs/recordings.md lists.", completion: .file())
  var recording: String

  @Option(help: "A scene to play it on, JSON5.", completion: .json5)
  var scene: String?

  @Option(
    help: "The file to draw into; - is the standard output.", completion: .file(extensions: ["svg"])
  )
  var svg = "-"

  @Option(
    help: "The size of the unrotated screen in points, WIDTHxHEIGHT; by default the scene's own."
  )
  var size: SizeArgument?

  @Option(
    help: "The picture's rotation on the panel, clockwise: 0, 90, 180 or 270.",
    completion: .rotations)
  var rotation = 0

  @Option(help: "Frames per second of the scene, 1 to 1000.")
  var rate = 60.0

  @Option(help: "Where the picture starts, in seconds from the first event.")
  var from: Double?

  @Option(help: "Where the picture ends, in seconds from the first event.")
  var until: Double?

  @Flag(help: "Use a dark background; by default the picture follows the viewer.")
  var dark = false

  @Flag(help: "Draw the intact part of a damaged recording, and report the rest.")
  var lenient = false

  func validate() throws {
    guard (1...1000).contains(rate) else {
      throw ValidationError("--rate is 1 to 1000 frames per second")
    }
    guard PanelRotation(rawValue: rotation) != nil else {
      throw ValidationError("--rotation is 0, 90, 180 or 270")
    }
    for time in [from, until].compactMap({ $0 }) where !(0...1e9).contains(time) {
      throw ValidationError("--from and --until are seconds from the first event")
    }
    if let from, let until, until <= from {
      throw ValidationError("--until comes after --from")
    }
  }

  func run() throws {
    try Snapback.run { () throws(Failure) in
      let turn = PanelRotation(rawValue: rotation) ?? .none
      let blueprint = try scene.map { path throws(Failure) in
        try InputFiles.scene(path, size: size?.size)
      }
      let input = try InputFiles.recording(recording, isLenient: lenient)
      Replay.warn(of: input, in: recording)
      let title = String(recording.split(separator: "/").last ?? "")
      let data =
        if let blueprint {
          PlotData(
            input.recording, title: title, scene: blueprint, rate: rate, rotation: turn)
        } else {
          PlotData(input.recording, title: title, screen: size?.size, rotation: turn)
        }
      guard (from ?? 0) < data.length else {
        let end = ReadableNumber.fixed(data.length, 3)
        throw Failure(.usage, "--from: the recording is over after \(end) s")
      }
      // Without --until, leave room for the label of the last mark.
      let end = until.map { min($0, data.length) } ?? 1.04 * data.length
      let start = from ?? 0
      let picture = PlotPicture(data, span: start...max(end, start + 0.001), isDark: dark)
      do throws(SystemError) {
        if svg == "-" {
          try Files.writeAll(Array(picture.text.utf8), to: 1, action: "cannot write the output")
        } else {
          try Files.write(Array(picture.text.utf8), to: svg)
        }
      } catch {
        throw Failure(.output, error.description)
      }
    }
  }
}
