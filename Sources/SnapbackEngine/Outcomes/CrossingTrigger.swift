/// A trigger of an action: a number of a view, or the constant of a constraint, crosses a
/// threshold.
public struct CrossingTrigger: Hashable, Sendable {
  /// The direction in which the number crosses the threshold.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// From below to the threshold or above.
    case up
    /// From above to the threshold or below.
    case down

    /// 1 for ``up``, −1 for ``down``.
    var sign: Double { self == .up ? 1 : -1 }
  }

  /// The number.
  public var source: BindingSource
  /// The threshold, in the unit of the source's channels (``Channel``).
  public var threshold: Double
  /// The direction in which the number crosses it.
  public var direction: Direction
  /// A distance from the threshold; at least 0. After a crossing, the number has to return by more
  /// than this distance before it can cross the threshold again.
  public var hysteresis: Double

  /// Returns the trigger with other indices of views: `places` has a new index for each index.
  func renumbered(by places: [Int?]) -> CrossingTrigger? {
    var trigger = self
    switch source {
    case .channel(let channel, let view):
      guard let place = places[view] else { return nil }
      trigger.source = .channel(channel, view: place)
    case .frame(let number, let view):
      guard let place = places[view] else { return nil }
      trigger.source = .frame(number, view: place)
    case .constant: break
    }
    return trigger
  }

  /// Creates a trigger from its parts.
  public init(
    _ source: BindingSource, at threshold: Double, _ direction: Direction, hysteresis: Double = 0
  ) {
    (self.source, self.threshold) = (source, threshold)
    (self.direction, self.hysteresis) = (direction, hysteresis)
  }
}
