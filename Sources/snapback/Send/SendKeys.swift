import ArgumentParser
import SnapbackFiles
import SnapbackProtocol

// Verbs whose arguments are the keys of their command.

// generated: verbs by keys
/// `snapback send run ACTION`.
struct SendRun: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Runs an action of the scene.")

  @Argument(help: "The name of an action that the scene declares.")
  var action: String
  @OptionGroup var options: SendOptions

  func run() throws {
    try Snapback.run { () throws(Failure) in
      try options.perform("run") { writer in
        writer.string(action, "action")
      }
    }
  }
}

/// `snapback send measured REQUEST WIDTH HEIGHT`.
struct SendMeasured: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measured", abstract: "Answers a measure with the size of the text, in points.")

  @Argument(help: "The number of the measure.")
  var request: UInt64
  @Argument(help: "The width of the widest line.")
  var width: Double
  @Argument(help: "The height of all lines.")
  var height: Double
  @Option(help: "The distance from the top to the first baseline.")
  var firstBaseline: Double?
  @Option(help: "The distance from the last baseline to the bottom.")
  var lastBaseline: Double?
  @OptionGroup var options: SendOptions

  func run() throws {
    try Snapback.run { () throws(Failure) in
      try options.perform("measured") { writer in
        writer.integer(request, "request")
        writer.factor(width, "width")
        writer.factor(height, "height")
        if let firstBaseline { writer.factor(firstBaseline, "firstBaseline") }
        if let lastBaseline { writer.factor(lastBaseline, "lastBaseline") }
      }
    }
  }
}
// end of generated
