/// Places along one axis where a motion may come to rest, and the choice among them.
///
/// A flick goes to the place nearest to where it would end, not to the one nearest to where it is:
/// "Designing Fluid Interfaces", WWDC 2018, session 803. A spring from the release then takes it
/// there.
public struct SnapTargets: Hashable, Sendable {
  /// The places, ascending, each once.
  public let points: [Double]

  /// The places in any order; each a finite number. None is allowed: then there is no target.
  public init(_ points: [Double]) throws(MotionError) {
    for point in points {
      try MotionError.require(point.isFinite, "points", point, "finite numbers")
    }
    var distinct: [Double] = []
    distinct.reserveCapacity(points.count)
    for point in points.sorted() where distinct.last != point { distinct.append(point) }
    self.points = distinct
  }

  /// What a choice keeps to besides being nearest.
  public struct Rule: Hashable, Sendable {
    /// Whether it goes one place further than the start's own at most, as pages do.
    public var onePageAtMost: Bool
    /// Whether a flick may not end behind the start, against its direction.
    public var neverBehindStart: Bool
    /// The speed per second below which a release is no flick: only where it is counts.
    public var velocityFloor: Double

    /// A rule; by default nearest to the projected end and nothing else.
    public init(
      onePageAtMost: Bool = false, neverBehindStart: Bool = false, velocityFloor: Double = 0
    ) {
      self.onePageAtMost = onePageAtMost
      self.neverBehindStart = neverBehindStart
      self.velocityFloor = velocityFloor
    }
  }

  /// The index in ``points`` of where a motion that is let go in `release` comes to rest.
  ///
  /// Nearest to the end of `decay`; of two equally near, the one in the direction of the motion,
  /// and without a velocity the lower one. `start` is where the gesture began, for the rules that
  /// speak of it; the release's own value unless given. Nil when there are no places or the
  /// release is not a number. O(log places), no allocation.
  public func index(
    from release: MotionState, start: Double? = nil, decay: Decay = .normal, rule: Rule = Rule()
  ) -> Int? {
    guard !points.isEmpty, !release.value.isNaN, !release.velocity.isNaN else { return nil }
    let isFlick = release.velocity != 0 && !(release.velocity.magnitude < rule.velocityFloor)
    let velocity = isFlick ? release.velocity : 0
    var index = nearest(
      to: isFlick ? decay.end(from: release) : release.value, velocity: velocity)
    let start = start ?? release.value
    if rule.neverBehindStart, velocity > 0 { index = max(index, firstIndex(from: start)) }
    if rule.neverBehindStart, velocity < 0 { index = min(index, lastIndex(upTo: start)) }
    if rule.onePageAtMost {
      let own = nearest(to: start, velocity: 0)
      index = min(max(index, own - 1), own + 1)
    }
    return min(max(index, 0), points.count - 1)
  }

  /// Where a motion that is let go in `release` comes to rest; see
  /// ``index(from:start:decay:rule:)``.
  public func target(
    from release: MotionState, start: Double? = nil, decay: Decay = .normal, rule: Rule = Rule()
  ) -> Double? {
    index(from: release, start: start, decay: decay, rule: rule).map { points[$0] }
  }

  /// The index of the point nearest to `value`; not for an empty list.
  private func nearest(to value: Double, velocity: Double) -> Int {
    let above = firstIndex(from: value)
    guard above > 0 else { return 0 }
    guard above < points.count else { return points.count - 1 }
    let (down, up) = (value - points[above - 1], points[above] - value)
    return up < down || (up == down && velocity > 0) ? above : above - 1
  }

  /// The index of the first point that is not below `value`; the count when there is none.
  private func firstIndex(from value: Double) -> Int {
    var (low, high) = (0, points.count)
    while low < high {
      let middle = low + (high - low) / 2
      if points[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The index of the last point that is not above `value`; −1 when there is none.
  private func lastIndex(upTo value: Double) -> Int {
    let index = firstIndex(from: value)
    return index < points.count && points[index] == value ? index : index - 1
  }
}
