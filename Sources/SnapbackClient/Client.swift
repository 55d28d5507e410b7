public import SnapbackFrames
public import SnapbackMessages
import SnapbackLinux
import SnapbackTiming
import Synchronization

/// A conversation with the daemon: it says hello, reads messages and carries out commands.
///
/// Connected → welcomed → messages… → ended.
/// It has two faces on one state. ``next(within:)`` and ``perform(_:within:_:)`` block until there
/// is something; ``messages`` and the asynchronous ``perform(_:_:)`` suspend. One thread or task
/// reads at a time; what is only said (``presented(_:at:refresh:isDiscarded:)``, ``resync()``, …)
/// may be said from any. What comes while a reply is waited for is kept, in its order, and is read
/// afterwards.
///
/// What the daemon sends is not trusted: it never traps, and what is kept of it has a limit.
public final class Client: Sendable {
  /// What the daemon answered to hello.
  public let welcome: Welcome
  /// Where the daemon was found; empty for a socket that was handed over.
  public let place: String
  let link: Link
  let conversation: Mutex<Conversation>
  let readiness: Readiness

  /// How long the daemon may take to answer a hello or a command, in seconds.
  public static let patience = 5.0

  /// Connects to the first of `places` that answers, says hello and waits for the welcome.
  ///
  /// - Parameter places: paths of sockets; nil is where the daemon listens by itself.
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

  /// Speaks over a connected socket, which it owns from then on.
  public convenience init(
    owning descriptor: Int32, _ greeting: Greeting
  ) throws(ClientError) {
    try self.init(Link(UnixConnection(owning: descriptor)), place: "", greeting)
  }

  private init(_ link: Link, place: String, _ greeting: Greeting) throws(ClientError) {
    var conversation = Conversation(greeting.encoding)
    var writer = RequestWriter(greeting.encoding)
    writer.hello(greeting)
    // A daemon that turns the client away may have hung up already; then its reason is to be read.
    let isSaid = link.write(writer.bytes)
    let deadline = Deadline(after: Self.patience)
    var welcome: Welcome?
    while welcome == nil {
      switch try conversation.advance(link, to: nil) {
      case .message(.welcome(let answer)): welcome = answer
      case .message: throw .unreadable("something came before the welcome")
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

  /// The descriptor, for waiting on it together with others; it is readable when something came.
  public var descriptor: Int32 { link.descriptor }

  /// Ends the conversation; who waits is told that the daemon has gone.
  public func close() { link.shutDown() }

  /// The next message; waits for it. Nil when the daemon has gone.
  ///
  /// - Parameter seconds: how long it waits, ``ClientError/late(seconds:)`` after that; nil is for
  ///   ever, 0 takes what is there.
  public func next(within seconds: Double? = nil) throws(ClientError) -> ServerMessage? {
    try wait(for: nil, within: seconds)
  }

  /// Waits for an answer, or for any message.
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

  /// One step of the conversation without waiting.
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

  /// Writes a message; `await` says which answer belongs to it.
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

  /// A number that no other message of this connection has.
  func newIdentifier() -> UInt64 {
    conversation.withLock { $0.newIdentifier() }
  }
}

/// When a wait is over.
struct Deadline {
  private let end: Instant?

  /// So many seconds from now; nil is never.
  init(after seconds: Double?) {
    end = seconds.map { MonotonicClock.now().advanced(bySeconds: max(0, $0)) }
  }

  /// Waits until there is something to read; false when the end comes first, whatever is there
  /// then: a daemon that never falls silent does not put it off.
  func waits(for link: Link) -> Bool {
    guard let end else { return link.waitUntilReadable(milliseconds: -1) }
    let left = end.seconds(since: MonotonicClock.now())
    guard left > 0 else { return false }
    return link.waitUntilReadable(milliseconds: Int32(saturating: (left * 1000).rounded(.up)))
  }
}
