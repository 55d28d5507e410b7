public import SnapbackBasics
public import SnapbackDocument
public import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
public import SnapbackProtocol
public import SnapbackTouches

/// Carries out commands of clients on the engine that runs the scene.
///
/// The desk stores the document from which the scene was read, into which a `patch` is merged, and
/// the texts that a renderer must measure. A command is carried out completely or not at all.
public struct ControlDesk: Sendable {
  /// The document of the running scene, without the changes made at run time.
  public internal(set) var document: SceneDocument
  /// The rotation of the picture on the panel.
  public internal(set) var rotation: PanelRotation
  /// The name of the document in error messages.
  var file: String
  /// The screen size that overrides the size in the document, if any.
  let size: Size?
  /// The scene that the document describes, rotated; nil until a command has needed it. It takes
  /// about as much memory as the running scene.
  var base: SceneBlueprint?
  var measuring = MeasureList()
  /// The ambiguities of the last inspection, cached.
  var inspected: Ambiguities?
  /// The transactions of connected clients, oldest first; some of them may have ended.
  var ownedTransactions: [(id: UInt64, client: UInt64)] = []
  /// The transactions of disconnected clients, oldest first.
  var orphans: [UInt64] = []

  /// Creates a desk for a running scene.
  ///
  /// - Parameters:
  ///   - document: the document that the scene was read from.
  ///   - file: the name of the document in error messages.
  ///   - size: the screen size that overrides the document's, if any.
  ///   - rotation: the rotation of the picture on the panel.
  ///   - blueprint: the scene that was read from the document, not rotated. If nil, it is read when
  ///     it is first needed.
  public init(
    scene document: SceneDocument, file: String, size: Size? = nil,
    rotation: PanelRotation = .none, blueprint: SceneBlueprint? = nil
  ) {
    self.document = document
    self.file = file
    self.size = size
    self.rotation = rotation
    base = blueprint?.turned(by: rotation)
  }

  /// Creates a desk for a running scene; see ``init(scene:file:size:rotation:blueprint:)``.
  public init(
    scene document: DocumentNode, file: String, size: Size? = nil,
    rotation: PanelRotation = .none, blueprint: SceneBlueprint? = nil
  ) {
    self.init(
      scene: SceneDocument(document), file: file, size: size, rotation: rotation,
      blueprint: blueprint)
  }

  /// Carries out a command, or throws and leaves the scene unchanged.
  ///
  /// - Parameters:
  ///   - command: the key of the message. `inject` is refused; it belongs to ``TouchInjector``.
  ///   - body: the value of that key; its `id` is ignored.
  ///   - requester: the client.
  ///   - engine: the engine that runs the scene.
  ///   - now: the current time; the engine advances to it.
  public mutating func perform(
    _ command: Command, _ body: DocumentNode,
    for requester: Requester = Requester(client: 0, isTrusted: false),
    on engine: inout Engine, at now: Instant
  ) throws(ControlError) -> ControlReply {
    if CommandJob.isNeeded(for: command, body, on: engine),
      let job = CommandJob(command, body, in: jobContext(for: requester, of: engine))
    {
      return try finish(try job.run(), for: requester, on: &engine, at: now)
    }
    if !requester.isTrusted { try SceneAllowance.checkNames(in: body) }
    let request: ControlRequest
    do throws(DocumentError) {
      request = try ControlRequest(command, body, of: engine)
    } catch {
      throw ControlError(error)
    }
    return try reporting(on: &engine) { desk, engine throws(ControlError) in
      try desk.carryOut(request, for: requester, on: &engine, at: now)
    }
  }

  /// Completes a command whose job has finished.
  ///
  /// O(views + changes). If the layout has changed since the job was created, this method runs the
  /// layout passes of a `change` or `rotate` again, and again merges the changes that a `patch`
  /// keeps; see ``PreparedCommand/fits(_:)``.
  public mutating func finish(
    _ command: PreparedCommand, for requester: Requester, on engine: inout Engine, at now: Instant
  ) throws(ControlError) -> ControlReply {
    switch command.content {
    case .scene(let scene):
      let reply = try adopt(scene, on: &engine, at: now)
      own(reply.transaction, by: requester)
      return reply
    case .change(let request, let rehearsal):
      return try reporting(on: &engine) { desk, engine throws(ControlError) in
        try desk.change(request, rehearsal, for: requester, on: &engine, at: now)
      }
    case .rotation(let rotation, let rehearsal):
      return try reporting(on: &engine) { desk, engine throws(ControlError) in
        try desk.rotate(to: rotation, rehearsal, on: &engine, at: now)
      }
    }
  }

  /// The reply to the command `document`: the document as a text. O(1).
  func describeDocument() -> ControlReply {
    var reply = ControlReply()
    reply.document = document.text
    return reply
  }

  /// Carries out a command, then adds to its reply the layout report and whether clients need a
  /// snapshot.
  private mutating func reporting(
    on engine: inout Engine,
    _ perform: (inout ControlDesk, inout Engine) throws(ControlError) -> ControlReply
  ) throws(ControlError) -> ControlReply {
    let (described, passes) = (engine.descriptionRevision, engine.layoutPasses)
    var reply = try perform(&self, &engine)
    reply.needsSnapshot = reply.needsSnapshot || engine.descriptionRevision != described
    if engine.layoutPasses != passes { describeLayout(of: engine, in: &reply) }
    return reply
  }

  /// Adds the report of the last layout pass to a reply.
  func describeLayout(of engine: borrowing Engine, in reply: inout ControlReply) {
    let report = engine.lastLayoutReport
    reply.warnings = Array(engine.layoutWarnings.prefix(ControlLimits.warnings))
    reply.conflicts = report.conflicts.prefix(ControlLimits.warnings).map { conflict in
      var conflict = conflict
      conflict.others = Array(conflict.others.prefix(ControlLimits.warnings))
      return conflict
    }
  }
}

/// The client that a command comes from.
public struct Requester: Hashable, Sendable {
  /// The id of the client, by which its transactions are recorded.
  public var client: UInt64
  /// Whether the client has the higher limits of scene files instead of ``ControlLimits``.
  public var isTrusted: Bool

  /// Creates a requester from a client's id.
  public init(client: UInt64, isTrusted: Bool) {
    self.client = client
    self.isTrusted = isTrusted
  }
}
