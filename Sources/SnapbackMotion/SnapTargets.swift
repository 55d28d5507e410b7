/// Values along one axis where a motion may come to rest, and the choice among them.
///
/// A flick goes to the value nearest to its projected end, not to the one nearest to its position:
/// "Designing Fluid Interfaces", WWDC 2018, session 803. A spring from the release then goes there.
public struct SnapTargets: Hashable, Sendable {
  /// A value with a name.
  public struct Named: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var point: Double

    /// Gives a name to a value.
    public init(_ name: String, at point: Double) {
      self.name = name
      self.point = point
    }
  }

  /// The values, ascending and distinct.
  public let points: [Double]
  /// The values that have names, in the given order. Several values can have the same name.
  public let named: [Named]

  /// Creates the list from values in any order, which must be finite, with names by the index of
  /// the value. An empty list has no target.
  public init(_ points: [Double], names: [Int: String] = [:]) throws(MotionError) {
    for point in points {
      try MotionError.require(point.isFinite, "points", point, "finite numbers")
    }
    named = points.indices.compactMap { index in
      names[index].map { Named($0, at: points[index]) }
    }
    var distinct: [Double] = []
    distinct.reserveCapacity(points.count)
    for point in points.sorted() where distinct.last != point { distinct.append(point) }
    self.points = distinct
  }

  /// Restrictions of the choice.
  public struct Rule: Hashable, Sendable {
    /// Whether the motion goes at most one value beyond that of the start, like paging.
    public var onePageAtMost: Bool
    /// Whether a flick may not end behind the start, against its direction.
    public var neverBehindStart: Bool
    /// Whether a flick may not end behind the release, against its direction. Its target is then at
    /// least the next value in its direction.
    public var neverTurnsBack: Bool
    /// The speed per second below which a release is not a flick. Without a flick only the position
    /// determines the target.
    public var velocityFloor: Double

    /// Creates a rule; by default there are no restrictions.
    public init(
      onePageAtMost: Bool = false, neverBehindStart: Bool = false, neverTurnsBack: Bool = false,
      velocityFloor: Double = 0
    ) {
      self.onePageAtMost = onePageAtMost
      self.neverBehindStart = neverBehindStart
      self.neverTurnsBack = neverTurnsBack
      self.velocityFloor = velocityFloor
    }
  }

  /// The index in ``points`` of the target of a motion that is released in `release`.
  ///
  /// The target is the value nearest to the end of `decay`. If two values are equally near, the one
  /// in the direction of the motion is chosen, or the lower one without a velocity. `start` is the
  /// value at the beginning of the gesture, for the rules that refer to it; by default that of the
  /// release. Nil if there are no values or the release is NaN. O(log values), no allocation.
  public func index(
    from release: MotionState, start: Double? = nil, decay: Decay = .normal, rule: Rule = Rule()
  ) -> Int? {
    guard !points.isEmpty, !release.value.isNaN, !release.velocity.isNaN else { return nil }
    let isFlick = release.velocity != 0 && !(release.velocity.magnitude < rule.velocityFloor)
    let velocity = isFlick ? release.velocity : 0
    var index = nearest(
      to: isFlick ? decay.end(from: release) : release.value, velocity: velocity)
    if rule.neverTurnsBack, velocity > 0 { index = max(index, firstIndex(from: release.value)) }
    if rule.neverTurnsBack, velocity < 0 { index = min(index, lastIndex(upTo: release.value)) }
    let start = start ?? release.value
    if rule.neverBehindStart, velocity > 0 { index = max(index, firstIndex(from: start)) }
    if rule.neverBehindStart, velocity < 0 { index = min(index, lastIndex(upTo: start)) }
    if rule.onePageAtMost {
      let own = nearest(to: start, velocity: 0)
      index = min(max(index, own - 1), own + 1)
    }
    return min(max(index, 0), points.count - 1)
  }

  /// The target of a motion that is released in `release`; see ``index(from:start:decay:rule:)``.
  public func target(
    from release: MotionState, start: Double? = nil, decay: Decay = .normal, rule: Rule = Rule()
  ) -> Double? {
    index(from: release, start: start, decay: decay, rule: rule).map { points[$0] }
  }

  /// The names of the values that are nearer than `tolerance` to `value`, in the given order.
  public func names(at value: Double, tolerance: Double) -> [String] {
    named.filter { ($0.point - value).magnitude < tolerance }.map(\.name)
  }

  /// The index of the value nearest to `value`; the list must not be empty.
  private func nearest(to value: Double, velocity: Double) -> Int {
    let above = firstIndex(from: value)
    guard above > 0 else { return 0 }
    guard above < points.count else { return points.count - 1 }
    let (down, up) = (value - points[above - 1], points[above] - value)
    return up < down || (up == down && velocity > 0) ? above : above - 1
  }

  /// The index of the first value that is not below `value`; the count if there is none.
  private func firstIndex(from value: Double) -> Int {
    var (low, high) = (0, points.count)
    while low < high {
      let middle = low + (high - low) / 2
      if points[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The index of the last value that is not above `value`; −1 if there is none.
  private func lastIndex(upTo value: Double) -> Int {
    let index = firstIndex(from: value)
    return index < points.count && points[index] == value ? index : index - 1
  }
}
