/// A drag of a scroll view's content beyond an edge of its range, as for refreshing a list.
public struct PullTrigger: Hashable, Sendable {
  /// The edge of the scroll view at which the content leaves a gap.
  public enum Edge: String, Hashable, Sendable, CaseIterable {
    /// The left edge.
    case left
    /// The right edge.
    case right
    /// The top edge.
    case top
    /// The bottom edge.
    case bottom
  }

  /// The phases of a pull that can trigger an action.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// The gap has grown to the distance while fingers drag the content.
    case reached
    /// The gap has become smaller than the distance again, or the gesture was cancelled.
    case returned
    /// The fingers have lifted while the gap was at least as large as the distance.
    case released
  }

  /// The index of the scroll gesture.
  public var gesture: Int
  /// The edge of the scroll view.
  public var edge: Edge
  /// The minimum size of the drawn gap in points, beyond the range at the beginning of the gesture.
  public var distance: Double
  /// The phase of the pull that triggers the action.
  public var phase: Phase

  /// Creates a trigger from its parts.
  public init(
    _ gesture: Int, edge: Edge = .top, distance: Double, phase: Phase = .reached
  ) {
    (self.gesture, self.edge, self.distance, self.phase) = (gesture, edge, distance, phase)
  }
}
