import SnapbackProtocol

/// Messages waiting for their reader, first in, first out, up to a limit.
struct MessageQueue {
  /// The maximum number of messages kept during the wait for a reply.
  static let limit = 16_384

  private var messages: [ServerMessage?] = []
  private var start = 0

  var isEmpty: Bool { start == messages.count }

  /// Appends a message; returns false when the queue is full.
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
