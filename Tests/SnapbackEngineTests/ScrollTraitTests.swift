import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Pages, bouncing and insets of scroll views.
///
/// Expected offsets follow from the travel less 10 points, the ends of the content, and UIKit's
/// band d·(1 − 1/(1 + 0.55·x/d)).
@Suite struct ScrollTraitTests {
  /// A view of 300 × 500 points whose content has the given size.
  private static func scene(_ keys: String, _ width: Double, _ height: Double) -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [ { id: "box", scroll: true, views: [ { id: "cells" } ] } ],
      constraints: [ "box.left = 50", "box.top = 100", "box.width = 300", "box.height = 500",
        { format: "H:|[cells(\(width))]|", in: "box" },
        { format: "V:|[cells(\(height))]|", in: "box" } ],
      gestures: [ { scroll: "box", \(keys) } ] }
    """
  }

  private let start = Point(x: 200, y: 400)

  private func offset(_ driver: inout EngineDriver, _ seconds: Double) -> Vector {
    let cells = driver.see("cells", seconds).frame
    return Vector(dx: -cells.left, dy: -cells.top)
  }

  private func rest(_ driver: inout EngineDriver, _ seconds: Double) -> Vector {
    let cells = driver.rest(of: "cells", after: seconds).frame
    return Vector(dx: -cells.left, dy: -cells.top)
  }

  private func band(_ way: Double, _ length: Double) -> Double {
    length * (1 - 1 / (1 + 0.55 * way / length))
  }

  // MARK: Pages

  @Test func aSlowDragGoesToTheNearestPage() throws {
    for (way, page) in [(-140.0, 0.0), (-180, 300), (-300, 300)] {
      var driver = try EngineDriver(scene: Self.scene("paging: true", 1500, 500))
      driver.drag(from: start, to: start + Vector(dx: way, dy: 0), 0...0.4)
      #expect(abs(offset(&driver, 0.4).dx + way + 10) < 1e-9)
      driver.lift(0.6)
      #expect(rest(&driver, 0.6) == Vector(dx: page, dy: 0), "\(way)")
    }
  }

  @Test func aFlickTurnsOnePageHoweverFast() throws {
    for speed in [400.0, 1000, 3000] {
      var driver = try EngineDriver(scene: Self.scene("paging: true", 1500, 500))
      let way = Vector(dx: -60, dy: 0)
      driver.drag(from: start, to: start + way, 0...60 / speed)
      driver.lift(60 / speed)
      #expect(rest(&driver, 1) == Vector(dx: 300, dy: 0), "\(speed)")
      // And back.
      driver.drag(from: start, to: start - way, 70...70 + 60 / speed)
      driver.lift(70 + 60 / speed)
      #expect(rest(&driver, 71) == .zero, "\(speed)")
    }
  }

  @Test func theLastPageEndsWithTheContent() throws {
    var driver = try EngineDriver(scene: Self.scene("paging: true", 500, 1200))
    // Along y the pages are at 0, 500 and 700.
    for (turn, page) in [500.0, 700, 700].enumerated() {
      let now = Double(turn) * 50
      driver.drag(from: start, to: start - Vector(dx: 0, dy: 100), now...now + 0.1)
      driver.lift(now + 0.1)
      #expect(rest(&driver, now + 0.1) == Vector(dx: 0, dy: page))
    }
    // And back: the page before 700 is at 500.
    driver.drag(from: start, to: start + Vector(dx: 0, dy: 100), 200...200.1)
    driver.lift(200.1)
    #expect(rest(&driver, 200.1) == Vector(dx: 0, dy: 500))
  }

  @Test func aTouchThatStopsAPageLetsItContinue() throws {
    var driver = try EngineDriver(scene: Self.scene("paging: true", 1500, 500))
    driver.drag(from: start, to: start - Vector(dx: 60, dy: 0), 0...0.06)
    driver.lift(0.06)
    driver.fingers([(5, start)], 0.15)
    #expect(offset(&driver, 0.15).dx < 250)
    driver.lift(fingers: [5], 0.3)
    #expect(rest(&driver, 0.3) == Vector(dx: 300, dy: 0))
  }

  /// A drag that begins between two pages ends at one of them, however fast it is.
  @Test(arguments: [(-60.0, 300.0), (60, 0)])
  func aDragThatCatchesATurnEndsAtOneOfItsTwoPages(way: Double, page: Double) throws {
    var driver = try EngineDriver(scene: Self.scene("paging: true", 1500, 500))
    driver.drag(from: start, to: start - Vector(dx: 60, dy: 0), 0...0.06)
    driver.lift(0.06)
    let caught = offset(&driver, 0.15).dx
    #expect(caught > 20 && caught < 280)
    driver.drag(from: start, to: start + Vector(dx: way, dy: 0), 0.15...0.17)
    driver.lift(0.17)
    #expect(rest(&driver, 0.17) == Vector(dx: page, dy: 0))
  }

  // MARK: Bouncing

  @Test func contentThatFitsYieldsOnlyIfAsked() throws {
    for (keys, x, y) in [
      ("", 0.0, 0.0), ("alwaysBounceVertical: true", 0, band(90, 500)),
      ("alwaysBounceHorizontal: true", band(70, 300), 0),
      ("alwaysBounceVertical: true, bounces: false", 0, 0),
    ] {
      var driver = try EngineDriver(scene: Self.scene(keys, 200, 200))
      driver.finger(at: start, 0)
      driver.finger(at: start + Vector(dx: 40, dy: 50), 0.1)
      driver.finger(at: start + Vector(dx: 80, dy: 100), 0.2)
      #expect((offset(&driver, 0.2) + Vector(dx: x, dy: y)).length < 1e-9, "\(keys)")
      driver.lift(0.4)
      #expect(rest(&driver, 0.4) == .zero)
    }
  }

  // MARK: Insets

  @Test func insetsExtendTheRangeOfTheOffset() throws {
    let keys = "contentInset: { left: 20, top: 40, bottom: 30 }"
    var driver = try EngineDriver(scene: Self.scene(keys, 300, 1200))
    // It starts at the beginning of the range.
    #expect(offset(&driver, 0) == Vector(dx: -20, dy: -40))
    driver.drag(from: start, to: start - Vector(dx: 0, dy: 100), 0...0.2)
    #expect((offset(&driver, 0.2) - Vector(dx: -20, dy: 50)).length < 1e-9)
    // The end is at 1200 − 500 + 30; 1190 points from 50 are 510 beyond it.
    driver.drag(
      from: start - Vector(dx: 0, dy: 100), to: start - Vector(dx: 0, dy: 1290), 0.3...0.5)
    #expect((offset(&driver, 0.5) - Vector(dx: -20, dy: 730 + band(510, 500))).length < 1e-9)
    driver.lift(0.7)
    #expect(rest(&driver, 0.7) == Vector(dx: -20, dy: 730))
    driver.drag(from: start, to: start + Vector(dx: 0, dy: 880), 20...20.2)
    // 770 points to the beginning of the range, and 100 beyond it.
    #expect((offset(&driver, 20.2) + Vector(dx: 20, dy: 40 + band(100, 500))).length < 1e-9)
    driver.lift(20.4)
    #expect(rest(&driver, 20.4) == Vector(dx: -20, dy: -40))
  }

  @Test func momentumStopsAtTheInset() throws {
    var driver = try EngineDriver(
      scene: Self.scene("contentInset: { top: 40, bottom: 30 }", 300, 1200))
    driver.drag(from: start, to: start - Vector(dx: 0, dy: 300), 0...0.1)
    driver.lift(0.1)
    #expect(rest(&driver, 0.1) == Vector(dx: 0, dy: 730))
    driver.drag(from: start, to: start + Vector(dx: 0, dy: 300), 20...20.1)
    driver.lift(20.1)
    #expect(rest(&driver, 20.1) == Vector(dx: 0, dy: -40))
  }

  @Test func insetsMakeContentScrollThatFits() throws {
    // With 40 points above it, content of 480 points is 20 points too high for 500.
    var driver = try EngineDriver(
      scene: Self.scene("contentInset: { top: 40 }, bounces: false", 300, 480))
    driver.drag(from: start, to: start - Vector(dx: 0, dy: 100), 0...0.2)
    #expect(offset(&driver, 0.2) == Vector(dx: 0, dy: -20))
  }

  @Test func theSafeAreaAddsToTheInsets() throws {
    for (keys, top) in [("", 0.0), ("addsSafeArea: true", 47), ("addsSafeArea: true,", 57)] {
      let more = top == 57 ? "contentInset: { top: 10 }" : ""
      let scene = Self.scene("\(keys) \(more)", 300, 1200)
        .replacing("box.top = 100", with: "box.top = 0")
        .replacing("height: 800 }", with: "height: 800, safeArea: { top: 47 } }")
      var driver = try EngineDriver(scene: scene)
      #expect(offset(&driver, 0) == Vector(dx: 0, dy: -top))
    }
  }

  @Test func aSheetTakesOverAtTheInsetOfItsList() throws {
    var driver = try EngineDriver(
      scene: """
        { snapback: 1, screen: { width: 400, height: 800 },
          views: [ { id: "sheet", views: [
            { id: "list", scroll: true, views: [ { id: "cells" } ] } ] } ],
          constraints: [ "sheet.left = 0", "sheet.top = 0", "sheet.width = 400",
            "sheet.height = 800", "list.left = 0", "list.top = sheet.top", "list.width = 400",
            "list.height = 800", { format: "H:|[cells(400)]|", in: "list" },
            { format: "V:|[cells(3000)]|", in: "list" } ],
          gestures: [ { pan: "sheet", name: "pull", axes: "vertical", release: "snap",
            snap: { y: [0, 400] } },
            { scroll: "list", sheet: "pull", contentInset: { top: 50 } } ] }
        """)
    driver.finger(at: start, 0)
    driver.finger(at: start - Vector(dx: 0, dy: 30), 0.1)
    #expect(abs(offset(&driver, 0.1).dy + 30) < 1e-9)
    // 20 points to the inset, and 60 by the sheet.
    driver.finger(at: start + Vector(dx: 0, dy: 50), 0.2)
    #expect(abs(offset(&driver, 0.2).dy + 50) < 1e-9)
    #expect(abs(driver.see("sheet", 0.2).transform.translation.dy - 60) < 1e-9)
  }
}
