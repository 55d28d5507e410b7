public import SnapbackBasics
public import SnapbackConstraints
public import SnapbackLayout
public import SnapbackMotion
public import SnapbackProtocol

/// A change of a scene that a program can request.
///
/// Names are those of views, identifiers those of constraints. Lengths are in points, angles in
/// radians.
public indirect enum SceneChange: Hashable, Sendable {
  // The following changes go through layout: the next pass computes the frames.

  /// Sets the constant of a constraint.
  case constant(String, Double)
  /// Adds to the constant of a constraint.
  case constantBy(String, Double)
  /// Activates or deactivates a constraint.
  case active(String, Bool)
  /// Sets the priority of a constraint.
  case priority(String, Priority)
  /// Adds a constraint, with its variations.
  case addConstraint(
    LayoutConstraint,
    variations: VariationTable<ConstraintVariation> = VariationTable(ConstraintVariation()))
  /// Removes a constraint.
  case removeConstraint(String)
  /// Replaces a constraint by another, which may have the same identifier.
  case replaceConstraint(String, LayoutConstraint)
  /// Sets the size of the screen.
  case screenSize(Size)
  /// Sets the inputs of layout other than the screen's size: size classes, text size, direction,
  /// safe area, keyboard.
  case traits(LayoutTraits)
  /// Sets the text size.
  case contentSizeCategory(ContentSizeCategory)
  /// Sets the height of the keyboard.
  case keyboardHeight(Double)
  /// Sets the size class along x; nil to derive it from the screen's size.
  case widthClass(SizeClass?)
  /// Sets the size class along y; nil to derive it from the screen's size.
  case heightClass(SizeClass?)
  /// Sets the theme.
  case theme(Theme)
  /// Sets the reading direction.
  case direction(LayoutDirection)
  /// Sets the insets that bars and rounded corners cover at the screen's edges.
  case safeArea(EdgeInsets)
  /// Sets the value of a state, by their names. The variations that depend on the state take
  /// effect.
  case state(String, String)
  /// Hides or shows a view; in a stack a hidden view takes no space.
  case hidden(String, Bool)
  /// Hides a visible view, or shows a hidden one.
  case toggleHidden(String)
  /// Sets how a stack arranges its views; the set of arranged views does not change.
  case stack(String, StackProperties)
  /// Sets the intrinsic content size of a view; nil along an axis without one.
  case contents(String, PerAxis<Double?>)
  /// Sets the distances from the top of a view to its first baseline and from its bottom to its
  /// last baseline; nil to use the baselines of its text, if any.
  case baselines(String, first: Double?, last: Double?)
  /// Sets the string of a view's text.
  case text(String, String)

  // The following changes do not go through layout.

  /// Sets the offset of a scroll view's content.
  case scrollOffset(String, Vector)
  /// Sets the insets by which the range of a scroll view's offset extends beyond its content.
  case contentInset(String, EdgeInsets)
  /// Scrolls a scroll view by the smallest distance that makes a part of its content visible.
  case scrollToVisible(String, ContentPart)
  /// Sets the frame of a view on the screen, until the next layout pass overwrites it.
  case frame(String, Rect)
  /// Sets the center of a view's frame in its parent, until the next pass; nil keeps a coordinate.
  case center(String, x: Double?, y: Double?)
  /// Moves the center of a view's frame by an offset, until the next pass.
  case centerBy(String, Vector)
  /// Sets all components of a view's transform at once; the view turns along the shortest arc.
  case transform(String, TransformComponents)
  /// Sets the translation of a view, in points of its parent.
  case translation(String, Vector)
  /// Sets the rotation of a view; its tilt is added to this rotation. The view turns by the full
  /// difference of the angles.
  case rotation(String, Double)
  /// Sets the scale of a view.
  case scale(String, Vector)
  /// Sets the opacity of a view, 0…1.
  case alpha(String, Double)
  /// Sets the color of a view, and the opacity of its fill if it has a look.
  case color(String, Color, alpha: Double = 1)
  /// Sets values of the look of a view.
  case look(String, [LookChannel: Double])
  /// Sets the radius of the corners of a view, in points.
  case cornerRadius(String, Double)
  /// Sets the progress of an action that bindings or triggers read. The engine adds this change to
  /// the steps of the action.
  case progress(String, Double)

  /// Sets the views that touches on a view and its descendants can hit. Gestures keep the contacts
  /// that are down. Not animated.
  case touches(String, TouchReception)
  /// Enables or disables the gestures with a name. Disabling cancels a running gesture. Not
  /// animated.
  case gesture(String, isEnabled: Bool)

  // Blocks and layout passes.

  /// Runs a layout pass immediately, with the animation of the enclosing block.
  case layoutIfNeeded
  /// A nested block with its own animation, or nil for that of the enclosing block.
  case animate(Animation?, [SceneChange])

  /// Whether the change affects the input of the layout solver.
  var goesThroughLayout: Bool {
    switch self {
    case .constant, .constantBy, .active, .priority, .addConstraint, .removeConstraint,
      .replaceConstraint, .screenSize, .traits, .contentSizeCategory, .keyboardHeight,
      .widthClass, .heightClass, .theme, .direction, .safeArea, .state, .hidden, .toggleHidden,
      .stack, .contents, .baselines, .text:
      true
    case .scrollOffset, .contentInset, .scrollToVisible, .frame, .center, .centerBy, .transform,
      .translation, .rotation, .scale, .alpha, .color, .cornerRadius, .look, .progress, .touches,
      .gesture, .layoutIfNeeded, .animate:
      false
    }
  }

  /// Whether this change or a nested one affects values that only a description of the scene
  /// reports: the size of the screen, or the string or the size of a text.
  var isDescribed: Bool {
    switch self {
    case .screenSize, .traits, .contentSizeCategory, .text, .baselines: true
    case .animate(_, let list): list.contains(where: \.isDescribed)
    default: false
    }
  }

  /// Whether this change or a nested one sets a state.
  var setsState: Bool {
    switch self {
    case .state: true
    case .animate(_, let list): list.contains(where: \.setsState)
    default: false
    }
  }

  /// Whether the change is a block or a layout pass.
  var isStructure: Bool {
    switch self {
    case .layoutIfNeeded, .animate: true
    default: false
    }
  }
}
