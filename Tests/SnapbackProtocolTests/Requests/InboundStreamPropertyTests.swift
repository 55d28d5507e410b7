import SnapbackBasics
import SnapbackProtocol
import Testing

@Suite struct InboundStreamPropertyTests {
  private static let lines = [
    "{\"hello\":{\"name\":\"é\",\"views\":[\"card*\",\"x\"],\"want\":[\"frames\"]}}",
    "{\"resync\":{}}", "{\"ping\":{\"id\":7}}", "{\"change\":{\"id\":1,\"changes\":[{\"a\":1}]}}",
    "{\"presented\":{\"seq\":1,\"time\":2,\"refresh\":3}}", "{\"frame_request\":{\"time\":2}}",
    "{\"status\":{\"id\":4}}", "{\"future\":{\"id\":4}}", "{\"rate\":{\"rate\":60}}", "", " ",
  ]

  /// A conversation, with occasional mistakes.
  private static func conversation(_ dice: inout SeededGenerator, mistakes: Bool) -> [UInt8] {
    let isBinary = dice.happens(50)
    var bytes = isBinary ? Bytes.magic : []
    for index in 0..<Int.random(in: 1...8, using: &dice) {
      let line = index == 0 ? lines[0] : lines.dropFirst().randomElement(using: &dice) ?? ""
      if isBinary, index > 0, dice.happens(50) {
        let size = Int.random(in: 0...40, using: &dice)
        let payload = (0..<size).map { _ in UInt8.random(in: 0...255, using: &dice) }
        bytes += Bytes.message(UInt64.random(in: 2...7, using: &dice), payload)
      } else {
        bytes += isBinary ? Bytes.text(line) : Array((line + "\n").utf8)
      }
    }
    guard mistakes else { return bytes }
    for _ in 0..<Int.random(in: 0...3, using: &dice) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &dice)
      switch Int.random(in: 0..<4, using: &dice) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &dice)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(UInt8.random(in: 0...255, using: &dice), at: place)
      default: bytes.removeSubrange(place...)
      }
    }
    return bytes
  }

  @Test func howBytesAreSplitChangesNothing() {
    var dice = SeededGenerator(seed: 1)
    var (whole, broken) = (0, 0)
    for round in 0..<2000 {
      let bytes = Self.conversation(&dice, mistakes: round % 2 == 1)
      let ends = dice.happens(50)
      let expected = Heard.hear(bytes, ends: ends) { 1 << 20 }
      if expected.error == nil { whole += 1 } else { broken += 1 }
      #expect(Heard.hear(bytes, ends: ends) { 1 } == expected)
      for greatest in [2, 7, 30] {
        let again = Heard.hear(bytes, ends: ends) { Int.random(in: 1...greatest, using: &dice) }
        #expect(again == expected)
      }
    }
    #expect(whole > 500 && broken > 500)
  }

  @Test func garbageIsRefusedAndMemoryKeepsItsBound() {
    var dice = SeededGenerator(seed: 2)
    let heads: [[UInt8]] = [
      [], Bytes.magic, Bytes.magic + Bytes.text(Self.lines[0]), Array((Self.lines[0] + "\n").utf8),
    ]
    for round in 0..<3000 {
      var bytes = heads[round % heads.count]
      for _ in 0..<Int.random(in: 0...200, using: &dice) {
        bytes.append(UInt8.random(in: 0...255, using: &dice))
      }
      let heard = Heard.hear(bytes, ends: true) { 16 }
      #expect(heard.greatest <= ProtocolLimits.message + BinaryHead.size)
      #expect(heard.error?.message.contains("\n") != true)
    }
    // Endless bytes, of a message that stays within its limit as long as possible.
    for head in [Bytes.magic + Bytes.little(65_536, 4) + [77, 0, 1, 0], Array("{".utf8)] {
      var stream = InboundStream()
      stream.append(head[...])
      var greatest = 0
      for _ in 0..<200 {
        stream.append(Array(repeating: 0x61, count: 1000)[...])
        while let request = try? stream.next() { Issue.record("\(request)") }
        greatest = max(greatest, stream.waitingBytes)
        #expect(stream.waitingBytes <= ProtocolLimits.message + BinaryHead.size)
      }
      #expect(greatest > 60_000)
    }
  }

  @Test func timeIsLinearInTheBytes() {
    // The longest line, one byte at a time. Counts steps, not time; searching again would take
    // 2·10⁹.
    let line = "{\"load\":{\"id\":1,\"x\":\"" + String(repeating: "x", count: 65_000) + "\"}}\n"
    let bytes = Array((Self.lines[0] + "\n" + line).utf8)
    let heard = Heard.hear(bytes) { 1 }
    #expect(heard.requests.count == 2 && heard.error == nil)
  }
}

/// The head of a binary message.
enum BinaryHead {
  static let size = 24
}
