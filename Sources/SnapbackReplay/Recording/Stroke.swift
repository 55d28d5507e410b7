public import SnapbackBasics

/// One finger's movement across the screen, from touch-down to lift.
///
/// The finger touches, may rest, moves, may rest again, and lifts. Position and velocity are
/// closed-form functions of time.
public struct Stroke: Hashable, Sendable {
  /// The path of the finger.
  public var path: StrokePath
  /// The course of the speed along the path.
  public var profile: SpeedProfile
  /// The touch-down time, in seconds.
  public var time: Double
  /// How long the finger rests before it moves, in seconds.
  public var hold: Double
  /// The duration of the complete movement, in seconds.
  public var duration: Double
  /// The fraction of the movement after which the finger lifts; 1 completes the movement.
  public var liftShare: Double
  /// How long the finger rests after the movement before it lifts, in seconds.
  public var rest: Double

  /// Creates a stroke from its parts.
  public init(
    _ path: StrokePath, profile: SpeedProfile = .toRest, at time: Double, hold: Double = 0,
    duration: Double, liftShare: Double = 1, rest: Double = 0
  ) {
    self.path = path
    self.profile = profile
    self.time = time
    self.hold = hold
    self.duration = duration
    self.liftShare = liftShare
    self.rest = rest
  }

  /// Creates a straight stroke with the speed profile of a reaching hand.
  public init(
    from start: Point, to end: Point, at time: Double, duration: Double, liftShare: Double = 1,
    rest: Double = 0
  ) {
    self.init(
      .line(from: start, to: end), at: time, duration: duration, liftShare: liftShare, rest: rest)
  }

  /// The touch-down position, in points.
  public var start: Point { path.point(at: 0) }

  /// The time of the lift, in seconds.
  public var liftTime: Double { time + hold + duration * liftShare + rest }

  /// Returns the finger's position, in points; nil if it is not down.
  public func position(at now: Double) -> Point? {
    guard now >= time, now < liftTime else { return nil }
    return path.point(at: profile.way(at: share(at: now)))
  }

  /// Returns the finger's velocity, in points per second; zero while the finger rests or is not
  /// down.
  public func velocity(at now: Double) -> Vector {
    let moment = now - time - hold
    guard moment >= 0, moment <= duration * liftShare else { return .zero }
    return movement(at: moment / duration)
  }

  /// The velocity at the lift, in points per second; zero if the finger rests before it lifts.
  public var releaseVelocity: Vector {
    rest > 0 ? .zero : movement(at: liftShare)
  }

  /// The position of the lift, in points.
  public var end: Point { path.point(at: profile.way(at: duration > 0 ? liftShare : 1)) }

  /// Returns the velocity after a fraction of the movement, in points per second.
  private func movement(at share: Double) -> Vector {
    guard duration > 0 else { return .zero }
    return (profile.speed(at: share) / duration) * path.tangent(at: profile.way(at: share))
  }

  /// Returns the elapsed fraction of the movement's time.
  private func share(at now: Double) -> Double {
    guard duration > 0 else { return 1 }
    return min(max((now - time - hold) / duration, 0), liftShare)
  }
}
