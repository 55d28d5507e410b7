public import SnapbackProtocol
import Synchronization

/// The asynchronous interface: tasks suspend where the blocking interface blocks.
///
/// It needs no dispatch queue. When there is no input, one thread of the client waits in poll(2)
/// and resumes the task, which then reads. Nothing is read ahead of the task, so a slow task is a
/// slow client: the daemon drops frames for it, and memory use does not grow.
extension Client {
  /// The messages from now on, each delivered once; ends when the daemon disconnects.
  ///
  /// Canceling the task ends it with ``ClientError/cancelled``; the connection stays.
  public var messages: Messages { Messages(client: self) }

  /// The messages of a client as a sequence.
  public struct Messages: AsyncSequence, Sendable {
    /// A message.
    public typealias Element = ServerMessage
    /// The error that may end the sequence early.
    public typealias Failure = ClientError

    let client: Client

    /// Makes an iterator. Several iterators share the messages: each message goes to one of them.
    public func makeAsyncIterator() -> Iterator { Iterator(client: client) }

    /// Reads one message after another.
    public struct Iterator: AsyncIteratorProtocol {
      let client: Client

      /// The next message; nil when the daemon has disconnected.
      public mutating func next() async throws(ClientError) -> ServerMessage? {
        try await client.nextMessage(about: nil)
      }

      /// The next message; nil when the daemon has disconnected.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(ClientError) -> ServerMessage? {
        try await client.nextMessage(about: nil)
      }
    }
  }

  /// Performs a command; suspends until its reply arrives.
  ///
  /// There is no time limit except that of the task. It reads from the connection, so no other task
  /// may read meanwhile; messages that arrive before the reply are kept.
  @discardableResult
  public func perform(
    _ name: String, _ body: (inout JSONWriter) -> Void = { _ in }
  ) async throws(ClientError) -> Reply {
    let id = try post(name, body)
    do throws(ClientError) {
      return try Self.accepted(try await nextMessage(about: .reply(id)))
    } catch {
      conversation.withLock { $0.forget(.reply(id)) }
      throw error
    }
  }

  private func nextMessage(
    about topic: Conversation.Topic?
  ) async throws(ClientError) -> ServerMessage? {
    while true {
      guard !Task.isCancelled else { throw .cancelled }
      switch try advance(to: topic) {
      case .message(let message): return message
      case .ended: return nil
      case .nothing:
        guard await readiness.wait() else { throw .cancelled }
      }
    }
  }
}
