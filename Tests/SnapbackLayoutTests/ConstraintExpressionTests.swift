import SnapbackBasics
import SnapbackConstraints
import Testing
@testable import SnapbackLayout

@Suite struct ConstraintExpressionTests {
  private static let card = ViewID(index: 1)
  private static let items: [String: LayoutItem] = [
    "screen": .view(.root), "card": .view(card), "gap": .guide(GuideID(index: 0)),
  ]

  private func parse(_ text: String) throws -> ConstraintExpression {
    try ConstraintExpression(parsing: text)
  }

  private func resolve(_ text: String) throws -> LayoutConstraint {
    try parse(text).resolve(identifier: "rule", knownNames: ["screen", "card", "gap"]) {
      Self.items[$0]
    }
  }

  @Test func theWholeGrammarReads() throws {
    let plain = try parse("card.centerX = screen.centerX")
    #expect(plain.first.view == "card")
    #expect(plain.first.attribute == .centerX)
    #expect(plain.first.guide == nil)
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
    #expect(try parse("a.width == 20 @ fitting").priority.rawValue == 50)
  }

  @Test(arguments: LayoutAttribute.allCases)
  func everyAttributeReads(attribute: LayoutAttribute) throws {
    #expect(try parse("a.\(attribute.rawValue) = 1").first.attribute == attribute)
  }

  @Test func theStandardSpacingIsATermWithAFactor() throws {
    let table: [(String, Double, Double)] = [
      ("a.left = b.right + standard", 1, 0), ("a.left = standard", 1, 0),
      ("a.left = b.right + 2 * standard", 2, 0), ("a.left = -standard / 2", -0.5, 0),
      ("a.left = standard * 3 - standard + 7", 2, 7), ("a.left = b.right - .5×standard", -0.5, 0),
    ]
    for (text, spacings, constant) in table {
      #expect(try parse(text).standardSpacings == spacings, "\(text)")
      #expect(try parse(text).constant == constant, "\(text)")
    }
    let two = try parse("a.left = 1 + 2 * standard")
    let resolved = try two.resolve(identifier: "") { _ in .view(.root) }
    #expect(resolved.constant == 1 && resolved.standardSpacings == 2)
    // A view may have this name, too.
    let view = try parse("standard.left = standard.right + standard")
    #expect(view.terms.map(\.name.view) == ["standard"] && view.standardSpacings == 1)
  }

  private static let anchors: [(String, LayoutItem, LayoutAttribute)] = [
    ("card.left = 1", .view(card), .left), ("gap.top = 1", .guide(GuideID(index: 0)), .top),
    ("card.leftMargin = 1", .view(card), .leftMargin),
    ("card.firstBaseline = 1", .view(card), .firstBaseline),
    ("card.margins.leading = 1", .margins(card), .leading),
    ("card . safeArea . width = 1", .safeArea(card), .width),
    ("card.content.height = 1", .content(card), .height),
    ("card.viewport.centerY = 1", .viewport(card), .centerY),
    ("screen.keyboard.top = 1", .keyboard, .top),
    ("card.topLayoutGuide.top = 1", .view(card), .top),
    ("card.topLayoutGuide.bottom = 1", .safeArea(card), .top),
    ("card.bottomLayoutGuide.top = 1", .safeArea(card), .bottom),
    ("card.bottomLayoutGuide.bottom = 1", .view(card), .bottom),
  ]

  @Test(arguments: anchors) func namesAndGuidesResolve(
    text: String, item: LayoutItem, attribute: LayoutAttribute
  ) throws {
    let constraint = try resolve(text)
    #expect(constraint.first == Anchor(item, attribute))
    #expect(constraint.identifier == "rule")
    #expect(constraint.terms == [] && constraint.constant == 1)
  }

