import SnapbackBasics
import SnapbackDocument
import SnapbackReplay
import SnapbackTestSupport
import Testing

/// Damaged cases and goldens must be read or refused, and never crash the program.
@Suite struct CaseMutationTests {
  /// Replacements for numbers and words.
  private static let words = [
    "0", "-1", "1e300", "-1e300", "1e-300", "0.5", "null", "[]", "{}", "\"end\"", "\"card\"",
    "[0, 1]", "9007199254740993", "by", "at", ",", "}", "\u{1F600}",
  ].map { Array($0.utf8) }

  private func mutant(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    // Most damage is refused. A changed digit gives a valid case with another meaning.
    let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
    if generator.next() % 2 == 0, !digits.isEmpty {
      let place = digits[Int(clamping: generator.next() % UInt64(clamping: digits.count))]
      bytes[place] = 0x30 + UInt8(truncatingIfNeeded: generator.next() % 10)
      return bytes
    }
    for _ in 0...generator.next() % 2 {
      let place = Int(clamping: generator.next() % UInt64(clamping: bytes.count))
      let length = Int(clamping: generator.next() % 6)
      let end = min(bytes.count, place + length)
      let word = Self.words[Int(clamping: generator.next() % UInt64(clamping: Self.words.count))]
      bytes.replaceSubrange(place..<end, with: generator.next() % 3 == 0 ? [] : word)
    }
    return bytes
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func damagedCasesAreReadOrRefusedAndJudged(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let run = try CaseRun(bundled: "card-flick")
    let trace = try run.trace()
    let path = Fixture.repository + "/Tests/Cases/card-flick.case"
    let bytes = try Fixture.bytes(path)
    let names = SceneNames(run.blueprint)
    var counts = (read: 0, refused: 0, failed: 0)
    for _ in 0..<300 {
      let bytes = mutant(bytes, &generator)
      do throws(DocumentError) {
        let mutant = try CaseReader.read(bytes, file: "a") { _, _ in names }
        let failures = mutant.failures(of: trace, golden: run.golden)
        for failure in failures { #expect(!failure.expected.isEmpty && !failure.seen.isEmpty) }
        counts.read += 1
        if !failures.isEmpty { counts.failed += 1 }
      } catch {
        #expect(error.description.hasPrefix("a:"))
        counts.refused += 1
      }
    }
    #expect(counts.read > 20 && counts.refused > 100 && counts.failed > 5, "\(counts)")
  }

  @Test(arguments: [UInt64(1), 2])
  func damagedGoldensAreReadOrRefusedAndCompared(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let run = try CaseRun(bundled: "card-flick")
    let golden = try #require(run.golden)
    var counts = (read: 0, refused: 0, different: 0)
    for _ in 0..<300 {
      let bytes = mutant(Array(golden.text.utf8), &generator)
      do throws(DocumentError) {
        let mutant = try Golden.read(bytes, file: "a")
        let differences = golden.differences(from: mutant, tolerance: 0.01)
        #expect(golden.differences(from: mutant, tolerance: 1e308).isEmpty || mutant != golden)
        counts.read += 1
        if !differences.isEmpty { counts.different += 1 }
      } catch {
        #expect(error.description.hasPrefix("a:"))
        counts.refused += 1
      }
    }
    #expect(counts.read > 20 && counts.refused > 20 && counts.different > 5, "\(counts)")
  }
}
