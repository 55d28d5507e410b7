import SnapbackFrames
import SnapbackMotion

/// How motions run in all of a scene.
struct MotionSettings: Sendable {
  /// How fast they run against the clock.
  var rate = 1.0
  /// Whether a person has asked for less motion.
  var reducesMotion = false
  /// Whether animations are done at once.
  var completesInstantly = false

  /// Whether a channel is set back without motion.
  func jumps(_ channel: Channel) -> Bool {
    completesInstantly || reducesMotion && channel.isSpatial
  }

  /// The animation that remains of one on a channel, nil for a jump; and whether the view appears
  /// where the jump puts it.
  func reduced(
    _ animation: Animation?, on channel: Channel
  ) -> (animation: Animation?, fades: Bool) {
    guard let animation, !completesInstantly else { return (nil, false) }
    guard reducesMotion, channel.isSpatial else { return (animation, false) }
    switch animation.reducedMotion {
    case .keep: return (animation, false)
    case .jump: return (nil, false)
    case .crossFade: return (nil, true)
    }
  }
}
