import SnapbackBasics

/// The last positions of a contact, and a velocity estimate that they bound.
///
/// This is the strategy ``VelocityStrategy/boundedFit``. On each axis a parabola is fitted to the
/// samples since the last turn, at most 65 ms and ``capacity`` samples back. The curvature is
/// reduced for its own uncertainty, so a trembling finger gets a line. The result never opposes the
/// movement since the turn and never exceeds the fastest step of the window.
///
/// - **Samples** are positions that differ from the last one. A report with an unchanged position,
///   such as a change of pressure or of another contact, adds nothing.
/// - **Groups**: samples that arrive within ``groupTime`` of the first one form a group. A group is
///   one sample with the position and time of its last report, so faster streams keep every second
///   to sixth report.
/// - **Rest**: without movement the velocity keeps its value for 1.5 of the stream's own intervals,
///   then falls linearly to zero at ``stopSpan``. A longer gap discards the samples before it.
struct BoundedFit: Sendable {
  /// One position, and the speed since the previous sample.
  struct Sample: Sendable {
    /// Nanoseconds.
    var time: UInt64 = 0
    var x = 0.0
    var y = 0.0
    /// Points per second along x; zero for the oldest sample.
    var xSpeed = 0.0
    var ySpeed = 0.0
  }

  /// The maximum number of samples that are kept; a power of two, because the storage is a ring.
  static let capacity = 8
  /// The time during which a group accepts samples, in nanoseconds: streams up to 190 Hz keep every
  /// report.
  static let groupTime: UInt64 = 5_200_000
  /// The time during which the first group accepts samples, in nanoseconds. It is shorter, so that
  /// a short flick has a velocity. Panels send the two halves of a scan about 2 ms apart.
  static let firstGroupTime: UInt64 = 3_000_000
  /// The maximum age of the samples that are fitted, in nanoseconds; the newest three are always
  /// fitted.
  static let horizon: UInt64 = 65_000_000
  /// The minimum silence after which a finger is considered still, in nanoseconds.
  static let leastStopSpan: UInt64 = 40_000_000
  /// The longest gap that is taken for a stream's interval, in nanoseconds: panels report at 18 Hz
  /// and more. A longer first gap means that the finger rested.
  static let longestInterval: UInt64 = 100_000_000
  /// Positions farther from the origin than this are ignored, so that no product overflows.
  static let reach = 1e9

  /// The largest velocity that is returned, in points per second.
  static let limit = VelocityEstimator.limit

  /// A ring of ``capacity`` samples.
  private var samples: [Sample]
  private var count = 0
  private var newest = 0
  /// The time of the first sample of the newest group.
  private var groupStart: UInt64 = 0
  /// The time between samples, smoothed; zero while it is unknown.
  private var interval: UInt64 = 0
  /// The silence after which the finger is considered still, in nanoseconds: 2.5 intervals, but at
  /// least ``leastStopSpan``.
  private(set) var stopSpan = Self.leastStopSpan
  /// The directions and the noise, including the newest sample; `courseBefore` excludes it.
  private var course = FingerCourse()
  private var courseBefore = FingerCourse()

  /// Creates an estimator without samples.
  init() {
    samples = Array(repeating: Sample(), count: Self.capacity)
  }

  /// The time of the newest sample; nil if there are not enough samples for a velocity.
  var lastMovement: UInt64? { count > 1 ? samples[newest].time : nil }

  /// Removes all samples, the stream's interval and the noise.
  mutating func reset() {
    count = 0
    interval = 0
    stopSpan = Self.leastStopSpan
    course = FingerCourse()
  }

  /// Adds a position. O(1), no allocation.
  ///
  /// A position with a time that is not later than the last one replaces the newest sample's
  /// position. If the clock steps back by more than ``stopSpan``, the samples are discarded.
  mutating func add(_ position: Point, at time: Instant) {
    guard position.x.magnitude <= Self.reach, position.y.magnitude <= Self.reach else { return }
    let now = time.nanoseconds
    guard count > 0 else { return begin(at: position, now) }
    let last = samples[newest]
    guard position.x != last.x || position.y != last.y else { return }
    guard now > last.time else {
      if last.time - now > stopSpan { return begin(at: position, now) }
      return replaceNewest(by: position, last.time)
    }
    if now - last.time > stopSpan, !isFirstGap(now - last.time) {
      return begin(at: position, now)
    }
    guard now >= groupStart &+ (count > 1 ? Self.groupTime : Self.firstGroupTime) else {
      return replaceNewest(by: position, now)
    }
    learn(now - groupStart)
    append(position, now, after: last)
  }

  /// Whether `gap` is the first interval of a stream that is slower than 25 Hz.
  private func isFirstGap(_ gap: UInt64) -> Bool {
    count == 1 && interval == 0 && gap <= Self.longestInterval
  }

  private mutating func begin(at position: Point, _ time: UInt64) {
    count = 1
    samples[newest] = Sample(time: time, x: position.x, y: position.y)
    groupStart = time
    course.across.begin(at: position.x, time)
    course.down.begin(at: position.y, time)
  }

  private mutating func append(_ position: Point, _ time: UInt64, after last: Sample) {
    courseBefore = course
    newest = (newest + 1) & (Self.capacity - 1)
    place(position, time, after: last, isSecond: count == 1)
    count = min(count + 1, Self.capacity)
    groupStart = time
  }

