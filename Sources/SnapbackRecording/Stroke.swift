public import SnapbackGeometry

/// One finger's way across the screen, from its touch to its lift.
///
/// The finger touches, may rest, moves, may rest again, and lifts. Where it is and how fast is a
/// closed form of the time.
public struct Stroke: Hashable, Sendable {
  /// The line that the finger draws.
  public var path: StrokePath
  /// How its speed changes along it.
  public var profile: SpeedProfile
  /// When the finger touches, in seconds.
  public var time: Double
  /// How long it rests before it moves, in seconds.
  public var hold: Double
  /// How long the whole movement takes, in seconds.
  public var duration: Double
  /// The share of the movement after which the finger lifts; 1 lets it come to its end.
  public var liftShare: Double
  /// How long the finger rests after the movement before it lifts, in seconds.
  public var rest: Double

  /// A stroke by its parts.
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

  /// A straight stroke with the speed of a hand that reaches.
  public init(
    from start: Point, to end: Point, at time: Double, duration: Double, liftShare: Double = 1,
    rest: Double = 0
  ) {
    self.init(
      .line(from: start, to: end), at: time, duration: duration, liftShare: liftShare, rest: rest)
  }

  /// Where the finger touches, in points.
  public var start: Point { path.point(at: 0) }

  /// When the finger lifts, in seconds.
  public var liftTime: Double { time + hold + duration * liftShare + rest }

  /// Where the finger is, in points; nil when it is not down.
  public func position(at now: Double) -> Point? {
    guard now >= time, now < liftTime else { return nil }
    return path.point(at: profile.way(at: share(at: now)))
  }

  /// How fast the finger is, in points per second; zero while it rests or is not down.
  public func velocity(at now: Double) -> Vector {
    let moment = now - time - hold
    guard moment >= 0, moment <= duration * liftShare else { return .zero }
    return movement(at: moment / duration)
  }

  /// How fast the finger is as it lifts, in points per second; zero when it rests before.
  public var releaseVelocity: Vector {
    rest > 0 ? .zero : movement(at: liftShare)
  }

  /// Where the finger lifts, in points.
  public var end: Point { path.point(at: profile.way(at: duration > 0 ? liftShare : 1)) }

  /// How fast the finger is after a share of the movement, in points per second.
  private func movement(at share: Double) -> Vector {
    guard duration > 0 else { return .zero }
    return (profile.speed(at: share) / duration) * path.tangent(at: profile.way(at: share))
  }

  /// The share of the movement's time that has passed.
  private func share(at now: Double) -> Double {
    guard duration > 0 else { return 1 }
    return min(max((now - time - hold) / duration, 0), liftShare)
  }
}
