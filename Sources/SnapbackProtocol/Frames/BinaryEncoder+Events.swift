public import SnapbackBasics

/// Events that clients subscribe to, and answers.
extension BinaryEncoder {
  /// Appends a `layout` message: the old and new frames of the views that a layout pass changed,
  /// and the id of the transaction that caused the pass, if any.
  public mutating func layout(
    _ changes: some Sequence<FrameChange>, transaction: UInt64?, at time: Instant
  ) {
    message.begin(.layout, time: time.nanoseconds)
    message.append(transaction ?? 0)
    let head = message.grow(by: 8)
    var count: UInt32 = 0
    for change in changes {
      message.append(UInt64(clamping: Self.handle(change.view)))
      append(change.old)
      append(change.new)
      count += 1
    }
    message.store(count, at: head)
    message.end()
  }

  private mutating func append(_ rect: Rect) {
    message.append(short: rect.left)
    message.append(short: rect.top)
    message.append(short: rect.size.width)
    message.append(short: rect.size.height)
  }

  /// The contacts of a touch frame.
  public mutating func touch(_ contacts: some Sequence<TouchContact>, at time: Instant) {
    message.begin(.touch, time: time.nanoseconds)
    let head = message.grow(by: 8)
    var count: UInt32 = 0
    for contact in contacts {
      message.append(contact.id)
      message.append(contact.phase.rawValue)
      message.append((contact.isInjected ? 1 : 0) as UInt8)
      message.append(UInt16(0))
      message.append(short: contact.position.x)
      message.append(short: contact.position.y)
      message.append(UInt32(0))
      count += 1
    }
    message.store(count, at: head)
    message.end()
  }

  /// The answer to a ping.
  public mutating func pong(id: UInt64, now: Instant) {
    message.begin(.pong, time: now.nanoseconds)
    message.append(id)
    message.end()
  }

  /// The size in bytes of the shared memory whose descriptors accompany the message.
  public mutating func sharedMemory(size: UInt64) {
    message.begin(.sharedMemory)
    message.append(size)
    message.end()
  }

  /// A message that is text in both encodings, such as a reply: JSON without a newline.
  public mutating func text(_ json: [UInt8]) {
    message.begin(.text)
    message.append(json)
    message.end()
  }
}
