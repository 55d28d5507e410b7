import Glibc
import SnapbackLinux

/// The conversation of one or two clients with a daemon.
///
/// The first four bytes choose how they communicate:
///
/// 0. flags: binary, two clients, raw bytes (no hello, no framing), reads, acknowledges,
///    attaches shared memory, checks after each message, closes its writing side at the end;
/// 1. pacing (two bits) and subscriptions;
/// 2. the number of bytes sent at a time; 0 for whole messages;
/// 3. the number of messages after which the first client disconnects; 0 for never.
///
/// The rest are messages, one per line. In binary, a line that begins with a control character is a
/// message of that type. `@` in a text is replaced by the time.
func fuzzSession(_ bytes: [UInt8]) {
  guard bytes.count > 4 else { return }
  let plan = SessionPlan(bytes)
  let messages = bytes[4...].split(separator: 10, omittingEmptySubsequences: false).prefix(200)
  FuzzDaemon.run(bytes) { daemon in
    var clients: [FuzzClient] = []
    for index in 0..<(plan.hasTwo ? 2 : 1) {
      guard let client = FuzzClient() else { continue }
      clients.append(client)
      client.send(plan.opening(index))
    }
    for (index, message) in messages.enumerated() where !clients.isEmpty {
      let client = clients[index % clients.count]
      for piece in plan.pieces(plan.framed(message, index % clients.count)) {
        client.send(piece)
        if plan.checks { daemon.check() }
      }
      if plan.reads { client.read() }
      if index + 1 == plan.leaving { clients[0].leave() }
    }
    if plan.finishes { clients.forEach { $0.shutDown(Int32(SHUT_WR)) } }
    daemon.check()
    if plan.reads { clients.forEach { $0.read() } }
    clients.forEach { $0.abuse() }
    if plan.finishes { daemon.requireRest() }
    clients.forEach { $0.leave() }
  }
}

/// The settings in the first bytes of an input.
private struct SessionPlan {
  private static let wants = [
    "", ",\"want\":[\"frames\",\"segments\",\"done\",\"layout\"]",
    ",\"want\":[\"frames\",\"gestures\",\"touches\",\"decisions\"],\"views\":[\"card\"]",
    ",\"want\":[\"segments\",\"devices\",\"measure\"],\"rate\":1000",
  ]
  private static let pacings = ["timer", "push", "pull"]

  private let flags: UInt8
  private let hello: String
  private let pieceSize: Int
  /// The number of messages after which the first client disconnects.
  let leaving: Int

  var hasTwo: Bool { flags & 2 != 0 }
  private var isRaw: Bool { flags & 4 != 0 }
  var reads: Bool { flags & 8 != 0 }
  var checks: Bool { flags & 64 != 0 }
  var finishes: Bool { flags & 128 != 0 }

  init(_ bytes: [UInt8]) {
    flags = bytes[0]
    let pacing = Self.pacings[Int(bytes[1] & 3) % 3]
    let want = Self.wants[Int(bytes[1] >> 2) % Self.wants.count]
    hello = "{\"hello\":{\"pacing\":\"\(pacing)\",\"ack\":\(bytes[0] & 16 != 0)\(want)}}"
    pieceSize = Int(bytes[2])
    leaving = Int(bytes[3])
  }

  /// Whether a client uses the binary encoding; the second client uses the other one.
  private func isBinary(_ client: Int) -> Bool { (flags & 1 != 0) != (client == 1) }

  /// The first bytes that a client sends.
  func opening(_ client: Int) -> [UInt8] {
    guard !isRaw else { return [] }
    var bytes = isBinary(client) ? Array("SNAPBK1\n".utf8) : []
    bytes += framed(Array(hello.utf8)[...], client)
    if flags & 32 != 0 { bytes += framed(Array("{\"shm_attach\":{}}".utf8)[...], client) }
    return bytes
  }

  /// A message in a client's encoding.
  func framed(_ line: ArraySlice<UInt8>, _ client: Int) -> [UInt8] {
    if isRaw { return line + [10] }
    if isBinary(client), let type = line.first, type < 32 {
      return FuzzMessage.binary(type, Array(line.dropFirst()))
    }
    return FuzzMessage.framed(Array(line), isBinary: isBinary(client))
  }

  /// A message, split into the parts that are sent at a time; at most 9, so that no input takes
  /// long.
  func pieces(_ message: [UInt8]) -> [[UInt8]] {
    guard pieceSize > 0, !message.isEmpty else { return [message] }
    let size = max(pieceSize, message.count / 8 + 1)
    return stride(from: 0, to: message.count, by: size).map {
      Array(message[$0..<min($0 + size, message.count)])
    }
  }
}

/// Encodes messages.
enum FuzzMessage {
  /// A text in an encoding, with the time in place of `@`.
  static func framed(_ text: [UInt8], isBinary: Bool) -> [UInt8] {
    let now = Array("\(MonotonicClock.now().nanoseconds)".utf8)
    let text = text.contains(64) ? text.flatMap { $0 == 64 ? now : [$0] } : text
    return isBinary ? binary(1, text) : text + [10]
  }

  /// A binary message of a type.
  static func binary(_ type: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let length = (0..<4).map { UInt8(truncatingIfNeeded: payload.count >> (8 * $0)) }
    return length + [type, 0, 1, 0] + [UInt8](repeating: 0, count: 16) + payload
  }
}
