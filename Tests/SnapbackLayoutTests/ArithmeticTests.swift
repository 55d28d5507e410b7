import SnapbackBasics
import SnapbackConstraints
import Testing

@testable import SnapbackLayout

/// Arithmetic in rules and visual formats, and metrics in rules.
@Suite struct ArithmeticTests {
  private static let metrics: [String: Double] = [
    "gap": 12, "third": 1 / 3.0, "minus": -5, "weak": 100, "high": 750, "fitting": 60,
    "standard": 8, "huge": 2e9, "most": 1e9, "nothing": .nan,
  ]

  private func parse(_ text: String) throws(ConstraintExpressionError) -> ConstraintExpression {
    try ConstraintExpression(parsing: text, metrics: Self.metrics)
  }

  @Test(arguments: [
    ("a.width = gap", "a.width = 12"), ("a.width = -gap * 2", "a.width = -24"),
    ("a.width = (screen.width - 2 * gap) / 3", "a.width = screen.width / 3 - 8"),
    ("a.left = b.right + 2 * (standard2 + 1)", "a.left = b.right + 8"),
    ("a.left = 2 * (standard - 3)", "a.left = 2 * standard - 6"),
    ("a.left = b.left - (c.left - (gap - 1))", "a.left = b.left - c.left + 11"),
    ("a.width = 2 * 3 * b.width / 4", "a.width = 1.5 * b.width"),
    ("a.width = 6 / 3 / 2", "a.width = 1"), ("a.width = 6 / (3 / 2)", "a.width = 4"),
    ("a.width = third * b.width", "a.width = b.width / 3"),
    ("a.width = 3 @ weak", "a.width = 3 @ 100"), ("a.width = 3 @ high", "a.width = 3 @ 750"),
    ("a.width = (+3)", "a.width = 3"), ("gap.left = gap", "gap.left = 12"),
  ])
  func arithmeticAndMetricsRead(text: String, printed: String) throws {
    var metrics = Self.metrics
    metrics["standard"] = nil
    metrics["standard2"] = 3
    let rule = try ConstraintExpression(parsing: text, metrics: metrics)
    #expect(rule.description == printed)
    #expect(try ConstraintExpression(parsing: printed) == rule)
  }

  private static let faults: [(String, Int, String, String?)] = [
    ("a.width = gpa", 11, "unknown metric \"gpa\"", "did you mean \"gap\"?"),
    (
      "a.width = 2 * card", 15, "unknown metric \"card\"",
      "an attribute of a view is written like card.width"
    ),
    ("a.width = 2 * NaN", 15, "\"NaN\" is not a finite number", "write a number of points or"),
    ("a.width = -inf", 12, "\"inf\" is not a finite number", "write a number of points or"),
    ("a.width = huge", 11, "metric \"huge\" is 2000000000.0, beyond 1000000000", nil),
    ("a.width = nothing", 11, "metric \"nothing\" is nan, beyond 1000000000", nil),
    ("a.left = standard", 10, "\"standard\" is the standard spacing and a metric", "rename the"),
    ("a.width = b.width * c.width", 21, "a product of two attributes is not linear", "one side"),
    ("a.width = 3 / (b.width + 1)", 15, "a division by an attribute is not linear", "divide"),
    ("a.width = 3 / (gap - 12)", 15, "division by zero", nil),
    ("a.width = most + 1", 18, "a number is at most 1000000000, also as a sum, product or", nil),
    ("a.width = most * (2 * b.width)", 18, "a number is at most 1000000000, also as", nil),
    ("a.width = (3", 13, "expected +, -, *, / or \")\", found the end", nil),
    ("a.width = 3)", 12, "expected +, -, *, /, @ or the end, found \")\"", nil),
    ("a.width = ()", 12, "expected a number, a metric or a view's attribute, found \")\"", nil),
    ("a.width = 3 @ wek", 15, "unknown priority \"wek\"", "did you mean \"weak\"?"),
    ("a.width = 3 @ gap.width", 18, "expected +, -, *, /, @ or the end, found \".\"", nil),
    ("a.width = 3 @ minus", 15, "a priority is 1 to 1000, not -5.0", nil),
    ("a.width = 3 @ fitting", 15, "\"fitting\" is a priority and a metric with", "rename"),
    ("(a.width) = 3", 1, "expected the name of a view, found \"(\"", nil),
  ]

  @Test(arguments: faults)
  func faultsNameTheirColumn(text: String, column: Int, message: String, hint: String?) {
    do throws(ConstraintExpressionError) {
      _ = try parse(text)
      Issue.record("accepted \(text)")
    } catch {
      #expect(error.column == column, "\(error)")
      #expect(error.message.hasPrefix(message), "\(error)")
      #expect((error.hint == nil) == (hint == nil), "\(error)")
      #expect((error.hint ?? "").hasPrefix(hint ?? ""), "\(error)")
    }
  }

  @Test func parenthesesAreLimited() throws {
    func rule(_ depth: Int) -> String {
      "a.width = " + String(repeating: "(", count: depth) + "1"
        + String(repeating: ")", count: depth)
    }
    #expect(try parse(rule(32)).constant == 1)
    do throws(ConstraintExpressionError) {
      _ = try parse(rule(33))
      Issue.record("accepted")
    } catch {
      #expect(error.column == 43)
      #expect(error.message == "parentheses are at most 32 deep")
    }
    let format = rule(32).dropFirst("a.width = ".count)
    #expect(try VisualFormat(parsing: "[a(\(format))]").description == "[a(1)]")
    #expect(throws: VisualFormatError.self) { try VisualFormat(parsing: "[a((\(format)))]") }
  }

