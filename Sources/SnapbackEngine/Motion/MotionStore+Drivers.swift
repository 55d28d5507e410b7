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

  /// Gives each channel that drivers move the velocity that the old links gave it minus the
  /// velocity that the present links give it. On offsets and translations, `animation` starts with
  /// this velocity; on edges, the next animation does.
  mutating func carryVelocities(from old: EdgeLinks?, with animation: Animation) {
    var carried: [(channel: Channel, view: Int, velocity: Double)] = []
    func note(_ channel: Channel, _ view: Int) {
      carried.append((channel, view, linkVelocity(of: channel, view, by: old)))
    }
    // Offsets come first, because edges and translations depend on them.
    for offset in linkedOffsets(and: old) { note(offset.channel, offset.view) }
    for view in linked.grabbedViews {
      for channel in Channel.translations { note(channel, view) }
    }
    for view in tree.indices where links?.moves(view) == true || old?.moves(view) == true {
      for edge in Channel.edges { note(edge, view) }
    }
    for (channel, view, former) in carried {
      let velocity = former - linkVelocity(of: channel, view, by: links)
      if channel.isEdge {
        carry(velocity, channel, of: view)
      } else if channel.isOffset {
        carryOffset(velocity, channel, of: view, with: animation)
      } else if velocity != 0 {
        let model = model(channel, of: view)
        shift(channel, of: view, to: model, velocity: velocity, with: animation)
      }
    }
  }

  /// The offsets whose ranges drivers move through the present links or through `old`.
  private func linkedOffsets(and old: EdgeLinks?) -> [OffsetLink] {
    let present = links?.offsets ?? []
    let former = old?.offsets ?? []
    return present + former.filter { links?.offset($0.channel, of: $0.view) == nil }
  }

  /// Starts an animation of a scroll offset with a velocity; its goal does not change.
  mutating func carryOffset(
    _ velocity: Double, _ channel: Channel, of view: Int, with animation: Animation?
  ) {
    guard velocity != 0 else { return }
    carry(velocity, channel, of: view)
    set(channel, of: view, to: model(channel, of: view), with: animation)
  }

  /// Gives a channel a velocity with which the next animation starts. The animation runs at
  /// ``rate``.
  mutating func carry(_ velocity: Double, _ channel: Channel, of view: Int) {
    guard velocity != 0 else { return }
    follow(
      channel, of: view, MotionState(value: model(channel, of: view), velocity: velocity / rate))
  }

  /// The velocity of a channel that is caused by drivers through `links`.
  func linkVelocity(of channel: Channel, _ view: Int, by links: EdgeLinks?) -> Double {
    guard let links, linked.moves(channel, of: view, by: links) else { return 0 }
    var velocity = 0.0
    for driver in links.sources.indices {
      let rate = linked.rate(of: channel, view, by: driver, of: links)
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
