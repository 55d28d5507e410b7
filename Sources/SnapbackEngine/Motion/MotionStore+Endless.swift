import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// Ends animations that repeat forever.
extension MotionStore {
  /// Ends the endless motion of a channel at its drawn value.
  mutating func endEndless(_ channel: Channel, of view: Int) {
    let index = channel.index(view: view)
    guard self[index].terms.contains(where: \.isEndless) else { return }
    transactions.interruptEndless(channel: index, at: now)
    fold(channel, of: view, where: \.isEndless)
  }

  /// Whether `frame` changes an edge that an endless animation moves. Edges of a view that depends
  /// on drivers may differ from the frame by rounding errors.
  func movesEndless(_ view: Int, to frame: Rect) -> Bool {
    let least = links?.moves(view) == true ? 1e-9 : 0
    func moves(_ channel: Channel, to edge: Double) -> Bool {
      let value = self[channel.index(view: view)]
      return (value.model - edge).magnitude > least && value.terms.contains(where: \.isEndless)
    }
    return moves(.left, to: frame.left) || moves(.top, to: frame.top)
      || moves(.right, to: frame.right) || moves(.bottom, to: frame.bottom)
  }

  /// Ends the endless animations of all edges, of the constants that bindings read, and those in
  /// the translations of grabbed views.
  ///
  /// Edges that the layout ties together thus end together. `animation` is that of the layout
  /// change; it starts with the velocities that the translations had. O(views).
  mutating func endEndlessEdges(with animation: Animation?) {
    for view in tree.indices {
      for channel in Channel.edges { endEndless(channel, of: view) }
    }
    for (_, place) in bindings.constants { endEndless(.left, of: place) }
    for (_, place) in bindings.thresholds { endEndless(.left, of: place) }
    for view in linked.grabbedViews {
      for channel in Channel.translations {
        let fingers = self[channel.index(view: view)].modelVelocity
        endEndless(channel, of: view)
        let (model, sum) = (
          model(channel, of: view), self[channel.index(view: view)].modelVelocity
        )
        guard sum != fingers else { continue }
        follow(channel, of: view, MotionState(value: model, velocity: fingers))
        let velocity = (sum - fingers) * rate
        shift(channel, of: view, to: model, velocity: velocity, with: animation)
      }
    }
  }

  /// Ends the endless animations of a view's channels, if another scene replaces their values.
  /// Frame and transform are excluded.
  mutating func endEndless(of view: Int, replacedBy other: borrowing MotionStore, _ new: Int) {
    for channel in Channel.all where !channel.isEdge && !channel.isTransform {
      endEndless(channel, of: view, replacedBy: other, new)
    }
  }

  /// Ends an endless animation of a channel if another scene has a different value for it.
  mutating func endEndless(
    _ channel: Channel, of view: Int, replacedBy other: borrowing MotionStore, _ new: Int
  ) {
    guard other.model(channel, of: new) != model(channel, of: view) else { return }
    endEndless(channel, of: view)
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
