/// The name of one constraint in a ``Solver``, an 8-byte handle that is never reused.
///
/// Names rise with creation, so sorting them sorts by age.
public struct ConstraintID: Hashable, Comparable, Sendable {
  /// The index of the constraint's record in the solver.
  let slot: Int32
  /// The position of the constraint in its solver's creation order, from 0.
  package let number: Int32

  /// Whether `left` was created before `right` in the same solver.
  public static func < (left: ConstraintID, right: ConstraintID) -> Bool {
    left.number < right.number
  }
}

extension ConstraintID: CustomStringConvertible {
  /// The number of the constraint in creation order, such as `c7`.
  public var description: String { "c\(number)" }
}
