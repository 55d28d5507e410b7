public import SnapbackLayout

/// A trigger of an action: a number that bindings can read crosses a threshold.
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
  /// The threshold, in the unit of the source's channels (``Channel``). If there is an ``origin``,
  /// the distance from it.
  public var threshold: Double
  /// A length that depends on the layout, and from which the threshold is measured; nil for 0.
  public var origin: LayoutNumber?
  /// The direction in which the number crosses it.
  public var direction: Direction
  /// A distance from the threshold; at least 0. After a crossing, the number has to return by more
  /// than this distance before it can cross the threshold again.
  public var hysteresis: Double
  /// The hysteresis if it depends on the layout; otherwise nil. Then ``hysteresis`` holds until the
  /// first layout pass.
  public var layoutHysteresis: LayoutNumber?

  /// The lengths that depend on the layout.
  public var numbers: [LayoutNumber] { [origin, layoutHysteresis].compactMap { $0 } }

  /// Returns the trigger with other indices of views, as ``BindingSource/renumbered(by:)`` does.
  func renumbered(by places: [Int?]) -> CrossingTrigger? {
    guard let source = source.renumbered(by: places) else { return nil }
    var trigger = self
    trigger.source = source
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
