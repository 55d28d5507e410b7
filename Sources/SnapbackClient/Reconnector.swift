import Glibc
public import SnapbackFrames
public import SnapbackMessages
import SnapbackTiming

/// A client that comes back: where the daemon goes, it waits and connects again.
///
/// Connecting → connected → messages… → lost → waiting → connecting.
/// Every step is told to the caller. The waits grow from ``Backoff/first`` to ``Backoff/longest``,
/// doubling, and start anew after a welcome. A daemon that sends the client away for what it is or
/// says (`version`, `forbidden`, …) would do so again: that is thrown.
public struct Reconnector: ~Copyable {
  /// What a new connection has to do with the one before.
  public enum Continuity: Hashable, Sendable {
    /// There was none.
    case first
    /// The same scene of the same daemon: frames were missed and no more.
    case resumed
    /// The same daemon with another scene, or after a sleep: gestures and motions that were under
    /// way are over.
    case newEpoch
    /// Another daemon: all that was known is void, gestures that were seen to begin are over.
    case newSession
  }

  /// What happened.
  public enum Event: Sendable {
    /// A daemon answered; a snapshot follows.
    case connected(Welcome, Continuity)
    /// It said something.
    case message(ServerMessage)
    /// It has gone or cannot be reached; the next try is after so many seconds.
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
  /// The connection of now, to say something; nil while there is none.
  public private(set) var client: Client?

  /// Connects to `places`, by default where the daemon listens, at the first ``next(within:)``.
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

  /// The same with another way to connect and to wait.
  init(
    _ greeting: Greeting, connect: @escaping (Greeting) throws(ClientError) -> Client,
    pause: @escaping (Double) -> Void
  ) {
    self.greeting = greeting
    self.connect = connect
    self.pause = pause
  }

  /// What happens next; waits for it.
  ///
  /// - Parameter seconds: as in ``Client/next(within:)``; waits between tries do not count.
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

  /// What a daemon says for reasons that do not pass.
  static let finalCodes: Set<String> = [
    "version", "forbidden", "no-hello", "bad-message", "unknown-message", "too-long",
  ]
}

/// Waits that double.
public struct Backoff: Hashable, Sendable {
  /// The first wait, in seconds.
  public static let first = 0.05
  /// The longest, in seconds.
  public static let longest = 5.0

  private var wait = first

  /// Waits from the first on.
  public init() {}

  /// The next wait, in seconds.
  public mutating func next() -> Double {
    defer { wait = min(wait * 2, Self.longest) }
    return wait
  }
}
