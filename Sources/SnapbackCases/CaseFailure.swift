public import SnapbackDocument
public import SnapbackTiming

/// An expectation that was not met.
public struct CaseFailure: Sendable {
  /// Where the case says what was expected.
  public var position: SourcePosition
  /// What was expected, as a phrase.
  public var expected: String
  /// What was seen, a phrase a line.
  public var seen: [String]
  /// What a picture of it shows.
  public var subject: Subject

  /// What a picture of a failure shows.
  public enum Subject: Sendable {
    /// A number that is out of bounds, and the part of the replay that was looked at.
    case value(ViewValue, ValueBounds, from: Instant, to: Instant)
    /// A view that should have stopped by then.
    case rest(views: [String], by: Instant?)
    /// Something about gestures or transactions in a part of the replay.
    case events(from: Instant, to: Instant)
    /// Numbers that differ from a golden's.
    case golden(Golden, [GoldenDifference])
    /// Nothing that can be drawn.
    case nothing
  }
}
