import SnapbackTiming

/// What a ``ContactFilter`` has changed, and why.
public enum FilterNote: Hashable, Sendable, CustomStringConvertible {
  /// A position jumped away for one frame and came back; how far, in millimetres.
  case spike(distance: Double)
  /// A contact beside others was gone after moments; how long it was there, in seconds.
  case ghost(lifetime: Double)
  /// A contact broke off and goes on as another one: they are one. How long it was gone, in
  /// seconds.
  case merged(gap: Double)
  /// A contact broke off and went on as another one, before it was known that the device does
  /// this; for a minute its lifts are held back for moments. The gap is in seconds.
  case split(gap: Double)

  /// One line on what was seen and what was done about it.
  public var description: String {
    switch self {
    case .spike(let distance):
      "a position jumped \(distance.shortText(1)) mm away for one frame; it was dropped"
    case .ghost(let lifetime):
      "a contact beside others was gone after \((lifetime * 1000).shortText(1)) ms; "
        + "it was dropped"
    case .merged(let gap):
      "a contact broke off and went on after \((gap * 1000).shortText(1)) ms; "
        + "it was put together"
    case .split(let gap):
      "a contact broke off and went on after \((gap * 1000).shortText(1)) ms; "
        + "for a minute lifts wait \((ContactFilter.splitTime * 1000).shortText(1)) ms"
    }
  }
}
