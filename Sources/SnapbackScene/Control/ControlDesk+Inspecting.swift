import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackProtocol

/// The command `inspect`: lists the constraints that determine the views of the running scene, and
/// the bindings between them.
extension ControlDesk {
  /// The ambiguities that were found after a layout pass.
  struct Ambiguities: Sendable {
    var passes: Int
    var list: [LayoutAmbiguity]
  }

  /// Inspects a view, or the whole scene if `name` is nil, without changing the scene.
  /// O(constraints + bindings); the first call after a layout pass takes as long as a pass.
  mutating func inspect(
    _ name: String?, of engine: borrowing Engine, at now: Instant
  ) throws(ControlError) -> ControlReply {
    var layout = engine.layoutTree
    let names = engine.appearances.map(\.name)
    var view: ViewID?
    if let name {
      guard let index = names.firstIndex(of: name) else {
        throw Self.unknown(name, of: "view", in: names)
      }
      view = ViewID(index: index)
    }
    let isCurrent = !layout.needsLayout
    let report = layout.layoutIfNeeded() ?? engine.lastLayoutReport
    let constraints = layout.constraintStatuses(
      of: view, first: ControlLimits.inspectedConstraints)
    let conflicts = report.conflicts.filter { conflict in
      view == nil || layout.views(in: conflict).contains { $0.view == view }
    }
    let ambiguities = ambiguities(of: &layout, isCurrent: isCurrent)
    let bindings = bindings(
      of: view, in: layout, engine.bindingStatuses(at: now), names: names)
    var reply = ControlReply()
    reply.inspection = SceneInspection(
      frame: view.map { Self.frame(of: $0, in: layout) }, context: layout.context,
      states: layout.states,
      constraints: constraints, bindings: bindings, conflicts: conflicts,
      ambiguities: ambiguities?.filter { view == nil || $0.view == view })
    return reply
  }

  /// The ambiguous attributes; nil if the scene is too large to search for them.
  private mutating func ambiguities(
    of layout: inout LayoutTree, isCurrent: Bool
  ) -> [LayoutAmbiguity]? {
    let limit = ControlLimits.inspectedConstraints
    guard layout.constraintCount <= limit, layout.viewCount <= limit else { return nil }
    let passes = layout.statistics.passes
    if isCurrent, let known = inspected, known.passes == passes { return known.list }
    let list = layout.ambiguities()
    if isCurrent { inspected = Ambiguities(passes: passes, list: list) }
    return list
  }

  /// The layout frame of a view, in its parent's coordinates.
  private static func frame(of view: ViewID, in layout: LayoutTree) -> Rect {
    let frame = layout.frames[view.index]
    guard let parent = layout.parent(of: view) else { return frame }
    let origin = layout.frames[parent.index].origin + layout.scrollOffset(of: parent)
    return frame.offset(by: .zero - origin)
  }
}
