import SnapbackBasics

/// A note about input that a decoder rejected or fixed.
public enum DecoderNote: Hashable, Sendable {
  /// The device's buffer overran (`SYN_DROPPED`); the events up to the next report are lost.
  case eventsLost
  /// The device's clock stepped back by `seconds`; frame times stay constant until the clock has
  /// caught up.
  case clockWentBack(seconds: Double)
  /// A contact in a slot that the device does not have; it was ignored.
  case unknownSlot(Int32)
  /// More contacts at once than `limit`; the rest were ignored.
  case tooManyContacts(limit: Int)
  /// A contact is a palm, by the device's tool type or the palm settings.
  case palm(contact: UInt64)
  /// Another contact replaced this one in its slot; the lift of this contact was lost.
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
  /// A contact in this slot does not begin, because these coordinates of the slot are unknown.
  case waits(slot: Int, for: CoordinateSet)
  /// The contact's slot had these coordinates from before the recording began, and the recording
  /// does not contain them. The contact begins at the first values that the slot reports later.
  case assumed(CoordinateSet, contact: UInt64)
  /// The contact filter changed the input.
  case filtered(FilterNote)
}

extension DecoderNote {
  /// The identifier of the note's kind for programs.
  public var word: String {
    switch self {
    case .eventsLost: "events-lost"
    case .clockWentBack: "clock-went-back"
    case .unknownSlot: "unknown-slot"
    case .tooManyContacts: "too-many-contacts"
    case .palm: "palm"
    case .replaced: "replaced"
    case .neverReleased: "never-released"
    case .lostWithEvents: "lost-with-events"
    case .timedOut: "timed-out"
    case .leftProximity: "left-proximity"
    case .jumped: "jumped"
    case .waits: "waits"
    case .assumed: "assumed"
    case .filtered(.spike): "spike"
    case .filtered(.ghost): "ghost"
    case .filtered(.merged): "merged"
    case .filtered(.split): "split"
    case .filtered(.delayed): "delayed"
    }
  }

  /// The contact that the note is about; nil if the note is not about a reported contact.
  public var contact: UInt64? {
    switch self {
    case .eventsLost, .clockWentBack, .unknownSlot, .tooManyContacts, .jumped, .waits: nil
    case .palm(let contact), .replaced(let contact), .neverReleased(let contact),
      .lostWithEvents(let contact), .timedOut(let contact, _), .leftProximity(let contact),
      .assumed(_, let contact), .filtered(.spike(let contact, _)),
      .filtered(.ghost(let contact, _)), .filtered(.merged(let contact, _, _)),
      .filtered(.split(let contact, _)), .filtered(.delayed(let contact, _, _)):
      contact
    }
  }

  /// Whether the note comes from the contact filter, not from a decoder.
  public var isFromFilter: Bool {
    if case .filtered = self { true } else { false }
  }
}

/// One or both coordinates of a position.
public struct CoordinateSet: Hashable, Sendable, CustomStringConvertible {
  /// Whether it contains x.
  public let x: Bool
  /// Whether it contains y.
  public let y: Bool

  /// Creates a set.
  public init(x: Bool, y: Bool) {
    self.x = x
    self.y = y
  }

  var isEmpty: Bool { !x && !y }

  /// The names of the axes in the kernel.
  public var description: String {
    let names = (x ? ["ABS_MT_POSITION_X"] : []) + (y ? ["ABS_MT_POSITION_Y"] : [])
    return names.joined(separator: " and ")
  }
}

extension DecoderNote: CustomStringConvertible {
  /// A message for users, without a full stop.
  public var description: String { text { "contact \($0)" } }

  /// Returns the message with the contact names that `name` returns for their ids.
  public func text(_ name: (UInt64) -> String) -> String {
    switch self {
    case .eventsLost: "events were lost; the frame up to the next report is dropped"
    case .clockWentBack(let seconds):
      "the clock went back by \(seconds.shortText(3)) s; time stands still until it catches up"
    case .unknownSlot(let slot): "a contact in slot \(slot), which the device does not have"
    case .tooManyContacts(let limit): "more than \(limit) contacts at once; the rest is ignored"
    case .palm(let contact): "\(name(contact)) is a palm"
    case .replaced(let contact): "\(name(contact)) was replaced by another contact"
    case .neverReleased(let contact):
      "nothing touches anymore, but \(name(contact)) was never released"
    case .lostWithEvents(let contact):
      "\(name(contact)) was not reported again after events were lost"
    case .timedOut(let contact, let seconds):
      "no event for \(seconds.shortText(3)) s; \(name(contact)) is considered lost"
    case .jumped(let distance):
      "a finger on the touchpad jumped \(distance.shortText(1)) mm; the movement is discarded"
    case .filtered(let note): note.text(name)
    case .leftProximity(let contact): "the pen of \(name(contact)) left without lifting"
    case .waits(let slot, let missing):
      "a contact in slot \(slot) has no \(missing); it begins when the slot has reported one"
    case .assumed(let coordinates, let contact):
      "\(name(contact)) began without \(coordinates); it begins at the first that follows"
    }
  }
}

/// The notes since the last ``drain()``; notes beyond the limit are dropped.
struct NoteLog: Sendable {
  /// The most notes that are kept.
  static let limit = 32

  private var notes: [DecoderNote] = []

  init() {
    notes.reserveCapacity(Self.limit)
  }

  var isEmpty: Bool { notes.isEmpty }

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
