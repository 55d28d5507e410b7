import SnapbackBasics
import SnapbackDocument
import SnapbackProtocol
import SnapbackTestSupport
import Testing
@testable import SnapbackClient

/// The protocol's vectors, read by a complete client in both encodings.
@Suite struct VectorTests {
  private static func bytes(_ name: String) throws -> [UInt8] {
    try Fixture.bytes(Fixture.repository + "/Tests/Fixtures/protocol/" + name)
  }

  private static func vectors(_ from: String) throws -> [String] {
    let file = "vectors.json"
    let document = try DocumentNode.parse(try bytes(file), file: file)
    var reader = try ObjectReader(document, file: file)
    var names: [String] = []
    for node in try reader.array("vectors") {
      var vector = try ObjectReader(node, file: file)
      let name = try vector.string("name")
      if try vector.string("from") == from { names.append(name) }
    }
    return names
  }

  /// The updates that a client reports for bytes after a welcome and a snapshot, with the error's
  /// text at the end.
  private static func heard(
    _ stream: [UInt8], _ encoding: Greeting.Encoding, piece: Int = .max
  ) throws -> [String] {
    let ending = encoding == .binary ? "bin" : "json"
    let daemon = FakeDaemon([])
    daemon.send(try bytes("welcome.\(ending)"))
    let client = try Client(
      owning: daemon.clientEnd, Greeting(name: "test", encoding: encoding))
    var heard: [String] = []
    func listen(_ seconds: Double?) {
      do throws(ClientError) {
        while let message = try client.next(within: seconds) { heard.append("\(message)") }
      } catch {
        if case .late = error { return }
        heard.append("error: \(error)")
      }
    }
    daemon.send(try bytes("snapshot.\(ending)"))
    listen(0)
    var start = 0
    while start < stream.count {
      let end = min(stream.count, start + min(piece, stream.count))
      daemon.send(Array(stream[start..<end]))
      start = end
      listen(0)
    }
    daemon.hangUp()
    listen(nil)
    return heard
  }

  @Test func bothEncodingsOfEveryMessageSayTheSame() throws {
    let names = try Self.vectors("daemon").filter { !$0.hasPrefix("welcome") }
    #expect(names.count > 15)
    for name in names {
      let lines = try Self.heard(try Self.bytes("\(name).json"), .lines)
      let binary = try Self.heard(try Self.bytes("\(name).bin"), .binary)
      // An integer that a double cannot hold is exact only in the binary encoding.
      if name == "pong-wide" { continue }
      #expect(lines == binary, "\(name)")
      #expect(lines.count > 1, "\(name)")
    }
  }

  @Test func messagesMayComeInPiecesOfAnyLength() throws {
    var stream: [Greeting.Encoding: [UInt8]] = [:]
    for name in try Self.vectors("daemon") where !["error", "pong-wide"].contains(name) {
      stream[.lines, default: []] += try Self.bytes("\(name).json")
      stream[.binary, default: []] += try Self.bytes("\(name).bin")
    }
    for (encoding, bytes) in stream {
      let whole = try Self.heard(bytes, encoding)
      #expect(whole.count > 20)
      for piece in [1, 7, 23, 24, 25, 1000] {
        #expect(try Self.heard(bytes, encoding, piece: piece) == whole, "\(encoding) \(piece)")
      }
    }
  }

  @Test func laterVersionsAreUnderstoodAsFarAsTheyCanBe() throws {
    for name in try Self.vectors("later daemon") {
      let heard = try Self.heard(try Self.bytes("\(name).bin"), .binary)
      #expect(heard.last?.hasPrefix("error") == false, "\(name): \(heard.last ?? "")")
    }
  }

  @Test func brokenMessagesAreErrorsAndNothingComesBehindThem() throws {
    let names = try Self.vectors("broken daemon")
    #expect(names.count > 10)
    for name in names {
      let heard = try Self.heard(try Self.bytes("\(name).bin"), .binary)
      #expect(
        heard.last?.hasPrefix("error: the daemon sent an invalid message") == true, "\(name)")
      // The snapshot first, then the same error for every further call.
      #expect(Set(heard.dropFirst()).count == 1, "\(name): \(heard.dropFirst())")
    }
  }

  @Test func noBytesMakeAClientTrap() throws {
    var generator = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: 0...(.max), using: &generator)
    var dice = SeededGenerator(seed)
    let names = try Self.vectors("daemon")
    for round in 0..<400 {
      let encoding: Greeting.Encoding = round % 2 == 0 ? .binary : .lines
      let ending = encoding == .binary ? "bin" : "json"
      var stream: [UInt8] = []
      for _ in 0..<3 {
        stream += try Self.bytes("\(names[dice.below(names.count)]).\(ending)")
      }
      for _ in 0..<(1 + dice.below(6)) where !stream.isEmpty {
        switch dice.below(3) {
        case 0: stream[dice.below(stream.count)] = UInt8(truncatingIfNeeded: dice.next())
        case 1: stream.remove(at: dice.below(stream.count))
        default: stream.insert(UInt8(truncatingIfNeeded: dice.next()), at: dice.below(stream.count))
        }
      }
      // A trap would end the test. Whatever follows, the first message must arrive.
      let heard = try Self.heard(stream, encoding)
      #expect(heard.first?.hasPrefix("snapshot") == true, "seed \(seed)")
    }
  }
}

/// Random numbers from a seed: SplitMix64.
struct SeededGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
