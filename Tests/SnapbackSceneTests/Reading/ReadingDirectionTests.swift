import SnapbackBasics
import SnapbackLayout
import Testing

/// Right-to-left layouts: leading and trailing are mirrored, left and right are not.
@Suite struct ReadingDirectionTests {
  /// Expects a view at x on a screen 400 wide when reading from the left, and at 400 − x − width
  /// when reading from the right.
  private static func expectMirrored(
    _ sketch: inout Sketch, _ name: String, _ x: Double, _ y: Double, _ width: Double,
    _ height: Double, _ place: SourceLocation = #_sourceLocation
  ) throws {
    try sketch.setTraits { $0.direction = .leftToRight }
    sketch.expect(name, x, y, width, height, place)
    sketch.expectClean(place)
    try sketch.setTraits { $0.direction = .rightToLeft }
    sketch.expect(name, 400 - x - width, y, width, height, place)
    sketch.expectClean(place)
  }

  @Test func leadingAndTrailingTurnRound() throws {
    var sketch = try Sketch(400, 300)
    for name in ["first", "second", "rest"] {
      try sketch.add(name)
      try sketch.rules("\(name).top = 10", "\(name).height = 20")
    }
    try sketch.rules(
      "first.leading = screen.leading + 30", "first.width = 50",
      "second.leading = first.trailing + 8", "second.width = 40",
      "rest.leading >= second.trailing + 12", "rest.trailing = screen.trailing - 5",
      "rest.width = 100")
    try Self.expectMirrored(&sketch, "first", 30, 10, 50, 20)
    try Self.expectMirrored(&sketch, "second", 88, 10, 40, 20)
    try Self.expectMirrored(&sketch, "rest", 295, 10, 100, 20)
  }

  @Test func multipliersOfDirectedPositionsMeasureFromTheOtherEdge() throws {
    var sketch = try Sketch(400, 300)
    for name in ["quarter", "third", "middle"] {
      try sketch.add(name)
      try sketch.rules("\(name).top = 10", "\(name).height = 20", "\(name).width = 30")
    }
    try sketch.rules(
      "quarter.leading = 0.25 * screen.trailing", "third.trailing = 0.75 * screen.trailing + 10",
      "middle.centerX = 0.3 * screen.trailing")
    // 100; 300 + 10 − 30; 120 − 15.
    try Self.expectMirrored(&sketch, "quarter", 100, 10, 30, 20)
    try Self.expectMirrored(&sketch, "third", 280, 10, 30, 20)
    try Self.expectMirrored(&sketch, "middle", 105, 10, 30, 20)
  }

  @Test func multipliersWithinAPanelMeasureFromItsOtherEdge() throws {
    var sketch = try Sketch(400, 300)
    try sketch.add("panel")
    // From the left in both reading directions: 60 to 260.
    try sketch.place("panel", 60, 20, 200, 100)
    try sketch.add("label", in: "panel")
    try sketch.rules(
      "label.leading = 0.25 * panel.trailing", "label.width = 30", "label.top = 0",
      "label.height = 10")
    sketch.expect("label", 60 + 50, 20, 30, 10)
    try sketch.setTraits { $0.direction = .rightToLeft }
    sketch.expect("panel", 60, 20, 200, 100)
    // 50 from the panel's right edge at 260, then 30 to the left.
    sketch.expect("label", 260 - 50 - 30, 20, 30, 10)
    sketch.expectClean()
  }

  @Test func leftAndRightAndMiddlesStay() throws {
    var sketch = try Sketch(400, 300)
    for name in ["left", "right", "middle"] {
      try sketch.add(name)
      try sketch.rules("\(name).top = 10", "\(name).height = 20", "\(name).width = 30")
    }
    try sketch.rules(
      "left.left = screen.left + 30", "right.right = 0.75 * screen.right",
      "middle.centerX = 0.5 * screen.centerX")
    for direction in [LayoutDirection.leftToRight, .rightToLeft] {
      try sketch.setTraits { $0.direction = direction }
      sketch.expect("left", 30, 10, 30, 20)
      sketch.expect("right", 270, 10, 30, 20)
      sketch.expect("middle", 85, 10, 30, 20)
      sketch.expectClean()
    }
  }

