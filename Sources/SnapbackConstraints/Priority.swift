/// The strength of a constraint: a number above 0 and at most 1000.
///
/// Priorities form a strict order, not weights: no number of weaker constraints outvotes a stronger
/// one, and 750 beats 749.5 as clearly as it beats 1. A constraint at 1000 is required. Use values
/// below 1 for defaults that any other constraint should override.
public struct Priority: Hashable, Comparable, Sendable {
  /// The strength as a number, dimensionless, 0 < rawValue ≤ 1000.
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

  /// 1000: the constraint holds exactly, unless it contradicts other required constraints.
  public static let required = Priority(known: 1000)
  /// 750: by convention, how strongly content resists being squeezed.
  public static let defaultHigh = Priority(known: 750)
  /// 250: by convention, how strongly content resists being stretched.
  public static let defaultLow = Priority(known: 250)
  /// 50: the preference to be as small as the content allows.
  public static let fittingSize = Priority(known: 50)

  /// Returns a priority just below ``required``, above the priorities that programs use. A higher
  /// `rank` gives a higher priority.
  ///
  /// - Parameter rank: 0 and above; all ranks from 1023 on give the same priority.
  package static func belowRequired(_ rank: Int) -> Priority {
    Priority(known: 1000 - Double(1024 - min(max(rank, 0), 1023)) * (1000 - 1000.0.nextDown))
  }

  /// The priority of content sizes that ask for 1000. It is below all ranks of
  /// ``belowRequired(_:)`` and above the priorities that programs use.
  package static let content = Priority(known: 1000 - 2048 * (1000 - 1000.0.nextDown))

  /// Whether the priority is 1000. Required constraints hold exactly.
  public var isRequired: Bool { rawValue == 1000 }

  /// Whether `left` is weaker than `right`.
  public static func < (left: Priority, right: Priority) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Priority: CustomStringConvertible {
  /// The number, such as `750.0`.
  public var description: String { "\(rawValue)" }
}
