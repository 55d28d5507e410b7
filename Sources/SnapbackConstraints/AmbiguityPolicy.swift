/// Where a variable goes that the constraints leave free.
public enum AmbiguityPolicy: Hashable, Sendable {
  /// To its home: the variable it was made with, or zero.
  case origin
  /// Nowhere: it keeps its last value, relative to its home, as far as the constraints allow.
  case stay
}

/// In which order free variables of a ``Solver`` find their place.
public enum VariableKind: Hashable, Sendable {
  /// Goes home first.
  case position
  /// Goes home after all positions: where either could move, the size does.
  case size
}
