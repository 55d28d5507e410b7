import SnapbackProtocol

/// A first-in, first-out queue of messages that wait to be read, with a limited length.
struct MessageQueue {
  /// The maximum number of messages kept during the wait for a reply.
  static let limit = 16_384

  private var messages: [ServerMessage?] = []
  private var start = 0

  var isEmpty: Bool { start == messages.count }

  /// Appends a message. Returns false if the queue is full.
  mutating func append(_ message: ServerMessage) -> Bool {
    guard messages.count - start < Self.limit else { return false }
    messages.append(message)
    return true
  }

  /// Removes and returns the oldest message. O(1) on average.
  mutating func popFirst() -> ServerMessage? {
    guard start < messages.count else { return nil }
    let message = messages[start]
    messages[start] = nil
    start += 1
    if start * 2 > messages.count {
      messages.removeFirst(start)
      start = 0
    }
    return message
  }
}
