/// A value of a layout that a gesture or an animation changes continuously.
public enum LayoutDriver: Hashable, Sendable {
  /// The constant of the constraint with this identifier.
  case constant(String)
  /// The scroll offset of a view along x.
  case scrollX(ViewID)
  /// The scroll offset of a view along y.
  case scrollY(ViewID)
}
