import SnapbackBasics

/// A note about input that a decoder rejected or fixed.
public enum DecoderNote: Hashable, Sendable {
  /// The device's buffer overran (`SYN_DROPPED`); the events up to the next report are lost.
  case eventsLost
  /// The device's clock stepped back by `seconds`; frame times stay constant until it has caught
  /// up.
  case clockWentBack(seconds: Double)
  /// A contact in a slot that the device does not have; it was ignored.
  case unknownSlot(Int32)
  /// More contacts at once than `limit`; the rest were ignored.
  case tooManyContacts(limit: Int)
  /// A contact is a palm, by the device's tool type or the palm settings.
  case palm(contact: UInt64)
  /// Another contact replaced this one in its slot; the lift was lost.
  case replaced(contact: UInt64)
  /// `BTN_TOUCH` is off, but the device did not release this contact.
  case neverReleased(contact: UInt64)
  /// No event arrived for this contact after events were lost.
  case lostWithEvents(contact: UInt64)
  /// The device sent no events for `seconds`, so the contact is treated as lost.
  case timedOut(contact: UInt64, seconds: Double)
  /// A pen left proximity without lifting.
  case leftProximity(contact: UInt64)
  /// A finger on a touchpad jumped by `distance` millimeters; that movement was discarded.
  case jumped(distance: Double)
  /// The contact filter changed the input.
  case filtered(FilterNote)
}

extension DecoderNote: CustomStringConvertible {
  /// One sentence for users, without a full stop.
  public var description: String {
    switch self {
    case .eventsLost: "events were lost; the frame up to the next report is dropped"
    case .clockWentBack(let seconds):
      "the clock went back by \(seconds.shortText(3)) s; time stands still until it catches up"
    case .unknownSlot(let slot): "a contact in slot \(slot), which the device does not have"
    case .tooManyContacts(let limit): "more than \(limit) contacts at once; the rest is ignored"
    case .palm(let contact): "contact \(contact) is a palm"
    case .replaced(let contact): "contact \(contact) was replaced by another contact"
    case .neverReleased(let contact):
      "nothing touches anymore, but contact \(contact) was never released"
    case .lostWithEvents(let contact):
      "contact \(contact) was not reported again after events were lost"
    case .timedOut(let contact, let seconds):
      "no event for \(seconds.shortText(3)) s; contact \(contact) is considered lost"
    case .jumped(let distance):
      "a finger on the touchpad jumped \(distance.shortText(1)) mm; the movement is discarded"
    case .filtered(let note): note.description
    case .leftProximity(let contact): "the pen of contact \(contact) left without lifting"
    }
  }
}

/// Notes that have not been taken yet; notes beyond the limit are dropped.
struct NoteLog: Sendable {
  /// The most notes that are kept.
  static let limit = 32

  private var notes: [DecoderNote] = []

  init() {
    notes.reserveCapacity(Self.limit)
  }

  mutating func add(_ note: DecoderNote) {
    if notes.count < Self.limit { notes.append(note) }
  }

  mutating func drain() -> [DecoderNote] {
    guard !notes.isEmpty else { return [] }
    let taken = notes
    notes.removeAll(keepingCapacity: true)
    return taken
  }
}
