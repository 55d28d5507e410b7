public import SnapbackBasics

/// The last scans of one gesture's fingers, and the interpolated and predicted positions at other
/// moments.
///
/// The trail stores the newest ``capacity`` scans. Even at the shortest interval in
/// ``TouchResampling/intervals``, the stored scans reach back farther than
/// ``TouchResampling/latency``.
public struct FingerTrail: Sendable {
  /// The fingers in one scan.
  public struct Scan: Hashable, Sendable {
    /// The time of the scan.
    public var time = Instant.zero
    /// The position, distance and angle of the fingers.
    public var figure = FingerFigure(location: .zero)
  }

  /// The maximum number of scans kept.
  public static let capacity = 4

  // Separate properties instead of an array, so that a copy does not allocate.
  private var newest = Scan()
  private var second = Scan()
  private var third = Scan()
  private var fourth = Scan()
  /// The number of scans that the trail stores.
  public private(set) var count = 0
  /// The number of additions and resets.
  public private(set) var changes: UInt64 = 0

  /// A trail without scans.
  public init() {}

  /// The newest scan; nil without scans.
  public var last: Scan? { count > 0 ? newest : nil }

  /// The moment from which the fingers are drawn at the same position if no further scan arrives;
  /// the clock's origin without scans.
  public var restTime: Instant {
    count > 0
      ? newest.time.advanced(bySeconds: TouchResampling.takingBack.upperBound) : .zero
  }

  /// Removes all scans.
  public mutating func reset() {
    count = 0
    changes &+= 1
  }

  /// Adds a scan. If it is not later than the newest scan, it replaces that scan's fingers. A scan
  /// that is not finite is ignored. O(1), no allocation.
  public mutating func add(_ figure: FingerFigure, at time: Instant) {
    guard figure.isFinite else { return }
    changes &+= 1
    if count > 0, time <= newest.time {
      newest.figure = figure
      return
    }
    (fourth, third, second) = (third, second, newest)
    newest = Scan(time: time, figure: figure)
    count = min(count + 1, Self.capacity)
  }

  /// The fingers to draw in a frame that is shown at `target`; nil without scans.
  ///
  /// For a moment before the oldest scan, the result is that scan. O(1), no allocation.
  public func figure(at target: Instant, by policy: TouchResampling) -> FingerFigure? {
    guard count > 0 else { return nil }
    guard policy != .none else { return newest.figure }
    let ahead = target.seconds(since: newest.time) - TouchResampling.latency
    let figure = ahead < 0 ? passed(target) : policy == .predict ? predicted(ahead) : newest.figure
    return figure.isFinite ? figure : newest.figure
  }

  /// Interpolates between the two scans around a moment in the past.
  private func passed(_ target: Instant) -> FingerFigure {
    var later = newest
    for place in 1..<max(count, 1) {
      let earlier = place == 1 ? second : place == 2 ? third : fourth
      let since = target.seconds(since: earlier.time) - TouchResampling.latency
      guard since < 0 else {
        let interval = later.time.seconds(since: earlier.time)
        guard TouchResampling.intervals.contains(interval) else { return newest.figure }
        return earlier.figure.toward(later.figure, share: since / interval)
      }
      later = earlier
    }
    return later.figure
  }

  /// Extrapolates the last two scans to `ahead` seconds after the newest one.
  private func predicted(_ ahead: Double) -> FingerFigure {
    guard count > 1 else { return newest.figure }
    let interval = newest.time.seconds(since: second.time)
    guard TouchResampling.intervals.contains(interval) else { return newest.figure }
    let reach = min(ahead, TouchResampling.predictionLimit, interval / 2)
    let silence = ahead + TouchResampling.latency
    let window = TouchResampling.takingBack
    let left = (window.upperBound - silence) / (window.upperBound - window.lowerBound)
    let share = min(max(left, 0), 1) * (reach / interval)
    guard share > 0 else { return newest.figure }
    return newest.figure.toward(second.figure, share: -share)
  }
}
