import SnapbackLayout

/// The inverse of a change, or of a part of it.
enum Undo: Hashable, Sendable {
  /// Another change.
  case change(SceneChange)
  /// The values of a view's property in all variations, because a change sets them all.
  case property(String, Property, VariationTable<ViewProperties>)
  /// The constant of a constraint. `usually` is the constant while no variation sets one.
  case constant(String, Double, usually: Double)
  /// A constraint that was removed, and its index among the constraints.
  case removal(LayoutConstraint, VariationTable<ConstraintVariation>, place: Int)

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

  /// Whether the undo sets a state.
  var setsState: Bool {
    if case .change(let change) = self { change.setsState } else { false }
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
