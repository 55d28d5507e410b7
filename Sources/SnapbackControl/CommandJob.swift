public import SnapbackDocument
public import SnapbackEngine
import SnapbackGeometry
import SnapbackLayout
public import SnapbackProtocol
import SnapbackTouches

/// What the job of a command starts from: the scene as it runs, and the client's limits.
public struct JobContext: Sendable {
  /// The document of the running scene, the name that errors give it, and what it describes.
  let document: DocumentNode
  let file: String
  let base: SceneBlueprint?
  let size: Size?
  let rotation: PanelRotation
  /// The scene as it runs; a `patch` keeps what has been changed in its layout.
  let running: RunningScene
  /// Whether the client has the limits of scene files.
  let isTrusted: Bool
}

/// The part of a command that needs no engine: reading it and computing layouts.
///
/// It is a value, so a daemon can run it on a thread of its own and keep serving meanwhile;
/// ``ControlDesk/finish(_:for:on:at:)`` completes the command.
public struct CommandJob: Sendable {
  private let command: Command
  private let body: DocumentNode
  private let context: JobContext

  /// Whether a command is to be done by a job: every scene, and changes that may take the layout
  /// longer than a frame, because the scene is larger than an untrusted client can load, or
  /// the list is longer than one may send.
  public static func isNeeded(
    for command: Command, _ body: DocumentNode, on engine: borrowing Engine
  ) -> Bool {
    switch command {
    case .load, .patch: true
    case .change:
      engine.constraintCount > ControlLimits.constraints
        || changeCount(of: body) > ControlLimits.changes
    default: false
    }
  }

  /// The changes of a message, those in blocks included.
  private static func changeCount(of node: DocumentNode) -> Int {
    guard case .object(let members) = node.value,
      case .array(let list)? = members.first(where: { $0.key == "changes" })?.value.value
    else { return 0 }
    return list.reduce(list.count) { $0 + changeCount(of: $1) }
  }

  /// The job of a command with the value of its key; nil for commands that compute no layout.
  public init?(_ command: Command, _ body: DocumentNode, in context: JobContext) {
    guard [.load, .patch, .change].contains(command) else { return nil }
    self.command = command
    self.body = body
    self.context = context
  }

  /// Reads the command, checks it against the client's limits and computes the layout.
  ///
  /// O(scene); takes about 60 ms for a patch of 2,000 views and 8,000 constraints.
  public func run() throws(ControlError) -> PreparedCommand {
    guard command == .change else {
      let scene = try SceneJob(context: context, command: command, body: body).run()
      return PreparedCommand(content: .scene(scene))
    }
    let request: ChangeRequest
    do throws(DocumentError) {
      request = try ChangeRequest(body, of: context.running)
    } catch {
      throw ControlError(error)
    }
    if !context.isTrusted { try request.check(in: context.running.layout) }
    let rehearsal = LayoutRehearsal(of: request.changes, in: context.running)
    return PreparedCommand(content: .change(request, rehearsal))
  }
}

/// A command whose job has been run.
public struct PreparedCommand: Sendable {
  enum Content: Sendable {
    case scene(PreparedScene)
    case change(ChangeRequest, LayoutRehearsal?)
  }

  let content: Content

  /// Whether the layout is as it was when the job was made; otherwise completing the command may
  /// take as long as the job.
  public func fits(_ engine: borrowing Engine) -> Bool {
    switch content {
    case .scene: true
    case .change(_, let rehearsal): rehearsal?.fits(engine) ?? true
    }
  }
}
