import ArgumentParser
import SnapbackDocument
import SnapbackEngine
import SnapbackFiles
import SnapbackLayout
import SnapbackScene

/// `snapback check`: checks that files can be read.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks scenes, configurations and recordings.",
    discussion: "Reports the first fault and its position, if any.")

  @Argument(
    help: "Scenes and configurations (.json5), recordings (anything else).", completion: .file())
  var files: [String]

  @Flag(help: "For damaged recordings, report what is intact and what is left out.")
  var lenient = false

  func run() throws {
    try Snapback.run { () throws(Failure) in
      for file in files {
        let (verdict, details, warnings) = try check(file)
        print("\(file): \(verdict)")
        for line in details { print(line) }
        for warning in warnings { print("\(file): warning: \(warning)") }
      }
    }
  }

  /// Returns a verdict on a file, with details and warnings for the author of the file.
  private func check(
    _ file: String
  ) throws(Failure) -> (verdict: String, details: [String], warnings: [String]) {
    guard file.hasSuffix(".json5") || file.hasSuffix(".json") else {
      return try CheckRecording.lines(file, isLenient: lenient)
    }
    let bytes = try InputFiles.bytes(file)
    do throws(DocumentError) {
      let document = try DocumentNode.parse(bytes, file: file)
      let keys = try document.members(file: file).map(\.key)
      guard keys.contains(where: ["snapback", "screen", "views"].contains) else {
        _ = try Configuration.read(bytes, file: file)
        return ("a configuration", [], [])
      }
      let scene = try SceneReader.read(document, file: file)
      let count = scene.views.count - 1
      var layout = scene.layout
      let doubt = layout.layoutIfNeeded()?.doubt
      return (
        "a scene of \(count) view\(count == 1 ? "" : "s")", [],
        [doubt].compactMap { $0 } + scene.layout.textWarnings + scene.lookWarnings
      )
    } catch {
      throw Failure(.data, error.description)
    }
  }
}
