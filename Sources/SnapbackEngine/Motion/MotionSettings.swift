import SnapbackMotion
import SnapbackProtocol

/// The settings for all motions of a scene.
struct MotionSettings: Sendable {
  /// The speed of motions relative to the clock.
  var rate = 1.0
  /// Whether the user has asked for reduced motion.
  var reducesMotion = false
  /// Whether animations complete immediately.
  var completesInstantly = false

  /// Whether a channel jumps back when a transaction is reversed.
  func jumps(_ channel: Channel) -> Bool {
    completesInstantly || reducesMotion && channel.isSpatial
  }

  /// The animation to use for a channel in place of `animation`, nil for a jump, and whether the
  /// view fades in after the jump.
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
