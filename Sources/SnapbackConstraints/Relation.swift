/// The comparison of an expression with zero.
///
/// The violation of a constraint is the distance of its expression from the values its relation
/// allows, at least 0, in the units in which the expression was written.
public enum Relation: Hashable, Sendable, CaseIterable {
  /// expression = 0; the violation is |expression|.
  case equal
  /// expression ≤ 0; the violation is max(0, expression).
  case lessThanOrEqual
  /// expression ≥ 0; the violation is max(0, −expression).
  case greaterThanOrEqual
}

extension Relation: CustomStringConvertible {
  /// The relation as a sign: `==`, `<=` or `>=`.
  public var description: String {
    switch self {
    case .equal: "=="
    case .lessThanOrEqual: "<="
    case .greaterThanOrEqual: ">="
    }
  }
}
