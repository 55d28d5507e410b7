import SnapbackConstraints
import SnapbackLayout
import SnapbackRecording
import SnapbackTestSupport
import Testing

@Suite struct ConstraintExpressionTests {
  private func parse(_ text: String) throws -> ConstraintExpression {
    try ConstraintExpression(parsing: text)
  }

  @Test func theWholeGrammarReads() throws {
    let plain = try parse("card.centerX = screen.centerX")
    #expect(plain.first.view == "card")
    #expect(plain.first.attribute == .centerX)
    #expect(plain.relation == .equal)
    #expect(plain.terms.map(\.multiplier) == [1])
    #expect(plain.priority == .required)

    let full = try parse("card.width <= 0.8 × screen.width - 20 + 3 @ 750")
    #expect(full.relation == .lessThanOrEqual)
    #expect(full.terms.map(\.multiplier) == [0.8])
    #expect(full.constant == -17)
    #expect(full.priority.rawValue == 750)

    let sum = try parse("a.left ≥ -b.right / 2 + c.left * 3 − .5 @low")
    #expect(sum.relation == .greaterThanOrEqual)
    #expect(sum.terms.map(\.multiplier) == [-0.5, 3])
    #expect(sum.terms.map(\.name.column) == [11, 25])
    #expect(sum.constant == -0.5)
    #expect(sum.priority == .defaultLow)
    #expect(try parse("a.width == 20").constant == 20)
  }

  @Test(arguments: [
    ("", 1, "expected the name of a view, found the end"),
    ("card", 5, "expected \".\" and an attribute, found the end"),
    ("card.middle = 1", 6, "expected an attribute:"),
    ("card.left 5", 11, "expected a relation: =, <= or >="),
    ("card.left < 5", 11, "\"<\" has to be \"<=\""),
    ("card.left = ", 13, "expected a number or a view's attribute, found the end"),
    ("card.left = 3 *", 16, "expected the name of a view, found the end"),
    ("card.left = b.left / 0", 22, "division by zero"),
    ("card.left = 3 4", 15, "expected +, -, @ or the end"),
    ("card.left = 3 @ 1001", 17, "expected a priority"),
    ("card.left = 3 @ 0.5", 17, "expected a priority"),
    ("card.left = 3 @", 16, "expected a priority"),
    ("card.left = $", 13, "\"$\" has no meaning here"),
    ("3 = card.left", 1, "expected the name of a view, found the number 3.0"),
  ])
  func faultsNameTheirColumn(text: String, column: Int, message: String) {
    do throws(ConstraintExpressionError) {
      _ = try ConstraintExpression(parsing: text)
      Issue.record("accepted \(text)")
    } catch {
      #expect(error.column == column, "\(text): \(error.message)")
      #expect(error.message.hasPrefix(message), "\(error.message)")
    }
  }

  @Test func theCaretStandsUnderTheFault() {
    do throws(ConstraintExpressionError) {
      _ = try ConstraintExpression(parsing: "card.left < 5")
      Issue.record("accepted")
    } catch {
      let lines = error.description.split(separator: "\n").map(String.init)
      #expect(lines[1] == "  card.left < 5")
      #expect(lines[2] == "            ^")
    }
  }

  @Test func mutatedRulesNeverTrap() {
    var generator = SeededGenerator(seed: 7)
    let seeds = ["card.width <= 0.8 * screen.width - 20 @ 750", "a.left ≥ -b.right / 2 + 3"]
    let letters = Array(" .=<>*/+-@0123456789abcXY≤≥×−_é\u{0}👍🏽1e9")
    var accepted = 0
    for round in 0..<20_000 {
      var text = Array(seeds[round % 2])
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        let place = Int.random(in: 0..<text.count, using: &generator)
        switch Int.random(in: 0...2, using: &generator) {
        case 0: text[place] = letters.randomElement(using: &generator) ?? " "
        case 1: text.insert(letters.randomElement(using: &generator) ?? " ", at: place)
        default: text.remove(at: place)
        }
      }
      do throws(ConstraintExpressionError) {
        let rule = try ConstraintExpression(parsing: String(text))
        #expect(rule.constant.isFinite && rule.terms.allSatisfy(\.multiplier.isFinite))
        accepted += 1
      } catch {
        #expect((1...(text.count + 1)).contains(error.column))
      }
    }
    #expect(accepted > 1000)
  }

  @Test func longRulesAreRefused() {
    #expect(throws: ConstraintExpressionError.self) {
      try parse("a.left = " + String(repeating: "1 + ", count: 300) + "1")
    }
    #expect(throws: ConstraintExpressionError.self) {
      try parse("a.left = 1" + String(repeating: "0", count: 400))
    }
  }
}
