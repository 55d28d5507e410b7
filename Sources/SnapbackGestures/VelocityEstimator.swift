public import SnapbackBasics

/// Estimates a finger's velocity from its last positions with a ``VelocityStrategy``.
///
/// A gap of more than 40 ms means that the finger stopped, and samples before the gap are
/// discarded. From 40 ms after the last sample the velocity is zero, because the kernel sends no
/// events for a still finger. Only event times are used. Source: Android's `VelocityTracker` with
/// its `ASSUME_POINTER_STOPPED_TIME`. This rule applies to all strategies, because a resting finger
/// must never cause a fling. The default, ``VelocityStrategy/boundedFit``, extends the 40 ms for
/// streams with longer intervals than 16 ms, and ignores reports without movement.
///
/// **Coalescing**: some panels send one scan as two touch frames about 2 ms apart; the difference
/// between the two does not reflect the finger's movement. A sample less than 3 ms after the first
/// sample of a group joins the group, and the group's last sample represents it. A device with 1000
/// touch frames per second is therefore sampled 333 times per second, or 167 times with the default
/// strategy.
public struct VelocityEstimator: Sendable {
  /// The maximum age of the samples that most strategies use, in seconds before the newest.
  public static let horizon = 0.1
  /// The silence after which a finger is considered still, in seconds.
  public static let stopTime = 0.04
  /// The time after its first sample during which a group accepts samples, in seconds.
  public static let coalescingTime = 0.003
  /// The largest velocity that is returned, in points per second.
  ///
  /// No finger is that fast, but time stamps that are too close together can make it appear so.
  public static let limit = 20_000.0
  /// The maximum number of samples that most strategies keep.
  public static let capacity = 20

  struct Sample: Sendable {
    var time: Instant
    var position: Point
  }

  /// The method of estimation.
  public let strategy: VelocityStrategy
  private var samples: [Sample] = []
  /// The start time of the newest sample's group.
  private var groupStart = Instant.zero
  /// The samples of ``VelocityStrategy/boundedFit``; empty for other strategies.
  private var bounded = BoundedFit()

  /// Creates an estimator without samples.
  public init(strategy: VelocityStrategy = .boundedFit) {
    self.strategy = strategy
    if strategy != .boundedFit { samples.reserveCapacity(strategy.capacity) }
  }

  /// Removes all samples.
  public mutating func reset() {
    bounded.reset()
    samples.removeAll(keepingCapacity: true)
  }

  /// Adds a position. O(capacity), no allocation.
  ///
  /// A position with a time that is not later than the last one replaces the newest sample's
  /// position, as when two devices alternate. A backward step of more than 40 ms means that the
  /// clock changed, and resets the estimator. A position that is not finite is ignored.
  public mutating func add(_ position: Point, at time: Instant) {
    if strategy == .boundedFit { return bounded.add(position, at: time) }
    guard position.isFinite else { return }
    if let last = samples.last {
      let gap = time.seconds(since: last.time)
      if gap.magnitude > Self.stopTime {
        reset()
      } else if gap <= 0 || time.seconds(since: groupStart) < Self.coalescingTime {
        samples[samples.count - 1] = Sample(time: max(time, last.time), position: position)
        return
      }
    }
    if samples.count >= strategy.capacity { samples.removeFirst() }
    samples.append(Sample(time: time, position: position))
    groupStart = time
  }

  /// Returns when the finger will be considered still without further input; nil if it already is.
  public func stopMoment(after now: Instant) -> Instant? {
    let moment: Instant
    if strategy == .boundedFit {
      guard let last = bounded.lastMovement else { return nil }
      moment = Instant(nanoseconds: last).advanced(byNanoseconds: bounded.stopSpan)
    } else {
      guard samples.count > 1, let last = samples.last else { return nil }
      moment = last.time.advanced(bySeconds: Self.stopTime)
    }
    return moment > now ? moment : nil
  }

  /// Returns the velocity at `now` in points per second, at most ``limit``.
  ///
  /// O(capacity), no allocation.
  public func velocity(at now: Instant) -> Vector {
    if strategy == .boundedFit { return bounded.velocity(at: now) }
    guard isMoving(at: now) else { return .zero }
    let slope =
      switch strategy {
      case .boundedFit: Vector.zero
      case .leastSquares: fit.slopeAtNewest
      case .impulse: impulse
      case .endToEnd: meanSlope
      case .recentTouch: weightedSlope(0.05, 0.35, 0.6)
      case .recentTrackpad: weightedSlope(0.2, 0.65, 0.15)
      }
    guard slope.isFinite else { return .zero }
    let speed = slope.length
    return speed > Self.limit ? (Self.limit / speed) * slope : slope
  }

  /// Returns the standard error of the velocity at `now`, along x and y, in points per second.
  ///
  /// Two thirds of all errors are smaller, and nine of ten are smaller than twice the standard
  /// error. Only ``VelocityStrategy/boundedFit`` has a standard error; the result is nil for other
  /// strategies. Each call computes it. O(capacity), no allocation.
  public func standardError(at now: Instant) -> Vector? {
    strategy == .boundedFit ? bounded.standardError(at: now) : nil
  }

