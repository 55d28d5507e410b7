public import SnapbackBasics

/// A note about the input of a recording, for `snapback replay --explain` and `snapback contacts`.
public struct ReplayNote: Hashable, Sendable {
  /// The time of the note.
  public var time: Instant
  /// The kind of the note, as a word for programs, such as "ghost".
  public var kind: String
  /// The contact that it is about, if any.
  public var contact: UInt64?
  /// The observation and the action, in one readable line.
  public var text: String

  /// Creates a note from its parts.
  public init(time: Instant, kind: String, contact: UInt64?, text: String) {
    self.time = time
    self.kind = kind
    self.contact = contact
    self.text = text
  }
}

extension MessageEncoder {
  /// A note about the input of a recording.
  public mutating func note(_ note: ReplayNote) {
    writer.beginObject()
    writer.beginObject("note")
    writer.integer(note.time.nanoseconds, "time")
    writer.string(note.kind, "kind")
    if let contact = note.contact { writer.integer(contact, "contact") }
    writer.string(note.text, "text")
    end()
  }
}
