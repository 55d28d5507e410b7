import SnapbackBasics
import SnapbackLinux
public import SnapbackProtocol
import Synchronization

/// A connection to the daemon that sends a hello, reads messages and performs commands.
///
/// States: connected → welcomed → messages… → ended.
///
/// A client has two interfaces to the same state. ``next(within:)`` and ``perform(_:within:_:)``
/// block until there is input; ``messages`` and the asynchronous ``perform(_:_:)`` suspend. Only
/// one thread or task may read at a time. Requests without an answer
/// (``presented(_:at:refresh:isDiscarded:)``, ``resync()``, …) may be sent from any thread.
/// Messages that arrive during the wait for a reply are kept in order for later reads.
///
/// The daemon's messages are not trusted: they never cause a trap, and the number and size of kept
/// messages are limited.
public final class Client: Sendable {
  /// The daemon's answer to the hello.
  public let welcome: Welcome
  /// The path of the daemon's socket. Empty for a socket that the caller provided.
  public let place: String
  let link: Link
  let conversation: Mutex<Conversation>
  let readiness: Readiness

  /// The default time limit for the daemon's answer to a hello or a command, in seconds.
  public static let patience = 5.0

  /// Connects to the first of `places` at which a daemon answers, sends a hello and waits for the
  /// welcome.
  ///
  /// - Parameter places: paths of sockets; nil for the default paths of the daemon.
  public convenience init(
    to places: [String]? = nil, _ greeting: Greeting
  ) throws(ClientError) {
    let found: (link: Link, place: String)
    do throws(SystemError) {
      found = try Link.connected(to: places ?? SocketPath.candidates())
    } catch {
      throw .unreachable(error)
    }
    try self.init(found.link, place: found.place, greeting)
  }

  /// Uses a connected socket. The client takes ownership of the descriptor.
  public convenience init(
    owning descriptor: Int32, _ greeting: Greeting
  ) throws(ClientError) {
    try self.init(Link(UnixConnection(owning: descriptor)), place: "", greeting)
  }

  private init(_ link: Link, place: String, _ greeting: Greeting) throws(ClientError) {
    var conversation = Conversation(greeting.encoding)
    var writer = RequestWriter(greeting.encoding)
    writer.hello(greeting)
    // A daemon that rejects the client may already have closed the connection. Read the reason even
    // if the write failed.
    let isSaid = link.write(writer.bytes)
    let deadline = Deadline(after: Self.patience)
    var welcome: Welcome?
    while welcome == nil {
      switch try conversation.advance(link, to: nil) {
      case .message(.welcome(let answer)): welcome = answer
      case .message: throw .unreadable("a message arrived before the welcome")
      case .ended: throw .gone
      case .nothing:
        guard isSaid else { throw .gone }
        guard deadline.waits(for: link) else {
          throw .late(seconds: Self.patience)
        }
      }
    }
    guard let welcome else { throw .gone }
    self.welcome = welcome
    self.place = place
    self.link = link
    self.conversation = Mutex(conversation)
    readiness = Readiness(link)
  }

  deinit {
    conversation.withLock { $0.closeDescriptors() }
  }

  /// The descriptor, for waiting on several descriptors. It is readable when input has arrived.
  public var descriptor: Int32 { link.descriptor }

  /// Disconnects. A waiting reader returns as if the daemon had disconnected.
  public func close() { link.shutDown() }

  /// Waits for the next message and returns it; nil if the daemon has disconnected.
  ///
  /// - Parameter seconds: the time limit, after which ``ClientError/late(seconds:)`` is thrown.
  ///   With nil there is no limit; with 0, only a message that has already arrived is returned.
  public func next(within seconds: Double? = nil) throws(ClientError) -> ServerMessage? {
    try wait(for: nil, within: seconds)
  }

  /// Waits for an answer, or for any message if `topic` is nil.
  func wait(
    for topic: Conversation.Topic?, within seconds: Double?
  ) throws(ClientError) -> ServerMessage? {
    let deadline = Deadline(after: seconds)
    while true {
      switch try advance(to: topic) {
      case .message(let message): return message
      case .ended: return nil
      case .nothing:
        guard deadline.waits(for: link) else {
          throw .late(seconds: seconds ?? 0)
        }
      }
    }
  }

  /// Advances the conversation by one step without waiting.
  func advance(to topic: Conversation.Topic?) throws(ClientError) -> Conversation.Step {
    let result: Result<Conversation.Step, ClientError> = conversation.withLock { conversation in
      do throws(ClientError) {
        return .success(try conversation.advance(link, to: topic))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Writes a message. `topic` identifies the answer to expect, nil if there is none.
  func say(
    awaiting topic: Conversation.Topic? = nil, _ write: (inout RequestWriter) -> Void
  ) throws(ClientError) {
    let isSaid = conversation.withLock { conversation in
      if let topic { conversation.expect(topic) }
      write(&conversation.writer)
      return link.write(conversation.writer.bytes)
    }
    guard isSaid else { throw .gone }
  }

  /// Returns an identifier that no other message of this connection has.
  func newIdentifier() -> UInt64 {
    conversation.withLock { $0.newIdentifier() }
  }
}

/// The time limit of a wait.
struct Deadline {
  private let end: Instant?

  /// Makes a deadline `seconds` from now; without a limit if `seconds` is nil.
  init(after seconds: Double?) {
    end = seconds.map { MonotonicClock.now().advanced(bySeconds: max(0, $0)) }
  }

  /// Waits for input. Returns false if the deadline passes first. After the deadline, returns false
  /// even if there is input, so that a daemon that sends continuously cannot postpone the deadline.
  func waits(for link: Link) -> Bool {
    guard let end else { return link.waitUntilReadable(milliseconds: -1) }
    let left = end.seconds(since: MonotonicClock.now())
    guard left > 0 else { return false }
    return link.waitUntilReadable(milliseconds: Int32(saturating: (left * 1000).rounded(.up)))
  }
}
