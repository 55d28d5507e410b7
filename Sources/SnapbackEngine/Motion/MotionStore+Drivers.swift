import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// Edges and offsets while drivers of the layout move.
extension MotionStore {
  /// Sets the models of a view's edges to `frame` without animation. The difference from `seen`,
  /// the drawn frame, decays.
  mutating func setFrame(of view: Int, to frame: Rect, from seen: Rect) {
    guard modelFrame(of: view) != frame || seen != frame else { return }
    setEdge(.left, of: view, to: frame.left, from: seen.left)
    setEdge(.top, of: view, to: frame.top, from: seen.top)
    setEdge(.right, of: view, to: frame.right, from: seen.right)
    setEdge(.bottom, of: view, to: frame.bottom, from: seen.bottom)
  }

  /// Sets the model of an edge as ``setFrame(of:to:from:)`` does. The translations of grabbed views
  /// compensate for the change.
  private mutating func setEdge(
    _ edge: Channel, of view: Int, to value: Double, from seen: Double
  ) {
    let change = value - model(edge, of: view)
    jump(edge, of: view, to: value)
    if seen != value { yieldTo(MotionState(value: seen - value), edge, of: view) }
    guard change != 0 || seen != value else { return }
    linked.forEachCompensation(of: edge, view) { channel, view, factor in
      let held = self[channel.index(view: view)]
      follow(
        channel, of: view,
        MotionState(value: held.model + factor * change, velocity: held.modelVelocity))
      guard seen != value else { return }
      yieldTo(MotionState(value: factor * (seen - value)), channel, of: view)
    }
  }

  /// Gives each edge of a view the velocity that the old links gave it minus the velocity that the
  /// present links give it.
  mutating func carryVelocities(of view: Int, from old: EdgeLinks?) {
    for edge in Channel.edges {
      let velocity = linkVelocity(of: edge, view, by: old) - linkVelocity(of: edge, view, by: links)
      carry(velocity, edge, of: view)
    }
  }

  /// Gives an edge a velocity with which the next animation starts. The animation runs at ``rate``.
  mutating func carry(_ velocity: Double, _ edge: Channel, of view: Int) {
    guard velocity != 0 else { return }
    follow(edge, of: view, MotionState(value: model(edge, of: view), velocity: velocity / rate))
  }

  /// The velocity of an edge that is caused by drivers through `links`.
  func linkVelocity(of edge: Channel, _ view: Int, by links: EdgeLinks?) -> Double {
    guard let links, linked.moves(edge, of: view, by: links) else { return 0 }
    var velocity = 0.0
    for driver in links.sources.indices {
      let rate = linked.rate(of: edge, view, by: driver, of: links)
      velocity += rate * value(ofDriver: driver, of: links, at: now).velocity
    }
    return velocity
  }

  /// Stops the momentum of a view's content at the drawn offset; its velocity decays.
  mutating func endMomentum(of view: Int) {
    settleOffsets()
    for channel in [Channel.scrollX, .scrollY] {
      let value = self[channel.index(view: view)]
      guard value.terms.contains(where: { $0.isMomentum && $0.end > now }) else { continue }
      let seen = value.presentation(at: now)
      hold(channel, of: view, at: seen.value, velocity: seen.velocity)
    }
  }
}
