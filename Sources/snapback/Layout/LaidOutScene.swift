import SnapbackBasics
import SnapbackEngine
import SnapbackLayout

/// The layout with which a scene begins, with its report, ambiguities and conflicts.
struct LaidOutScene {
  /// A conflict between constraints, with the views that it affects.
  struct Conflict {
    var conflict: LayoutReport.Conflict
    /// The views that the conflict's constraints refer to, each with the axis of the reference.
    var views: [(view: ViewID, axis: Axis)]
  }

  let layout: LayoutTree
  let report: LayoutReport
  let ambiguities: [LayoutAmbiguity]
  let conflicts: [Conflict]

  /// Lays out a scene. `tree` is its layout, possibly without some of its constraints.
  init(_ tree: inout LayoutTree, of scene: SceneBlueprint) {
    var report = tree.layoutIfNeeded() ?? LayoutReport()
    scene.scrollToStart(&tree)
    if let scrolled = tree.layoutIfNeeded() { report = scrolled }
    ambiguities = tree.ambiguities()
    self.report = report
    layout = tree
    conflicts = report.conflicts.map { Conflict(conflict: $0, views: tree.views(in: $0)) }
  }

  var viewIDs: [ViewID] { (0..<layout.viewCount).map { ViewID(index: $0) } }

  /// Returns a view's frame on the screen, which is its layout frame minus the scroll offsets of
  /// all ancestors.
  func frame(of view: ViewID) -> Rect {
    var frame = layout.frames[view.index]
    var ancestor = view
    while let parent = layout.parent(of: ancestor) {
      let offset = layout.scrollOffset(of: parent)
      frame = frame.offset(by: Vector(dx: -offset.dx, dy: -offset.dy))
      ancestor = parent
    }
    return frame
  }

  /// Whether neither the view nor any of its ancestors is hidden.
  func isShown(_ view: ViewID) -> Bool {
    var next: ViewID? = view
    while let current = next {
      if layout.isHidden(current) { return false }
      next = layout.parent(of: current)
    }
    return true
  }

  func isAmbiguous(_ view: ViewID, _ axis: Axis) -> Bool {
    ambiguities.contains { $0.view == view && $0.attributes.contains { $0.axis == axis } }
  }

  func isConflicting(_ view: ViewID, _ axis: Axis) -> Bool {
    conflicts.contains { $0.views.contains { $0.view == view && $0.axis == axis } }
  }
}
