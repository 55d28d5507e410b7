/// Where a constraint comes from.
public enum ConstraintSource: String, CaseIterable, Hashable, Sendable {
  /// Whoever describes the scene or changes it: a rule, a format, a command.
  case scene
  /// The size of a view's content: hugging and compression resistance.
  case intrinsic
  /// A stack view's properties.
  case stack
  /// A view's springs and struts.
  case autoresizing
}

/// A constraint and what has become of it.
public struct ConstraintStatus: Hashable, Sendable {
  /// How a constraint fares.
  public enum State: Hashable, Sendable {
    /// It holds without room to spare.
    case holds
    /// It holds, and its views may be held by others.
    case hasRoom
    /// It is missed by so many points.
    case missed(by: Double)
    /// It does not count.
    case inactive
  }

  /// The constraint.
  public var constraint: LayoutConstraint
  /// What it says, with the names of views.
  public var text: String
  /// Where it comes from.
  public var source: ConstraintSource
  /// Whether it counts.
  public var isActive: Bool
  /// By how many points it is missed: the price of what is stronger.
  public var violation: Double
  /// Whether it holds without room to spare, so that it may be what holds its views.
  public var isTight: Bool

  /// Whether it follows from a view's properties.
  public var isGenerated: Bool { source != .scene }

  /// How it fares.
  public var state: State {
    guard isActive else { return .inactive }
    if violation > 0 { return .missed(by: violation) }
    return isTight ? .holds : .hasRoom
  }
}
