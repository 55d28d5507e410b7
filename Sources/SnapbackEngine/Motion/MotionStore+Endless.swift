import SnapbackFrames
import SnapbackGeometry
import SnapbackMotion

/// The end of animations that repeat for ever.
extension MotionStore {
  /// Whether a frame is to move an edge of a view that an endless animation moves.
  func movesEndless(_ view: Int, to frame: Rect) -> Bool {
    func moves(_ channel: Channel, to edge: Double) -> Bool {
      let value = self[channel.index(view: view)]
      return value.model != edge && value.terms.contains(where: \.isEndless)
    }
    return moves(.left, to: frame.left) || moves(.top, to: frame.top)
      || moves(.right, to: frame.right) || moves(.bottom, to: frame.bottom)
  }

  /// Ends the endless animations of all edges: those that the layout ties together end together.
  /// O(views).
  mutating func endEndlessEdges() {
    for view in tree.indices {
      for channel in Channel.edges { endEndless(channel, of: view) }
    }
  }

  /// Ends the endless animations of a view that has been hidden, except those of its frame.
  mutating func endEndless(of view: Int, with animation: Animation?) {
    for channel in Channel.all where !channel.isEdge {
      let value = self[channel.index(view: view)]
      guard value.terms.contains(where: \.isEndless) else { continue }
      endEndless(channel, of: view)
      set(channel, of: view, to: value.model, with: animation)
    }
  }
}