  // MARK: Random expressions

  private static let randomMetrics: [(text: String, value: Double)] = [
    ("gap", 12), ("third", 1 / 3.0), ("minus", -5), ("weak", 100),
  ]

  /// The sum of the terms is compared with the expression's value for operands of any value, so all
  /// multipliers have to be right.
  @Test func randomRulesHaveTheValuesOfTheirExpressions() throws {
    let operands: [(text: String, value: Double)] = [
      ("a.width", 731.25), ("b.safeArea.height", -1208.5), ("c.margins.width", 0.0625),
      ("standard", 19),
    ]
    var random = RandomExpression(
      generator: SeededGenerator(seed: 31), operands: operands, metrics: Self.randomMetrics)
    var metrics = Self.metrics
    metrics["standard"] = nil
    var count = 0
    for _ in 0..<3000 {
      let (text, value) = random.sum(3, isNumber: false)
      guard text.count < 980,
        let rule = try? ConstraintExpression(parsing: "x.width = " + text, metrics: metrics)
      else { continue }
      count += 1
      var (sum, size) = (rule.constant, rule.constant.magnitude)
      for term in rule.terms {
        let operand = try #require(operands.first { $0.text == term.name.description })
        sum += term.multiplier * operand.value
        size += (term.multiplier * operand.value).magnitude
      }
      sum += 19 * rule.standardSpacings
      size += 19 * rule.standardSpacings.magnitude + 1
      // Terms that cancel within the expression lose digits, so the bound has room.
      #expect((sum - value).magnitude <= 1e-8 * max(size, value.magnitude), "\(text)")
    }
    #expect(count > 2900)
  }

  @Test func randomFormatsHaveTheValuesOfTheirExpressions() throws {
    let operands: [(text: String, value: Double)] = [("b", 731.25), ("c", -1208.5)]
    let items: [String: LayoutItem] = [
      "a": .view(ViewID(index: 1)), "b": .view(ViewID(index: 2)), "c": .view(ViewID(index: 3)),
    ]
    var random = RandomExpression(
      generator: SeededGenerator(seed: 32), operands: operands, metrics: Self.randomMetrics)
    var count = 0
    for _ in 0..<3000 {
      let (text, value) = random.sum(3, isNumber: false)
      guard text.count < 900, let format = try? VisualFormat(parsing: "[a(\(text)@high)]"),
        let made = try? format.constraints(
          identifier: "f", superview: .view(.root), metrics: Self.metrics, views: { items[$0] })
      else { continue }
      count += 1
      #expect(try VisualFormat(parsing: format.description) == format, "\(text)")
      let constraint = made[0]
      #expect(constraint.priority == .defaultHigh)
      var (sum, size) = (constraint.constant, constraint.constant.magnitude + 1)
      for term in constraint.terms {
        #expect(term.anchor.attribute == .width)
        let operand = term.anchor.item == items["b"] ? 731.25 : -1208.5
        sum += term.multiplier * operand
        size += (term.multiplier * operand).magnitude
      }
      #expect((sum - value).magnitude <= 1e-8 * max(size, value.magnitude), "\(text)")
    }
    #expect(count > 2900)
  }
}

/// A random expression that is linear in its operands: its text, and its value for given values
/// of the operands.
struct RandomExpression {
  var generator: SeededGenerator
  /// The operands as they are written, with their values.
  let operands: [(text: String, value: Double)]
  let metrics: [(text: String, value: Double)]

  private mutating func space() -> String { generator.unit() < 0.3 ? " " : "" }

  mutating func number() -> (text: String, value: Double) {
    if generator.unit() < 0.3 {
      let metric = metrics[Int(generator.unit() * Double(metrics.count))]
      return metric
    }
    let quarters = 1 + Int(generator.unit() * 39)
    return ("\(Double(quarters) / 4)", Double(quarters) / 4)
  }

  /// A sum in parentheses or not. `isNumber` forbids operands.
  mutating func sum(_ depth: Int, isNumber: Bool) -> (text: String, value: Double) {
    var (text, value) = product(depth, isNumber: isNumber)
    if generator.unit() < 0.3 { (text, value) = ("-" + text, -value) }
    while generator.unit() < 0.5 {
      let next = product(depth, isNumber: isNumber)
      let isPlus = generator.unit() < 0.5
      text += space() + (isPlus ? "+" : "-") + space() + next.text
      value += isPlus ? next.value : -next.value
    }
    return (text, value)
  }

  private mutating func product(_ depth: Int, isNumber: Bool) -> (text: String, value: Double) {
    // At most one factor has operands; only a number that is not 0 is a divisor.
    var holdsOperands = !isNumber && generator.unit() < 0.7
    var (text, value) = factor(depth, isNumber: !holdsOperands)
    while generator.unit() < 0.4 {
      if generator.unit() < 0.5 {
        let divisor = number()
        text += space() + "/" + space() + divisor.text
        value /= divisor.value
      } else {
        let takesOperands = !isNumber && !holdsOperands && generator.unit() < 0.5
        holdsOperands = holdsOperands || takesOperands
        let next = factor(depth, isNumber: !takesOperands)
        text += space() + "*" + space() + next.text
        value *= next.value
      }
    }
    return (text, value)
  }

  private mutating func factor(_ depth: Int, isNumber: Bool) -> (text: String, value: Double) {
    if depth > 0, generator.unit() < 0.35 {
      let inner = sum(depth - 1, isNumber: isNumber)
      return ("(" + inner.text + ")", inner.value)
    }
    if isNumber { return number() }
    return operands[Int(generator.unit() * Double(operands.count))]
  }
}
