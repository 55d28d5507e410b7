import SnapbackFrames
import SnapbackGeometry
import SnapbackLayout

/// Telling of the frames that layout passes change.
extension Engine {
  /// The most layout events that wait to be taken; then the oldest is dropped for each new one.
  public static let layoutEventLimit = EventLog.layoutLimit

  /// Takes what layout passes have changed since the last call, in order; `dropped` counts the
  /// events that were lost because nobody took them.
  public mutating func takeLayoutEvents() -> (events: [LayoutEvent], dropped: UInt64) {
    log.takeLayout()
  }

  /// Notes what the pass that has just been made changes; models are as before it. O(views).
  mutating func recordLayout() {
    var list: [LayoutEvent.Change] = []
    for view in motion.tree.indices {
      let (from, to) = (askedFrame(of: view), laidOutFrame(of: view))
      if differ(from, to) { list.append(LayoutEvent.Change(view: view, from: from, to: to)) }
    }
    guard !list.isEmpty else { return }
    log.note(LayoutEvent(time: now, transaction: motion.transactions.open?.id, changes: list))
  }

  /// Whether they do by more than what taking off the parent's place rounds.
  private func differ(_ first: Rect, _ second: Rect) -> Bool {
    (first.left - second.left).magnitude > 1e-6 || (first.top - second.top).magnitude > 1e-6
      || (first.right - second.right).magnitude > 1e-6
      || (first.bottom - second.bottom).magnitude > 1e-6
  }

  private func askedFrame(of view: Int) -> Rect {
    let edges = motion.modelFrame(of: view)
    let parent = motion.tree.parent(of: view)
    return inParent(edges, of: view, left: model(.left, of: parent), top: model(.top, of: parent))
  }

  private func laidOutFrame(of view: Int) -> Rect {
    let parent = layout.frames[motion.tree.parent(of: view)]
    return inParent(layout.frames[view], of: view, left: parent.left, top: parent.top)
  }

  /// Edges on the unscrolled screen in the coordinates of the view's parent, as far as that is
  /// scrolled.
  private func inParent(_ edges: Rect, of view: Int, left: Double, top: Double) -> Rect {
    guard view != 0 else { return edges }
    let parent = motion.tree.parent(of: view)
    return edges.offset(
      by: Vector(
        dx: -left - model(.scrollX, of: parent), dy: -top - model(.scrollY, of: parent)))
  }
}