  /// Returns how reliable the velocity is, 0…1; zero if there is no velocity.
  ///
  /// For ``VelocityStrategy/boundedFit`` the result is v² / (v² + σ²), with the speed v and its
  /// standard error σ.
  ///
  /// For other strategies it is the coefficient of determination R² of the least-squares fit, both
  /// axes together: one minus the ratio of the squared residuals to the squared distances from the
  /// mean. R² is 1 if all samples lie on the parabola, which is always the case for two samples, or
  /// if nothing moves. R² depends only on the samples, so it is equal for all of these strategies
  /// with the same horizon. O(capacity), no allocation.
  public func confidence(at now: Instant) -> Double {
    if strategy == .boundedFit {
      let (speed, error) = (velocity(at: now).length, bounded.standardError(at: now).length)
      let square = speed * speed
      return square > 0 ? square / (square + error * error) : 0
    }
    guard isMoving(at: now), let newest = samples.last else { return 0 }
    let fit = fit
    guard fit.count >= 2 else { return 0 }
    let curve = fit.curve
    var left = 0.0
    var total = 0.0
    forEachSample { age, offset in
      let error = offset - curve.value(at: age)
      let distance = offset - fit.mean
      left += error.dx * error.dx + error.dy * error.dy
      total += distance.dx * distance.dx + distance.dy * distance.dy
    }
    // Differences below the rounding errors of the coordinates are not movement.
    let place = max(1, newest.position.x.magnitude, newest.position.y.magnitude)
    guard total > fit.count * (place * 1e-12) * (place * 1e-12) else { return 1 }
    let share = 1 - left / total
    return share >= 0 ? min(share, 1) : 0
  }
}

extension VelocityEstimator {
  private func isMoving(at now: Instant) -> Bool {
    guard let last = samples.last else { return false }
    return now.seconds(since: last.time) < Self.stopTime
  }

  /// Passes the samples within the horizon to `body`, newest first, each with its age ≤ 0 in
  /// seconds and its offset from the newest sample.
  private func forEachSample(_ body: (Double, Vector) -> Void) {
    guard let newest = samples.last else { return }
    for sample in samples.reversed() {
      let age = sample.time.seconds(since: newest.time)
      guard age >= -strategy.horizon else { return }
      body(age, sample.position - newest.position)
    }
  }

  private var fit: QuadraticFit {
    var fit = QuadraticFit()
    forEachSample { age, offset in fit.add(age, offset) }
    return fit
  }

  /// The mean velocity from the oldest sample to the newest.
  private var meanSlope: Vector {
    var oldest = (age: 0.0, offset: Vector.zero)
    forEachSample { age, offset in oldest = (age, offset) }
    return oldest.age < 0 ? (1 / oldest.age) * oldest.offset : .zero
  }

  /// Returns the weighted mean of the last three velocities between samples. If there are fewer,
  /// the weights are scaled in proportion.
  private func weightedSlope(_ newest: Double, _ second: Double, _ third: Double) -> Vector {
    var later: (age: Double, offset: Vector)?
    var index = 0
    var sum = Vector.zero
    var total = 0.0
    forEachSample { age, offset in
      if let later, index < 3 {
        let weight = index == 0 ? newest : index == 1 ? second : third
        sum = sum + (weight / (later.age - age)) * (later.offset - offset)
        total += weight
        index += 1
      }
      later = (age, offset)
    }
    return total > 0 ? (1 / total) * sum : .zero
  }

  private var impulse: Vector {
    guard let newest = samples.last,
      let oldest = samples.firstIndex(where: {
        $0.time.seconds(since: newest.time) >= -strategy.horizon
      })
    else { return .zero }
    var across = Impulse()
    var down = Impulse()
    for index in samples.indices.dropFirst(oldest + 1) {
      let span = samples[index].time.seconds(since: samples[index - 1].time)
      let way = samples[index].position - samples[index - 1].position
      guard span > 0 else { continue }
      across.push(to: way.dx / span)
      down.push(to: way.dy / span)
    }
    return Vector(dx: across.velocity, dy: down.velocity)
  }
}

/// A unit mass on one axis that a finger accelerates from one velocity to the next.
struct Impulse {
  private var work = 0.0
  private var isFirst = true

  /// The velocity of the mass from the work done so far.
  var velocity: Double {
    let speed = (2 * work.magnitude).squareRoot()
    return work < 0 ? -speed : speed
  }

  /// Adds the work for a change of the finger's velocity to `next`.
  ///
  /// The first step adds only half of its work, because the velocity before it is unknown. With
  /// half the work, a constant velocity yields itself.
  mutating func push(to next: Double) {
    let gain = (next - velocity) * next.magnitude
    work += isFirst ? gain / 2 : gain
    isFirst = false
  }
}
