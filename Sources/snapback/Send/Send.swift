import ArgumentParser
import SnapbackClient
import SnapbackFiles
import SnapbackProtocol

/// `snapback send`: sends changes to the running daemon.
struct Send: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Changes the scene of the running daemon, and injects touches.",
    discussion: """
      Each verb sends a message of docs/control.md, waits for the reply and prints it. \
      --json MESSAGE sends any other message. This needs the role "control"; touches need the \
      role "inject".
      """,
    subcommands: verbs + [SendMessage.self],
    defaultSubcommand: SendMessage.self)

  private static var verbs: [any ParsableCommand.Type] {
    [
      // generated: send verbs
      SendStatus.self, SendInspect.self, SendDocument.self, SendSet.self, SendActivate.self,
      SendDeactivate.self, SendAdd.self, SendRemove.self, SendHide.self, SendShow.self,
      SendAlpha.self, SendCornerRadius.self, SendTextColor.self, SendBorder.self, SendShadow.self,
      SendTranslate.self, SendRotate.self, SendScale.self, SendText.self, SendContentSize.self,
      SendTheme.self, SendScreen.self, SendState.self, SendRun.self, SendAnimation.self,
      SendLoad.self, SendPatch.self, SendRetarget.self, SendMeasured.self, SendMotion.self,
      SendRotation.self, SendTap.self, SendDrag.self,
      // end of generated
    ]
  }
}

/// `snapback send status` is the same command as `snapback status`.
typealias SendStatus = Status

/// The options of every verb.
struct SendOptions: ParsableArguments {
  @Option(
    help: "The daemon's socket; by default the paths that the daemon uses.", completion: .file())
  var socket: String?

  @Flag(help: "The reply as a line of JSON.")
  var json = false

  /// Connects to the daemon without subscribing to any feature.
  func connect() throws(Failure) -> Client {
    try ToolClient.connect(socket, "snapback send", features: [])
  }

  /// Performs a command and prints its reply.
  func perform(_ name: String, _ body: (inout JSONWriter) -> Void) throws(Failure) {
    let client = try connect()
    do throws(ClientError) {
      print(try client.perform(name, body))
    } catch {
      throw ToolClient.failure(error)
    }
  }

  func print(_ reply: Reply) {
    Swift.print(json ? SendReply.json(reply) : SendReply.text(reply))
  }

  /// Makes changes in one transaction, which is animated if an animation is given.
  func change(
    _ animation: AnimationOptions? = nil, _ changes: (inout JSONWriter) -> Void
  ) throws(Failure) {
    let timing = try animation?.timing()
    try perform("change") { writer in
      writer.beginArray("changes")
      changes(&writer)
      writer.endArray()
      timing?.write(&writer)
    }
  }

  /// Makes a change of one view, and ends the command if it fails.
  func change(
    _ view: String, _ animation: AnimationOptions, _ body: (inout JSONWriter) -> Void
  ) throws {
    try Snapback.run { () throws(Failure) in
      try change(animation) { $0.change("view", view, body) }
    }
  }
}

/// A kind of items that a verb takes several names of.
protocol SendItem {
  static var completion: CompletionKind { get }
}

enum ViewItem: SendItem {
  static var completion: CompletionKind { .views }
}

enum ConstraintItem: SendItem {
  static var completion: CompletionKind { .constraints }
}

/// The options of a verb that makes the same change to several items.
struct SendNames<Item: SendItem>: ParsableArguments {
  @Argument(help: "Their names.", completion: Item.completion) var names: [String]
  @OptionGroup var animation: AnimationOptions
  @OptionGroup var options: SendOptions

  /// Makes the change to all items in one transaction. `kind` is the key for an item's name.
  func change(_ kind: String, _ body: (inout JSONWriter) -> Void) throws {
    try Snapback.run { () throws(Failure) in
      try options.change(animation) { writer in
        for name in names { writer.change(kind, name, body) }
      }
    }
  }
}

/// Connects the tool's commands to the daemon.
enum ToolClient {
  static func connect(
    _ socket: String?, _ name: String, features: Feature?
  ) throws(Failure) -> Client {
    do throws(ClientError) {
      return try Client(
        to: socket.map { [$0] }, Greeting(name: name, encoding: .lines, features: features))
    } catch {
      throw failure(error)
    }
  }

  /// Returns the failure for an error, with its exit code.
  static func failure(_ error: ClientError) -> Failure {
    let code: SnapbackFiles.ExitCode =
      switch error {
      case .refused("forbidden", _), .rejected("forbidden", _): .permission
      case .unreachable, .gone, .refused, .late, .cancelled: .unavailable
      case .rejected: .data
      case .unsayable: .usage
      case .unreadable, .overrun, .memory: .software
      }
    let hint =
      code == .permission ? "; see \"access\" in the configuration, docs/protocol.md" : ""
    return Failure(code, error.description + hint)
  }
}
