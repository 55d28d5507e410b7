public import SnapbackBasics
public import SnapbackDocument

/// An expectation that was not met.
public struct CaseFailure: Sendable {
  /// The position of the expectation in the case's file.
  public var position: SourcePosition
  /// The expectation, as a phrase.
  public var expected: String
  /// The observed values, one phrase per line.
  public var seen: [String]
  /// The content of a picture of the failure.
  public var subject: Subject

  /// The content of a picture of a failure.
  public enum Subject: Sendable {
    /// A number that is out of bounds, and the part of the replay that was checked.
    case value(ViewValue, ValueBounds, from: Instant, to: Instant)
    /// Views that should have stopped by a time.
    case rest(views: [String], by: Instant?)
    /// Gestures or transactions in a part of the replay.
    case events(from: Instant, to: Instant)
    /// Numbers that differ from a golden's.
    case golden(Golden, [GoldenDifference])
    /// No picture is possible.
    case nothing
  }
}