  @Test func aConstantLeadingIsMeasuredFromTheSideWhereReadingStarts() throws {
    var sketch = try Sketch(400, 300)
    try sketch.add("panel")
    try sketch.rules(
      "panel.leading = 40", "panel.width = 200", "panel.top = 0", "panel.height = 50")
    try sketch.add("label", in: "panel")
    try sketch.rules(
      "label.trailing = 90", "label.width = 60", "label.top = 5", "label.height = 6")
    // The label ends 90 from the panel's leading edge: 40 + 90 − 60.
    try Self.expectMirrored(&sketch, "panel", 40, 0, 200, 50)
    try Self.expectMirrored(&sketch, "label", 70, 5, 60, 6)
  }

  @Test func stacksTurnRoundAndColumnsBeginAtTheOtherSide() throws {
    var sketch = try Sketch(400, 300)
    try sketch.add("row")
    try sketch.rules("row.leading = screen.leading + 10", "row.top = 0", "row.height = 40")
    for (name, width) in [("one", 30.0), ("two", 50)] {
      try sketch.add(name, in: "row") {
        $0.intrinsicSize = PerAxis(horizontal: width, vertical: 20)
      }
    }
    let arranged = [sketch.view("one"), sketch.view("two")]
    try sketch.setProperties(of: "row") {
      var stack = StackProperties()
      stack.spacing = .points(6)
      stack.arranged = arranged
      $0.stack = stack
    }
    try Self.expectMirrored(&sketch, "row", 10, 0, 86, 40)
    try Self.expectMirrored(&sketch, "one", 10, 0, 30, 40)
    try Self.expectMirrored(&sketch, "two", 46, 0, 50, 40)
    try sketch.setProperties(of: "row") {
      $0.stack?.axis = .vertical
      $0.stack?.alignment = .leading
    }
    // 40 high: 20 + 6 leave 14 for the second, or for the first; along x each has its own width.
    try sketch.tree.remove("row.height = 40")
    try Self.expectMirrored(&sketch, "row", 10, 0, 50, 46)
    try Self.expectMirrored(&sketch, "one", 10, 0, 30, 20)
    try Self.expectMirrored(&sketch, "two", 10, 26, 50, 20)
  }

  @Test func marginsAndAlignmentRectanglesTurnRoundAsFarAsTheyAreDirected() throws {
    var sketch = try Sketch(400, 300)
    try sketch.add("panel") {
      $0.margins = DirectionalInsets(leading: 11, top: 0, trailing: 22, bottom: 0)
    }
    try sketch.rules(
      "panel.leading = 40", "panel.width = 200", "panel.top = 0", "panel.height = 50")
    try sketch.add("label", in: "panel")
    try sketch.rules(
      "label.leading = panel.leadingMargin", "label.trailing = panel.trailingMargin",
      "label.top = 0", "label.height = 10")
    try Self.expectMirrored(&sketch, "label", 51, 0, 167, 10)
    // Shadows are not mirrored: insets of an alignment rectangle are left and right.
    try sketch.add("card") { $0.alignmentInsets = EdgeInsets(left: 2, right: 9) }
    try sketch.rules(
      "card.leading = screen.leading + 20", "card.width = 100", "card.top = 60",
      "card.height = 10")
    sketch.expect("card", 400 - 20 - 100 - 2, 60, 111, 10)
    try sketch.setTraits { $0.direction = .leftToRight }
    sketch.expect("card", 18, 60, 111, 10)
  }

  @Test func aScrolledContentIsReadFromItsOtherEdge() throws {
    var sketch = try Sketch(400, 300)
    try sketch.add("list", scrolls: true)
    try sketch.place("list", 37, 91, 200, 100)
    try sketch.rules("list.content.width = 600", "list.content.height = 100")
    for name in ["tile", "pinned", "share"] {
      try sketch.add(name, in: "list")
      try sketch.rules("\(name).top = 0", "\(name).height = 10", "\(name).width = 50")
    }
    try sketch.rules(
      "tile.leading = list.leading + 20", "pinned.leading = list.viewport.leading + 5",
      "share.leading = 0.25 * list.trailing")
    let list = sketch.view("list")
    try sketch.tree.setScrollOffset(Vector(dx: 130, dy: 0), of: list)
    sketch.expect("tile", 57, 91, 50, 10)
    sketch.expect("pinned", 37 + 130 + 5, 91, 50, 10)
    sketch.expect("share", 37 + 150, 91, 50, 10)
    try sketch.setTraits { $0.direction = .rightToLeft }
    // The content ends at 37 + 600; its visible part is 130 to 330 within it.
    sketch.expect("tile", 637 - 20 - 50, 91, 50, 10)
    sketch.expect("pinned", 37 + 330 - 5 - 50, 91, 50, 10)
    sketch.expect("share", 637 - 150 - 50, 91, 50, 10)
    sketch.expectClean()
  }
}
