import SnapbackLayout

/// The inverse of a change, or of a part of it.
enum Undo: Hashable, Sendable {
  /// Another change.
  case change(SceneChange)
  /// The values of a view's property for all pairs of size classes, because a change sets them all.
  case property(String, Property, SizeClassTable<ViewProperties>)
  /// The constant of a constraint. `usually` is the constant for size classes without a variation
  /// of it.
  case constant(String, Double, usually: Double)
  /// A constraint that was removed, and its index among the constraints.
  case removal(LayoutConstraint, SizeClassTable<ConstraintVariation>, place: Int)

  /// A view property that a change can set.
  enum Property: Hashable, Sendable {
    case isHidden
    case stack
    case contents
    case baselines
    case text

    /// Copies this property from other properties.
    func copy(from old: ViewProperties, to new: inout ViewProperties) {
      switch self {
      case .isHidden: new.isHidden = old.isHidden
      case .stack: new.stack = old.stack
      case .contents: new.intrinsicSize = old.intrinsicSize
      case .baselines:
        (new.firstBaseline, new.lastBaseline) = (old.firstBaseline, old.lastBaseline)
      case .text: new.text = old.text
      }
    }
  }

  /// Whether the undo affects values that only a description of the scene reports.
  var isDescribed: Bool {
    switch self {
    case .change(let change): change.isDescribed
    case .property(_, let property, _): property == .text || property == .baselines
    case .constant, .removal: false
    }
  }

  /// Whether the undo affects the input of the layout solver.
  var goesThroughLayout: Bool {
    if case .change(let change) = self { change.goesThroughLayout } else { true }
  }
}
