public import SnapbackConstraints
public import SnapbackFrames
public import SnapbackGeometry
public import SnapbackLayout
public import SnapbackMotion

/// A change of a scene that a program can request.
///
/// Names are those of views, identifiers those of constraints. Lengths are points, angles radians.
public indirect enum SceneChange: Hashable, Sendable {
  // Through layout: the next pass computes the frames.

  /// The constant of a constraint.
  case constant(String, Double)
  /// The constant of a constraint, by so much more.
  case constantBy(String, Double)
  /// Whether a constraint is active.
  case active(String, Bool)
  /// The priority of a constraint.
  case priority(String, Priority)
  /// A further constraint, with its variations for size classes.
  case addConstraint(
    LayoutConstraint,
    variations: SizeClassTable<ConstraintVariation> = SizeClassTable(ConstraintVariation()))
  /// A constraint is taken out.
  case removeConstraint(String)
  /// A constraint gives way to another, which may have the same identifier.
  case replaceConstraint(String, LayoutConstraint)
  /// The size of the screen.
  case screenSize(Size)
  /// All that layout depends on besides: size classes, size of text, safe area, keyboard.
  case traits(LayoutTraits)
  /// How large text is to be.
  case contentSizeCategory(ContentSizeCategory)
  /// How far the keyboard reaches up.
  case keyboardHeight(Double)
  /// The size class along x; nil for the one that the screen's size gives.
  case widthClass(SizeClass?)
  /// The size class along y; nil for the one that the screen's size gives.
  case heightClass(SizeClass?)
  /// The direction of reading.
  case direction(LayoutDirection)
  /// What bars and rounded corners take away at the screen's edges.
  case safeArea(EdgeInsets)
  /// Whether a view is hidden; in a stack it gives up its room.
  case hidden(String, Bool)
  /// Whether a view is hidden: the other way round than it is.
  case toggleHidden(String)
  /// How a stack arranges its views; the arranged views stay.
  case stack(String, StackProperties)
  /// The natural size of what a view shows, nil where it has none.
  case contents(String, PerAxis<Double?>)
  /// From the top of a view to its first baseline, and from the bottom up to its last; nil for
  /// those of its text, or none.
  case baselines(String, first: Double?, last: Double?)
  /// What a view's text says.
  case text(String, String)

  // Without layout.

  /// How far the content of a scroll view is scrolled.
  case scrollOffset(String, Vector)
  /// The frame of a view on the screen, until the next layout pass overwrites it.
  case frame(String, Rect)
  /// The centre of a view's frame in its parent, until the next pass; nil leaves a coordinate.
  case center(String, x: Double?, y: Double?)
  /// The centre of a view's frame, by so much further, until the next pass.
  case centerBy(String, Vector)
  /// The transform of a view, all components at once; it turns by the shorter way.
  case transform(String, TransformComponents)
  /// The translation of a view, in points of its parent.
  case translation(String, Vector)
  /// The rotation of a view besides its tilt; it turns by as much as the number changes.
  case rotation(String, Double)
  /// The scale of a view.
  case scale(String, Vector)
  /// The opacity of a view, 0…1.
  case alpha(String, Double)
  /// The colour of a view.
  case color(String, Color)

  /// Whether a gesture is looked for, by its name; one that runs is cancelled. Not animated.
  case gesture(String, isEnabled: Bool)

  // Blocks and passes.

  /// A layout pass here and now, with the animation of the block that it stands in.
  case layoutIfNeeded
  /// A block within: with an animation of its own, or nil for that of the block around it.
  case animate(Animation?, [SceneChange])

  /// Whether it changes what frames are solved from.
  var goesThroughLayout: Bool {
    switch self {
    case .constant, .constantBy, .active, .priority, .addConstraint, .removeConstraint,
      .replaceConstraint, .screenSize, .traits, .contentSizeCategory, .keyboardHeight,
      .widthClass, .heightClass, .direction, .safeArea, .hidden, .toggleHidden, .stack, .contents,
      .baselines, .text:
      true
    case .scrollOffset, .frame, .center, .centerBy, .transform, .translation, .rotation, .scale,
      .alpha, .color, .gesture, .layoutIfNeeded, .animate:
      false
    }
  }

  /// Whether it or a change within it changes what only a description of the scene tells: the size
  /// of the screen, or the words or the size of a text.
  var isDescribed: Bool {
    switch self {
    case .screenSize, .traits, .contentSizeCategory, .text, .baselines: true
    case .animate(_, let list): list.contains(where: \.isDescribed)
    default: false
    }
  }

  /// Whether it or a change within it is a block or a pass.
  var isStructure: Bool {
    switch self {
    case .layoutIfNeeded, .animate: true
    default: false
    }
  }
}
