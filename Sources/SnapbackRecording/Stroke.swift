public import SnapbackGeometry

/// One finger's way across the screen, as a hand moves.
///
/// The way is a straight line by the minimum-jerk law s(τ) = 10τ³ − 15τ⁴ + 6τ⁵, which human
/// reaching follows (Flash and Hogan, "The coordination of arm movements", J. Neuroscience 5,
/// 1985). A flick lifts before the movement has ended.
public struct Stroke: Hashable, Sendable {
  /// Where the finger touches, in points.
  public var start: Point
  /// Where the whole movement would end, in points.
  public var end: Point
  /// When the finger touches, in seconds.
  public var time: Double
  /// How long the whole movement takes, in seconds.
  public var duration: Double
  /// The share of the movement after which the finger lifts; 1 lets it come to a stop.
  public var liftShare: Double
  /// How long the finger rests after the movement before it lifts, in seconds.
  public var rest: Double

  /// A stroke by its parts.
  public init(
    from start: Point, to end: Point, at time: Double, duration: Double, liftShare: Double = 1,
    rest: Double = 0
  ) {
    self.start = start
    self.end = end
    self.time = time
    self.duration = duration
    self.liftShare = liftShare
    self.rest = rest
  }

  /// When the finger lifts, in seconds.
  public var liftTime: Double { time + duration * liftShare + rest }

  /// Where the finger is, in points; nil when it is not down.
  public func position(at now: Double) -> Point? {
    guard now >= time, now < liftTime else { return nil }
    let share = min((now - time) / duration, liftShare)
    let way = share * share * share * (10 + share * (6 * share - 15))
    return start + way * (end - start)
  }
}
