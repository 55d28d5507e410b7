import SnapbackBasics
import SnapbackProtocol

extension LayoutEvent {
  /// The changes from the models of the edges to the frames of the last layout pass, in the
  /// coordinates of the views' parents including their scroll offsets; nil if there are none.
  /// O(views).
  init?(to layout: LayoutStage, from motion: borrowing MotionStore) {
    var changes: [Change] = []
    for view in motion.tree.indices {
      let parent = motion.tree.parent(of: view)
      func inParent(_ edges: Rect, _ origin: Point) -> Rect {
        guard view != 0 else { return edges }
        let offset = Vector(
          dx: motion.model(.scrollX, of: parent), dy: motion.model(.scrollY, of: parent))
        return edges.offset(by: Vector(dx: -origin.x, dy: -origin.y) - offset)
      }
      let from = inParent(motion.modelFrame(of: view), motion.modelFrame(of: parent).origin)
      let to = inParent(layout.frames[view], layout.frames[parent].origin)
      if from.differs(from: to) { changes.append(Change(view: view, from: from, to: to)) }
    }
    guard !changes.isEmpty else { return nil }
    self.init(
      time: motion.now, transaction: motion.transactions.open?.id, changes: changes)
  }
}

extension Rect {
  /// Whether an edge differs by more than the rounding error of subtracting the parent's origin.
  fileprivate func differs(from other: Rect) -> Bool {
    (left - other.left).magnitude > 1e-6 || (top - other.top).magnitude > 1e-6
      || (right - other.right).magnitude > 1e-6 || (bottom - other.bottom).magnitude > 1e-6
  }
}
