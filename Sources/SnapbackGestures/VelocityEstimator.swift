public import SnapbackGeometry
public import SnapbackTiming

/// A finger's velocity by least squares over its last positions.
///
/// A parabola is fitted to up to 20 samples not older than 100 ms, and its slope at the newest
/// one is the velocity; with two samples a line. A gap over 40 ms means that the finger had
/// stopped: what lies before it does not count, and asked 40 ms after the last sample the answer
/// is zero, because the kernel sends nothing for a finger that is still. Only event times are
/// used. Source: Android's `VelocityTracker`, strategy LSQ2, with the 40 ms rule of its
/// `ASSUME_POINTER_STOPPED_TIME`.
public struct VelocityEstimator: Sendable {
  /// The oldest sample that counts, in seconds before the newest.
  public static let horizon = 0.1
  /// The silence after which a finger counts as still, in seconds.
  public static let stopTime = 0.04
  /// The greatest velocity that is reported, in points per second.
  ///
  /// No finger is that fast; stamps that are too close together make it look so.
  public static let limit = 20_000.0
  /// The most samples that are kept.
  public static let capacity = 20

  private struct Sample: Sendable {
    var time: Instant
    var position: Point
  }
  private var samples: [Sample] = []

  /// An estimator that has seen nothing.
  public init() {
    samples.reserveCapacity(Self.capacity)
  }

  /// Forgets everything.
  public mutating func reset() {
    samples.removeAll(keepingCapacity: true)
  }

  /// Adds a position. O(capacity), no allocation.
  ///
  /// A sample at the time of the last one replaces it. So does one that is a little older, as
  /// when two devices take turns; a greater step back is one of the clock, and starts anew.
  public mutating func add(_ position: Point, at time: Instant) {
    if let last = samples.last {
      let gap = time.seconds(since: last.time)
      if gap <= 0, gap > -Self.stopTime {
        samples[samples.count - 1].position = position
        return
      }
      if gap < 0 || gap > Self.stopTime { reset() }
    }
    if samples.count == Self.capacity { samples.removeFirst() }
    samples.append(Sample(time: time, position: position))
  }

  /// When the finger will count as still if nothing more comes; nil when it already does.
  public func stopMoment(after now: Instant) -> Instant? {
    guard samples.count > 1, let last = samples.last else { return nil }
    let moment = last.time.advanced(bySeconds: Self.stopTime)
    return moment > now ? moment : nil
  }

  /// The velocity in points per second as known at `now`. O(capacity), no allocation.
  public func velocity(at now: Instant) -> Vector {
    guard let last = samples.last, now.seconds(since: last.time) < Self.stopTime else {
      return .zero
    }
    var sums = Sums()
    for sample in samples.reversed() {
      let age = sample.time.seconds(since: last.time)
      guard age >= -Self.horizon else { break }
      sums.add(age, sample.position - last.position)
    }
    let slope = sums.slopeAtNewest
    return slope.length > Self.limit ? (Self.limit / slope.length) * slope : slope
  }

  /// The sums of the normal equations of a quadratic fit in t ≤ 0.
  private struct Sums {
    var n = 0.0
    var t = 0.0
    var t2 = 0.0
    var t3 = 0.0
    var t4 = 0.0
    var p = Vector.zero
    var tp = Vector.zero
    var t2p = Vector.zero

    mutating func add(_ age: Double, _ offset: Vector) {
      let square = age * age
      n += 1
      t += age
      t2 += square
      t3 += square * age
      t4 += square * square
      p = p + offset
      tp = tp + age * offset
      t2p = t2p + square * offset
    }

    /// The coefficient of t; of a straight line below three samples, zero below two.
    var slopeAtNewest: Vector {
      guard n >= 2 else { return .zero }
      let xx = t2 - t * t / n
      let xy = tp - (t / n) * p
      guard xx > 0 else { return .zero }
      if n >= 3 {
        let xx2 = t3 - t * t2 / n
        let x2x2 = t4 - t2 * t2 / n
        let determinant = xx * x2x2 - xx2 * xx2
        // Three ages so close together that rounding decides are a line.
        if determinant > 1e-9 * xx * x2x2 {
          let x2y = t2p - (t2 / n) * p
          return (x2x2 / determinant) * xy - (xx2 / determinant) * x2y
        }
      }
      return (1 / xx) * xy
    }
  }
}
