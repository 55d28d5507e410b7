public import SnapbackBasics
public import SnapbackMotion

/// The motion of a channel in closed form, valid until it is interrupted.
///
/// value(t) = held + Σ terms(t) + map(source(t)). With the motion, a client can draw at its own
/// rate. It needs no further messages until ``generation`` increases.
public struct ChannelMotion: Hashable, Sendable {
  /// The index of the view in the scene.
  public var view: Int
  /// The channel, or the component of the lever.
  public var channel: MotionChannel
  /// The number of interruptions. A motion with a higher number replaces one with a lower number.
  public var generation: UInt64
  /// The model: a value and a velocity that do not change until the next generation.
  public var held: MotionState
  /// The active springs, decays, curves and pieces, each with its start and its exact end.
  public var terms: [ResidualTerm]
  /// The part that another channel of the view adds, such as a rotation that follows the
  /// translation along x.
  public var map: Map?

  /// A function of another channel.
  public struct Map: Hashable, Sendable {
    /// The channel of the same view whose value is the input.
    public var source: Channel
    /// The function that is applied to the input.
    public var tilt: TiltMap

    /// Creates a map.
    public init(source: Channel, tilt: TiltMap) {
      self.source = source
      self.tilt = tilt
    }
  }

  /// Creates a motion.
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

  /// The time from which the value is constant; ``Instant/distantFuture`` if it never becomes
  /// constant.
  public var end: Instant { terms.map(\.end).max() ?? .zero }

  /// The value and velocity at `now`, without the map.
  public func presentation(at now: Instant) -> MotionState {
    terms.reduce(held) { $0 + $1.state(at: now) }
  }

  /// The value and velocity at `now`, with the map. `source` is the state of the source channel,
  /// without a map.
  public func presentation(at now: Instant, source: MotionState) -> MotionState {
    var state = presentation(at: now)
    guard let tilt = map?.tilt else { return state }
    state.value += tilt.rotation(at: source.value)
    state.velocity += tilt.slope(at: source.value) * source.velocity
    return state
  }
}
