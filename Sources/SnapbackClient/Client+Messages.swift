public import SnapbackFrames
public import SnapbackMessages
import Synchronization

/// The asynchronous face: tasks suspend where the other one blocks.
///
/// It is driven by no queue: where nothing is there, one thread of the client waits in poll(2) and
/// resumes the task, which reads. Nothing is read ahead of the task, so a slow one is a slow client
/// as any other: the daemon drops frames for it, and memory does not grow.
extension Client {
  /// The messages from now on, each once; ends when the daemon has gone.
  ///
  /// Cancelling the task ends it with ``ClientError/cancelled``; the connection stays.
  public var messages: Messages { Messages(client: self) }

  /// The messages of a client as a sequence.
  public struct Messages: AsyncSequence, Sendable {
    /// What is read.
    public typealias Element = ServerMessage
    /// Why it may end early.
    public typealias Failure = ClientError

    let client: Client

    /// An iterator; several take messages from each other.
    public func makeAsyncIterator() -> Iterator { Iterator(client: client) }

    /// Takes one message after the other.
    public struct Iterator: AsyncIteratorProtocol {
      let client: Client

      /// The next message; nil when the daemon has gone.
      public mutating func next() async throws(ClientError) -> ServerMessage? {
        try await client.take(nil)
      }

      /// The next message; nil when the daemon has gone.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async throws(ClientError) -> ServerMessage? {
        try await client.take(nil)
      }
    }
  }

  /// Has a command carried out; suspends until its reply has come.
  ///
  /// There is no time limit but that of the task. It reads by itself, so no other task may read
  /// meanwhile; what comes before the reply is kept.
  @discardableResult
  public func perform(
    _ name: String, _ body: (inout JSONWriter) -> Void = { _ in }
  ) async throws(ClientError) -> Reply {
    let id = try post(name, body)
    do throws(ClientError) {
      return try Self.accepted(try await take(.reply(id)))
    } catch {
      conversation.withLock { $0.forget(.reply(id)) }
      throw error
    }
  }

  private func take(
    _ topic: Conversation.Topic?
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
