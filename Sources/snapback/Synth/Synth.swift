import ArgumentParser
import SnapbackFiles
import SnapbackLinux
import SnapbackReplay

/// `snapback synth`: generates recordings of synthetic fingers.
struct Synth: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draws gestures and writes them as recordings.",
    discussion: """
      Fingers move like a hand's, on a device of your choice; the same seed gives the same bytes. \
      Positions are points on the screen, from its top left. "bundled" rewrites the bundled \
      recordings.
      """,
    subcommands: [
      SynthTap.self, SynthLongPress.self, SynthDrag.self, SynthFlick.self, SynthSwipe.self,
      SynthEdgePan.self, SynthPinch.self, SynthRotate.self, SynthScroll.self, SynthWheel.self,
      SynthScript.self, SynthBundled.self,
    ])
}

/// `snapback synth script`: draws several gestures into one recording.
struct SynthScript: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "script", abstract: "Draws the gestures of a script, JSON5.",
    discussion: "Options override the script's device, screen and noise.")

  @Argument(help: "The script; docs/synth.md has its keys.", completion: .json5)
  var script: String

  @OptionGroup var options: SynthOptions

  func run() throws {
    try Snapback.run { () throws(Failure) in
      try options.write(
        try InputFiles.gestures(script, overrides: try options.overrides()))
    }
  }
}

/// `snapback synth bundled`: writes the recordings that come with the project.
struct SynthBundled: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundled", abstract: "Rewrites the bundled recordings.",
    discussion: """
      Each is a gesture on a bundled scene, the same bytes every time. Names: \
      \(BundledGesture.allCases.map(\.rawValue).joined(separator: ", ")).
      """)

  @Argument(
    help: "The gestures; by default all.",
    completion: .list(BundledGesture.allCases.map(\.rawValue)))
  var names: [String] = []

  @Option(help: "The folder to write NAME.evemu into.", completion: .directory)
  var directory = "recordings"

  func validate() throws {
    for name in names where BundledGesture(rawValue: name) == nil {
      let known = BundledGesture.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("no gesture is called \"\(name)\"; there are \(known)")
    }
  }

  func run() throws {
    try Snapback.run { () throws(Failure) in
      let chosen = names.compactMap(BundledGesture.init(rawValue:))
      for gesture in chosen.isEmpty ? BundledGesture.allCases : chosen {
        let path = "\(directory)/\(gesture.rawValue).evemu"
        do throws(SystemError) {
          try Files.write(Array(gesture.text.utf8), to: path)
        } catch {
          throw Failure(.system, error.description)
        }
        print(path)
      }
    }
  }
}
