import SnapbackWeb
import Testing

/// The secret token: its format, and the comparison with other texts.
@Suite struct WebTokenTests {
  /// A predictable generator.
  private struct Counter: RandomNumberGenerator {
    var value: UInt64

    mutating func next() -> UInt64 {
      value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return value
    }
  }

  @Test func oneThatIsMadeHasThirtyTwoDigitsOfSixteen() {
    var generator = SystemRandomNumberGenerator()
    var seen: Set<Character> = []
    for _ in 0..<50 {
      let token = WebToken(using: &generator)
      #expect(token.text.wholeMatch(of: /[0-9a-f]{32}/) != nil)
      #expect(WebToken(token.text) != nil)
      seen.formUnion(token.text)
    }
    // 1600 digits without one of the sixteen: once in 10⁴⁴.
    #expect(seen.count == 16)
  }

  @Test func itIsMadeOfWhatTheGeneratorGives() {
    var (one, same, other) = (Counter(value: 1), Counter(value: 1), Counter(value: 2))
    let token = WebToken(using: &one)
    #expect(token.text == WebToken(using: &same).text)
    #expect(token.text != WebToken(using: &other).text)
  }

  @Test func onlyTheSameTextMatches() throws {
    let text = "0123456789abcdef"
    let token = try #require(WebToken(text))
    #expect(token.matches(text))
    #expect(token.matches(Substring(text)))
    for index in text.indices {
      var other = text
      other.replaceSubrange(index...index, with: "x")
      #expect(!token.matches(other), "\(other)")
      #expect(!token.matches(text[..<index]))
    }
    for other in ["", text + text, text + "0", "0" + text, "é", text.uppercased()] {
      #expect(!token.matches(other), "\(other)")
    }
  }

  @Test func whatStandsInNoAddressAsItIsIsNoToken() {
    for text in ["0123456789-_aZ-_", String(repeating: "a", count: 128)] {
      #expect(WebToken(text) != nil, "\(text)")
    }
    let bad = [
      "", "short", "0123456789abcde", String(repeating: "a", count: 129), "0123456789abcde ",
      "0123456789abcde;", "0123456789abcde\n", "0123456789abcde%", "0123456789abcdeé",
    ]
    for text in bad { #expect(WebToken(text) == nil, "\(text)") }
  }
}
