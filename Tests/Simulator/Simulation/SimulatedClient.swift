import Glibc
import SimulatedKernel
import SnapbackProtocol

/// A client of the daemon in a simulated run: it sends requests, may stop reading, and checks what
/// it receives.
final class SimulatedClient {
  /// The subscriptions of a client by index; other indices use the default.
  private static let wishes = [
    "", ",\"want\":[\"frames\",\"segments\",\"done\"]",
    ",\"want\":[\"frames\",\"gestures\",\"touches\"]",
    ",\"want\":[\"segments\",\"layout\",\"devices\",\"measure\"]",
    ",\"want\":[\"decisions\",\"done\"]",
  ]
  private static let keptDescriptors = 16
  private static let pacings = ["timer", "push", "pull"]

  let process: Process
  let roles: Set<String>
  let isBinary: Bool
  /// Its end of the connection; nil after either side has disconnected.
  private(set) var socket: Int32?
  /// The descriptors that the client received.
  private(set) var handed: [Int32] = []
  /// The client's copy of the scene.
  private(set) var mirror = SceneMirror()
  /// The names of the messages received so far.
  private(set) var kinds: Set<String> = []
  /// The first fault found in the received messages.
  private(set) var fault: String?
  /// The times of unanswered pings, by id.
  private(set) var pings: [UInt64: UInt64] = [:]
  /// The longest time to answer a ping, in nanoseconds.
  private(set) var slowest: UInt64 = 0
  /// The number of transactions under way, by the last answer to `status`.
  private(set) var transactions: Int?
  /// Whether the client reads.
  var reads = true { didSet { isAttentive = isAttentive && reads } }
  var readLimit = 1 << 16 { didSet { isAttentive = isAttentive && readLimit >= 1 << 12 } }
  /// Whether the client has always read at once, so that the daemon can send it everything.
  private var isAttentive = true
  private(set) var hasFinished = false
  private var lines: [UInt8] = []
  private var lineDecoder = LineDecoder()
  private var binaryDecoder = BinaryDecoder()
  private var unsent: [UInt8] = []

  /// Connects and sends hello, except with encoding 2, which only sends malformed bytes.
  init(_ kernel: Kernel, user: Int, encoding: Int, pacing: Int, wish: Int, acknowledges: Bool) {
    let (uid, roles) = Material.users[user]
    // Members of the daemon's group may open its socket.
    process = kernel.makeProcess("client", uid: uid, gid: uid, groups: [500])
    self.roles = roles
    isBinary = encoding == 1
    do throws(Errno) {
      socket = try process.connect(to: "/run/snapback/socket")
    } catch {
      if error.code != EAGAIN { fault = "cannot connect: \(error)" }
    }
    guard encoding < 2 else { return }
    if isBinary { send(Array("SNAPBK1\n".utf8)) }
    let hello =
      "{\"hello\":{\"pacing\":\"\(Self.pacings[pacing % 3])\",\"ack\":\(acknowledges)"
      + "\(Self.wishes[wish % Self.wishes.count])}}"
    say(hello)
  }

  /// Whether the connection is open on this side.
  var isConnected: Bool { socket != nil }

  // MARK: To the daemon

