/// The origin of a constraint.
public enum ConstraintSource: String, CaseIterable, Hashable, Sendable {
  /// The scene or a change to it: a rule, a format or a command.
  case scene
  /// The size of a view's content: hugging and compression resistance.
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
    /// Satisfied without slack.
    case holds
    /// Satisfied with slack, so other constraints may determine its views.
    case hasRoom
    /// Violated by this many points.
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
  /// The violation in points, caused by stronger constraints; 0 if satisfied.
  public var violation: Double
  /// Whether the constraint is satisfied without slack, so that it may determine its views.
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
