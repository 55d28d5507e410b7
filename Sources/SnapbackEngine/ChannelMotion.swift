public import SnapbackGeometry
public import SnapbackMotion
public import SnapbackTiming

/// All that a channel does until something interrupts it, in closed form.
///
/// value(t) = held + Σ terms(t) + map(source(t)). A program that is told this draws every frame at
/// its own rate and asks for nothing until ``generation`` counts up.
public struct ChannelMotion: Hashable, Sendable {
  /// The view, by its place in the scene.
  public var view: Int
  /// The channel.
  public var channel: Channel
  /// Counts what interrupts it; a motion with a higher number takes the place of one with a lower.
  public var generation: UInt64
  /// The model: value and velocity that hold until the next generation.
  public var held: MotionState
  /// The springs, decays and curves that are under way, each with its start and exact end.
  public var terms: [ResidualTerm]
  /// What another channel of the view adds: a rotation that follows from the translation along x.
  public var map: Map?

  /// A function of another channel.
  public struct Map: Hashable, Sendable {
    /// The channel whose value goes in, of the same view.
    public var source: Channel
    /// What comes out.
    public var tilt: TiltMap
  }

  /// From when on it only holds; ``Instant/distantFuture`` if never.
  public var end: Instant { terms.map(\.end).max() ?? .zero }

  /// Value and velocity at `now` without the map.
  public func presentation(at now: Instant) -> MotionState {
    terms.reduce(held) { $0 + $1.state(at: now) }
  }
}

extension Engine {
  /// From the anchor of a view to the point that is grabbed, in the view's own space, in points.
  ///
  /// The translation that is drawn is d + g − R·g, with d the two translation channels, R the
  /// rotation and g what scale and shear make of this. It is zero where the anchor itself follows
  /// the finger, and it changes only when a pan begins or a view has come home.
  public func lever(of view: Int) -> Vector {
    views.indices.contains(view) ? views[view].lever : .zero
  }

  /// What a channel of a view does from now on. O(terms), allocates the list of terms.
  public func motion(of channel: Channel, view: Int) -> ChannelMotion? {
    guard views.indices.contains(view) else { return nil }
    let value = channels[channel.index(view: view)]
    var motion = ChannelMotion(
      view: view, channel: channel, generation: value.generation,
      held: MotionState(value: value.model, velocity: value.modelVelocity),
      terms: value.terms.filter { $0.end > now })
    if channel == .rotation, let tilt = views[view].tilt {
      motion.map = ChannelMotion.Map(source: .translationX, tilt: tilt)
    }
    return motion
  }

  /// What the channels do that are in motion now. O(channels).
  public var motions: [ChannelMotion] {
    views.indices.flatMap { view in
      Channel.allCases.compactMap { channel in
        channels[channel.index(view: view)].terms.contains { $0.end > now }
          ? motion(of: channel, view: view) : nil
      }
    }
  }
}
