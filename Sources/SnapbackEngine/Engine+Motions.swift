public import SnapbackFrames
public import SnapbackGeometry
import SnapbackMotion
import SnapbackTiming

/// What channels do, in closed form, for who draws without asking for frames.
extension Engine {
  /// From the anchor of a view to the point that is grabbed, in the view's own space, in points.
  ///
  /// The translation that is drawn is d + g − R·g, with d the two translation channels, R the
  /// rotation and g what scale and shear make of this. It is zero where the anchor itself follows
  /// the finger, and it changes only when a pan begins or a view has come home.
  public func lever(of view: Int) -> Vector {
    motion.tree.indices.contains(view) ? motion.lever(of: view) : .zero
  }

  /// What a channel of a view does from now on. O(terms), allocates the list of terms.
  public func motion(of channel: Channel, view: Int) -> ChannelMotion? {
    guard motion.tree.indices.contains(view) else { return nil }
    let value = motion[channel.index(view: view)]
    var channelMotion = ChannelMotion(
      view: view, channel: .animated(channel), generation: value.generation,
      held: MotionState(value: value.model, velocity: value.modelVelocity),
      terms: value.terms.filter { $0.end > now })
    if channel.isEdge, let links = motion.links, links.moves(view) {
      for driver in links.sources.indices {
        let rate = links.rate(of: channel, view, by: driver)
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
