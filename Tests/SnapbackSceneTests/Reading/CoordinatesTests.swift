import SnapbackBasics
import SnapbackLayout
import Testing

/// Positions are measured in the nearest common ancestor, before a multiplier applies.
@Suite struct CoordinatesTests {
  private static let offsets = [Vector.zero, Vector(dx: 30, dy: 250), Vector(dx: -12, dy: -90)]

  // MARK: Multipliers

  @Test func multipliersActWithinAPanelThatStandsElsewhere() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("panel")
    try sketch.place("panel", 37, 91, 200, 100)
    for name in ["near", "far"] {
      try sketch.add(name, in: "panel")
      try sketch.rules(
        "\(name).width = 20", "\(name).height = 10", "\(name).bottom = 0.7 * panel.bottom")
    }
    try sketch.rules(
      "near.centerX = 0.5 * panel.centerX", "far.centerX = 1.5 * panel.centerX")
    // Within the panel: middles at 0.5 × 100 = 50 and 150, bottoms at 0.7 × 100 = 70.
    sketch.expect("near", 37 + 50 - 10, 91 + 70 - 10, 20, 10)
    sketch.expect("far", 37 + 150 - 10, 91 + 70 - 10, 20, 10)
    sketch.expectClean()
    // The panel moves, and its contents move with it.
    try sketch.tree.setConstant(137, of: "panel left")
    sketch.expect("near", 177, 151, 20, 10)
  }

  @Test func siblingsMeasureInTheirParentAndCousinsInTheirGrandparent() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("panel")
    try sketch.place("panel", 37, 91, 300, 200)
    try sketch.add("left", in: "panel")
    try sketch.place("left", 40, 20, 100, 50)
    try sketch.add("right", in: "panel")
    try sketch.rules(
      "right.left = 2 * left.right", "right.top = 3 * left.top", "right.width = 10",
      "right.height = 0.5 * left.width")
    // In the panel: 2 × 140 = 280 and 3 × 20 = 60.
    sketch.expect("right", 37 + 280, 91 + 60, 10, 50)
    try sketch.add("cousin", in: "left")
    try sketch.rules(
      "cousin.left = 0.5 * right.left", "cousin.top = 0.5 * right.bottom", "cousin.width = 4",
      "cousin.height = 4")
    // Also in the panel, although the cousin is in "left": 0.5 × 280 and 0.5 × (60 + 50).
    sketch.expect("cousin", 37 + 140, 91 + 55, 4, 4)
    try sketch.add("stranger")
    try sketch.rules(
      "stranger.right = 0.5 * right.left", "stranger.bottom = 2 * cousin.top",
      "stranger.width = 8", "stranger.height = 8")
    // On the screen: 0.5 × 317 = 158.5 and 2 × 146 = 292.
    sketch.expect("stranger", 150.5, 284, 8, 8)
    sketch.expectClean()
  }

  @Test func aGuideMeasuresAsAViewInItsOwnerWould() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("panel")
    try sketch.place("panel", 37, 91, 200, 100)
    try sketch.addGuide("column", in: "panel")
    try sketch.add("label", in: "panel")
    try sketch.rules(
      "column.left = 0.25 * panel.right", "column.right = 0.75 * panel.right",
      "column.top = 0.1 * panel.bottom", "column.height = 0.5 * panel.height",
      "label.left = column.left", "label.right = column.right",
      "label.centerY = 0.5 * column.bottom", "label.height = 10")
    // In the panel: x 50 to 150, the guide from 10 to 60, the label's middle at 30.
    sketch.expect("label", 87, 91 + 25, 100, 10)
    sketch.expectClean()
  }

  @Test func aViewAloneMeasuresInItsParentAlsoByItsMarginsAndItsViewport() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("panel")
    try sketch.place("panel", 37, 91, 200, 100)
    try sketch.add("label", in: "panel")
    // Margins of 8.
    try sketch.rules(
      "label.leftMargin = 30", "label.width = 100", "label.bottomMargin = 42",
      "label.height = 20")
    sketch.expect("label", 37 + 22, 91 + 30, 100, 20)
    try sketch.add("list", in: "panel", scrolls: true)
    try sketch.rules(
      "list.viewport.left = 5", "list.safeArea.top = 6", "list.width = 50", "list.height = 40",
      "list.content.width = 60", "list.content.height = 70")
    try sketch.tree.setScrollOffset(Vector(dx: 10, dy: 30), of: sketch.view("list"))
    sketch.expect("list", 42, 97, 50, 40)
    sketch.expectClean()
  }

  // MARK: Scrolling

  @Test(arguments: offsets)
  func whatAScrollViewShowsIsLaidOutAsIfItWereNotScrolled(_ offset: Vector) throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("list", scrolls: true)
    try sketch.place("list", 37, 91, 200, 300)
    try sketch.rules("list.content.width = 600", "list.content.height = 1000")
    for name in ["near", "far"] {
      try sketch.add(name, in: "list")
      try sketch.rules(
        "\(name).width = 20", "\(name).height = 10", "\(name).bottom = 0.7 * list.bottom")
    }
    try sketch.rules("near.centerX = 0.5 * list.centerX", "far.centerX = 1.5 * list.centerX")
    try sketch.tree.setScrollOffset(offset, of: sketch.view("list"))
    // From inside, the list's size is its content size: 0.5 × 300, 1.5 × 300 and 0.7 × 1000.
    sketch.expect("near", 37 + 150 - 10, 91 + 700 - 10, 20, 10)
    sketch.expect("far", 37 + 450 - 10, 91 + 700 - 10, 20, 10)
    sketch.expect("list", 37, 91, 200, 300)
    sketch.expectClean()
  }

  @Test(arguments: offsets)
  func aPanelInAScrolledListMeasuresAsOneOutside(_ offset: Vector) throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("list", scrolls: true)
    try sketch.rules(
      "list.left = 5", "list.top = 7", "list.width = 300", "list.height = 400",
      "list.content.width = 600", "list.content.height = 1000")
    try sketch.add("panel", in: "list")
    try sketch.place("panel", 37, 91, 200, 100)
    try sketch.add("label", in: "panel")
    try sketch.rules(
      "label.centerX = 1.5 * panel.centerX", "label.bottom = 0.7 * panel.bottom",
      "label.width = 20", "label.height = 10")
    try sketch.tree.setScrollOffset(offset, of: sketch.view("list"))
    sketch.expect("panel", 5 + 37, 7 + 91, 200, 100)
    sketch.expect("label", 5 + 37 + 150 - 10, 7 + 91 + 70 - 10, 20, 10)
    sketch.expectClean()
  }

  @Test func theContentIsAsLargeAsWhatIsPinnedToItAllRound() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("list", scrolls: true)
    try sketch.place("list", 37, 91, 200, 300)
    try sketch.add("rows", in: "list")
    // Positions refer to the content, extents to the frame.
    try sketch.rules(
      "rows.left = list.left + 10", "rows.right = list.right - 10", "rows.top = list.top + 20",
      "rows.bottom = list.bottom - 30", "rows.width = list.width - 20", "rows.height = 900")
    sketch.expect("rows", 47, 111, 180, 900)
    #expect(
      sketch.tree.contentSize(of: sketch.view("list")) == Size(width: 200, height: 950))
    sketch.expectClean()
  }

  @Test(arguments: offsets)
  func theMarginsOfAScrollViewAreThoseOfItsContent(_ offset: Vector) throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("list", scrolls: true) {
      $0.margins = DirectionalInsets(leading: 8, top: 12, trailing: 10, bottom: 20)
    }
    try sketch.place("list", 37, 91, 200, 300)
    try sketch.add("rows", in: "list")
    try sketch.rules(
      "rows.left = list.leftMargin", "rows.right = list.margins.right",
      "rows.top = list.topMargin", "rows.bottom = list.bottomMargin", "rows.height = 900",
      "rows.width = 2 * list.margins.width")
    try sketch.tree.setScrollOffset(offset, of: sketch.view("list"))
    // The extent is that of the frame, 200 − 18; the positions are those of the content.
    sketch.expect("rows", 45, 103, 364, 900)
    #expect(
      sketch.tree.contentSize(of: sketch.view("list")) == Size(width: 382, height: 932))
    sketch.expectClean()
  }

  @Test func aHeaderPinnedToTheViewportMovesWithTheOffset() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("list", scrolls: true)
    try sketch.place("list", 37, 91, 200, 300)
    let list = sketch.view("list")
    try sketch.rules("list.content.width = 200", "list.content.height = 1000")
    for name in ["header", "section", "picture"] {
      try sketch.add(name, in: "list")
      try sketch.rules(
        "\(name).left = list.left", "\(name).width = list.viewport.width", "\(name).height = 40")
    }
    // The section's natural position is 120 down; it stays visible, and the picture lags behind.
    try sketch.rules(
      "header.top = list.viewport.top", "section.top >= list.viewport.top",
      "section.top = 120 @ high", "picture.top = 0.5 * list.viewport.top")
    for (offset, section) in [(0.0, 120.0), (50, 120), (120, 120), (250, 250), (-60, 120)] {
      try sketch.tree.setScrollOffset(Vector(dx: 0, dy: offset), of: list)
      sketch.expect("header", 37, 91 + offset, 200, 40)
      sketch.expect("section", 37, 91 + section, 200, 40)
      sketch.expect("picture", 37, 91 + 0.5 * offset, 200, 40)
      sketch.expectClean()
    }
  }

  @Test func whatIsOutsideFollowsARowByWhereItIsSeen() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("list", scrolls: true)
    try sketch.place("list", 37, 91, 200, 300)
    try sketch.rules("list.content.width = 600", "list.content.height = 1000")
    try sketch.add("row", in: "list")
    try sketch.place("row", 10, 400, 100, 44)
    try sketch.add("badge")
    try sketch.rules(
      "badge.left = row.right", "badge.centerY = row.centerY", "badge.width = 10",
      "badge.height = 10")
    sketch.expect("badge", 37 + 110, 91 + 422 - 5, 10, 10)
    try sketch.tree.setScrollOffset(Vector(dx: 30, dy: 250), of: sketch.view("list"))
    sketch.expect("row", 47, 491, 100, 44)
    sketch.expect("badge", 37 + 110 - 30, 91 + 422 - 5 - 250, 10, 10)
    sketch.expectClean()
  }

  @Test func offsetsOfAScrollViewWithinAnotherAdd() throws {
    var sketch = try Sketch(390, 844)
    try sketch.add("outer", scrolls: true)
    try sketch.place("outer", 10, 20, 300, 400)
    try sketch.rules("outer.content.width = 300", "outer.content.height = 2000")
    try sketch.add("inner", in: "outer", scrolls: true)
    try sketch.place("inner", 0, 100, 300, 80)
    try sketch.rules("inner.content.width = 900", "inner.content.height = 80")
    try sketch.add("tile", in: "inner")
    try sketch.place("tile", 500, 5, 70, 70)
    try sketch.add("mark")
    try sketch.rules(
      "mark.left = tile.left", "mark.top = tile.top", "mark.width = 3", "mark.height = 3")
    try sketch.tree.setScrollOffset(Vector(dx: 0, dy: 60), of: sketch.view("outer"))
    try sketch.tree.setScrollOffset(Vector(dx: 400, dy: 0), of: sketch.view("inner"))
    sketch.expect("tile", 510, 125, 70, 70)
    sketch.expect("mark", 510 - 400, 125 - 60, 3, 3)
    sketch.expectClean()
  }

  // MARK: Hidden views

  @Test func aHiddenViewOutsideAStackKeepsTakingPart() throws {
    var sketch = try Sketch(390, 844)
    for name in ["first", "spacer", "last"] {
      try sketch.add(name)
      try sketch.rules("\(name).top = 10", "\(name).height = 20")
    }
    // A spacer shares the space that two buttons leave: 390 − 2 × 100 = 190.
    try sketch.rules(
      "first.left = screen.left", "first.width = 100", "spacer.left = first.right",
      "last.left = spacer.right", "last.width = first.width", "last.right = screen.right")
    for isHidden in [false, true, false] {
      try sketch.tree.setHidden(isHidden, of: sketch.view("spacer"))
      sketch.expect("first", 0, 10, 100, 20)
      sketch.expect("spacer", 100, 10, 190, 20)
      sketch.expect("last", 290, 10, 100, 20)
      #expect(sketch.tree.frames[sketch.view("spacer").index].size.width == 190)
      sketch.expectClean()
    }
  }
}
