import SnapbackBasics
import SnapbackConstraints
import Testing

@testable import SnapbackLayout

/// Numbers that depend on the layout.
@Suite struct LayoutNumberTests {
  private static let metrics = ["gap": 12.0, "third": 1 / 3.0]

  /// Two views beside each other, one with a child, and a list; their extents depend on the screen.
  private static func tree(_ size: Size) throws -> (tree: LayoutTree, views: [String: ViewID]) {
    var tree = try LayoutTree(screen: size)
    var views: [String: ViewID] = ["screen": .root]
    views["a"] = try tree.addView(in: .root, name: "a")
    views["b"] = try tree.addView(in: .root, name: "b")
    views["inner"] = try tree.addView(in: #require(views["a"]), name: "inner")
    views["list"] = try tree.addView(in: .root, name: "list", scrolls: true)
    views["row"] = try tree.addView(in: #require(views["list"]), name: "row")
    let rules = [
      "a.left = 20", "a.width = 0.3 * screen.width", "a.top = 40", "a.height = 100",
      "b.left = a.right + 8", "b.right = screen.right - 20", "b.top = a.bottom + 8",
      "b.bottom = screen.bottom - 30", "inner.left = a.left + 5", "inner.right = a.right - 7",
      "inner.top = a.top + 10", "inner.height = 0.5 * a.height", "list.width = 200",
      "list.height = 100", "list.left = 3", "list.top = 4", "row.left = list.left",
      "row.width = 200", "row.top = list.top + 30", "row.height = 500",
      "list.bottom = row.bottom",
    ]
    for (index, rule) in rules.enumerated() {
      try tree.add(
        try ConstraintExpression(parsing: rule).resolve(identifier: "\(index)") {
          views[$0].map(LayoutItem.view)
        })
    }
    _ = tree.layoutIfNeeded()
    return (tree, views)
  }

  private static func number(
    _ text: String, _ views: [String: ViewID]
  ) throws(ConstraintExpressionError) -> LayoutNumber {
    try LayoutNumber(parsing: text, metrics: metrics, knownNames: views.keys.sorted()) {
      views[$0].map(LayoutItem.view)
    }
  }

  /// Extents, and distances between positions, from the frames on the screen.
  private static func operands(
    _ tree: LayoutTree, _ views: [String: ViewID]
  ) throws -> [(text: String, value: Double)] {
    func frame(_ name: String) throws -> Rect { tree.exactFrame(of: try #require(views[name])) }
    let (a, b, inner) = (try frame("a"), try frame("b"), try frame("inner"))
    return [
      ("screen.width", tree.screenSize.width), ("screen.height", tree.screenSize.height),
      ("a.width", a.right - a.left), ("b.height", b.bottom - b.top),
      ("inner.width", inner.right - inner.left), ("(b.right - a.left)", b.right - a.left),
      ("(inner.centerX - b.left)", (inner.left + inner.right) / 2 - b.left),
      ("(screen.right - inner.right)", tree.screenSize.width - inner.right),
    ]
  }

  @Test func randomNumbersHaveTheValuesOfTheirExpressionsAfterEachLayout() throws {
    var (tree, views) = try Self.tree(Size(width: 390, height: 844))
    var count = 0
    for (seed, size) in [(41, Size(width: 390, height: 844)), (42, Size(width: 844, height: 390))] {
      try tree.setScreenSize(size)
      _ = tree.layoutIfNeeded()
      var random = RandomExpression(
        generator: SeededGenerator(seed: UInt64(seed)),
        operands: try Self.operands(tree, views),
        metrics: [("gap", 12), ("third", 1 / 3.0)])
      for _ in 0..<1500 {
        let (text, value) = random.sum(3, isNumber: false)
        guard text.count <= 1000, let number = try? Self.number(text, views) else { continue }
        count += 1
        let size = number.terms.reduce(1000 * (1 + number.constant.magnitude)) {
          $0 + 1000 * $1.multiplier.magnitude
        }
        let result = try tree.value(of: number)
        #expect((result - value).magnitude <= 1e-9 * max(size, value.magnitude), "\(text)")
      }
    }
    #expect(count > 2900)
  }

  /// A position alone is measured in the parent, as in a rule about one view.
  @Test func aPositionIsMeasuredAsInARule() throws {
    let (tree, views) = try Self.tree(Size(width: 400, height: 800))
    for (text, value) in [
      ("inner.left", 5.0), ("inner.top", 10), ("a.left", 20), ("inner.left - a.left", 5),
      ("row.top", 30), ("row.bottom - list.content.top", 530), ("2 * standard", 16), ("gap", 12),
      ("a.margins.width", 104), ("list.width + row.height", 700),
    ] {
      let number = try Self.number(text, views)
      #expect(abs(try tree.value(of: number) - value) < 1e-9, "\(text)")
      #expect(number.isConstant == (text == "gap"))
    }
  }

  @Test func aNumberMayReferToTheKeyboard() throws {
    var (tree, views) = try Self.tree(Size(width: 400, height: 800))
    let number = try Self.number("screen.bottom - screen.keyboard.top", views)
    #expect(throws: LayoutError.noKeyboard) { try tree.value(of: number) }
    try tree.prepare(number)
    var traits = tree.traits
    traits.keyboardHeight = 300
    try tree.setTraits(traits)
    _ = tree.layoutIfNeeded()
    #expect(abs(try tree.value(of: number) - 300) < 1e-9)
  }

  @Test func whatScrollsRelativeToTheRestIsRefused() throws {
    var (tree, views) = try Self.tree(Size(width: 400, height: 800))
    let number = try Self.number("row.top - a.top", views)
    #expect(throws: LayoutError.scrolls("row")) { try tree.prepare(number) }
    #expect(throws: LayoutError.notScrolling("a")) {
      try tree.prepare(try Self.number("a.content.height", views))
    }
  }

  @Test(
    arguments: [
      ("", 1, "expected a number, a metric or a view's attribute, found the end", nil),
      ("3 @ high", 3, "expected +, -, *, / or the end, found \"@\"", nil),
      ("a.width = 3", 9, "expected +, -, *, / or the end, found \"=\"", nil),
      ("aa.width", 1, "unknown view \"aa\"", "did you mean \"a\"?"),
      ("gpa + 1", 1, "unknown metric \"gpa\"", "did you mean \"gap\"?"),
      ("a.left + b.top", 10, "left and top are positions along different axes", nil),
      (
        "a.left - b.trailing", 10, "trailing cannot be mixed with left or right",
        "use leading and trailing, or left and right"
      ),
      (
        "a.width * b.width", 11, "a product of two attributes is not linear",
        "one side of * is a number"
      ),
    ] as [(String, Int, String, String?)])
  func faultsNameTheirColumn(text: String, column: Int, message: String, hint: String?) throws {
    let (_, views) = try Self.tree(Size(width: 400, height: 800))
    do throws(ConstraintExpressionError) {
      _ = try Self.number(text, views)
      Issue.record("accepted \(text)")
    } catch {
      #expect(error.column == column, "\(error)")
      #expect(error.message == message)
      #expect(error.hint == hint)
    }
  }
}
