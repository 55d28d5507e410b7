import Glibc

/// Runs a script against the daemon's loop: up to four clients, signals and files, two bytes per
/// operation.
///
/// The low half of the first byte is the operation and the high half the client; the second byte is
/// the argument.
func fuzzLoop(_ bytes: [UInt8]) {
  FuzzDaemon.run(bytes) { daemon in
    var script = LoopScript(daemon)
    for index in stride(from: 0, to: min(bytes.count - 1, 400), by: 2) {
      script.perform(bytes[index], Int(bytes[index + 1]))
    }
    script.end()
  }
}

/// The state of a script.
private struct LoopScript {
  private static let hellos = [
    "{\"hello\":{}}", "{\"hello\":{\"want\":[\"segments\",\"touches\"],\"ack\":true}}",
    "{\"hello\":{\"pacing\":\"push\",\"want\":[\"frames\",\"layout\",\"measure\"]}}",
    "{\"hello\":{\"pacing\":\"pull\",\"want\":[\"frames\",\"decisions\",\"done\",\"gestures\"]}}",
  ]

  private let daemon: FuzzDaemon
  private var clients: [(client: FuzzClient, isBinary: Bool)?] = [nil, nil, nil, nil]
  private var isHalfClosed = false
  /// The remaining time for pauses, in microseconds.
  private var rest: UInt32 = 4000

  init(_ daemon: FuzzDaemon) { self.daemon = daemon }

  mutating func perform(_ code: UInt8, _ argument: Int) {
    let slot = Int(code >> 4) % clients.count
    switch code & 15 {
    case 0, 1: connect(slot, argument)
    case 12: FuzzDaemon.writeScene(FuzzScenes.all[argument % FuzzScenes.all.count])
    case 13: daemon.signal([SIGHUP, SIGHUP, SIGUSR1, SIGUSR2][argument % 4])
    case 14: daemon.check()
    case 15: pause(UInt32(argument) * 10)
    default:
      guard let (client, isBinary) = clients[slot] else { return }
      if code & 15 == 9 { isHalfClosed = true }
      act(client, isBinary: isBinary, code & 15, argument)
    }
  }

  private mutating func connect(_ slot: Int, _ argument: Int) {
    guard let client = FuzzClient() else { fail("the daemon does not listen") }
    let isBinary = argument & 4 != 0
    clients[slot] = (client, isBinary)
    if isBinary { client.send(Array("SNAPBK1\n".utf8)) }
    guard argument & 8 == 0 else { return }
    let hello = Array(Self.hellos[argument % Self.hellos.count].utf8)
    client.send(FuzzMessage.framed(hello, isBinary: isBinary))
  }

  private mutating func pause(_ microseconds: UInt32) {
    let time = min(microseconds, rest)
    rest -= time
    usleep(time)
  }

  private func act(_ client: FuzzClient, isBinary: Bool, _ operation: UInt8, _ argument: Int) {
    let texts = FuzzScenes.messages
    let message = FuzzMessage.framed(Array(texts[argument % texts.count].utf8), isBinary: isBinary)
    switch operation {
    case 2, 3: client.send(message)
    case 4: for _ in 0..<(1 + argument) { client.send(message) }
    case 5: client.send(Array(message.prefix(1 + argument / texts.count)))
    case 6: client.send([UInt8](repeating: UInt8(argument), count: argument))
    case 7: client.read(limit: 64 * argument)
    case 8: client.read()
    case 9: client.shutDown(Int32([SHUT_WR, SHUT_WR, SHUT_RD, SHUT_RDWR][argument % 4]))
    case 10: client.leave()
    default:
      client.abuse()
      client.sendDescriptors()
    }
  }

  /// Requires that half-closed clients do not keep the loop busy, and disconnects all clients.
  mutating func end() {
    daemon.check()
    if isHalfClosed { daemon.requireRest() }
    clients = [nil, nil, nil, nil]
  }
}
