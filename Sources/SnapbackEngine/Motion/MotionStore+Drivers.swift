import SnapbackFrames
import SnapbackGeometry
import SnapbackMotion
import SnapbackTiming

/// Edges and offsets while drivers of the layout move.
extension MotionStore {
  /// Sets the models of the edges of a view without animation; the difference from what is seen
  /// dies out.
  mutating func place(_ view: Int, at frame: Rect, from seen: Rect) {
    guard modelFrame(of: view) != frame || seen != frame else { return }
    jump(.left, of: view, to: frame.left)
    jump(.top, of: view, to: frame.top)
    jump(.right, of: view, to: frame.right)
    jump(.bottom, of: view, to: frame.bottom)
    guard seen != frame else { return }
    yieldTo(MotionState(value: seen.left - frame.left), .left, of: view)
    yieldTo(MotionState(value: seen.top - frame.top), .top, of: view)
    yieldTo(MotionState(value: seen.right - frame.right), .right, of: view)
    yieldTo(MotionState(value: seen.bottom - frame.bottom), .bottom, of: view)
  }

  /// Gives each edge of a view the difference between its velocity by the old links and its
  /// velocity by the present links.
  mutating func carryVelocities(of view: Int, from old: EdgeLinks?) {
    for edge in Channel.edges {
      let velocity = linkVelocity(of: edge, view, by: old) - linkVelocity(of: edge, view, by: links)
      carry(velocity, edge, of: view)
    }
  }

  /// Gives an edge a velocity that the next animation takes up, which runs at ``rate``.
  mutating func carry(_ velocity: Double, _ edge: Channel, of view: Int) {
    guard velocity != 0 else { return }
    follow(edge, of: view, MotionState(value: model(edge, of: view), velocity: velocity / rate))
  }

  /// The velocity at which drivers move an edge by links.
  func linkVelocity(of edge: Channel, _ view: Int, by links: EdgeLinks?) -> Double {
    guard let links, linked.moves(edge, of: view, by: links) else { return 0 }
    var velocity = 0.0
    for driver in links.sources.indices {
      let rate = linked.rate(of: edge, view, by: driver, of: links)
      velocity += rate * self[links.sources[driver]].presentation(at: now).velocity
    }
    return velocity
  }

  /// Stops the momentum of a view's content at the offset that is seen; its velocity dies out.
  mutating func endMomentum(of view: Int) {
    for channel in [Channel.scrollX, .scrollY] {
      let value = self[channel.index(view: view)]
      guard value.terms.contains(where: { $0.isMomentum && $0.end > now }) else { continue }
      let seen = value.presentation(at: now)
      hold(channel, of: view, at: seen.value, velocity: seen.velocity)
    }
  }
}