  private static let faults: [(String, Int, String, String?)] = [
    ("", 1, "expected the name of a view, found the end", nil),
    ("card", 5, "expected \".\" and an attribute, found the end", nil),
    ("standard = 1", 10, "expected \".\" and an attribute, found \"=\"", nil),
    ("card.", 6, "expected an attribute, found the end", nil),
    ("card.lefft = 1", 6, "unknown attribute \"lefft\"", "did you mean \"left\"?"),
    ("card.margin = 1", 6, "unknown attribute \"margin\"", "did you mean \"margins\"?"),
    ("card.q = 1", 6, "unknown attribute \"q\"", "one of left, right, "),
    ("card.margins = 1", 14, "expected \".\" and an attribute of \"margins\", found \"=\"", nil),
    ("card.saveArea.top = 1", 6, "unknown guide \"saveArea\"", "did you mean \"safeArea\"?"),
    ("card.left.top = 1", 6, "unknown guide \"left\"", "one of margins, "),
    ("card.margins.tops = 1", 14, "unknown attribute \"tops\"", "did you mean \"top\"?"),
    ("card.margins.leftMargin = 1", 14, "a guide has no leftMargin", "write card.margins.left"),
    ("card.content.lastBaseline = 1", 14, "a guide has no lastBaseline", "write card.content.top "),
    (
      "card.topLayoutGuide.left = 1", 21, "topLayoutGuide has top and bottom only",
      "write card.left"
    ),
    (
      "card.bottomLayoutGuide.height = 1", 24, "bottomLayoutGuide has top and bottom only",
      "write card.bottom or card.safeArea.bottom"
    ),
    ("card.left 5", 11, "expected a relation: =, <= or >=", nil),
    ("card.left < 5", 11, "\"<\" has to be \"<=\"", nil),
    ("card.left => 5", 11, "\"=>\" is not a relation", "write \">=\""),
    ("card.left =< 5", 11, "\"=<\" is not a relation", "write \"<=\""),
    ("standard == 1", 10, "expected \".\" and an attribute, found \"==\"", nil),
    ("card.left = 5 ≥ 1", 15, "expected +, -, *, /, @ or the end, found \"≥\"", nil),
    ("card.left = ", 13, "expected a number, a metric or a view's attribute, found the end", nil),
    ("card.left = 3 *", 16, "expected a number, a metric or a view's attribute, found the", nil),
    ("card.left = b.left / 0", 22, "division by zero", nil),
    ("card.left = b.left * c", 22, "unknown metric \"c\"", "an attribute of a view is written"),
    ("card.left = standard left", 22, "expected +, -, *, /, @ or the end, found \"left\"", nil),
    ("card.left = 3 4", 15, "expected +, -, *, /, @ or the end, found the number 4", nil),
    ("card.left = 3 @ 1001", 17, "expected a priority: 1 to 1000, ", nil),
    ("card.left = 3 @ 0.5", 17, "expected a priority", nil),
    ("card.left = 3 @", 16, "expected a priority", nil),
    ("card.left = 3 @ hihg", 17, "unknown priority \"hihg\"", "did you mean \"high\"?"),
    ("card.left = 3 @ 75 0", 20, "expected +, -, *, /, @ or the end", nil),
    ("card.left = $", 13, "\"$\" has no meaning here", nil),
    ("card.left = \u{7}", 13, "\"�\" has no meaning here", nil),
    ("3 = card.left", 1, "expected the name of a view, found the number 3", nil),
    ("card.left = 1000000001", 13, "a number is at most 1000000000", nil),
    ("card.left = 9 + 1000000000", 17, "a number is at most 1000000000, also as a sum", nil),
    ("card.left = b.left / 0.0000000001", 22, "a number is at most 1000000000, also", nil),
  ]

