import Glibc
import SnapbackBasics
public import SnapbackProtocol

/// A client that reconnects: when the connection is lost, it waits and connects again.
///
/// States: connecting → connected → messages… → lost → waiting → connecting.
///
/// ``next(within:)`` returns every step as an event. The waits double from ``Backoff/first`` to
/// ``Backoff/longest``; after a welcome, the next wait is the first again. If the daemon
/// disconnects the client for a permanent reason (`version`, `forbidden`, …), the error is thrown.
public struct Reconnector: ~Copyable {
  /// The relation of a new connection to the previous one.
  public enum Continuity: Hashable, Sendable {
    /// There was no previous connection.
    case first
    /// The daemon and the scene are the same. Only messages were missed.
    case resumed
    /// The daemon is the same, but it has another scene, or the system has slept. Gestures and
    /// motions in progress have ended.
    case newEpoch
    /// The daemon was restarted. All known state is invalid, and gestures in progress have ended.
    case newSession
  }

  /// A step of the reconnector.
  public enum Event: Sendable {
    /// The daemon answered. A snapshot follows.
    case connected(Welcome, Continuity)
    /// The daemon sent a message.
    case message(ServerMessage)
    /// The connection is lost, or the daemon cannot be reached. `wait` is the number of seconds
    /// before the next try.
    case lost(ClientError, wait: Double)
  }

  private enum Stage {
    case connecting
    case waiting(seconds: Double)
    case connected
  }

  private let greeting: Greeting
  private let connect: (Greeting) throws(ClientError) -> Client
  private let pause: (Double) -> Void
  private var stage = Stage.connecting
  private var backoff = Backoff()
  private var last: (session: UInt64, epoch: UInt64)?
  /// The current connection, for sending requests; nil while disconnected.
  public private(set) var client: Client?

  /// Makes a reconnector. The first ``next(within:)`` connects to one of `places`, by default the
  /// daemon's standard paths.
  public init(to places: [String]? = nil, _ greeting: Greeting) {
    self.init(
      greeting,
      connect: { (greeting) throws(ClientError) in try Client(to: places, greeting) },
      pause: { seconds in
        var rest = timespec(
          tv_sec: Int(saturating: seconds.rounded(.down)),
          tv_nsec: Int(saturating: (seconds - seconds.rounded(.down)) * 1e9))
        var left = timespec()
        while nanosleep(&rest, &left) != 0, errno == EINTR { rest = left }
      })
  }

  /// Makes a reconnector with given functions to connect and to wait.
  init(
    _ greeting: Greeting, connect: @escaping (Greeting) throws(ClientError) -> Client,
    pause: @escaping (Double) -> Void
  ) {
    self.greeting = greeting
    self.connect = connect
    self.pause = pause
  }

  /// Waits for the next event and returns it.
  ///
  /// - Parameter seconds: the time limit for a message, as in ``Client/next(within:)``. It does not
  ///   limit the waits before reconnecting.
  public mutating func next(within seconds: Double? = nil) throws(ClientError) -> Event {
    while true {
      switch stage {
      case .waiting(let wait):
        pause(wait)
        stage = .connecting
      case .connecting:
        do throws(ClientError) {
          let client = try connect(greeting)
          return connected(client)
        } catch {
          return try lost(error)
        }
      case .connected:
        do throws(ClientError) {
          guard let message = try client?.next(within: seconds) else { throw .gone }
          if case .snapshot(let snapshot) = message { last?.epoch = snapshot.epoch }
          return .message(message)
        } catch {
          if case .late = error { throw error }
          return try lost(error)
        }
      }
    }
  }

  private mutating func connected(_ client: Client) -> Event {
    let welcome = client.welcome
    let continuity: Continuity =
      if let last {
        last.session != welcome.session
          ? .newSession : last.epoch != welcome.epoch ? .newEpoch : .resumed
      } else {
        .first
      }
    last = (welcome.session, welcome.epoch)
    self.client = client
    stage = .connected
    backoff = Backoff()
    return .connected(welcome, continuity)
  }

  private mutating func lost(_ error: ClientError) throws(ClientError) -> Event {
    client = nil
    if case .refused(let code, _) = error, Self.finalCodes.contains(code) { throw error }
    let wait = backoff.next()
    stage = .waiting(seconds: wait)
    return .lost(error, wait: wait)
  }

  /// The codes of permanent errors.
  static let finalCodes: Set<String> = [
    "version", "forbidden", "no-hello", "bad-message", "unknown-message", "too-long",
  ]
}

/// A sequence of waits that double each time.
public struct Backoff: Hashable, Sendable {
  /// The first wait, in seconds.
  public static let first = 0.05
  /// The longest wait, in seconds.
  public static let longest = 5.0

  private var wait = first

  /// Makes a sequence that starts with ``first``.
  public init() {}

  /// Returns the next wait, in seconds.
  public mutating func next() -> Double {
    defer { wait = min(wait * 2, Self.longest) }
    return wait
  }
}
