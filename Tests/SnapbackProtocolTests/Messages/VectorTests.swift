import SnapbackBasics
import SnapbackDocument
import SnapbackProtocol
import Testing

/// Compares encoders and decoders with vectors that were made from the protocol documents alone.
@Suite struct VectorTests {
  /// A text whose whole number is too large to be exact as a double.
  private static let wide = "pong-wide"

  @Test func everyMessageHasAVector() throws {
    let bytes = try Vectors.from("daemon").flatMap { try Vectors.bytes($0.name + ".bin") }
    var types: Set<UInt16> = []
    var at = 0
    while at + 24 <= bytes.count {
      types.insert(UInt16(bytes[at + 4]) | UInt16(bytes[at + 5]) << 8)
      let length = (0..<4).reduce(0) { $0 + Int(bytes[at + $1]) << (8 * $1) }
      at += 24 + length
    }
    #expect(types == Set(MessageType.allCases.map(\.rawValue)))
  }

  @Test(arguments: Vectors.from("daemon"))
  func bothEncodingsSayTheSame(vector: Vectors.Entry) throws {
    let binary = try Vectors.binaryMessages(Vectors.bytes(vector.name + ".bin"))
    #expect(!binary.isEmpty)
    guard vector.name != Self.wide else { return }
    let lines = try Vectors.messages(Vectors.lines(vector.name + ".json"))
    #expect(binary == lines)
    for case .unknown(let name) in lines { Issue.record("\(name) is not known") }
  }

  @Test(arguments: Vectors.from("daemon"))
  func theEncoderWritesTheVectorsByteForByte(vector: Vectors.Entry) throws {
    let bytes = try Vectors.bytes(vector.name + ".bin")
    let appearances = try Vectors.appearances()
    var binary = WireEncoder(.binary, writesRadii: true, writesLooks: true)
    var lines = WireEncoder(.ndjson, writesLooks: true)
    for message in try Vectors.binaryMessages(bytes) {
      binary.write(message, appearances: appearances)
      lines.write(message, appearances: appearances)
    }
    #expect(binary.bytes == bytes)
    let text = String(decoding: try Vectors.bytes(vector.name + ".json"), as: UTF8.self)
    #expect(String(decoding: lines.bytes, as: UTF8.self) == text)
  }

  @Test(arguments: Vectors.from("later daemon"))
  func ofLaterMessagesTheKnownPartIsTaken(vector: Vectors.Entry) throws {
    let binary = try Vectors.binaryMessages(Vectors.bytes(vector.name + ".bin"))
    let lines = try Vectors.messages(Vectors.lines(vector.name + ".json"))
    #expect(binary.count == lines.count)
    for (one, other) in zip(binary, lines) {
      if case .unknown = one, case .unknown = other { continue }
      #expect(one == other)
    }
  }

