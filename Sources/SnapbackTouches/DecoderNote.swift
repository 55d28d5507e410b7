import SnapbackTiming

/// What a decoder has rejected or mended, and why.
public enum DecoderNote: Hashable, Sendable {
  /// The device's buffer overran (`SYN_DROPPED`); what followed up to the next report is lost.
  case eventsLost
  /// The clock went back by so many seconds; time stands still until it has caught up.
  case clockWentBack(seconds: Double)
  /// A contact in a place that the device does not have was ignored.
  case unknownSlot(Int32)
  /// More contacts at once than are followed; those beyond were ignored.
  case tooManyContacts(limit: Int)
  /// The device calls a contact a palm.
  case palm(contact: UInt64)
  /// Another contact took a contact's place; its lift was lost.
  case replaced(contact: UInt64)
  /// The device says that nothing touches, but has not released a contact.
  case neverReleased(contact: UInt64)
  /// Nothing was heard of a contact after events were lost.
  case lostWithEvents(contact: UInt64)
  /// The device said nothing for so long that a contact is taken to be lost.
  case timedOut(contact: UInt64, seconds: Double)
  /// A pen went out of reach without lifting.
  case leftProximity(contact: UInt64)
  /// What no finger can have done was taken out.
  case filtered(FilterNote)
}

extension DecoderNote: CustomStringConvertible {
  /// One sentence for people, without a full stop.
  public var description: String {
    switch self {
    case .eventsLost: "events were lost; the frame up to the next report is left out"
    case .clockWentBack(let seconds):
      "the clock went back by \(seconds.shortText(3)) s; time waits until it has caught up"
    case .unknownSlot(let slot): "a contact in slot \(slot), which the device does not have"
    case .tooManyContacts(let limit): "more than \(limit) contacts at once; the rest is ignored"
    case .palm(let contact): "contact \(contact) is a palm"
    case .replaced(let contact): "another contact took the place of contact \(contact)"
    case .neverReleased(let contact):
      "nothing touches any more, but contact \(contact) was never released"
    case .lostWithEvents(let contact):
      "contact \(contact) was not heard of after the loss of events"
    case .timedOut(let contact, let seconds):
      "the device said nothing for \(seconds.shortText(3)) s; contact \(contact) is taken for lost"
    case .filtered(let note): note.description
    case .leftProximity(let contact): "the pen of contact \(contact) left without lifting"
    }
  }

  /// Seconds with milliseconds, as far as they are needed.
}

/// The notes that nobody has taken yet; those beyond the limit are only counted.
struct NoteLog: Sendable {
  /// The most notes that wait.
  static let limit = 32

  private var notes: [DecoderNote] = []

  init() {
    notes.reserveCapacity(Self.limit)
  }

  mutating func add(_ note: DecoderNote) {
    if notes.count < Self.limit { notes.append(note) }
  }

  mutating func take() -> [DecoderNote] {
    guard !notes.isEmpty else { return [] }
    let taken = notes
    notes.removeAll(keepingCapacity: true)
    return taken
  }
}
