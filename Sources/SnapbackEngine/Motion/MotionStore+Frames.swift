import SnapbackBasics
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// Sets the frames of views, by layout passes and by direct changes.
extension MotionStore {
  /// Sets the models of all edges to the frames of the last layout pass, and the constants that
  /// bindings read, and the thresholds of triggers, to their values in that pass. If the `old`
  /// links gave a channel another velocity than the present links do, `animation` starts with the
  /// difference.
  mutating func setFrames(
    of layout: LayoutStage, from old: EdgeLinks?, with animation: Animation?
  ) {
    func frame(of view: Int) -> Rect {
      links?.moves(view) == true ? layout.exactFrame(of: view) : layout.frames[view]
    }
    if tree.indices.contains(where: { movesEndless($0, to: frame(of: $0)) }) {
      endEndlessEdges(with: animation)
    }
    if let animation { carryVelocities(from: old, with: animation) }
    for view in tree.indices { setEdges(of: view, to: frame(of: view), with: animation) }
    for (name, place) in bindings.constants {
      // An action may have removed the constraint.
      guard let value = layout.value(of: .constant(name)) else { continue }
      set(.left, of: place, to: value, with: animation)
    }
    for (number, place) in bindings.thresholds {
      set(.left, of: place, to: layout.value(of: number), with: animation)
    }
  }

  /// Sets a frame directly instead of by a constraint; the descendants of the view move with it.
  mutating func setFrame(_ frame: Rect, of view: Int, with animation: Animation?) {
    let way = frame.origin - modelFrame(of: view).origin
    setEdges(of: view, to: frame, with: animation)
    guard way != .zero else { return }
    for child in tree.children(of: view) {
      setFrame(modelFrame(of: child).offset(by: way), of: child, with: animation)
    }
  }

  private mutating func setEdges(of view: Int, to frame: Rect, with animation: Animation?) {
    set(.left, of: view, to: frame.left, with: animation)
    set(.top, of: view, to: frame.top, with: animation)
    set(.right, of: view, to: frame.right, with: animation)
    set(.bottom, of: view, to: frame.bottom, with: animation)
  }
}
