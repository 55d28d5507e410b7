import SnapbackBasics

/// A note about a change by a ``ContactFilter``.
///
/// The contact is the one that the filter reports, except for a joined contact: that is the
/// device's.
public enum FilterNote: Hashable, Sendable {
  /// A part of a contact that the filter can hold back.
  public enum Part: String, Hashable, Sendable {
    /// Its begin, because the contact may be a ghost.
    case begin
    /// A position, because it may be a spike.
    case position
    /// Its lift, because the contact may continue.
    case lift
  }

  /// A position jumped away for one frame and came back; the distance in millimeters.
  case spike(contact: UInt64, distance: Double)
  /// A contact beside others ended within moments; its lifetime in seconds.
  case ghost(contact: UInt64, lifetime: Double)
  /// A contact broke off and continues under another id; the two were joined. The gap in seconds.
  case merged(contact: UInt64, into: UInt64, gap: Double)
  /// A contact broke off and continued under another id before the filter expected this from the
  /// device. For the next minute, lifts on this device are held back briefly. The gap in seconds.
  case split(contact: UInt64, gap: Double)
  /// A part of a contact was reported late, by seconds; only if the filter explains delays.
  case delayed(contact: UInt64, part: Part, seconds: Double)
}

extension FilterNote: CustomStringConvertible {
  /// One line: the observation and the filter's action.
  public var description: String { text { "contact \($0)" } }

  /// The line with other names for contacts; `name` returns the name for an id.
  public func text(_ name: (UInt64) -> String) -> String {
    switch self {
    case .spike(let contact, let distance):
      "a position of \(name(contact)) jumped \(distance.shortText(1)) mm away for one frame; "
        + "it was dropped"
    case .ghost(let contact, let lifetime):
      "\(name(contact)), next to others, ended after \(Self.milliseconds(lifetime)); "
        + "it was dropped"
    case .merged(let contact, let into, let gap):
      "\(name(into)) broke off and resumed after \(Self.milliseconds(gap)) as \(name(contact)); "
        + "the two were joined"
    case .split(let contact, let gap):
      "a contact broke off and resumed after \(Self.milliseconds(gap)) as \(name(contact)); "
        + "lifts wait \(Self.milliseconds(ContactFilter.splitTime)) for a minute"
    case .delayed(let contact, let part, let seconds):
      "the \(part.rawValue) of \(name(contact)) is \(Self.milliseconds(seconds)) late: "
        + Self.reason(part)
    }
  }

  private static func milliseconds(_ seconds: Double) -> String {
    "\((seconds * 1000).shortText(1)) ms"
  }

  private static func reason(_ part: Part) -> String {
    switch part {
    case .begin: "a contact next to others could have been a ghost"
    case .position: "it could have been a spike"
    case .lift: "the contact could have continued under another id"
    }
  }
}