  /// Sends a message in the client's encoding.
  func say(_ text: String) {
    let bytes = Array(text.utf8)
    guard isBinary else { return send(bytes + [10]) }
    let length = UInt32(bytes.count)
    let head = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * UInt32($0))) }
    send(head + [1, 0, 1, 0] + [UInt8](repeating: 0, count: 16) + bytes)
  }

  /// Sends a request of the material with an id, and with the time if the request needs one.
  func ask(_ request: Int, id: Int, now: UInt64) {
    let text = Material.requests[request].map { letter -> String in
      letter == "#" ? "\(id)" : letter == "@" ? "\(now)" : String(letter)
    }.joined()
    say(text)
  }

  /// Sends a ping whose answer is timed.
  func ping(_ id: UInt64, at now: UInt64) {
    guard isConnected, !hasFinished else { return }
    pings[id] = now
    say("{\"ping\":{\"id\":\(id)}}")
  }

  /// Sends bytes; keeps those that do not fit the socket for later.
  func send(_ bytes: [UInt8]) {
    guard !hasFinished else { return }
    unsent += bytes
    push()
  }

  private func push() {
    guard let socket, !unsent.isEmpty else { return }
    do throws(Errno) {
      let count = try process.send(socket, unsent, passing: [])
      unsent.removeFirst(count)
    } catch {
      if error.code != EAGAIN { unsent = [] }
    }
  }

  func finish() {
    guard let socket else { return }
    hasFinished = true
    unsent = []
    try? process.shutdown(socket, Int32(SHUT_WR))
  }

  func leave() {
    guard let socket else { return }
    try? process.close(socket)
    self.socket = nil
    for number in handed { try? process.close(number) }
    handed = []
  }

  /// Clears O_NONBLOCK of all received descriptors and fills them.
  func abuse() {
    for number in handed {
      try? process.setNonblocking(number, false)
      let most: [UInt8] = [254, 255, 255, 255, 255, 255, 255, 255]
      _ = try? process.write(number, most)
      for _ in 0..<200 {
        guard (try? process.write(number, [UInt8](repeating: 1, count: 4096))) != nil else { break }
      }
    }
  }

  // MARK: From the daemon

  /// Reads the available data, if the client reads; returns whether anything was sent or received.
  func act(at now: UInt64) -> Bool {
    let waiting = unsent.count
    push()
    guard reads, let socket else { return unsent.count < waiting }
    var hasRead = false
    for _ in 0..<64 {
      do throws(Errno) {
        let (bytes, descriptors) = try process.receive(socket, limit: readLimit)
        handed += descriptors
        // Real clients close the memory that another one has replaced.
        if handed.count > Self.keptDescriptors, handed.count % 2 == 0 {
          for number in handed.prefix(2) { try? process.close(number) }
          handed.removeFirst(2)
        }
        hasRead = true
        if bytes.isEmpty {
          noteDisconnection()
          leave()
          return true
        }
        take(bytes, at: now)
        if readLimit < 1 << 12 { return true }
      } catch {
        if error.code == EAGAIN { break }
        if error.code == ECONNRESET { noteDisconnection() }
        leave()
        return true
      }
    }
    return hasRead || unsent.count < waiting
  }

  /// Checks that the daemon sends a reason before it disconnects a client.
  private func noteDisconnection() {
    guard isAttentive, !hasFinished, kinds.contains("welcome"), !kinds.contains("error") else {
      return
    }
    fault = "the daemon disconnected a client without an error"
  }

  private func take(_ bytes: [UInt8], at now: UInt64) {
    do {
      if isBinary {
        binaryDecoder.feed(bytes)
        while let message = try binaryDecoder.nextMessage() { note(message, at: now) }
        return
      }
      lines += bytes
      guard bytes.contains(10) else { return }
      let parts = lines.split(separator: 10, omittingEmptySubsequences: false)
      for line in parts.dropLast() { note(try lineDecoder.message(of: Array(line)), at: now) }
      lines = parts.last.map(Array.init) ?? []
    } catch {
      // A client that sent malformed bytes may be answered in the other encoding.
      if kinds.contains("welcome") { fault = "cannot read what the daemon sent: \(error)" }
    }
  }

  private func note(_ message: ServerMessage, at now: UInt64) {
    let kind = Self.kind(of: message)
    kinds.insert(kind)
    mirror.apply(message)
    if case .pong(let id, _) = message, let asked = pings.removeValue(forKey: id) {
      slowest = max(slowest, now - asked)
    }
    if case .text(_, let json) = message, json.count > 200 {
      noteTransactions(String(decoding: json, as: UTF8.self))
    }
    if let problem = leak(kind) { fault = problem }
  }

  private static func kind(of message: ServerMessage) -> String {
    switch message {
    case .welcome: "welcome"
    case .snapshot: "snapshot"
    case .frame: "frame"
    case .segment: "segment"
    case .gesture: "gesture"
    case .event: "event"
    case .decision: "decision"
    case .layout: "layout"
    case .done: "done"
    case .idle: "idle"
    case .lagged: "lagged"
    case .error: "error"
    case .pong: "pong"
    case .device: "device"
    case .touch: "touch"
    case .looks: "looks"
    case .sharedMemory: "sharedMemory"
    case .text(let name, _): name
    case .unknown(let name): name
    }
  }

  private func noteTransactions(_ reply: String) {
    guard let key = reply.firstRange(of: "\"transactions\":") else { return }
    transactions = Int(reply[key.upperBound...].prefix { $0.isNumber })
  }

  /// Returns the part of a message that the client's roles do not permit; nil if there is none.
  private func leak(_ kind: String) -> String? {
    let ofViews: Set = [
      "snapshot", "frame", "segment", "event", "layout", "done", "device", "sharedMemory", "idle",
    ]
    let ofTouches: Set = ["gesture", "touch", "decision"]
    if ofViews.contains(kind), !roles.contains("view") { return "\(kind) without the role view" }
    if ofTouches.contains(kind), !roles.contains("view-touches") {
      return "\(kind) without the role view-touches"
    }
    return nil
  }
}
