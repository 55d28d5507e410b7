import SnapbackBasics
import SnapbackDocument
import Testing

struct SpellingTests {
  static let table: [(String, [String], String?)] = [
    ("crad", ["list", "card"], "card"),
    ("widht", ["height", "width"], "width"),
    ("wdth", ["width"], "width"),
    ("widthh", ["width"], "width"),
    ("colour", ["color", "column"], "color"),
    ("bat", ["car", "cat", "bar"], "cat"),
    ("abcdef", ["uvwxyz"], nil),
    ("opacity", ["position"], nil),
    ("x", ["y"], nil),
    ("ab", ["ba"], "ba"),
    ("card", ["card"], nil),
    ("card", [], nil),
    ("", ["a"], nil),
    ("größe", ["grösse", "große"], "große"),
  ]

  @Test(arguments: table)
  func theNearestNameIsTheOneAReaderWouldName(name: String, names: [String], nearest: String?) {
    #expect(Spelling.nearest(to: name, in: names) == nearest)
  }

  /// The textbook recursion, exponential but short.
  static func distance(_ left: ArraySlice<Character>, _ right: ArraySlice<Character>) -> Int {
    guard let leftLast = left.last, let rightLast = right.last else {
      return max(left.count, right.count)
    }
    var best = min(
      distance(left.dropLast(), right) + 1, distance(left, right.dropLast()) + 1,
      distance(left.dropLast(), right.dropLast()) + (leftLast == rightLast ? 0 : 1))
    if left.count > 1, right.count > 1, left.dropLast().last == rightLast,
      right.dropLast().last == leftLast
    {
      best = min(best, distance(left.dropLast(2), right.dropLast(2)) + 1)
    }
    return best
  }

  @Test func aSuggestionIsMadeExactlyWithinTheLimit() {
    var generator = SeededGenerator(seed: 7)
    func word() -> String {
      String(
        (0..<Int.random(in: 1...5, using: &generator)).map { _ in
          "abc".randomElement(using: &generator) ?? "a"
        })
    }
    for _ in 0..<300 {
      let (name, candidate) = (word(), word())
      let distance = Self.distance(Array(name)[...], Array(candidate)[...])
      let isClose =
        distance > 0 && distance <= max(1, name.count / 3 + 1)
        && distance < max(name.count, candidate.count)
      let nearest = Spelling.nearest(to: name, in: [candidate])
      #expect(nearest == (isClose ? candidate : nil), "\(name) \(candidate)")
    }
  }

  @Test func veryLongNamesGetNoSuggestion() {
    let long = String(repeating: "a", count: 1_000_000)
    #expect(Spelling.nearest(to: long, in: [long + "b", "a"]) == nil)
    #expect(Spelling.nearest(to: "card", in: [long]) == nil)
  }

  @Test func theHintQuotesTheName() {
    #expect(Spelling.hint(for: "crad", in: ["card"]) == "did you mean \"card\"?")
    #expect(Spelling.hint(for: "crad", in: ["width"]) == nil)
  }
}
