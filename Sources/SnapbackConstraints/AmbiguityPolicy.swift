/// The value of a variable that the constraints leave free.
public enum AmbiguityPolicy: Hashable, Sendable {
  /// The value of its home: the home variable it was made with, or zero.
  case origin
  /// Its last value, relative to its home, as far as the constraints allow.
  case stay
}

/// The order in which the free variables of a ``Solver`` are set.
public enum VariableKind: Hashable, Sendable {
  /// Moves to its home first.
  case position
  /// Moves to its home after all positions: where either could move, the size does.
  case size
}
