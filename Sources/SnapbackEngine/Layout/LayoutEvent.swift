import SnapbackFrames
public import SnapbackGeometry
public import SnapbackTiming

/// A layout pass has changed where views are to be.
///
/// It is about the frames that were asked for, which change at once; what is drawn may be on its
/// way there.
public struct LayoutEvent: Hashable, Sendable {
  /// A view whose frame has changed.
  public struct Change: Hashable, Sendable {
    /// The view, by its place in the scene.
    public var view: Int
    /// The frame before, in the parent's coordinates.
    public var from: Rect
    /// The frame after.
    public var to: Rect
  }

  /// When.
  public var time: Instant
  /// The transaction that the pass was part of; nil outside of one.
  public var transaction: UInt64?
  /// The views whose frames it changed, in the order of the scene; never empty.
  public var changes: [Change]
}

extension LayoutEvent {
  /// The changes from the models of the edges to the frames of the last layout pass, in the
  /// coordinates of the views' parents, as far as these are scrolled; nil if there are none.
  /// O(views).
  init?(to layout: LayoutStage, from motion: borrowing MotionStore) {
    changes = []
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
    time = motion.now
    transaction = motion.transactions.open?.id
  }
}

extension Rect {
  /// Whether an edge differs by more than what subtracting the parent's origin rounds.
  fileprivate func differs(from other: Rect) -> Bool {
    (left - other.left).magnitude > 1e-6 || (top - other.top).magnitude > 1e-6
      || (right - other.right).magnitude > 1e-6 || (bottom - other.bottom).magnitude > 1e-6
  }
}
