public import SnapbackBasics
import SnapbackProtocol

/// The changes of frames by a layout pass.
///
/// The event describes the model frames, which change immediately; the drawn frames may still be in
/// motion.
public struct LayoutEvent: Hashable, Sendable {
  /// A view whose frame has changed.
  public struct Change: Hashable, Sendable {
    /// The index of the view in the scene.
    public var view: Int
    /// The frame before, in the parent's coordinates.
    public var from: Rect
    /// The frame after.
    public var to: Rect
  }

  /// The time of the pass.
  public var time: Instant
  /// The transaction that the pass was part of; nil outside of a transaction.
  public var transaction: UInt64?
  /// The views whose frames changed, in scene order; never empty.
  public var changes: [Change]
}

extension LayoutEvent {
  /// The changes from the models of the edges to the frames of the last layout pass, in the
  /// coordinates of the views' parents including their scroll offsets; nil if there are none.
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
  /// Whether an edge differs by more than the rounding error of subtracting the parent's origin.
  fileprivate func differs(from other: Rect) -> Bool {
    (left - other.left).magnitude > 1e-6 || (top - other.top).magnitude > 1e-6
      || (right - other.right).magnitude > 1e-6 || (bottom - other.bottom).magnitude > 1e-6
  }
}
