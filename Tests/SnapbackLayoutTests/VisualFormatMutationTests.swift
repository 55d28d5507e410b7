import SnapbackBasics
import SnapbackConstraints
import SnapbackLayout
import SnapbackTestSupport
import Testing

/// Nearly valid formats, as an untrusted user may type them.
@Suite struct VisualFormatMutationTests {
  private static let formats = [
    "|-[find]-[findNext]-[findField(>=20)]-|", "V:|-50-[a(==b@750)][b]-(<=padding@weak)-|",
    "H:[button(100@20)]-(>=8,<=12@300.5)-[c(>=.25,<=9)]|", "[a]-(-5)-[b]-0-[c(-1)]",
    "[a]-(2*(padding+1)-4/8@high)-[b(==(c-8)/2)]",
  ]
  private static let rules = [
    "card.width <= 0.8 * screen.width - 20 @ 750", "a.left ≥ -b.right / 2 + 3 - 2 * standard",
    "a.margins.top = screen.safeArea.bottom*3 + standard / 4 − .125 @ high",
    "a.topLayoutGuide.bottom == b.lastBaseline + c.centerXWithinMargins @fitting",
    "card.width = (screen.width - 2 * (a.left + 3)) / (2 + 4 * .5) - (-1) @ low",
  ]
  private static let letters =
    Array(" ..=<>*/+-@()[]|,:0123456789abHVe") + Array("≤≥×−_é漢\u{0}\u{202E}👍🏽\r\n\u{301}٣½")

  /// A text with 1…4 characters inserted, deleted, replaced, swapped or a stretch doubled.
  private func mutated(_ text: String, _ generator: inout SeededGenerator) -> String {
    var result = Array(text)
    for _ in 0...Int.random(in: 0...3, using: &generator) {
      let letter = Self.letters.randomElement(using: &generator) ?? " "
      guard !result.isEmpty else { return String(letter) }
      let place = Int.random(in: 0..<result.count, using: &generator)
      let other = Int.random(in: 0..<result.count, using: &generator)
      switch Int.random(in: 0...4, using: &generator) {
      case 0: result[place] = letter
      case 1: result.insert(letter, at: place)
      case 2: result.remove(at: place)
      case 3: result.swapAt(place, other)
      default: result.insert(contentsOf: result[min(place, other)...max(place, other)], at: place)
      }
    }
    return String(result)
  }

  private func judge(_ column: Int, _ report: String, _ text: String) {
    #expect((1...(text.count + 1)).contains(column), "\(text)")
    #expect(report.split(separator: "\n", omittingEmptySubsequences: false).count == 3)
  }

  @Test(arguments: [7, 8] as [UInt64])
  func mutatedFormatsAreRefusedOrReadBack(seed: UInt64) throws {
    let count = Effort.cases(20_000, inDebugBuilds: 5000)
    var generator = SeededGenerator(seed: seed)
    var accepted = 0
    var resolved = 0
    for round in 0..<count {
      let text = mutated(Self.formats[round % Self.formats.count], &generator)
      do throws(VisualFormatError) {
        let format = try VisualFormat(parsing: text)
        accepted += 1
        #expect(format.connections.count == format.views.count - 1)
        #expect(try VisualFormat(parsing: format.description) == format, "\(seed): \(text)")
        let options = VisualFormatOptions(alignments: round % 3 == 0 ? [.top] : [])
        let made = try format.constraints(
          identifier: "f", superview: .view(.root), metrics: ["padding": 4], options: options,
          knownNames: ["find", "button"]
        ) { $0.count < 4 ? .view(.root) : nil }
        resolved += 1
        #expect(made.allSatisfy { $0.constant.magnitude <= 1e9 })
      } catch {
        judge(error.column, error.description, text)
      }
    }
    #expect(accepted > count / 20 && resolved > count / 200, "\(accepted), \(resolved)")
  }

  @Test(arguments: [7, 8] as [UInt64])
  func mutatedRulesAreRefusedOrReadBack(seed: UInt64) throws {
    let count = Effort.cases(20_000, inDebugBuilds: 5000)
    var generator = SeededGenerator(seed: seed)
    var accepted = 0
    for round in 0..<count {
      let text = mutated(Self.rules[round % Self.rules.count], &generator)
      do throws(ConstraintExpressionError) {
        let rule = try ConstraintExpression(parsing: text)
        accepted += 1
        #expect(try ConstraintExpression(parsing: rule.description) == rule, "\(seed): \(text)")
        let made = try rule.resolve(identifier: "r") { $0.count < 6 ? .view(.root) : nil }
        #expect(made.constant.magnitude <= 9e9)
        #expect(made.terms.allSatisfy { $0.multiplier.magnitude <= 1e9 })
      } catch {
        judge(error.column, error.description, text)
      }
    }
    #expect(accepted > count / 40, "\(accepted)")
  }
}
