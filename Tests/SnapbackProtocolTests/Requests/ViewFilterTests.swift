import SnapbackBasics
import SnapbackProtocol
import Testing

@Suite struct ViewFilterTests {
  /// The documented rule, applied to one pattern after the other.
  private func fits(_ name: String, _ patterns: [String]) -> Bool {
    let name = Array(name.utf8)
    return patterns.contains { pattern in
      let pattern = Array(pattern.utf8)
      if pattern.last == 0x2A { return Array(name.prefix(pattern.count - 1)) == pattern.dropLast() }
      return pattern == name
    }
  }

  @Test func aFilterAgreesWithTryingEachPattern() {
    var dice = SeededGenerator(seed: 5)
    var passed = 0
    let letters = ["a", "b", "*", "é", "e\u{301}", "\0", "c"]
    func word(_ length: Int) -> String {
      (0..<length).map { _ in letters.randomElement(using: &dice) ?? "a" }.joined()
    }
    for _ in 0..<20_000 {
      let patterns = (0..<Int.random(in: 0...5, using: &dice)).map { _ in
        word(Int.random(in: 0...3, using: &dice)) + (dice.happens(40) ? "*" : "")
      }
      let name = word(Int.random(in: 0...4, using: &dice))
      let expected = fits(name, patterns)
      passed += expected ? 1 : 0
      #expect(ViewFilter(patterns).matches(name) == expected, "\(patterns) \(name)")
    }
    #expect(passed > 2000 && passed < 18_000)
  }

  @Test func nothingPassesAnEmptyFilterAndEverythingAStar() {
    #expect(!ViewFilter([]).matches("card") && !ViewFilter([]).matches(""))
    #expect(ViewFilter.all.isAll && ViewFilter.all.matches("") && ViewFilter.all.matches("x"))
    #expect(!ViewFilter(["a*b"]).matches("acb") && ViewFilter(["a*b"]).matches("a*b"))
  }
}
