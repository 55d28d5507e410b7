import SnapbackBasics

/// A note about a change by a ``ContactFilter``.
public enum FilterNote: Hashable, Sendable, CustomStringConvertible {
  /// A position jumped away for one frame and came back; the distance in millimeters.
  case spike(distance: Double)
  /// A contact beside others ended within moments; its lifetime in seconds.
  case ghost(lifetime: Double)
  /// A contact broke off and continues under another id; the two were joined. The gap in seconds.
  case merged(gap: Double)
  /// A contact broke off and continued under another id before the filter expected this from the
  /// device. For the next minute, lifts on this device are held back briefly. The gap in seconds.
  case split(gap: Double)

  /// One line: the observation and the filter's action.
  public var description: String {
    switch self {
    case .spike(let distance):
      "a position jumped \(distance.shortText(1)) mm away for one frame; it was dropped"
    case .ghost(let lifetime):
      "a contact next to others ended after \((lifetime * 1000).shortText(1)) ms; "
        + "it was dropped"
    case .merged(let gap):
      "a contact broke off and resumed after \((gap * 1000).shortText(1)) ms; "
        + "it was joined"
    case .split(let gap):
      "a contact broke off and resumed after \((gap * 1000).shortText(1)) ms; "
        + "lifts wait \((ContactFilter.splitTime * 1000).shortText(1)) ms for a minute"
    }
  }
}
