public import SnapbackConstraints

/// Why a layout tree refused a change; the tree is as it was before.
public enum LayoutError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The tree has as many views as it can hold.
  case tooManyViews(limit: Int)
  /// The view is not of this tree.
  case unknownView(ViewID)
  /// No constraint has this identifier.
  case unknownConstraint(String)
  /// Another constraint has the identifier.
  case duplicateConstraint(String)
  /// A position along one axis, or an extent, is tied to a position along another axis.
  case mixedAxes(String, LayoutAttribute, LayoutAttribute)
  /// The screen's size is not two finite numbers above 0.
  case screenSize(width: Double, height: Double)
  /// The solver refused a number of the constraint.
  case number(String, ConstraintError)

  /// One line: what is wrong and what to do about it.
  public var description: String {
    switch self {
    case .tooManyViews(let limit):
      "more than \(limit) views; split the scene"
    case .unknownView(let view):
      "view number \(view.index) is not in this tree"
    case .unknownConstraint(let name):
      "no constraint is called \"\(name)\""
    case .duplicateConstraint(let name):
      "two constraints are called \"\(name)\"; give one of them another id"
    case .mixedAxes(let name, let first, let second):
      "constraint \"\(name)\" ties \(first.rawValue) to \(second.rawValue); "
        + "a position follows positions along its own axis, and an extent follows extents"
    case .screenSize(let width, let height):
      "the screen is \(width) by \(height) points; both have to be finite and above 0"
    case .number(let name, let error):
      "constraint \"\(name)\": \(error)"
    }
  }
}
