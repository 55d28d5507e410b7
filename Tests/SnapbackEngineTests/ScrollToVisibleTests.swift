import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Scrolling to a view or a rectangle by the smallest distance.
///
/// The expected offsets are computed by hand from the edges: an edge of the part comes to the edge
/// of the visible area, which the insets shorten.
@Suite struct ScrollToVisibleTests {
  /// A view of 300 × 500 points whose content is 300 × 2000 or as given, with three views.
  private static func scene(_ keys: String = "", content: String = "300, 2000") -> String {
    let size = content.split(separator: ", ")
    return """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [ { id: "box", scroll: true, views: [ { id: "cells", views: [
          { id: "first" }, { id: "second" }, { id: "tall" } ] } ] }, { id: "beside" } ],
        constraints: [ "box.left = 50", "box.top = 100", "box.width = 300", "box.height = 500",
          { format: "H:|[cells(\(size[0]))]|", in: "box" },
          { format: "V:|[cells(\(size[1]))]|", in: "box" },
          "first.left = cells.left", "second.left = cells.left", "tall.left = cells.left",
          "first.width = 100", "second.width = 100", "tall.width = 100",
          "first.top = cells.top + 100", "first.height = 50",
          "second.top = cells.top + 700", "second.height = 50",
          "tall.top = cells.top + 900", "tall.height = 700",
          "beside.left = 0", "beside.top = 0", "beside.width = 10", "beside.height = 10" ],
        gestures: [ { scroll: "box", \(keys) } ] }
      """
  }

  private func offset(_ driver: inout EngineDriver, _ seconds: Double) -> Vector {
    let cells = driver.see("cells", seconds).frame
    return Vector(dx: -cells.left, dy: -cells.top)
  }

  /// The vertical offset after scrolling to a part from an offset.
  private func shown(
    _ part: ContentPart, from start: Double = 0, _ keys: String = ""
  ) throws -> Double {
    var driver = try EngineDriver(scene: Self.scene(keys))
    if start != 0 {
      try driver.apply([.scrollOffset("box", Vector(dx: 0, dy: start))], nil, 0)
    }
    try driver.apply([.scrollToVisible("box", part)], nil, 0)
    #expect(offset(&driver, 0).dx == 0)
    return offset(&driver, 0).dy
  }

  @Test func aViewBelowComesToTheLowerEdgeAndOneAboveToTheUpperEdge() throws {
    // second ends at 750, and 750 − 500 = 250; first begins at 100.
    #expect(try shown(.view("second")) == 250)
    #expect(try shown(.view("first"), from: 900) == 100)
  }

  @Test func aVisibleViewMovesNothing() throws {
    for start in [250.0, 251, 699, 700] {
      #expect(try shown(.view("second"), from: start) == start)
    }
  }

  @Test func insetsShortenTheVisibleArea() throws {
    let keys = "contentInset: { top: 40, bottom: 30 }"
    // The end at 750 comes to 470 points below the top: 280. The start at 100 comes to 40: 60.
    #expect(try shown(.view("second"), keys) == 280)
    #expect(try shown(.view("first"), from: 900, keys) == 60)
    // It is at the start of the range, −40, where first is visible.
    #expect(try shown(.view("first"), keys) == -40)
  }

  @Test func aViewThatIsTooLongShowsAsMuchAsPossible() throws {
    // From above it begins at the top, from below it ends at the bottom: 1600 − 500.
    #expect(try shown(.view("tall")) == 900)
    #expect(try shown(.view("tall"), from: 1500) == 1100)
    // It fills the visible area.
    #expect(try shown(.view("tall"), from: 1000) == 1000)
  }

  @Test func rectanglesEndWithTheRangeOfTheOffset() throws {
    #expect(try shown(.rect(Rect(x: 0, y: 1990, width: 10, height: 100))) == 1500)
    #expect(try shown(.rect(Rect(x: 0, y: -80, width: 10, height: 10)), from: 300) == 0)
    // A rectangle without height is a line.
    #expect(try shown(.rect(Rect(x: 0, y: 600, width: 0, height: 0))) == 100)
  }

