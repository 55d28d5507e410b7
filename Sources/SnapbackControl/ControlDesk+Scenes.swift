import SnapbackDocument
import SnapbackEngine
import SnapbackFrames
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import SnapbackTiming
import SnapbackTouches

/// Scenes as wholes: another one, parts of this one, and how it lies on its panel.
extension ControlDesk {
  mutating func load(
    _ scene: DocumentNode, animation: Animation?, on engine: inout Engine, at now: Instant
  ) throws(ControlError) -> ControlReply {
    if animation != nil { try Self.checkTransactions(of: engine) }
    let document = scene.asRoot
    try Self.checkSize(document)
    let blueprint: SceneBlueprint
    do throws(DocumentError) {
      blueprint = try SceneReader.read(
        document, file: Command.load.rawValue, size: size, limits: Self.limits)
    } catch {
      throw ControlError(error)
    }
    let next = try Self.checked(blueprint, from: document).turned(by: rotation)
    let reply = replace(
      on: &engine, by: next, animation: animation, goesOn: false, at: now)
    self.document = document
    file = Command.load.rawValue
    base = next
    return reply
  }

  mutating func patch(
    _ part: DocumentNode, animation: Animation?, on engine: inout Engine, at now: Instant
  ) throws(ControlError) -> ControlReply {
    if animation != nil { try Self.checkTransactions(of: engine) }
    let merged: DocumentNode
    do throws(DocumentError) {
      guard case .object = part.value else {
        throw part.error("expected an object, found \(part.kind)", file: "patch")
      }
      merged = try document.merged(with: part, file: "patch")
    } catch {
      throw ControlError(error)
    }
    try Self.checkSize(merged)
    let (old, new): (SceneBlueprint, SceneBlueprint)
    do throws(DocumentError) {
      new = try SceneReader.read(merged, file: "patch", size: size, limits: Self.limits)
      old = try described()
    } catch {
      throw ControlError(merged: error)
    }
    let next = try Self.checked(new, from: merged).turned(by: rotation)
    let kept = next.keeping(changesOf: engine, since: old)
    let disabled = engine.disabledGestureNames
    let reply = replace(
      on: &engine, by: kept, animation: animation, goesOn: true, at: now)
    let names = Set(engine.gestureNames)
    let switches = disabled.filter(names.contains).map {
      SceneChange.gesture($0, isEnabled: false)
    }
    // All of them are there.
    if !switches.isEmpty { _ = try? engine.apply(switches, animation: nil, at: now) }
    document = merged
    base = next
    return reply
  }

  /// What the document describes, turned as the picture is.
  private func described() throws(DocumentError) -> SceneBlueprint {
    if let base { return base }
    return try SceneReader.read(document, file: file, size: size).turned(by: rotation)
  }

  /// Puts a scene in the place of the one that runs.
  private mutating func replace(
    on engine: inout Engine, by next: SceneBlueprint, animation: Animation?, goesOn: Bool,
    at now: Instant
  ) -> ControlReply {
    var reply = ControlReply()
    engine.cancelGestures(missingIn: next, at: now)
    // Their views are those of the scene that goes.
    reply.decisions = engine.takeDecisions()
    for event in engine.takeGestureEvents() where engine.appearances.indices.contains(event.view) {
      reply.gestures.append((event, engine.appearances[event.view].name))
    }
    reply.transaction = engine.replaceScene(next, animation: animation, goesOn: goesOn)
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
    let degrees = (rotation.rawValue - self.rotation.rawValue + 360) % 360
    guard degrees != 0, let turn = PanelRotation(rawValue: degrees) else { return reply }
    do throws(EngineError) {
      try engine.turn(by: turn, at: now)
    } catch {
      throw ControlError(error)
    }
    self.rotation = rotation
    base = base?.turned(by: turn)
    return reply
  }

  // MARK: Reading

  /// Throws where a document is too large to be read.
  private static func checkSize(_ document: DocumentNode) throws(ControlError) {
    guard document.hasValues(atMost: ControlLimits.documentValues) else {
      throw ControlError(.limit, tooLarge("values", ControlLimits.documentValues))
    }
  }

  /// Reading stops where there is too much of what takes long to be read.
  private static var limits: SceneLimits {
    var limits = SceneLimits()
    limits.views = ControlLimits.views
    limits.constraints = ControlLimits.constraints
    return limits
  }

  private static func tooLarge(_ what: String, _ limit: Int) -> String {
    "the scene has more than \(limit) \(what), which is what a client may ask for"
  }

  private static func characters(in scene: SceneBlueprint) -> Int {
    scene.views.indices.reduce(0) { sum, index in
      let text = scene.layout.properties(of: ViewID(index: index)).text
      return sum + (text?.string.unicodeScalars.count ?? 0)
    }
  }

  /// The same blueprint, if it is not too large to be run.
  private static func checked(
    _ scene: SceneBlueprint, from document: DocumentNode
  ) throws(ControlError) -> SceneBlueprint {
    let steps = scene.actions.flatMap(\.steps).map(SceneChange.count)
    let counts: [(String, Int, Int)] = [
      ("gestures", scene.gestures.count, ControlLimits.gestures),
      ("actions", scene.actions.count, ControlLimits.actions),
      ("characters in texts", characters(in: scene), ControlLimits.textCharacters),
      ("changes in actions", steps.reduce(0) { $0 + $1.changes }, ControlLimits.actionChanges),
      (
        "layout passes in a step of an action", steps.map(\.passes).max() ?? 0,
        ControlLimits.passes
      ),
    ]
    for (what, count, limit) in counts where count > limit {
      throw ControlError(.limit, tooLarge(what, limit))
    }
    for action in scene.actions where action.triggers.contains(where: \.isCompletion) {
      let duration = action.animation?.logicalDuration ?? 0
      guard duration == 0 || duration >= ControlLimits.chainedDuration else {
        throw ControlError(
          .limit,
          "action \(DocumentError.quoted(action.name)) is set off by the end of another and takes "
            + "less than \(ControlLimits.chainedDuration) s")
      }
    }
    var scene = scene
    scene.layout.workLimit = ControlLimits.layoutWork
    return scene
  }
}

extension SceneAction.Trigger {
  fileprivate var isCompletion: Bool {
    if case .completion = self { true } else { false }
  }
}

extension DocumentNode {
  /// Whether it has no more values than this, itself included. O(limit).
  func hasValues(atMost limit: Int) -> Bool {
    var left = limit
    return take(&left)
  }

  private func take(_ left: inout Int) -> Bool {
    left -= 1
    guard left >= 0 else { return false }
    switch value {
    case .array(let elements):
      for element in elements where !element.take(&left) { return false }
    case .object(let members):
      for member in members where !member.value.take(&left) { return false }
    default: break
    }
    return true
  }
}
