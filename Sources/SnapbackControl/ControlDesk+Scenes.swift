public import SnapbackDocument
public import SnapbackEngine
import SnapbackFrames
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol
import SnapbackTiming
public import SnapbackTouches

/// Scenes as wholes: another one, parts of this one, and how it lies on its panel.
extension ControlDesk {
  /// The input of a job for a client's command, as of now.
  ///
  /// O(gestures). Between this and ``finish(_:for:on:at:)`` no other scene may be adopted.
  public func jobContext(
    for requester: Requester, of engine: borrowing Engine
  ) -> JobContext {
    JobContext(
      document: document, file: file, base: base, size: size, rotation: rotation,
      running: RunningScene(engine), isTrusted: requester.isTrusted)
  }

  /// Serves another scene from now on, which did not come from a client; the transactions of
  /// clients stay theirs. The parameters are those of the initialiser.
  public mutating func restart(
    scene document: DocumentNode, file: String, rotation: PanelRotation,
    blueprint: SceneBlueprint?
  ) {
    let (owned, orphans) = (ownedTransactions, orphans)
    self = ControlDesk(
      scene: document, file: file, size: size, rotation: rotation, blueprint: blueprint)
    (ownedTransactions, self.orphans) = (owned, orphans)
  }

  /// Puts a prepared scene in place of the one that runs.
  ///
  /// O(views). Where the layout has changed since the job was made, the changes are merged again,
  /// O(views + constraints).
  mutating func adopt(
    _ scene: PreparedScene, on engine: inout Engine, at now: Instant
  ) throws(ControlError) -> ControlReply {
    if scene.animation != nil { try makeRoom(on: &engine, at: now) }
    var (next, described) = (scene.laidOut, scene.scene)
    var base = scene.base
    if scene.rotation != rotation, let turn = Self.turn(from: scene.rotation, to: rotation) {
      described = described.turned(by: turn)
      base = base?.turned(by: turn)
      next = described
    }
    if let base {
      let isCurrent =
        scene.rotation == rotation && scene.kept == engine.layoutTree.statistics
        && !engine.layoutTree.needsLayout
      if !isCurrent { next = described.keeping(changesOf: engine.layoutTree, since: base) }
      next = next.keeping(appearancesOf: engine, since: base)
    }
    let disabled = engine.disabledGestureNames
    var reply = replace(on: &engine, by: next, scene, at: now)
    if base != nil {
      let names = Set(engine.gestureNames)
      let switches = disabled.filter(names.contains).map {
        SceneChange.gesture($0, isEnabled: false)
      }
      // All of them are there.
      if !switches.isEmpty { _ = try? engine.apply(switches, animation: nil, at: now) }
    } else {
      file = scene.command.rawValue
    }
    document = scene.document
    self.base = described
    describeLayout(of: engine, in: &reply)
    return reply
  }

  /// Puts a scene in the place of the one that runs.
  private mutating func replace(
    on engine: inout Engine, by next: SceneBlueprint, _ scene: PreparedScene, at now: Instant
  ) -> ControlReply {
    var reply = ControlReply()
    engine.cancelGestures(missingIn: next, at: now)
    // Their views are those of the scene that goes.
    reply.decisions = engine.takeDecisions()
    for event in engine.takeGestureEvents() where engine.appearances.indices.contains(event.view) {
      reply.gestures.append((event, engine.appearances[event.view].name))
    }
    reply.transaction = engine.replaceScene(
      next, animation: scene.animation, goesOn: scene.base != nil)
    reply.isSceneReplaced = true
    reply.needsSnapshot = true
    measuring.forgetViews()
    inspected = nil
    return reply
  }

  mutating func rotate(
    to rotation: PanelRotation, on engine: inout Engine, at now: Instant
  ) throws(ControlError) -> ControlReply {
    var reply = ControlReply()
    reply.rotation = rotation
    guard let turn = Self.turn(from: self.rotation, to: rotation), turn != .none else {
      return reply
    }
    do throws(EngineError) {
      try engine.turn(by: turn, at: now)
    } catch {
      throw ControlError(error)
    }
    self.rotation = rotation
    base = base?.turned(by: turn)
    return reply
  }

  private static func turn(
    from old: PanelRotation, to new: PanelRotation
  ) -> PanelRotation? {
    PanelRotation(rawValue: (new.rawValue - old.rawValue + 360) % 360)
  }
}