  @Test func bothAxesMoveAtOnce() throws {
    var driver = try EngineDriver(scene: Self.scene(content: "1000, 2000"))
    let rect = Rect(x: 500, y: 800, width: 100, height: 100)
    try driver.apply([.scrollToVisible("box", .rect(rect))], nil, 0)
    #expect(offset(&driver, 0) == Vector(dx: 300, dy: 400))
  }

  @Test func pagesAreShownWhole() throws {
    // Pages of 300 points: the part from 650 to 750 is on the third, from 600 to 900.
    for (start, x, width, page) in [
      (0.0, 650.0, 100.0, 600.0), (0, 900, 300, 900), (600, 20, 50, 0), (900, 310, 100, 300),
      (300, 350, 200, 300), (0, 1400, 100, 1200),
    ] {
      var driver = try EngineDriver(scene: Self.scene("paging: true", content: "1500, 500"))
      try driver.apply([.scrollOffset("box", Vector(dx: start, dy: 0))], nil, 0)
      let rect = Rect(x: x, y: 0, width: width, height: 500)
      try driver.apply([.scrollToVisible("box", .rect(rect))], nil, 0)
      #expect(offset(&driver, 0) == Vector(dx: page, dy: 0), "\(start) \(x)")
    }
  }

  @Test func theAnimationOfTheChangeCarriesTheContent() throws {
    var driver = try EngineDriver(scene: Self.scene())
    let change = SceneChange.scrollToVisible("box", .view("second"))
    let id = try driver.apply([change], .curve(.linear, duration: 1), isControlled: true, 0)
    #expect(abs(offset(&driver, 0.4).dy - 100) < 1e-9)
    #expect(driver.engine.layoutPasses == 1)
    // The way back.
    try driver.engine.reverse(id, at: EngineDriver.moment(0.4))
    #expect(driver.rest(of: "cells", after: 0.4).frame.top == 0)
  }

  @Test func theMomentumEndsAtTheView() throws {
    var driver = try EngineDriver(scene: Self.scene())
    let start = Point(x: 200, y: 500)
    driver.drag(from: start, to: start - Vector(dx: 0, dy: 100), 0...0.1)
    driver.lift(0.1)
    let change = SceneChange.scrollToVisible("box", .rect(Rect(x: 0, y: 0, width: 1, height: 1)))
    try driver.apply([change], .curve(.linear, duration: 1), 0.2)
    #expect(offset(&driver, 5) == .zero)
  }

  @Test func theOffsetOfAScrollViewBetweenCounts() throws {
    var driver = try EngineDriver(
      scene: """
        { snapback: 1, screen: { width: 400, height: 800 },
          views: [ { id: "page", scroll: true, views: [ { id: "rows", views: [
            { id: "inner", scroll: [0, 200], views: [ { id: "cells", views: [
              { id: "cell" } ] } ] } ] } ] } ],
          constraints: [ { format: "H:|[page]|" }, { format: "V:|[page]|" },
            { format: "H:|[rows(400)]|", in: "page" }, { format: "V:|[rows(3000)]|", in: "page" },
            "inner.left = rows.left", "inner.width = 400", "inner.top = rows.top + 1000",
            "inner.height = 400", { format: "H:|[cells(400)]|", in: "inner" },
            { format: "V:|[cells(1000)]|", in: "inner" }, "cell.left = cells.left",
            "cell.width = 400", "cell.top = cells.top + 300", "cell.height = 50" ] }
        """)
    // The cell is at 1000 + 300 − 200 in the rows, and ends at 1150.
    try driver.apply([.scrollToVisible("page", .view("cell"))], nil, 0)
    #expect(driver.see("rows", 0).frame.top == -350)
  }

  @Test func otherViewsAreRefused() throws {
    var driver = try EngineDriver(scene: Self.scene())
    for (box, part, error) in [
      ("box", ContentPart.view("beside"), EngineError.notInside("beside", "box")),
      ("box", .view("box"), .notInside("box", "box")),
      ("box", .view("third"), .unknownView("third")),
      ("beside", .view("first"), .layout(.notScrolling("beside"))),
      (
        "box", .rect(Rect(x: 0, y: 2e6, width: 1, height: 1)),
        .outOfRange("the rectangle of \"box\"", 2e6, limit: 1e6)
      ),
    ] {
      #expect(throws: error) { try driver.apply([.scrollToVisible(box, part)], nil, 0) }
    }
  }
}