  @Test func aTermOfALaterKindLeavesItsChannelToFrames() throws {
    let messages = try Vectors.binaryMessages(Vectors.bytes("later-term.bin"))
    guard case .segment(let segment) = try #require(messages.first) else {
      Issue.record("no segment")
      return
    }
    #expect(segment.channels.map(\.isWhole) == [false, true])
    #expect(segment.channels.map { $0.motion.terms.count } == [2, 1])
  }

  @Test(arguments: Vectors.from("broken daemon"))
  func brokenBytesAreRefusedForGood(vector: Vectors.Entry) throws {
    var decoder = BinaryDecoder()
    decoder.feed(try Vectors.bytes(vector.name + ".bin"))
    let first = #expect(throws: MessageError.self) { try decoder.nextMessage() }
    decoder.feed(try Vectors.bytes("pong.bin"))
    let second = #expect(throws: MessageError.self) { try decoder.nextMessage() }
    #expect(first == second)
    #expect(first?.problem.isEmpty == false)
  }

  @Test func anErrorSaysWhereInTheStreamItIs() throws {
    var decoder = BinaryDecoder()
    let pong = try Vectors.bytes("pong.bin")
    decoder.feed(pong)
    _ = try decoder.nextMessage()
    decoder.feed(try Vectors.bytes("broken-utf8.bin"))
    let error = #expect(throws: MessageError.self) { try decoder.nextMessage() }
    #expect(error?.start == UInt64(pong.count))
    #expect(error?.offset == 26)
    #expect(error?.name == "error (26)")
  }

  @Test(arguments: 0..<40) func howBytesAreCutMakesNoDifference(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let bytes = try Vectors.from("daemon").flatMap { try Vectors.bytes($0.name + ".bin") }
    let whole = try Vectors.binaryMessages(bytes)
    var decoder = BinaryDecoder()
    var messages: [ServerMessage] = []
    var at = 0
    while at < bytes.count {
      let next = min(
        bytes.count, at + Int.random(in: seed == 0 ? 1...1 : 0...200, using: &generator))
      decoder.feed(bytes[at..<next])
      at = next
      while let message = try decoder.nextMessage() { messages.append(message) }
    }
    #expect(messages == whole)
  }

  @Test func aLimitIsALimit() throws {
    let bytes = try Vectors.bytes("snapshot.bin")
    for (limit, fits) in [(bytes.count - 24, true), (bytes.count - 25, false)] {
      var decoder = BinaryDecoder(limit: limit)
      // Refused by the header alone, so no memory is reserved for that size.
      decoder.feed(bytes[..<(fits ? bytes.count : 24)])
      if fits {
        #expect(try decoder.nextMessage() != nil)
      } else {
        #expect(throws: MessageError.self) { try decoder.nextMessage() }
      }
    }
  }

  @Test(arguments: 0..<200) func noBytesMakeADecoderTrap(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let vectors = Vectors.from("daemon") + Vectors.from("later daemon")
    let vector = try #require(vectors.randomElement(using: &generator))
    let intact = try Vectors.bytes(vector.name + ".bin")
    for _ in 0..<30 {
      var bytes = intact
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        // The header is left intact half of the time, so that mutations reach the payload.
        let lowest = Bool.random(using: &generator) ? 0 : min(24, bytes.count - 1)
        let place = Int.random(in: lowest..<bytes.count, using: &generator)
        let values: [UInt8] = [
          0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &generator),
        ]
        bytes[place] = values.randomElement(using: &generator) ?? 0
      }
      var decoder = BinaryDecoder(limit: 1 << 20)
      var mirror = SceneMirror()
      decoder.feed(bytes)
      while let message = try? decoder.nextMessage() { mirror.apply(message) }
    }
  }

  @Test func theMirrorIsTheSameByBothEncodings() throws {
    var (binary, lines) = (SceneMirror(), SceneMirror())
    for name in ["snapshot", "frame", "frame-all", "frame"] {
      for message in try Vectors.binaryMessages(Vectors.bytes(name + ".bin")) {
        binary.apply(message)
      }
      for line in try Vectors.lines(name + ".json") { _ = try lines.apply(line) }
      #expect(binary.views == lines.views)
      #expect(binary.time == lines.time)
    }
    #expect(binary.views.map(\.name) == ["screen", "card", "label", "кнопка 🂡", ""])
    #expect(binary.views[1].state.toScreen.tx == 48.5)
    #expect(binary.views[2].appearance.text?.lineHeight == 22)
    #expect(!binary.views[3].state.isVisible)
  }

  @Test func whatAFrameDoesNotSayStays() throws {
    var mirror = SceneMirror()
    for message in try Vectors.binaryMessages(Vectors.bytes("snapshot.bin")) {
      mirror.apply(message)
    }
    let before = mirror.views[1].state
    var bytes = try Vectors.bytes("frame.bin")
    // Only the frame of the first view remains, and nothing of the second.
    let kept = Array(bytes[48..<56]) + Array(bytes[56..<72])
    bytes = Array(bytes[..<48]) + kept
    (bytes[0], bytes[1]) = (UInt8(bytes.count - 24), 0)
    bytes[40] = 1
    bytes[52] = 1
    for message in try Vectors.binaryMessages(bytes) { mirror.apply(message) }
    let after = mirror.views[1].state
    #expect(before.isVisible && after.toScreen == before.toScreen)
    #expect(after.transform == before.transform && after.color == before.color)
    #expect(after.translationVelocity == .zero && before.translationVelocity != .zero)
  }
}
