import ArgumentParser
import SnapbackFiles
import SnapbackProtocol

/// `snapback send state NAME=VALUE`: sets states of the scene.
struct SendState: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state",
    abstract: "Sets states of the scene, as in: state sheet=open --uikit 0.5,1")

  @Argument(help: "NAME=VALUE: a state and one of its values.", completion: .states)
  var assignments: [String]

  @OptionGroup var animation: AnimationOptions
  @OptionGroup var options: SendOptions

  func run() throws {
    try Snapback.run { () throws(Failure) in
      var changes: [(state: String, value: String)] = []
      for text in assignments {
        guard let sign = text.firstIndex(of: "=") else {
          throw SendNumbers.fault("expected NAME=VALUE, as in sheet=open; found \"\(text)\"")
        }
        changes.append((String(text[..<sign]), String(text[text.index(after: sign)...])))
      }
      try options.change(animation) { writer in
        for change in changes {
          writer.change("state", change.state) { $0.string(change.value, "value") }
        }
      }
    }
  }
}
