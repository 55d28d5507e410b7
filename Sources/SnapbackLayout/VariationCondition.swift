/// The size classes and the values of the states on which variations depend.
public struct VariationContext: Hashable, Sendable {
  /// The size classes of the screen.
  public var classes: SizeClasses
  /// The index of the value of each state among its values, in the order of the states.
  public var states: [Int]

  /// Creates a context from its parts.
  public init(_ classes: SizeClasses, states: [Int] = []) {
    self.classes = classes
    self.states = states
  }
}

/// The condition under which a variation applies: size classes and values of states, all of which
/// are required.
public struct VariationCondition: Hashable, Sendable {
  /// A state that has to have a value; both are indices.
  public struct Requirement: Hashable, Sendable {
    /// The index of the state in the scene.
    public var state: Int
    /// The index of the value among those of the state.
    public var value: Int

    /// Creates a requirement from its parts.
    public init(state: Int, value: Int) {
      self.state = state
      self.value = value
    }
  }

  /// The required size classes.
  public var pattern: SizeClassPattern
  /// The required values of states, at most one for each state.
  public var requirements: Set<Requirement>

  /// Creates a condition from its parts. Without parts, it is always true.
  public init(_ pattern: SizeClassPattern = SizeClassPattern(), requirements: Set<Requirement> = [])
  {
    self.pattern = pattern
    self.requirements = requirements
  }

  /// Whether the condition is true in a context. A state that the context lacks has its initial
  /// value.
  public func matches(_ context: VariationContext) -> Bool {
    pattern.matches(context.classes)
      && requirements.allSatisfy {
        $0.value == (context.states.indices.contains($0.state) ? context.states[$0.state] : 0)
      }
  }

  /// Whether this condition and another one require different values of a state, so that they are
  /// never true at the same time.
  public func excludes(_ other: VariationCondition) -> Bool {
    requirements.contains { own in
      other.requirements.contains { $0.state == own.state && $0.value != own.value }
    }
  }

  /// The number of conditions: one for each required value, and one for a pattern unless it is
  /// `any x any`.
  public var count: Int { requirements.count + (pattern.specificity > 0 ? 1 : 0) }

  /// Whether another condition has precedence over this one if both are true: the one with more
  /// conditions, then the one with the more specific pattern.
  public func isWeaker(than other: VariationCondition) -> Bool {
    (count, pattern.specificity) < (other.count, other.pattern.specificity)
  }
}
