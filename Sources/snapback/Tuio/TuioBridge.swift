import Glibc
import SnapbackBasics
import SnapbackClient
import SnapbackFiles
import SnapbackLinux
import SnapbackProtocol

/// Forwards touches from the daemon to a TUIO listener. States: connecting → bridging → lost →
/// waiting → connecting.
struct TuioBridge: ~Copyable {
  /// The interval at which the present contacts are sent again, in seconds.
  private static let repeatTime = 1.0
  /// How many times the empty state is sent again after the last contact has ended.
  private static let farewells = 3
  /// How long after the last touch message the contacts are reported as still, in seconds.
  private static let stillTime = 0.1

  private enum End {
    case signal
    case lost(ClientError)
  }

  private let sender: DatagramSender
  private let socket: String?
  private let keepsAlive: Bool
  private let isVerbose: Bool
  private let signals: Signals
  private var source: TUIOSource
  /// The numbers of the contacts that have been logged.
  private var known: [Int32] = []
  private var lastSent = MonotonicClock.now()
  private var lastTouch = Instant.zero
  /// The number of times that the empty state must still be sent.
  private var rest = farewells
  private var hasFailedToSend = false
  private var omitted: UInt64 = 0

  init(
    _ sender: consuming DatagramSender, socket: String?, source: String, keepsAlive: Bool,
    isVerbose: Bool
  ) throws(Failure) {
    do throws(SystemError) {
      signals = try Signals([SIGINT, SIGTERM, SIGHUP])
    } catch {
      throw Failure(.system, error.description)
    }
    self.sender = sender
    self.socket = socket
    self.keepsAlive = keepsAlive
    self.isVerbose = isVerbose
    self.source = TUIOSource(name: source)
  }

  /// Forwards touches until a signal arrives.
  mutating func run() throws(Failure) {
    var backoff = Backoff()
    var hasComplained = false
    note("sends to \(sender.place)")
    while true {
      let error: ClientError
      do throws(ClientError) {
        let client = try Client(
          to: socket.map { [$0] }, Greeting(name: "snapback tuio", features: .touches))
        guard client.welcome.features.contains(.touches) else {
          throw .refused(code: "forbidden", message: "it needs the role \"view-touches\"")
        }
        note("the daemon is at \(client.place)")
        backoff = Backoff()
        hasComplained = false
        switch try bridge(client) {
        case .signal: return send(source.clear())
        case .lost(let reason): error = reason
        }
      } catch let reason {
        error = reason
      }
      if case .refused(let code, _) = error, code != "too-many-clients", code != "stalled" {
        throw ToolClient.failure(error)
      }
      // The daemon no longer reports the contacts that are down.
      if !source.contacts.isEmpty { send(source.clear()) }
      if !hasComplained {
        Files.writeError("snapback: warning: \(error.description); trying again\n")
      }
      hasComplained = true
      if waitForSignal(backoff.next()) { return send(source.clear()) }
    }
  }

  private mutating func bridge(_ client: Client) throws(ClientError) -> End {
    send(source.clear())
    while true {
      while let message = try message(of: client) { take(message) }
      var waits = [
        pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let seconds = due?.seconds(since: MonotonicClock.now())
      poll(&waits, 2, seconds.map { Int32(saturating: (max(0, $0) * 1000).rounded(.up)) } ?? -1)
      if signals.next() != nil { return .signal }
      if let due, due <= MonotonicClock.now() { sayAgain() }
    }
  }

  /// Returns a message that has already arrived; nil if there is none.
  private func message(of client: Client) throws(ClientError) -> ServerMessage? {
    do throws(ClientError) {
      guard let message = try client.next(within: 0) else { throw .gone }
      return message
    } catch {
      if case .late = error { return nil }
      throw error
    }
  }

  private mutating func take(_ message: ServerMessage) {
    switch message {
    case .snapshot(let snapshot): source.setScreen(snapshot.screen.size)
    case .touch(let time, let contacts):
      lastTouch = MonotonicClock.now()
      send(source.handle(contacts, at: time))
      if source.omitted > omitted {
        omitted = source.omitted
        Files.writeError(
          "snapback: warning: more than \(TUIOSource.contactLimit) contacts; \(omitted) left out\n")
      }
    case .lagged(let dropped):
      // End all contacts, because it is unknown which of them have lifted. The next message lists
      // the contacts that are still down.
      note("\(dropped) events were lost")
      send(source.clear())
    default: break
    }
  }

  /// The time of the next TUIO message if no message arrives from the daemon; nil for never.
  private var due: Instant? {
    let again = lastSent.advanced(bySeconds: Self.repeatTime)
    let repeats = keepsAlive || !source.contacts.isEmpty || rest > 0
    guard source.isMoving else { return repeats ? again : nil }
    return min(again, lastTouch.advanced(bySeconds: Self.stillTime))
  }

  private mutating func sayAgain() {
    let isStill = MonotonicClock.now().seconds(since: lastTouch) >= Self.stillTime
    if source.isMoving, isStill { return send(source.rest()) }
    if source.contacts.isEmpty { rest = max(0, rest - 1) }
    send(source.repetition(), isNew: false)
  }

  private mutating func send(_ bundles: [[UInt8]], isNew: Bool = true) {
    lastSent = MonotonicClock.now()
    if isNew { rest = Self.farewells }
    for bundle in bundles {
      do throws(SystemError) {
        try sender.send(bundle)
        hasFailedToSend = false
      } catch {
        if !hasFailedToSend { Files.writeError("snapback: warning: \(error.description)\n") }
        hasFailedToSend = true
      }
    }
    guard isVerbose else { return }
    let contacts = source.contacts
    for contact in contacts where !known.contains(contact.number) {
      note("contact \(contact.id) begins as \(contact.number)")
    }
    let numbers = contacts.map(\.number)
    for number in known where !numbers.contains(number) { note("contact \(number) is over") }
    known = numbers
  }

  private func note(_ text: String) {
    if isVerbose { Files.writeError("snapback: \(text)\n") }
  }

  /// Waits for `seconds`. Returns true if a signal has arrived.
  private func waitForSignal(_ seconds: Double) -> Bool {
    var waits = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
    poll(&waits, 1, Int32(saturating: (seconds * 1000).rounded(.up)))
    return signals.next() != nil
  }
}
