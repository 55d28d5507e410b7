import ArgumentParser
import Glibc
import SnapbackBasics
import SnapbackFiles
import SnapbackGestures
import SnapbackReplay
import SnapbackTouches

/// `snapback contacts`: lists the contacts of a recording.
struct Contacts: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the contacts of a recording with time, distance, speed and end.",
    discussion: """
      Lengths are millimeters if the panel reports its size, else points of a screen with its \
      aspect ratio, 1000 on the longer side. With --size they are points of a screen of that \
      size. docs/contacts.md explains every column.
      """)

  @Argument(
    help: "The recording, of any format that docs/recordings.md lists.", completion: .file())
  var recording: String

  @Option(help: "The screen's size in points, WIDTHxHEIGHT, for lengths in points.")
  var size: SizeArgument?

  @OptionGroup var devices: DeviceOptions

  @Option(
    help: """
      How velocities are estimated: \(VelocityName.all.map(\.name).joined(separator: ", ")).
      """, completion: .list(VelocityName.all.map(\.name)))
  var velocity = VelocityName(strategy: .boundedFit)

  @Flag(help: "A line of JSON for each contact, with its positions.")
  var json = false

  @Flag(help: "Comma-separated values, a line for each contact.")
  var csv = false

  @Flag(
    help: """
      A line of JSON for each frame that the daemon would get: filtered contacts, scrolls, and the \
      cursors of touchpads and mice.
      """)
  var frames = false

  @Flag(help: "List the intact part of a damaged recording, and report the rest.")
  var lenient = false

  func validate() throws {
    guard [json, csv, frames].filter({ $0 }).count < 2 else {
      throw ValidationError("--json, --csv and --frames exclude each other")
    }
  }

  func run() throws {
    try Snapback.run { () throws(Failure) in
      let input = try InputFiles.recording(recording, isLenient: lenient)
      Replay.warn(of: input, in: recording)
      let reading = try devices.read()
      guard let playback = Playback(input.recording, rules: reading.rules) else {
        throw reading.nothing(in: input.recording, named: recording)
      }
      let surfaces = playback.devices.indices.map {
        ContactSurface(of: $0, playback, rotation: reading.rotation, asked: size?.size)
      }
      if frames {
        let lines = FrameLines.json(playback, rotation: reading.rotation) { surfaces[$0].screen }
        return lines.forEach { print($0) }
      }
      let tracks = ContactTrack.tracks(
        of: playback, strategy: velocity.strategy, rotation: reading.rotation
      ) { surfaces[$0].screen }
      let notes = InputNote.notes(of: playback, rotation: reading.rotation) {
        surfaces[$0].screen
      }
      let lines =
        json
        ? ContactLines.json(tracks, playback, surfaces, notes)
        : csv
          ? ContactLines.csv(tracks, playback, surfaces)
          : ContactLines.text(tracks, playback, surfaces, notes)
      for line in lines { print(line) }
    }
  }
}

/// A velocity strategy on the command line.
struct VelocityName: ExpressibleByArgument {
  static let all = VelocityStrategy.allCases.map(VelocityName.init(strategy:))

  let strategy: VelocityStrategy

  init(strategy: VelocityStrategy) {
    self.strategy = strategy
  }

  init?(argument: String) {
    guard let found = Self.all.first(where: { $0.name == argument }) else { return nil }
    self = found
  }

  /// The strategy's name with hyphens, in the style of options.
  var name: String {
    strategy.rawValue.reduce(into: "") { text, letter in
      text += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
    }
  }

  var defaultValueDescription: String { name }
}
