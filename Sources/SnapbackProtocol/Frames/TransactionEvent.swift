public import SnapbackBasics

/// The report that a transaction has reached one of its two ends.
public struct TransactionEvent: Hashable, Sendable {
  /// The two ends of a transaction.
  public enum Moment: String, Hashable, Sendable, CaseIterable {
    /// The change looks complete: a spring's response or a curve's duration has passed.
    case finished
    /// The last motion of the transaction has ended.
    case settled
  }

  /// The id of the transaction, the same in both reports.
  public var id: UInt64
  /// The end that was reached.
  public var moment: Moment
  /// Whether some motion of the transaction was removed early, by a finger or with its view.
  ///
  /// A later transaction on the same channels does not interrupt this one: both continue, and their
  /// motions add up.
  public var isInterrupted: Bool
  /// The time of the end.
  public var time: Instant

  /// Creates a report.
  public init(id: UInt64, moment: Moment, isInterrupted: Bool, time: Instant) {
    self.id = id
    self.moment = moment
    self.isInterrupted = isInterrupted
    self.time = time
  }
}