  @Test(arguments: faults) func faultsNameTheirColumn(
    text: String, column: Int, message: String, hint: String?
  ) {
    do throws(ConstraintExpressionError) {
      _ = try ConstraintExpression(parsing: text)
      Issue.record("accepted \(text)")
    } catch {
      #expect(error.column == column, "\(text): \(error.message)")
      #expect(error.message.hasPrefix(message), "\(error.message)")
      #expect((error.hint == nil) == (hint == nil), "\(error)")
      #expect((error.hint ?? "").hasPrefix(hint ?? ""), "\(error)")
    }
  }

  private static let faultsOfNames: [(String, Int, String, String?)] = [
    ("crad.left = 1", 1, "unknown view \"crad\"", "did you mean \"card\"?"),
    ("card.left = 2 * zebra.left", 17, "unknown view \"zebra\"", nil),
    ("card.keyboard.top = 1", 6, "only the screen has a keyboard guide", nil),
    ("card.top = gap.margins.top", 16, "\"gap\" is a guide, and only views have guides", nil),
    ("gap.lastBaseline = 1", 5, "a guide has no lastBaseline", "write gap.top or gap.bottom"),
    ("card.top = gap.topMargin", 16, "a guide has no topMargin", "write gap.top"),
    (
      "card.width = card.width + 10", 14,
      "no layout satisfies 0 = 10, which remains when \"card.width\" cancels",
      "compare \"card.width\" with another attribute or a number"
    ),
    (
      "card.top >= gap.top + card.top - gap.top + 0.5 @ 750", 23,
      "no layout satisfies 0 >= 0.5, which remains when \"card.top\" cancels",
      "compare \"card.top\" with another attribute or a number"
    ),
    (
      "gap.left <= (3 * gap.left - gap.left) / 2 - 1", 18,
      "no layout satisfies 0 <= -1, which remains when \"gap.left\" cancels",
      "compare \"gap.left\" with another attribute or a number"
    ),
    (
      "card.width = crad.width + card.width - crad.width + 1", 14, "unknown view \"crad\"",
      "did you mean \"card\"?"
    ),
  ]

  @Test(arguments: faultsOfNames) func faultsOfNamesHaveTheirColumn(
    text: String, column: Int, message: String, hint: String?
  ) {
    do {
      _ = try resolve(text)
      Issue.record("accepted \(text)")
    } catch let error as ConstraintExpressionError {
      #expect(error.text == text)
      #expect(error.column == column)
      #expect(error.message == message)
      #expect(error.hint == hint)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test(arguments: [
    "card.width = card.width", "card.width <= card.width + 10", "card.width >= card.width - 10",
    "card.width = 2 * card.width - 10", "card.width = card.height + 10",
    "card.left = card.margins.left - 10", "card.width = card.width + screen.width - 10",
    "card.width = card.width + 0.1 + 0.2 - 0.3", "card.top >= card.top + standard - 10",
  ])
  func aRuleThatSomeLayoutSatisfiesIsNoContradiction(text: String) throws {
    #expect(try resolve(text).terms.count == parse(text).terms.count)
  }

