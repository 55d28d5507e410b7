import SnapbackBasics

/// A note about a change that a ``ContactFilter`` made to its input.
///
/// `contact` is an id in the filter's output, except in ``merged(contact:into:gap:)``: there it is
/// an id in the filter's input.
public enum FilterNote: Hashable, Sendable {
  /// A part of a contact that the filter can hold back.
  public enum Part: String, Hashable, Sendable {
    /// The begin of the contact, because the contact may be a ghost.
    case begin
    /// A position, because it may be a spike.
    case position
    /// The lift of the contact, because the contact may continue under another id.
    case lift
  }

  /// A position jumped away for one touch frame and came back; `distance` is in millimeters.
  case spike(contact: UInt64, distance: Double)
  /// A contact began while others were down and ended after `lifetime` seconds.
  case ghost(contact: UInt64, lifetime: Double)
  /// The contact `into` broke off and continued as `contact` after `gap` seconds; the two were
  /// joined.
  case merged(contact: UInt64, into: UInt64, gap: Double)
  /// A contact broke off and continued as `contact` after `gap` seconds, but was not joined: the
  /// filter did not hold back lifts. For the next minute the filter holds back lifts on this device
  /// for ``ContactFilter/splitTime``.
  case split(contact: UInt64, gap: Double)
  /// A part of a contact was reported late by `seconds`; noted only if the filter explains delays
  /// (``ContactFilter/explainsDelays``).
  case delayed(contact: UInt64, part: Part, seconds: Double)
}

extension FilterNote: CustomStringConvertible {
  /// One line about what the filter observed and did.
  public var description: String { text { "contact \($0)" } }

  /// Returns the line with the contact names that `name` returns for their ids.
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
