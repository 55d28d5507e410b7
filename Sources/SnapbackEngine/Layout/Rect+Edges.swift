import SnapbackBasics

extension Rect {
  /// The rectangle with each edge moved by the distance of that edge from `start` to `end`.
  func moved(from start: Rect, to end: Rect) -> Rect {
    Rect(
      left: left + (end.left - start.left), top: top + (end.top - start.top),
      right: right + (end.right - start.right), bottom: bottom + (end.bottom - start.bottom))
  }
}
