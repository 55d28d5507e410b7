public import SnapbackTiming

/// A transaction has come to one of its two ends.
public struct TransactionEvent: Hashable, Sendable {
  /// Which of the two.
  public enum Moment: String, Hashable, Sendable, CaseIterable {
    /// What was asked for is made, as a person sees it: a spring's response or a curve's duration
    /// has passed.
    case finished
    /// Nothing of it moves any more.
    case settled
  }

  /// The transaction, by the id that ``Engine/apply(_:animation:isControlled:at:)`` gave.
  public var id: UInt64
  /// Which end.
  public var moment: Moment
  /// Whether some of it was removed before it was over: by a finger, or with its view.
  ///
  /// One that another transaction overlaps is not interrupted: both run on and add up.
  public var isInterrupted: Bool
  /// When.
  public var time: Instant
}
