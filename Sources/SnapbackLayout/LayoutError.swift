public import SnapbackConstraints

/// The reason for which a layout tree rejected a change. The tree is then unchanged.
public enum LayoutError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The tree holds the maximum number of views.
  case tooManyViews(limit: Int)
  /// The tree holds the maximum number of guides.
  case tooManyGuides(limit: Int)
  /// The guide does not belong to this tree.
  case unknownGuide(GuideID)
  /// The view does not belong to this tree.
  case unknownView(ViewID)
  /// No constraint has this identifier.
  case unknownConstraint(String)
  /// Another view or guide already has this name.
  case duplicateName(String)
  /// Another constraint already has this identifier.
  case duplicateConstraint(String)
  /// A constraint relates a position to a position along the other axis, or a position to a size.
  case mixedAxes(String, LayoutAttribute, LayoutAttribute)
  /// A constraint contains both a leading or trailing attribute and a left or right attribute.
  case mixedDirections(String, LayoutAttribute, LayoutAttribute)
  /// A constraint uses a baseline or margin of an item that is not a view.
  case notAView(String, LayoutAttribute)
  /// A constraint uses the content or viewport of a view that does not scroll.
  case notScrolling(String)
  /// A number measures from a view inside a scroll view to one outside.
  case scrolls(String)
  /// A stack arranges a view that is not its child, or arranges a view twice.
  case notAChild(String, of: String)
  /// A size, inset, margin or baseline of the view is not finite or exceeds a million points.
  case insets(String)
  /// A constraint refers to the keyboard before the tree has a keyboard guide.
  case noKeyboard
  /// The screen's size is not finite, positive and at most a million points.
  case screenSize(width: Double, height: Double)
  /// No state has this name.
  case unknownState(String)
  /// A state has no such value.
  case unknownValue(String, of: String)
  /// The solver rejected a number of the constraint.
  case number(String, ConstraintError)

  /// The error and its remedy, on one line.
  public var description: String {
    switch self {
    case .tooManyViews(let limit):
      "more than \(limit) views; split the scene"
    case .tooManyGuides(let limit):
      "more than \(limit) guides; split the scene"
    case .unknownGuide(let guide):
      "guide number \(guide.index) is not in this tree"
    case .mixedDirections(let name, let one, let other):
      "constraint \"\(name)\" mixes \(one.rawValue) and \(other.rawValue); "
        + "use leading and trailing, or left and right"
    case .notAView(let name, let attribute):
      "constraint \"\(name)\": guides have no \(attribute.rawValue)"
    case .notScrolling(let name):
      "view \"\(name)\" does not scroll; it has no content and no viewport of its own"
    case .scrolls(let name):
      "\"\(name)\" scrolls relative to the other views; name views in one content, or widths and "
        + "heights"
    case .notAChild(let name, let stack):
      "view \"\(name)\" cannot be arranged by \"\(stack)\": it is not its child or is listed twice"
    case .insets(let name):
      "view \"\(name)\" has a size, inset, margin or baseline that is not finite or beyond 1e6"
    case .noKeyboard:
      "the tree has no keyboard guide yet"
    case .unknownView(let view):
      "view number \(view.index) is not in this tree"
    case .unknownConstraint(let name):
      "no constraint is called \"\(name)\""
    case .unknownState(let name):
      "no state is called \"\(name)\""
    case .unknownValue(let value, let name):
      "the state \"\(name)\" has no value \"\(value)\""
    case .duplicateName(let name):
      "two views or guides are called \"\(name)\"; give one of them another name"
    case .duplicateConstraint(let name):
      "two constraints are called \"\(name)\"; give one of them another id"
    case .mixedAxes(let name, let first, let second):
      "constraint \"\(name)\" ties \(first.rawValue) to \(second.rawValue); "
        + "a position follows positions along its own axis, and an extent follows extents"
    case .screenSize(let width, let height):
      "the screen is \(width) by \(height) points; both have to be finite and above 0"
    case .number(let name, .coefficientOutOfRange(let factor, _)):
      "constraint \"\(name)\": the multiplier \(factor.magnitude) of an edge or extent, its terms "
        + "summed, is not between 0.0001 and 10000"
    case .number(let name, let error):
      "constraint \"\(name)\": \(error)"
    }
  }
}
