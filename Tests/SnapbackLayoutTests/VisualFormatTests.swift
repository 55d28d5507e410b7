import SnapbackConstraints
import Testing

@testable import SnapbackLayout

@Suite struct VisualFormatTests {
  /// Apple's examples, from "Visual Format Language" in the Auto Layout Guide, with their meaning
  /// in its words. `|` is the superview, `m` its margins, and the standard space is 8.
  @Test(arguments: [
    ("[button]-[textField]", ["textField.leading == button.trailing + 8"]),
    ("[button(>=50)]", ["button.width >= 50"]),
    (
      "|-50-[purpleBox]-50-|",
      ["purpleBox.leading == |.leading + 50", "|.trailing == purpleBox.trailing + 50"]
    ),
    ("V:[topField]-10-[bottomField]", ["bottomField.top == topField.bottom + 10"]),
    ("[maroonView][blueView]", ["blueView.leading == maroonView.trailing + 0"]),
    ("[button(100@20)]", ["button.width == 100 @20"]),
    ("[button1(==button2)]", ["button1.width == button2.width + 0"]),
    (
      "[flexibleButton(>=70,<=100)]",
      ["flexibleButton.width >= 70", "flexibleButton.width <= 100"]
    ),
    (
      "|-[find]-[findNext]-[findField(>=20)]-|",
      [
        "find.leading == m.leading + 0", "findNext.leading == find.trailing + 8",
        "findField.leading == findNext.trailing + 8", "findField.width >= 20",
        "m.trailing == findField.trailing + 0",
      ]
    ),
  ])
  func applesExamplesMeanWhatAppleSays(text: String, expected: [String]) throws {
    #expect(try Shelf().lines(text) == expected)
    // Their description is the text itself.
    #expect(try VisualFormat(parsing: text).description == text)
  }

  @Test(arguments: [
    ("H:[a]", []),
    ("|[a]|", ["a.leading == |.leading + 0", "|.trailing == a.trailing + 0"]),
    ("V:|[a]|", ["a.top == |.top + 0", "|.bottom == a.bottom + 0"]),
    ("V:|-[a]-|", ["a.top == m.top + 0", "m.bottom == a.bottom + 0"]),
    ("[a]-(>=8)-[b]", ["b.leading >= a.trailing + 8"]),
    ("[a]-(<=padding@750)-[b]", ["b.leading <= a.trailing + 12 @750"]),
    ("[a]-padding-[b]", ["b.leading == a.trailing + 12"]),
    ("[a]-overlap-[b]", ["b.leading == a.trailing + -5"]),
    ("[a]-(-5)-[b]", ["b.leading == a.trailing + -5"]),
    ("[a]-0-[b]", ["b.leading == a.trailing + 0"]),
    (
      "[a]-(>=8,==20@weak)-[b]",
      ["b.leading >= a.trailing + 8", "b.leading == a.trailing + 20 @100"]
    ),
    ("|-(>=0)-[a]", ["a.leading >= |.leading + 0"]),
    ("V:[a(padding)]", ["a.height == 12"]),
    ("V:[a(<=b@weak)]", ["a.height <= b.height + 0 @100"]),
    ("[a(.5)]", ["a.width == 0.5"]),
    ("[a(-padding)]", ["a.width == -12"]), ("[a((3))]", ["a.width == 3"]),
    ("[a]-(2*(padding+1)-4/8)-[b]", ["b.leading == a.trailing + 25.5"]),
    ("[a(==b-8@high)]", ["a.width == b.width + -8 @750"]),
    ("[a(>=(b+c)/1+0)]", ["a.width >= b.width + c.width + 0"]),
    (
      "[a(3@required,>=1@low2,<=2@fitting)]",
      ["a.width == 3", "a.width >= 1 @1", "a.width <= 2 @50"]
    ),
    (" H : [ a ( == 3 ) ] - [ b ] ", ["a.width == 3", "b.leading == a.trailing + 8"]),
    ("[gap(10)]-[a]", ["gap.width == 10", "a.leading == gap.trailing + 8"]),
    (
      "|[a(==b)][b]",
      [
        "a.leading == |.leading + 0", "a.width == b.width + 0", "b.leading == a.trailing + 0",
      ]
    ),
  ])
  func everyProductionHasItsConstraints(text: String, expected: [String]) throws {
    #expect(try Shelf().lines(text) == expected)
  }

  @Test func aMetricMayBeAsLargeAsANumberOfTheText() throws {
    let shelf = Shelf()
    let most = ["b.leading == a.trailing + 1000000000"]
    #expect(try shelf.lines("[a]-1000000000-[b]") == most)
    #expect(try shelf.lines("[a]-most-[b]") == most)
    #expect(try shelf.lines("[a]-least-[b]") == ["b.leading == a.trailing + -1000000000"])
  }