  /// The distance in insertions, deletions, replacements and swaps of neighbors: the textbook
  /// recursion, exponential but short.
  private static func distance(
    _ left: ArraySlice<Character>, _ right: ArraySlice<Character>
  ) -> Int {
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

  @Test func aNameIsSuggestedExactlyWithinTheLimit() {
    var generator = SeededGenerator(seed: 12)
    func word() -> String {
      String(
        (0..<Int.random(in: 1...5, using: &generator)).map { _ in
          "abc".randomElement(using: &generator) ?? "a"
        })
    }
    var suggested = 0
    for _ in 0..<200 {
      let (name, candidate) = (word(), word())
      let distance = Self.distance(Array(name)[...], Array(candidate)[...])
      let isClose =
        distance > 0 && distance <= name.count / 3 + 1
        && distance < max(name.count, candidate.count)
      let hint = ConstraintExpressionText.hint(for: name, in: [candidate])
      let expected: String? = isClose ? "did you mean \"\(candidate)\"?" : nil
      #expect(hint == expected, "\(name) \(candidate)")
      if isClose { suggested += 1 }
    }
    #expect(suggested > 40 && suggested < 160)
  }

  @Test func ofNamesThatAreEquallyCloseTheFirstIsSuggested() {
    // "cart", "care" and "card" are one letter away from "carx", "cat" two.
    let table = [(["cart", "care", "card"], "cart"), (["cat", "care", "cart"], "care")]
    for (names, first) in table {
      let hint = ConstraintExpressionText.hint(for: "carx", in: names)
      #expect(hint == "did you mean \"\(first)\"?", "\(names)")
    }
  }

  @Test func theCaretStandsUnderTheFault() {
    do throws(ConstraintExpressionError) {
      _ = try ConstraintExpression(parsing: "card.lefft =\n5")
      Issue.record("accepted")
    } catch {
      let lines = error.description.split(separator: "\n").map(String.init)
      #expect(lines[0] == "unknown attribute \"lefft\" — did you mean \"left\"?")
      #expect(lines[1] == "  card.lefft =�5")
      #expect(lines[2] == "       ^")
      #expect(lines.count == 3)
    }
  }

  @Test(arguments: [
    ("card.left==1", "card.left = 1"), ("a.left = 3 - 3", "a.left = 0"),
    ("a.width≤.8×b.width−20@high", "a.width <= 0.8 * b.width - 20 @ 750"),
    ("a.left >= 2 + standard - b.margins.right * 1", "a.left >= -b.margins.right + standard + 2"),
    ("a.left = b.left * 0.5 - 3 * standard", "a.left = b.left / 2 - 3 * standard"),
    ("a.left = b.left / 3", "a.left = b.left / 3"), ("a.left = 0 * b.left", "a.left = 0 * b.left"),
    ("a.left = 1000000000 - .0000001", "a.left = 999999999.9999999"),
    ("a.left = 0.00000001", "a.left = 0.00000001"),
  ])
  func aRuleIsPrintedInOneForm(text: String, printed: String) throws {
    let rule = try parse(text)
    #expect(rule.description == printed)
    #expect(try parse(printed) == rule)
    #expect(try parse(printed).hashValue == rule.hashValue)
  }

  @Test func numbersAreWrittenInPlainDecimalThatReadsBack() {
    var generator = SeededGenerator(seed: 11)
    var numbers: [Double] = [
      0, -0.0, 1, -1, 0.1, 1e9, 1e-5, -1e-7, 123_456_789.25, 1e22, .leastNormalMagnitude,
    ]
    numbers.append(.leastNonzeroMagnitude)
    for _ in 0..<4_000 {
      let random = Double(bitPattern: generator.next())
      if random.isFinite { numbers.append(random) }
      numbers.append((generator.unit() - 0.5) * 2e9)
      numbers.append(Double(generator.next() % 2_000_000) / 1000)
    }
    for number in numbers {
      let text = ConstraintExpressionText.decimal(number)
      #expect(Double(text) == number, "\(number): \(text)")
      #expect(text.allSatisfy { "-.0123456789".contains($0) }, "\(text)")
      #expect(!text.hasSuffix(".0") && !text.hasSuffix("."), "\(text)")
    }
  }

  @Test func longRulesAreRefused() throws {
    let longest = "a.left = " + String(repeating: "1", count: 9)
    let spaces = String(repeating: " ", count: 1000 - longest.count)
    #expect(try parse(longest + spaces).constant == 111_111_111)
    do throws(ConstraintExpressionError) {
      _ = try ConstraintExpression(parsing: longest + spaces + " ")
      Issue.record("accepted")
    } catch {
      #expect(error.column == 1001)
      #expect(error.message == "a constraint has at most 1000 characters")
    }
    #expect(throws: ConstraintExpressionError.self) {
      try parse("a.left = 1" + String(repeating: "0", count: 400))
    }
  }
}
