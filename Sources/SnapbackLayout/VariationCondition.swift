/// The size classes, the theme and the values of the states on which variations depend.
public struct VariationContext: Hashable, Sendable {
  /// The size classes of the screen.
  public var classes: SizeClasses
  /// The index of the value of each state among its values, in the order of the states.
  public var states: [Int]
  /// The theme.
  public var theme: Theme

  /// Creates a context from its parts.
  public init(_ classes: SizeClasses, states: [Int] = [], theme: Theme = .light) {
    self.classes = classes
    self.states = states
    self.theme = theme
  }

  /// The value of a state or, for ``VariationCondition/Requirement/themeState``, that of the theme.
  /// A state that the context lacks has its initial value.
  func value(of state: Int) -> Int {
    if state == VariationCondition.Requirement.themeState { return theme == .dark ? 1 : 0 }
    return states.indices.contains(state) ? states[state] : 0
  }

  /// Sets the value of a state or of the theme.
  mutating func set(_ state: Int, to value: Int) {
    if state == VariationCondition.Requirement.themeState {
      theme = value == 1 ? .dark : .light
    } else {
      states[state] = value
    }
  }
}

/// The condition under which a variation applies: size classes and values of states, all of which
/// are required.
public struct VariationCondition: Hashable, Sendable {
  /// A state that has to have a value; both are indices.
  public struct Requirement: Hashable, Sendable {
    /// The index that stands for the theme, which has two values like a state.
    static let themeState = -1

    /// A required theme.
    public static func theme(_ theme: Theme) -> Requirement {
      Requirement(state: themeState, value: theme == .dark ? 1 : 0)
    }

    /// The required theme; nil if the requirement is a state.
    public var theme: Theme? {
      state == Self.themeState ? (value == 1 ? .dark : .light) : nil
    }

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
        $0.value == context.value(of: $0.state)
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
