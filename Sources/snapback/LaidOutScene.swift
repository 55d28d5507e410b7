import SnapbackGeometry
import SnapbackLayout

/// A layout after its pass, with all there is to say about it.
struct LaidOutScene {
  /// What a constraint that cannot hold does to a view.
  struct Conflict {
    var conflict: LayoutReport.Conflict
    /// The views that its constraints speak of, with the direction.
    var views: [(view: ViewID, axis: Axis)]
  }

  let layout: LayoutTree
  let report: LayoutReport
  let ambiguities: [LayoutAmbiguity]
  let conflicts: [Conflict]

  init(_ tree: inout LayoutTree) {
    let report = tree.layoutIfNeeded() ?? LayoutReport()
    ambiguities = tree.ambiguities()
    self.report = report
    layout = tree
    conflicts = report.conflicts.map { Conflict(conflict: $0, views: tree.views(in: $0)) }
  }

  var viewIDs: [ViewID] { (0..<layout.viewCount).map { ViewID(index: $0) } }

  /// The frame on the screen, scroll offsets taken off.
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

  /// Whether neither the view nor anything that it is in is hidden.
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
