public import SnapbackFrames
import SnapbackGeometry
import SnapbackMotion
import SnapbackTiming

/// What channels do, in closed form, for who draws without asking for frames.
extension Engine {
  /// The motion of a component of a view's lever, the vector from the anchor to the grabbed point
  /// in the view's own space, in points.
  ///
  /// The translation that is drawn is d + g − R·g, with d the two translation channels, R the
  /// rotation and g the lever under scale and shear. The lever is zero if the anchor itself follows
  /// the finger. It is set when a pan begins, scales with the size of the view, and is removed when
  /// the view has come home. The generation is 0; ``MotionJournal`` counts the generations.
  public func lever(_ part: MotionChannel, of view: Int) -> ChannelMotion {
    let isX = part == .leverX
    let lever = motion.tree.indices.contains(view) ? motion.lever(of: view) : .zero
    var result = ChannelMotion(
      view: view, channel: part, generation: 0,
      held: MotionState(value: isX ? lever.vector.dx : lever.vector.dy))
    let share = isX ? lever.share.dx : lever.share.dy
    let (near, far): (Channel, Channel) = isX ? (.left, .right) : (.top, .bottom)
    guard share != 0, let near = motion(of: near, view: view), let far = motion(of: far, view: view)
    else { return result }
    let extent =
      far.held - near.held - MotionState(value: isX ? lever.size.width : lever.size.height)
    result.held = result.held + share * extent
    result.terms =
      far.terms.map { $0.scaled(by: share) } + near.terms.map { $0.scaled(by: -share) }
    return result
  }

  /// What a channel of a view does from now on. O(terms), allocates the list of terms.
  public func motion(of channel: Channel, view: Int) -> ChannelMotion? {
    guard motion.tree.indices.contains(view) else { return nil }
    let value = motion[channel.index(view: view)]
    var channelMotion = ChannelMotion(
      view: view, channel: .animated(channel), generation: value.generation,
      held: MotionState(value: value.model, velocity: value.modelVelocity),
      terms: value.terms.filter { $0.end > now })
    if let links = motion.links, motion.linked.moves(channel, of: view, by: links) {
      for driver in links.sources.indices {
        let rate = motion.linked.rate(of: channel, view, by: driver, of: links)
        guard rate != 0 else { continue }
        let source = motion[links.sources[driver]]
        channelMotion.held =
          channelMotion.held
          + rate
          * MotionState(
            value: source.model - links.reference[driver], velocity: source.modelVelocity)
        channelMotion.terms += source.terms.filter { $0.end > now }.map { $0.scaled(by: rate) }
      }
    }
    if channel == .rotation, let tilt = motion.tree.tilt(of: view) {
      channelMotion.map = ChannelMotion.Map(source: .translationX, tilt: tilt)
    }
    return channelMotion
  }

  /// What the channels do that are in motion now. O(channels).
  public var motions: [ChannelMotion] {
    motion.tree.indices.flatMap { view in
      Channel.allCases.compactMap { channel in
        motion(of: channel, view: view).flatMap { $0.terms.isEmpty ? nil : $0 }
      }
    }
  }
}
