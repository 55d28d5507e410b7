public import SnapbackMotion

/// Springs that were read from UIKit and Core Animation, and the ones of this project with the same
/// parameters.
public enum SpringFidelity {
  /// A spring of `springs.csv` or `perceptual_springs.csv`, on a unit mass.
  public struct Spring: Sendable {
    /// The duration that the animation was made with, in seconds.
    public let duration: Double
    /// The damping ratio, or the bounce of a perceptual spring.
    public let ratio: Double
    /// The initial velocity, in distances per second.
    public let velocity: Double
    /// The recorded stiffness.
    public let recorded: Double
    /// The recorded damping; nil if it was not read.
    public let recordedDamping: Double?
    /// The spring with these parameters.
    public let spring: SnapbackMotion.Spring

    /// The relative difference of the stiffness.
    public var difference: Double { spring.stiffness / recorded - 1 }
    /// The relative difference of the damping; 0 if it was not read.
    public var dampingDifference: Double {
      recordedDamping.map { 2 * spring.decayRate / $0 - 1 } ?? 0
    }
  }

  /// A position of `spring_positions.csv`.
  public struct Position: Sendable {
    /// The first and the last position of the animation, in points.
    public let from, to: Double
    /// The duration that the animation was made with, in seconds.
    public let duration: Double
    /// The damping ratio.
    public let ratio: Double
    /// The time since the beginning, in seconds.
    public let time: Double
    /// The recorded position, in points.
    public let recorded: Double
    /// The position at that time, in points.
    public let position: Double
    /// The velocity at that time, in points per second.
    public let velocity: Double

    /// The difference of the positions, in points.
    public var difference: Double { position - recorded }
    /// Whether UIKit has cut the motion off at this time.
    public var isEnd: Bool { time == duration }

    /// The greatest difference that the measurement explains, in points.
    ///
    /// Pictures are precise to 0.16 points and to a millisecond of the clock. At its duration UIKit
    /// is at the target, and a spring has a thousandth of its distance left.
    public var limit: Double {
      isEnd ? 0.001 * (to - from).magnitude / ratio : 0.16 + 0.001 * velocity.magnitude
    }
  }

  /// The springs of `animate(withDuration:delay:usingSpringWithDamping:initialSpringVelocity:)`.
  public static func durations() throws -> [Spring] {
    try FixtureTable("uikit/springs.csv").rows.map { row in
      let (duration, ratio) = (row.number("duration"), row.number("damping_ratio"))
      let velocity = row.number("velocity")
      return Spring(
        duration: duration, ratio: ratio, velocity: velocity, recorded: row.number("stiffness"),
        recordedDamping: nil,
        spring: try .init(
          uikitDuration: duration, dampingRatio: ratio, initialVelocity: velocity))
    }
  }

  /// The springs of `CASpringAnimation(perceptualDuration:bounce:)`.
  public static func perceptual() throws -> [Spring] {
    try FixtureTable("uikit/perceptual_springs.csv").rows.map { row in
      let (duration, bounce) = (row.number("duration"), row.number("bounce"))
      return Spring(
        duration: duration, ratio: bounce, velocity: 0, recorded: row.number("stiffness"),
        recordedDamping: row.number("damping"),
        spring: try .init(duration: duration, bounce: bounce))
    }
  }

  /// The positions of views that springs with a duration move.
  public static func positions() throws -> [Position] {
    try FixtureTable("uikit/spring_positions.csv").rows.map { row in
      let (from, to) = (row.number("from"), row.number("to"))
      let (duration, ratio) = (row.number("duration"), row.number("damping_ratio"))
      let timing = try UIKitSpringTiming(duration: duration, dampingRatio: ratio)
      let time = row.number("time")
      let state = timing.spring.state(after: time, from: timing.start(from: from, to: to))
      return Position(
        from: from, to: to, duration: duration, ratio: ratio, time: time,
        recorded: row.number("position"), position: to + state.value, velocity: state.velocity)
    }
  }
}
