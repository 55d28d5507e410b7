public import SnapbackBasics

/// Events that clients subscribe to, and answers.
extension MessageEncoder {
  /// Appends a `layout` message: the old and new frames of the views that a layout pass changed,
  /// and the id of the transaction that caused the pass, if any.
  public mutating func layout(
    _ changes: some Sequence<FrameChange>, transaction: UInt64?, at time: Instant,
    appearances: [ViewAppearance]
  ) {
    writer.beginObject()
    writer.beginObject("layout")
    writer.integer(time.nanoseconds, "time")
    if let transaction { writer.integer(transaction, "transaction") }
    writer.beginArray("views")
    for change in changes where appearances.indices.contains(change.view) {
      writer.beginObject()
      writer.string(appearances[change.view].name, "id")
      append(change.old, "from")
      append(change.new, "to")
      writer.endObject()
    }
    writer.endArray()
    end()
  }

  /// The contacts of a touch frame.
  public mutating func touch(_ contacts: some Sequence<TouchContact>, at time: Instant) {
    writer.beginObject()
    writer.beginObject("touch")
    writer.integer(time.nanoseconds, "time")
    writer.beginArray("contacts")
    for contact in contacts {
      writer.beginObject()
      writer.integer(contact.id, "id")
      writer.string(contact.phase.name, "phase")
      writer.length(contact.position.x, "x")
      writer.length(contact.position.y, "y")
      if contact.isInjected { writer.boolean(true, "injected") }
      writer.endObject()
    }
    writer.endArray()
    end()
  }

  /// The answer to a ping.
  public mutating func pong(id: UInt64, now: Instant) {
    writer.beginObject()
    writer.beginObject("pong")
    writer.integer(id, "id")
    writer.integer(now.nanoseconds, "now")
    end()
  }

  /// The size in bytes of the shared memory whose descriptors accompany the message.
  public mutating func sharedMemory(size: UInt64) {
    writer.beginObject()
    writer.beginObject("shm")
    writer.integer(size, "size")
    end()
  }

  /// A message that is text in both encodings, such as a reply: JSON without a newline.
  public mutating func text(_ message: [UInt8]) { writer.line(message) }
}
