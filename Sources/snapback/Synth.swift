import ArgumentParser
import SnapbackDaemon
import SnapbackLinux
import SnapbackRecording

/// `snapback synth`: recordings of fingers that nobody moved.
struct Synth: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes the bundled recordings anew.",
    discussion: """
      Each is a gesture on a bundled scene, drawn with human-like speed on a simulated panel; \
      the same bytes every time. Names: \
      \(BundledGesture.allCases.map(\.rawValue).joined(separator: ", ")).
      """)

  @Argument(help: "Which gestures; all when none is named.")
  var names: [String] = []

  @Option(help: "The folder to write NAME.evemu into.")
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
          try Files.write(Array(EvemuWriter.text(gesture.recording).utf8), to: path)
        } catch {
          throw Failure(.system, error.description)
        }
        print(path)
      }
    }
  }
}