  private mutating func replaceNewest(by position: Point, _ time: UInt64) {
    guard count > 1 else {
      let start = groupStart
      begin(at: position, time)
      groupStart = start
      return
    }
    course = courseBefore
    let before = samples[(newest - 1) & (Self.capacity - 1)]
    place(position, time, after: before, isSecond: count == 2)
  }

  /// Writes the newest sample and updates the course with it.
  @inline(__always)
  private mutating func place(
    _ position: Point, _ time: UInt64, after last: Sample, isSecond: Bool
  ) {
    let span = Double(time - last.time) * 1e-9
    let rate = 1 / span
    let (dx, dy) = (position.x - last.x, position.y - last.y)
    let step = max(dx.magnitude, dy.magnitude)
    if !isSecond {
      course.note(
        step, max((dx - span * last.xSpeed).magnitude, (dy - span * last.ySpeed).magnitude))
    }
    let play = course.play(step)
    course.across.follow(position.x, time, play: play)
    course.down.follow(position.y, time, play: play)
    samples[newest] = Sample(
      time: time, x: position.x, y: position.y, xSpeed: dx * rate, ySpeed: dy * rate)
  }

  /// Smooths the interval. Shorter gaps change it immediately or quickly, and longer ones slowly,
  /// because a slow finger does not change its position in every report.
  private mutating func learn(_ gap: UInt64) {
    if interval == 0 || gap < interval / 5 * 2 {
      interval = gap
    } else if gap < interval {
      interval -= (interval - gap) / 2
    } else {
      interval += (min(gap, 2 * interval) - interval) / 8
    }
    stopSpan = max(Self.leastStopSpan, interval / 2 * 5)
  }
}

extension BoundedFit {
  /// Returns the velocity at `now`, in points per second. O(capacity), no allocation.
  func velocity(at now: Instant) -> Vector {
    let share = share(at: now)
    guard share > 0 else { return .zero }
    let x = course.across.isMoving ? xFit : AxisFit()
    let y = course.down.isMoving ? yFit : AxisFit()
    var velocity = Vector(
      dx: x.slope(course.across.direction, course.noise),
      dy: y.slope(course.down.direction, course.noise))
    let square = velocity.dx * velocity.dx + velocity.dy * velocity.dy
    let limit = min(max(x.largestSquare, y.largestSquare), Self.limit * Self.limit)
    if square > limit { velocity = (limit / square).squareRoot() * velocity }
    return share < 1 ? share * velocity : velocity
  }

  /// Returns the standard error of the velocity at `now` on each axis, in points per second; zero
  /// if there is no velocity. O(capacity), no allocation.
  ///
  /// The error consists of the scatter of the samples, the uncertainty of the curvature, and 5 % of
  /// the fastest step for movements that a parabola cannot fit. While the velocity falls without
  /// movement, the lost part of the velocity is added as an error, too.
  func standardError(at now: Instant) -> Vector {
    let share = share(at: now)
    guard share > 0 else { return .zero }
    let x = course.across.isMoving ? xFit : AxisFit()
    let y = course.down.isMoving ? yFit : AxisFit()
    let lost = 1 - share
    let dx = lost * x.slope(course.across.direction, course.noise)
    let dy = lost * y.slope(course.down.direction, course.noise)
    return Vector(
      dx: (x.variance(course.noise) + dx * dx).squareRoot(),
      dy: (y.variance(course.noise) + dy * dy).squareRoot())
  }

  /// The share of the velocity that is left after the time since the last movement, 0…1.
  private func share(at now: Instant) -> Double {
    guard let last = lastMovement else { return 0 }
    let silence = now.nanoseconds > last ? now.nanoseconds - last : 0
    let hold = interval / 2 * 3
    if silence <= hold { return 1 }
    return silence < stopSpan ? Double(stopSpan - silence) / Double(stopSpan - hold) : 0
  }

  private var xFit: AxisFit { fit(since: course.across.turnTime) { ($0.x, $0.xSpeed) } }
  private var yFit: AxisFit { fit(since: course.down.turnTime) { ($0.y, $0.ySpeed) } }

  /// Sums the samples of one axis since a turn, newest first.
  @inline(__always)
  private func fit(since turn: UInt64, _ axis: (Sample) -> (Double, Double)) -> AxisFit {
    var fit = AxisFit()
    let newestTime = samples[newest].time
    let (origin, newestStep) = axis(samples[newest])
    fit.newest = newestStep
    var (step, square) = (0.0, 0.0)
    for back in 0..<count {
      let sample = samples[(newest - back) & (Self.capacity - 1)]
      let age = newestTime - sample.time
      guard sample.time >= turn, age <= Self.horizon || back < 3 else { break }
      let (position, speed) = axis(sample)
      // The speed of a sample is used only if the previous sample is also in the window.
      fit.fastest = max(fit.fastest, step)
      fit.largestSquare = max(fit.largestSquare, square)
      step = speed.magnitude
      square = sample.xSpeed * sample.xSpeed + sample.ySpeed * sample.ySpeed
      fit.add(-1e-9 * Double(age), position - origin)
    }
    return fit
  }
}
