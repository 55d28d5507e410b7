/// A number of a layout that frames follow while a finger or a motion changes it.
public enum LayoutDriver: Hashable, Sendable {
  /// The constant of the constraint with an identifier.
  case constant(String)
  /// The scroll offset of a view along x.
  case scrollX(ViewID)
  /// The scroll offset of a view along y.
  case scrollY(ViewID)
}
