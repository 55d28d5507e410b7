import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol
import SnapbackTouches

/// The part of a `load` or `patch` that needs no engine: reading the scene and computing its
/// layout.
///
/// ``ControlDesk/adopt(_:on:at:)`` replaces the running scene with the result.
struct SceneJob {
  let context: JobContext
  let command: Command
  let body: DocumentNode

  /// Reads the scene, checks it against the client's limits and lays it out.
  ///
  /// O(scene); takes about 60 ms for a patch of 2,000 views and 8,000 constraints.
  func run() throws(ControlError) -> PreparedScene {
    let (part, animation) = try request()
    return command == .patch
      ? try patch(part, animation) : try load(part.asRoot, animation)
  }

  private func request() throws(ControlError) -> (scene: DocumentNode, animation: Animation?) {
    do throws(DocumentError) {
      var reader = try ObjectReader(body, file: command.rawValue)
      let scene = try reader.node("scene")
      let animation = try ControlRequest.animation(&reader)
      try reader.finish(alsoKnown: ["id"])
      return (scene, animation)
    } catch {
      throw ControlError(error)
    }
  }

  private func load(
    _ document: DocumentNode, _ animation: Animation?
  ) throws(ControlError) -> PreparedScene {
    let allowance = context.isTrusted ? nil : SceneAllowance()
    try allowance?.check(document)
    var scene: SceneBlueprint
    do throws(DocumentError) {
      scene = try SceneReader.read(
        document, file: command.rawValue, size: context.size,
        limits: allowance?.limits ?? SceneLimits())
    } catch {
      throw ControlError(error)
    }
    try allowance?.check(&scene)
    scene = scene.turned(by: context.rotation)
    var laidOut = scene
    laidOut.layOut(measuredAs: context.running.layout)
    return PreparedScene(
      command: command, document: SceneDocument(document), scene: scene, laidOut: laidOut,
      base: nil,
      kept: nil, rotation: context.rotation, animation: animation)
  }

  private func patch(
    _ part: DocumentNode, _ animation: Animation?
  ) throws(ControlError) -> PreparedScene {
    let document: DocumentNode
    let old: SceneBlueprint
    do throws(DocumentError) {
      document = try context.document.parsed()
      if let base = context.base {
        old = base
      } else {
        old = try SceneReader.read(document, file: context.file, size: context.size)
          .turned(by: context.rotation)
      }
    } catch {
      throw ControlError(merged: error)
    }
    let merged = try merge(part, into: document)
    let allowance = context.isTrusted ? nil : SceneAllowance(of: old, document)
    try allowance?.check(merged)
    var scene: SceneBlueprint
    do throws(DocumentError) {
      scene = try SceneReader.read(
        merged, file: command.rawValue, size: context.size,
        limits: allowance?.limits ?? SceneLimits())
    } catch {
      throw ControlError(merged: error)
    }
    try allowance?.check(&scene)
    scene = scene.turned(by: context.rotation)
    var laidOut = scene.keeping(changesOf: context.running.layout, since: old)
    laidOut.layOut(measuredAs: context.running.layout)
    return PreparedScene(
      command: command, document: SceneDocument(merged), scene: scene, laidOut: laidOut, base: old,
      kept: context.running.layout.needsLayout ? nil : context.running.layout.statistics,
      rotation: context.rotation,
      animation: animation)
  }

  private func merge(
    _ part: DocumentNode, into document: DocumentNode
  ) throws(ControlError) -> DocumentNode {
    do throws(DocumentError) {
      guard case .object = part.value else {
        throw part.error("expected an object, found \(part.kind)", file: command.rawValue)
      }
      return try document.merged(with: part, file: command.rawValue)
    } catch {
      throw ControlError(error)
    }
  }
}

/// A scene that has been read, checked and laid out, ready to replace the running one.
struct PreparedScene: Sendable {
  /// The command that requested the scene.
  let command: Command
  /// The document that describes the scene.
  let document: SceneDocument
  /// The scene as it was read.
  let scene: SceneBlueprint
  /// The scene with its computed layout; for a `patch`, including the changes made to the running
  /// scene at run time.
  let laidOut: SceneBlueprint
  /// The scene that a `patch` was applied to; nil for a `load`.
  let base: SceneBlueprint?
  /// The statistics of the running layout when its changes were merged into `laidOut`; nil for a
  /// `load`, or if the running layout needed a pass then.
  let kept: LayoutTree.Statistics?
  /// The rotation of the picture when the job was created.
  let rotation: PanelRotation
  let animation: Animation?
}
