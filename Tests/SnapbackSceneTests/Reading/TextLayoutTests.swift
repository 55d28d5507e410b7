import SnapbackBasics
import SnapbackLayout
import Testing

/// Baselines, wrapped text and fitting sizes.
@Suite struct TextLayoutTests {
  /// Three words. At 17 points an "a" has 9.05 and a space 4.45: one word is 36.2, rounded up to
  /// 37, two are 76.8, rounded to 77, three 117.5, rounded to 118. A line has 20.287: one is 21
  /// high, two are 41, three 61.
  private static let words = "aaaa aaaa aaaa"

  // MARK: Baselines

  @Test func baselinesMeetWhateverIsAboveAndBelowThem() throws {
    var sketch = try Sketch(390, 844)
    for (name, size) in [("small", (22.0, 17.0, 5.0)), ("large", (41, 33, 8))] {
      try sketch.add(name) {
        $0.firstBaseline = size.1
        $0.lastBaseline = size.2
      }
      try sketch.rules("\(name).left = 0", "\(name).width = 10", "\(name).height = \(size.0)")
    }
    try sketch.rules("small.top = 100", "large.firstBaseline = small.firstBaseline")
    // 100 + 17 − 33.
    sketch.expect("large", 0, 84, 10, 41)
    try sketch.tree.remove("large.firstBaseline = small.firstBaseline")
    try sketch.rules("large.lastBaseline = small.lastBaseline")
    // 122 − 5 is the baseline: the end at 125.
    sketch.expect("large", 0, 84, 10, 41)
    try sketch.tree.remove("large.lastBaseline = small.lastBaseline")
    try sketch.rules("large.firstBaseline = small.lastBaseline + 40")
    // 117 + 40 − 33.
    sketch.expect("large", 0, 124, 10, 41)
    sketch.expectClean()
  }

