import SnapbackGeometry
public import SnapbackTiming

/// The last scans of the fingers of one gesture, and where they are taken to be at other moments.
///
/// It holds ``capacity`` scans, the newest of them: at the least interval that counts these reach
/// back farther than ``TouchResampling/latency``.
public struct FingerTrail: Sendable {
  /// What a scan said.
  public struct Scan: Hashable, Sendable {
    /// When.
    public var time = Instant.zero
    /// Where the fingers were.
    public var figure = FingerFigure(location: .zero)
  }

  /// The most scans that are kept.
  public static let capacity = 4

  // Fields, not an array: a copy of it allocates nothing.
  private var newest = Scan()
  private var second = Scan()
  private var third = Scan()
  private var fourth = Scan()
  /// How many scans it holds.
  public private(set) var count = 0
  /// Counts what has been added and forgotten.
  public private(set) var changes: UInt64 = 0

  /// A trail without scans.
  public init() {}

  /// The scan of the newest; nil without scans.
  public var last: Scan? { count > 0 ? newest : nil }

  /// When frames no longer depend on their time if no scan comes; the clock's origin without scans.
  public var restTime: Instant {
    count > 0
      ? newest.time.advanced(bySeconds: TouchResampling.takingBack.upperBound) : .zero
  }

  /// Forgets all scans.
  public mutating func reset() {
    count = 0
    changes &+= 1
  }

  /// Adds a scan. One that is not later than the newest takes its place; one that is not finite is
  /// ignored. O(1), no allocation.
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

  /// Where the fingers are taken to be in a frame of the moment `target`; nil without scans.
  ///
  /// Before the oldest scan that is kept it is that one. O(1), no allocation.
  public func figure(at target: Instant, by policy: TouchResampling) -> FingerFigure? {
    guard count > 0 else { return nil }
    guard policy != .none else { return newest.figure }
    let ahead = target.seconds(since: newest.time) - TouchResampling.latency
    let figure = ahead < 0 ? passed(target) : policy == .predict ? predicted(ahead) : newest.figure
    return figure.isFinite ? figure : newest.figure
  }

  /// Where they were, on the line between the two scans around that moment.
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

  /// Where they will be so many seconds after the newest scan, on the line of the last two.
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
