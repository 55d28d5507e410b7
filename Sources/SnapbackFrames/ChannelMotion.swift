public import SnapbackMotion
public import SnapbackTiming

/// All that a channel does until something interrupts it, in closed form.
///
/// value(t) = held + Σ terms(t) + map(source(t)). A program that is told this draws every frame at
/// its own rate and asks for nothing until ``generation`` counts up.
public struct ChannelMotion: Hashable, Sendable {
  /// The view, by its place in the scene.
  public var view: Int
  /// The channel, or the part of the lever.
  public var channel: MotionChannel
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

    /// A map by its parts.
    public init(source: Channel, tilt: TiltMap) {
      self.source = source
      self.tilt = tilt
    }
  }

  /// A motion by its parts.
  public init(
    view: Int, channel: MotionChannel, generation: UInt64, held: MotionState,
    terms: [ResidualTerm] = [], map: Map? = nil
  ) {
    self.view = view
    self.channel = channel
    self.generation = generation
    self.held = held
    self.terms = terms
    self.map = map
  }

  /// From when on it only holds; ``Instant/distantFuture`` if never.
  public var end: Instant { terms.map(\.end).max() ?? .zero }

  /// Value and velocity at `now` without the map.
  public func presentation(at now: Instant) -> MotionState {
    terms.reduce(held) { $0 + $1.state(at: now) }
  }

  /// Value and velocity at `now` with the map, where `source` is what its source does by itself.
  public func presentation(at now: Instant, source: MotionState) -> MotionState {
    var state = presentation(at: now)
    guard let tilt = map?.tilt else { return state }
    state.value += tilt.rotation(at: source.value)
    state.velocity += tilt.slope(at: source.value) * source.velocity
    return state
  }
}
