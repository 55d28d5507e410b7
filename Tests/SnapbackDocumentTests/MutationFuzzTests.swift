import SnapbackBasics
import SnapbackDocument
import Testing

struct MutationFuzzTests {
  static let pieces: [[UInt8]] = [
    "[", "]", "{", "}", ",", ":", "\"", "'", "\\", "\\u", "\\uD83D", "\\x", "/*", "*/", "//", "\n",
    "\r", "\r\n", "0x", "1e999", "-", "+", ".", "e", "0", "9", "NaN", "Infinity", "null", "tru",
    "\u{FEFF}", "\u{2028}", "\u{A0}", "é", "😀", "a", "a:", "\0", "{a:", "[[[[[[[[",
  ].map { Array($0.utf8) }

  static func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    let place = Int.random(in: 0...bytes.count, using: &generator)
    let end = min(bytes.count, place + Int.random(in: 0...8, using: &generator))
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: bytes.removeSubrange(place..<end)
    case 1: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
    case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 3:
      if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &generator) }
    case 4: bytes.removeSubrange(place...)
    default:
      bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: place)
    }
  }

  /// Seed documents. A considerable share of their mutations is still valid.
  static let seeds =
    PositionTests.documents.map { Array($0.utf8) }
    + [
      Array("{n: [0x1F, 1.5e3, -.5, 5.], s: ['\\uD83D\\uDE00', \"\\x41\\\n\"], /**/ t: {},}".utf8)
    ]

  @Test func everyMutationIsReadOrRejectedWithATruePosition() {
    var generator = SeededGenerator(seed: 0x5EED)
    var accepted = 0
    var wrong: [[UInt8]] = []
    for round in 0..<20_000 {
      var bytes = Self.seeds[round % Self.seeds.count]
      for _ in 0...Int.random(in: 0..<3, using: &generator) {
        Self.mutate(&bytes, using: &generator)
      }
      do throws(DocumentError) {
        let node = try DocumentNode.parse(bytes, file: "t")
        accepted += 1
        if !PositionOracle.agrees(with: node, in: bytes) { wrong.append(bytes) }
      } catch {
        let offset = error.position.offset
        let holds =
          offset <= bytes.count
          && PositionOracle.position(of: offset, in: bytes) == error.position
          && !error.description.unicodeScalars.contains { $0.value < 0x20 }
        if !holds { wrong.append(bytes) }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3).map { String(decoding: $0, as: UTF8.self) })")
    // Both outcomes must be common, or the mutations prove little.
    #expect(accepted > 1_000 && accepted < 19_000)
  }

  @Test func everyPrefixOfADocumentIsReadOrRejected() {
    for seed in Self.seeds {
      for count in 0..<seed.count {
        let text = fault { () throws(DocumentError) in
          _ = try DocumentNode.parse(Array(seed.prefix(count)), file: "t")
        }
        #expect(text.hasPrefix("t:") || text == "accepted")
      }
    }
  }
}
