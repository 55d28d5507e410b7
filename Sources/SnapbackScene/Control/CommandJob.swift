import SnapbackBasics
public import SnapbackDocument
public import SnapbackEngine
import SnapbackLayout
public import SnapbackProtocol
import SnapbackTouches

/// The input of a ``CommandJob``: the running scene and whether the client is trusted.
public struct JobContext: Sendable {
  /// The document of the running scene.
  let document: SceneDocument
  /// The name of the document in error messages.
  let file: String
  /// The scene that the document describes, rotated; nil if it has not been read yet.
  let base: SceneBlueprint?
  /// The screen size that overrides the size in the document, if any.
  let size: Size?
  /// The rotation of the picture on the panel.
  let rotation: PanelRotation
  /// The running scene; a `patch` keeps the changes that were made to its layout.
  let running: RunningScene
  /// Whether the client has the higher limits that apply to scene files.
  let isTrusted: Bool
}

/// The part of a command's execution that needs no engine: reading the command and computing the
/// layout.
///
/// A job is a value, so a daemon can run it on another thread and serve clients meanwhile.
/// ``ControlDesk/finish(_:for:on:at:)`` completes the command.
public struct CommandJob: Sendable {
  private let command: Command
  private let body: DocumentNode
  private let context: JobContext

  /// Whether a command needs a job.
  ///
  /// Every `load` and `patch` needs a job. A `change` or `rotate` needs one if its layout may take
  /// longer than a frame interval: if the scene has more constraints than an untrusted client may
  /// load, or the list has more changes than an untrusted client may send.
  public static func isNeeded(
    for command: Command, _ body: DocumentNode, on engine: borrowing Engine
  ) -> Bool {
    switch command {
    case .load, .patch: true
    case .rotate: engine.constraintCount > ControlLimits.constraints
    case .change:
      engine.constraintCount > ControlLimits.constraints
        || changeCount(of: body) > ControlLimits.changes
    default: false
    }
  }

  /// The number of changes in a message, including those in blocks.
  private static func changeCount(of node: DocumentNode) -> Int {
    guard case .object(let members) = node.value,
      case .array(let list)? = members.first(where: { $0.key == "changes" })?.value.value
    else { return 0 }
    return list.reduce(list.count) { $0 + changeCount(of: $1) }
  }

  /// Creates the job for a command and the value of its key. Returns nil for commands other than
  /// `load`, `patch`, `change` and `rotate`.
  public init?(_ command: Command, _ body: DocumentNode, in context: JobContext) {
    guard [.load, .patch, .change, .rotate].contains(command) else { return nil }
    self.command = command
    self.body = body
    self.context = context
  }

  /// Reads the command, checks it against the client's limits and computes the layout.
  ///
  /// O(scene); takes about 60 ms for a patch of 2,000 views and 8,000 constraints.
  public func run() throws(ControlError) -> PreparedCommand {
    switch command {
    case .change: try prepareChange()
    case .rotate: try prepareRotation()
    default:
      PreparedCommand(
        content: .scene(try SceneJob(context: context, command: command, body: body).run()))
    }
  }

  private func prepareRotation() throws(ControlError) -> PreparedCommand {
    let rotation: PanelRotation
    do throws(DocumentError) {
      var reader = try ObjectReader(body, file: command.rawValue)
      rotation = try ControlRequest.rotation(&reader)
      try reader.finish(alsoKnown: ["id"])
    } catch {
      throw ControlError(error)
    }
    let turn = context.rotation.turn(to: rotation)
    let rehearsal = turn.flatMap {
      LayoutRehearsal(of: context.running.changes(turningBy: $0), in: context.running)
    }
    return PreparedCommand(content: .rotation(rotation, rehearsal))
  }

  private func prepareChange() throws(ControlError) -> PreparedCommand {
    if !context.isTrusted, Self.changeCount(of: body) > ControlLimits.changes {
      throw .beyondLimit(
        "more than \(ControlLimits.changes) changes in a message")
    }
    if !context.isTrusted { try SceneAllowance.checkNames(in: body) }
    var scene = context.running
    let request: ChangeRequest
    do throws(DocumentError) {
      request = try ChangeRequest(body, of: scene)
    } catch {
      throw ControlError(error)
    }
    if !context.isTrusted {
      try request.check(in: scene.layout)
      scene.limitLayoutWork(to: ControlLimits.work(views: scene.appearances.count))
    }
    let rehearsal = LayoutRehearsal(of: request.changes, in: scene)
    return PreparedCommand(content: .change(request, rehearsal))
  }
}

/// A command whose job has finished.
public struct PreparedCommand: Sendable {
  enum Content: Sendable {
    case scene(PreparedScene)
    case change(ChangeRequest, LayoutRehearsal?)
    case rotation(PanelRotation, LayoutRehearsal?)
  }

  let content: Content

  /// Whether ``ControlLimits/sceneSeconds`` limits the time of the job. A rotation takes as long as
  /// the layout of the running scene, for which the client is not responsible.
  public var isLimitedInTime: Bool {
    if case .rotation = content { false } else { true }
  }

  /// Whether an engine can adopt the job's result without delay. If the layout has changed since
  /// the job was created, completing a `change` or `rotate` may take as long as the job.
  public func fits(_ engine: borrowing Engine) -> Bool {
    switch content {
    case .scene: true
    case .change(_, let rehearsal), .rotation(_, let rehearsal): rehearsal?.fits(engine) ?? true
    }
  }
}
