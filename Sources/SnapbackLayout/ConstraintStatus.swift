/// The origin of a constraint: the part of a scene that it was made from.
public enum ConstraintSource: String, CaseIterable, Hashable, Sendable {
  /// A constraint in the scene or in a change of the scene: a rule, a visual format or a command.
  case scene
  /// Hugging and compression resistance of a view, made from the size of its content.
  case intrinsic
  /// A stack view's properties.
  case stack
  /// A view's springs and struts.
  case autoresizing
}

/// A constraint and its state after layout.
public struct ConstraintStatus: Hashable, Sendable {
  /// The state of a constraint.
  public enum State: Hashable, Sendable {
    /// Active and satisfied without slack.
    case holds
    /// Active and satisfied with slack, so it does not determine the position or size of its views.
    case hasRoom
    /// Active and violated by this many points.
    case missed(by: Double)
    /// Not part of the layout.
    case inactive
  }

  /// The constraint.
  public var constraint: LayoutConstraint
  /// The text of the constraint, with the names of views.
  public var text: String
  /// The origin of the constraint.
  public var source: ConstraintSource
  /// Whether the constraint takes part in the layout.
  public var isActive: Bool
  /// The violation in points, because other constraints have precedence; 0 if satisfied.
  public var violation: Double
  /// Whether the constraint is satisfied without slack, so that it may be a constraint that
  /// determines its views.
  public var isTight: Bool

  /// Whether the constraint was generated from a view's properties.
  public var isGenerated: Bool { source != .scene }

  /// The state of the constraint.
  public var state: State {
    guard isActive else { return .inactive }
    if violation > 0 { return .missed(by: violation) }
    return isTight ? .holds : .hasRoom
  }
}
