import SnapbackBasics
public import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol
public import SnapbackTouches

/// Commands for whole scenes: loading, patching and rotating.
extension ControlDesk {
  /// Creates the input for the job of a client's command from the current state.
  ///
  /// O(gestures). The caller must not replace the scene between this call and
  /// ``finish(_:for:on:at:)``.
  public func jobContext(
    for requester: Requester, of engine: borrowing Engine
  ) -> JobContext {
    JobContext(
      document: document, file: file, base: base, size: size, rotation: rotation,
      running: RunningScene(engine), isTrusted: requester.isTrusted)
  }

  /// Switches to a scene that did not come from a client. Clients still own their transactions. The
  /// parameters are those of the initializer.
  public mutating func restart(
    scene document: SceneDocument, file: String, rotation: PanelRotation,
    blueprint: SceneBlueprint? = nil
  ) {
    let (owned, orphans) = (ownedTransactions, orphans)
    self = ControlDesk(
      scene: document, file: file, size: size, rotation: rotation, blueprint: blueprint)
    (ownedTransactions, self.orphans) = (owned, orphans)
  }

  /// Replaces the running scene with a prepared one.
  ///
  /// O(views). If the running layout has changed since the job was created, the changes that a
  /// `patch` keeps are merged again in O(views + constraints).
  mutating func adopt(
    _ scene: PreparedScene, on engine: inout Engine, at now: Instant
  ) throws(ControlError) -> ControlReply {
    if scene.animation != nil { try makeRoom(on: &engine, at: now) }
    var (next, described) = (scene.laidOut, scene.scene)
    var base = scene.base
    if scene.rotation != rotation, let turn = scene.rotation.turn(to: rotation) {
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
      // All named gestures exist, so this does not fail.
      if !switches.isEmpty { _ = try? engine.apply(switches, animation: nil, at: now) }
    } else {
      file = scene.command.rawValue
    }
    document = scene.document
    self.base = described
    describeLayout(of: engine, in: &reply)
    return reply
  }

  /// Replaces the running scene.
  private mutating func replace(
    on engine: inout Engine, by next: SceneBlueprint, _ scene: PreparedScene, at now: Instant
  ) -> ControlReply {
    var reply = ControlReply()
    engine.cancelGestures(missingIn: next, at: now)
    // Take the events before the views are replaced, because they refer to views of the old scene.
    reply.decisions = engine.drainDecisions()
    for event in engine.drainGestureEvents() where engine.appearances.indices.contains(event.view) {
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
    to rotation: PanelRotation, _ rehearsal: LayoutRehearsal? = nil, on engine: inout Engine,
    at now: Instant
  ) throws(ControlError) -> ControlReply {
    var reply = ControlReply()
    reply.rotation = rotation
    guard let turn = self.rotation.turn(to: rotation), turn != .none else { return reply }
    do throws(EngineError) {
      try engine.turn(by: turn, rehearsal: rehearsal, at: now)
    } catch {
      throw ControlError(error)
    }
    self.rotation = rotation
    base = base?.turned(by: turn)
    return reply
  }
}

extension PanelRotation {
  /// The rotation that leads from this one to `other`.
  func turn(to other: PanelRotation) -> PanelRotation? {
    PanelRotation(rawValue: (other.rawValue - rawValue + 360) % 360)
  }
}
