/// The strength of a constraint: a number above 0 and at most 1000.
///
/// Priorities form a strict order, not weights: no number of weaker constraints outvotes a stronger
/// one, and 750 beats 749.5 as clearly as it beats 1. A constraint at 1000 is required. Values
/// below 1 are meant for defaults that any user setting should override.
public struct Priority: Hashable, Comparable, Sendable {
  /// The number behind the priority, dimensionless, 0 < rawValue ≤ 1000.
  public let rawValue: Double

  /// Makes a priority of `rawValue`.
  ///
  /// - Throws: ``ConstraintError/priorityOutOfRange(_:)`` unless 0 < `rawValue` ≤ 1000, which
  ///   includes NaN.
  public init(_ rawValue: Double) throws(ConstraintError) {
    guard rawValue > 0, rawValue <= 1000 else {
      throw .priorityOutOfRange(rawValue)
    }
    self.rawValue = rawValue
  }

  private init(known rawValue: Double) {
    self.rawValue = rawValue
  }

  /// 1000: holds exactly, unless it contradicts other required constraints.
  public static let required = Priority(known: 1000)
  /// 750: by convention, how strongly content resists being squeezed.
  public static let defaultHigh = Priority(known: 750)
  /// 250: by convention, how strongly content resists being stretched.
  public static let defaultLow = Priority(known: 250)
  /// 50: the preference to be as small as the content allows.
  public static let fittingSize = Priority(known: 50)

  /// A priority between `required` and the priorities that programs use; it rises with `rank`.
  ///
  /// - Parameter rank: 0 and above; all ranks from 1023 on give the same priority.
  package static func belowRequired(_ rank: Int) -> Priority {
    Priority(known: 1000 - Double(1024 - min(max(rank, 0), 1023)) * (1000 - 1000.0.nextDown))
  }

  /// A priority below all ranks of ``belowRequired(_:)`` and above those that programs use: that of
  /// content sizes that ask for 1000.
  package static let content = Priority(known: 1000 - 2048 * (1000 - 1000.0.nextDown))

  /// Whether this is 1000, the priority of constraints that hold exactly.
  public var isRequired: Bool { rawValue == 1000 }

  /// Whether `left` yields to `right`.
  public static func < (left: Priority, right: Priority) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Priority: CustomStringConvertible {
  /// The number, such as `750.0`.
  public var description: String { "\(rawValue)" }
}