  @Test func whatHasNoTextHasItsBaselinesAtTheBottom() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("icon")
    try sketch.place("icon", 0, 100, 30, 30)
    for name in ["one", "other"] {
      try sketch.add(name) {
        $0.firstBaseline = 17
        $0.lastBaseline = 5
      }
      try sketch.rules("\(name).left = 0", "\(name).width = 10", "\(name).height = 22")
    }
    try sketch.rules(
      "one.firstBaseline = icon.firstBaseline", "other.lastBaseline = icon.lastBaseline")
    sketch.expect("one", 0, 113, 10, 22)
    sketch.expect("other", 0, 113, 10, 22)
    sketch.expectClean()
  }

  @Test func baselinesOfTextFollowItsStyle() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("body") { $0.text = TextContent("aaaa") }
    try sketch.add("title") { $0.text = TextContent("aaaa", style: .title1) }
    try sketch.rules(
      "body.left = 0", "body.top = 100", "title.left = body.right",
      "title.firstBaseline = body.firstBaseline")
    // A line's baseline is its ascent below its top, 1950 / 2048 em, and its height 2444 / 2048 em.
    func expect(_ body: Double, _ title: Double) {
      func height(_ size: Double) -> Double { (2444 * size / 2048).rounded(.up) }
      sketch.tree.layoutIfNeeded()
      let frames = ["body", "title"].map { sketch.tree.exactFrame(of: sketch.view($0)) }
      #expect(frames.map(\.size.height) == [height(body), height(title)])
      #expect(frames[0].top == 100 && frames[1].left == frames[0].right)
      #expect(abs(frames[1].top - (100 + (body - title) * 1950 / 2048)) < 1e-6)
    }
    expect(17, 28)
    try sketch.setTraits { $0.contentSize = .xLarge }
    expect(19, 30)
    sketch.expectClean()
  }

  @Test func aStacksBaselinesAreThoseOfItsVisibleViews() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("column")
    try sketch.rules("column.left = 0", "column.top = 100", "column.width = 50")
    for (name, height) in [("one", 20.0), ("two", 30), ("three", 40)] {
      try sketch.add(name, in: "column") {
        $0.intrinsicSize.vertical = height
        $0.firstBaseline = height - 6
        $0.lastBaseline = 6
      }
    }
    let arranged = ["one", "two", "three"].map(sketch.view)
    try sketch.setProperties(of: "column") {
      var stack = StackProperties()
      stack.axis = .vertical
      stack.arranged = arranged
      $0.stack = stack
    }
    for name in ["first", "last"] {
      try sketch.add(name)
      try sketch.rules("\(name).left = 60", "\(name).width = 10", "\(name).height = 10")
    }
    try sketch.rules(
      "first.bottom = column.firstBaseline", "last.bottom = column.lastBaseline")
    sketch.expect("column", 0, 100, 50, 90)
    sketch.expect("first", 60, 114 - 10, 10, 10)
    sketch.expect("last", 60, 184 - 10, 10, 10)
    try sketch.tree.setHidden(true, of: sketch.view("one"))
    sketch.expect("column", 0, 100, 50, 70)
    sketch.expect("first", 60, 124 - 10, 10, 10)
    sketch.expect("last", 60, 164 - 10, 10, 10)
    sketch.expectClean()
  }

  // MARK: Wrapping

  @Test func theWidthIsFoundFirstAndTheHeightFollows() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("panel")
    try sketch.add("label", in: "panel") { $0.text = TextContent(Self.words, lineLimit: 0) }
    try sketch.rules(
      "panel.left = 0", "panel.top = 10", "panel.width = 200", "label.left = panel.leftMargin",
      "label.right = panel.rightMargin", "label.top = panel.topMargin",
      "label.bottom = panel.bottomMargin")
    // Margins of 8: 118 is enough for three words, 77 for two, 40 for one.
    for (width, lines) in [(200.0, 1.0), (134, 1), (133, 2), (93, 2), (92, 3), (56, 3), (200, 1)] {
      try sketch.tree.setConstant(width, of: "panel.width = 200")
      let height = (20.287109375 * lines).rounded(.up)
      sketch.expect("label", 8, 18, width - 16, height)
      sketch.expect("panel", 0, 10, width, height + 16)
      sketch.expectClean()
    }
    // At 19 points the words have 39.8, with spaces of 4.7: two words need 84.4, more than 84.
    try sketch.setTraits { $0.contentSize = .xLarge }
    try sketch.tree.setConstant(100, of: "panel.width = 200")
    sketch.expect("label", 8, 18, 84, 69)
    try sketch.tree.setConstant(101, of: "panel.width = 200")
    sketch.expect("label", 8, 18, 85, 46)
  }

  @Test func aTextIsAsWideAsItsWordsUnlessSomethingStrongerNarrowsIt() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("label") { $0.text = TextContent(Self.words, lineLimit: 2) }
    try sketch.rules("label.left = 0", "label.top = 0")
    sketch.expect("label", 0, 0, 118, 21)
    try sketch.rules("label.width <= 80")
    // Two words in the first line; wanting 118 at priority 750 makes it as wide as allowed.
    sketch.expect("label", 0, 0, 80, 41)
    try sketch.tree.setConstant(60, of: "label.width <= 80")
    // Three lines are needed, two are shown.
    sketch.expect("label", 0, 0, 60, 41)
    try sketch.setProperties(of: "label") { $0.text?.lineLimit = 1 }
    sketch.expect("label", 0, 0, 60, 21)
    sketch.expectClean()
  }

  @Test func aTextWrapsWithinItsAlignmentRectangle() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("label") {
      $0.text = TextContent(Self.words, lineLimit: 0)
      $0.alignmentInsets = EdgeInsets(left: 4, top: 1, right: 6, bottom: 2)
    }
    try sketch.rules("label.left = 10", "label.top = 20", "label.width = 80")
    // Two lines, and the frame 10 wider and 3 higher.
    sketch.expect("label", 6, 19, 90, 44)
    try sketch.tree.setConstant(118, of: "label.width = 80")
    sketch.expect("label", 6, 19, 128, 24)
    try sketch.tree.setConstant(72.5, of: "label.width = 80")
    sketch.expect("label", 6, 19, 82.5, 64)
    sketch.expectClean()
  }

  // MARK: The fitting size

  @Test func aCellAsksForTheSizeOfWhatIsInIt() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("cell")
    try sketch.add("label", in: "cell") { $0.text = TextContent(Self.words, lineLimit: 0) }
    // Constraints to views outside do not count: the cell is 300 × 200 on the screen.
    try sketch.rules(
      "cell.left = screen.left", "cell.right = screen.right - 90", "cell.top = screen.top",
      "cell.bottom = screen.bottom - 644", "label.left = cell.leftMargin",
      "label.right = cell.rightMargin", "label.top = cell.topMargin",
      "label.bottom = cell.bottomMargin")
    sketch.expect("cell", 0, 0, 300, 200)
    let cell = sketch.view("cell")
    // 118 + 16 and 21 + 16.
    #expect(try sketch.tree.fittingSize(of: cell) == Size(width: 134, height: 37))
    func size(wide width: Double) throws -> Size {
      try sketch.tree.fittingSize(
        of: cell, target: Size(width: width, height: 0),
        priorities: PerAxis(horizontal: .required, vertical: .fittingSize))
    }
    #expect(try size(wide: 320) == Size(width: 320, height: 37))
    #expect(try size(wide: 100) == Size(width: 100, height: 57))
    #expect(try size(wide: 60) == Size(width: 60, height: 77))
    // Nothing has moved.
    #expect(!sketch.tree.needsLayout)
    sketch.expect("cell", 0, 0, 300, 200)
  }

  /// docs/control.md: a size is cached until 4000 others have been measured.
  @Test func ofMoreThanFourThousandMeasuredTextsTheOldestAreForgotten() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("label")
    let label = sketch.view("label")
    var count = 0
    // Beyond 8000, indices of evicted texts are reused.
    for (total, oldest) in [(4000, 0), (4001, 1), (4002, 2), (8010, 4010)] {
      while count < total {
        let question = TextQuestion(TextContent("text \(count)"), fitting: nil, in: .large)
        try sketch.tree.setMeasuredSize(width: 10, height: 10, of: question)
        count += 1
      }
      for number in [0, oldest - 1, oldest, oldest + 1, total - 1] where number >= 0 {
        try sketch.setProperties(of: "label") { $0.text = TextContent("text \(number)") }
        let isKnown = sketch.tree.openQuestions(of: label).isEmpty
        #expect(isKnown == (number >= oldest), "\(number) of \(total)")
      }
    }
  }

  @Test func aFittingSizeHasTheMarginsOfTheViewWhereItIs() throws {
    var sketch = try Sketch(390, 844)
    try sketch.setTraits { $0.safeArea = EdgeInsets(top: 47) }
    try sketch.add("cell")
    try sketch.add("label", in: "cell") { $0.text = TextContent("aaaa") }
    try sketch.rules(
      "cell.left = screen.left", "cell.top = screen.top + 300", "label.left = cell.leftMargin",
      "label.right = cell.rightMargin", "label.top = cell.topMargin",
      "label.bottom = cell.bottomMargin")
    // 37 + 16 and 21 + 16, clear of the safe area.
    #expect(try sketch.tree.fittingSize(of: sketch.view("cell")) == Size(width: 53, height: 37))
    sketch.expect("cell", 0, 300, 53, 37)
    // At 20, 27 of the 47 overlap.
    try sketch.tree.setConstant(20, of: "cell.top = screen.top + 300")
    #expect(try sketch.tree.fittingSize(of: sketch.view("cell")) == Size(width: 53, height: 64))
    sketch.expect("cell", 0, 20, 53, 64)
    sketch.expectClean()
  }

  @Test func aFrameByMaskDoesNotHoldAFittingSize() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("header") {
      $0.autoresizing = Autoresizing(
        frame: Rect(x: 0, y: 0, width: 390, height: 100),
        parentSize: Size(width: 390, height: 844), flexible: [.width])
    }
    try sketch.add("label", in: "header")
    try sketch.rules(
      "label.left = header.left + 10", "label.right = header.right - 20",
      "label.top = header.top + 5", "label.height = 30", "label.width >= 70",
      "label.bottom = header.bottom - 7 @ high")
    sketch.expect("header", 0, 0, 390, 100)
    sketch.expect("label", 10, 5, 360, 30)
    #expect(
      try sketch.tree.fittingSize(of: sketch.view("header")) == Size(width: 100, height: 42))
    #expect(throws: LayoutError.self) { try sketch.tree.fittingSize(of: ViewID(index: 99)) }
  }
}