  @Test func constraintsAreNumberedInTheOrderOfTheText() throws {
    let shelf = Shelf()
    let options = VisualFormatOptions(alignments: [.bottom, .top])
    let made = try shelf.constraints("|-4-[a(1,2)]-[b(3)]-5-|", options)
    #expect(made.map(\.identifier) == (0..<8).map { "row[\($0)]" })
    #expect(
      made.map(shelf.line) == [
        "a.leading == |.leading + 4", "a.width == 1", "a.width == 2",
        "b.leading == a.trailing + 8", "b.width == 3", "|.trailing == b.trailing + 5",
        "b.top == a.top + 0", "b.bottom == a.bottom + 0",
      ])
  }

  @Test func aSuperviewWithoutMarginsIsKeptAtTheStandardSpace() throws {
    var shelf = Shelf()
    shelf.superview = .safeArea(.root)
    #expect(
      try shelf.lines("|-[a]-4-|") == [
        "a.leading == safe.leading + 8", "safe.trailing == a.trailing + 4",
      ])
  }

  private static let directions: [(VisualFormatOptions.Direction, [String])] = [
    (
      .leadingToTrailing,
      ["a.leading == |.leading + 1", "b.leading >= a.trailing + 2", "m.trailing == b.trailing + 0"]
    ),
    (
      .leftToRight, ["a.left == |.left + 1", "b.left >= a.right + 2", "m.right == b.right + 0"]
    ),
    // a is the rightmost: its left edge is at least 2 right of b's right edge.
    (
      .rightToLeft, ["|.right == a.right + 1", "a.left >= b.right + 2", "b.left == m.left + 0"]
    ),
  ]

  @Test(arguments: directions) func directionsTurnRows(
    direction: VisualFormatOptions.Direction, expected: [String]
  ) throws {
    let shelf = Shelf()
    let options = VisualFormatOptions(direction: direction)
    #expect(try shelf.lines("|-1-[a]-(>=2)-[b]-|", options) == expected)
    #expect(try shelf.lines("V:[a]-[b]", options) == ["b.top == a.bottom + 8"])
  }

  @Test(arguments: VisualFormatOptions.Alignment.allCases)
  func alignmentsRunFromNeighborToNeighbor(alignment: VisualFormatOptions.Alignment) throws {
    let name = alignment.rawValue
    let isVertical = ["top", "bottom", "centerY", "firstBaseline", "lastBaseline"].contains(name)
    let axis = isVertical ? "H" : "V"
    let options = VisualFormatOptions(alignments: [alignment])
    let lines = try Shelf().lines("\(axis):[a][b][c]", options)
    #expect(lines.suffix(2) == ["b.\(name) == a.\(name) + 0", "c.\(name) == b.\(name) + 0"])
    #expect(lines.count == 4)
    // Alignments along the format's axis are refused, unless there is only one view, which needs
    // none.
    let other = isVertical ? "V" : "H"
    #expect(throws: VisualFormatError.self) { try Shelf().lines("\(other):[a][b]", options) }
    #expect(try Shelf().lines("\(other):[a(3)]", options).count == 1)
  }

  @Test func baselinesAreSpacedInColumnsOnly() throws {
    let options = VisualFormatOptions(spacing: .baselineToBaseline)
    #expect(
      try Shelf().lines("V:|-2-[a]-3-[b]-[c]|", options) == [
        "a.top == |.top + 2", "b.firstBaseline == a.lastBaseline + 3",
        "c.firstBaseline == b.lastBaseline + 8", "|.bottom == c.bottom + 0",
      ])
  }

  @Test func theEqualSpellingsAreEqual() throws {
    for (left, right) in [
      ("H:[a]-8-[b]", " [a] -(==8)- [b]"), ("[a(b)]", "[a(==b)]"), ("[a(1.50)]", "[a(1.5)]"),
      ("[a(b - 8)]", "[a(((b)-(8)))]"), ("[a(-b*2)]", "[a((-1*b)*2)]"), ("[a(+3)]", "[a(3)]"),
    ] {
      let first = try VisualFormat(parsing: left)
      #expect(try VisualFormat(parsing: right) == first)
      #expect(try VisualFormat(parsing: right).hashValue == first.hashValue)
    }
    #expect(try VisualFormat(parsing: "[a]-[b]") != VisualFormat(parsing: "[a][b]"))
  }
}

/// Three views and a guide in a superview, and constraints as comparable lines, in which a standard
/// spacing is shown as 8.
struct Shelf {
  private static let items: [(name: String, item: LayoutItem)] =
    [
      ("|", .view(.root)), ("m", .margins(.root)), ("safe", .safeArea(.root)),
      ("gap", .guide(GuideID(index: 0))),
    ]
    + [
      "a", "b", "c", "both", "button", "textField", "purpleBox", "topField", "bottomField",
      "maroonView", "blueView", "button1", "button2", "flexibleButton", "find", "findNext",
      "findField",
    ].enumerated().map { ($1, .view(ViewID(index: $0 + 1))) }

  var superview = LayoutItem.view(.root)

  private let metrics = [
    "padding": 12, "overlap": -5, "weak": 100, "both": 1, "strong": 1001, "huge": 2e9,
    "nothing": Double.nan, "most": 1e9, "least": -1e9, "low": 251, "fitting": 50, "low2": 1,
  ]

  func constraints(
    _ text: String, _ options: VisualFormatOptions = .init()
  ) throws(VisualFormatError) -> [LayoutConstraint] {
    let format = try VisualFormat(parsing: text)
    return try format.constraints(
      identifier: "row", superview: superview, metrics: metrics, options: options,
      knownNames: Self.items.map(\.name)
    ) { name in Self.items.first { $0.name == name }?.item }
  }

  func lines(
    _ text: String, _ options: VisualFormatOptions = .init()
  ) throws(VisualFormatError) -> [String] {
    try constraints(text, options).map(line)
  }

  func line(_ constraint: LayoutConstraint) -> String {
    func shown(_ anchor: Anchor) -> String {
      let name = Self.items.first { $0.item == anchor.item }?.name
      return "\(name ?? "?").\(anchor.attribute.rawValue)"
    }
    func plain(_ number: Double) -> String {
      number == number.rounded() ? "\(Int(number))" : "\(number)"
    }
    let side =
      constraint.terms.map { shown($0.anchor) } + [
        plain(constraint.constant + 8 * constraint.standardSpacings)
      ]
    let priority = constraint.priority
    return "\(shown(constraint.first)) \(constraint.relation) \(side.joined(separator: " + "))"
      + (priority.isRequired ? "" : " @\(plain(priority.rawValue))")
  }
}
