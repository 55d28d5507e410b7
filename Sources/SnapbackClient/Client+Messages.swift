public import SnapbackProtocol
import Synchronization

/// The asynchronous interface. A task suspends where the blocking interface would block its thread.
///
/// The interface needs no dispatch queue. While there is no input, one thread of the client waits
/// in poll(2); it then resumes the task, and the task reads. Nothing is read before a task asks for
/// it. So if the task is slow, the daemon treats the client as slow and drops frames, and memory
/// use does not grow.
extension Client {
  /// The messages from now on. Each message is delivered once. The sequence ends when the daemon
  /// disconnects.
  ///
  /// If the task is cancelled, the sequence ends with ``ClientError/cancelled``, and the connection
  /// stays open.
  public var messages: Messages { Messages(client: self) }

  /// The messages of a client as a sequence.
  public struct Messages: AsyncSequence, Sendable {
    /// A message.
    public typealias Element = ServerMessage
    /// The error that may end the sequence early.
    public typealias Failure = ClientError

    let client: Client

    /// Makes an iterator. Several iterators share the messages: each message is delivered to one of
    /// them.
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

  /// Performs a command. Suspends until its reply arrives.
  ///
  /// There is no time limit, but the task can be cancelled. The function reads from the connection,
  /// so no other task may read at the same time. Messages that arrive before the reply are kept.
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
