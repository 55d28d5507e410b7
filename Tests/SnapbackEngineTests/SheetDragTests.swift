import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// One drag that moves a sheet and scrolls the list in it.
///
/// The screen, the frame of the sheet and the travels come from recordings of UIKit's sheets; other
/// expected numbers are the travel less 10 points, split at the top of the list and of the sheet.
@Suite struct SheetDragTests {
  /// A sheet of 393 × 793 points that rests at 0, 393 or 793 points below its frame, and in it a
  /// list from its top + 60 whose content of 3000 points scrolls by 2267.
  private static func scene(_ pan: String = "", content: Int = 3000) -> String {
    """
    { snapback: 1, screen: { width: 393, height: 852, scale: 3 },
      views: [ { id: "sheet", views: [
        { id: "list", scroll: true, views: [ { id: "rows" } ] } ] } ],
      constraints: [ "sheet.left = 0", "sheet.top = 59", "sheet.width = 393", "sheet.height = 793",
        "list.left = sheet.left", "list.width = 393", "list.top = sheet.top + 60",
        "list.bottom = sheet.bottom",
        { format: "H:|[rows(393)]|", in: "list" },
        { format: "V:|[rows(\(content))]|", in: "list" } ],
      gestures: [
        { pan: "sheet", name: "pull", axes: "vertical", release: "snap",
          snap: { y: [0, 393, 793] }, spring: { response: 0.344, dampingRatio: 1 }, \(pan) },
        { scroll: "list", name: "scroll", sheet: "pull" } ] }
    """
  }

  private let start = Point(x: 196, y: 400)

  private func sheet(_ driver: inout EngineDriver, _ seconds: Double) -> Double {
    driver.see("sheet", seconds).transform.translation.dy
  }

  private func list(_ driver: inout EngineDriver, _ seconds: Double) -> Double {
    -driver.see("rows", seconds).frame.top
  }

  /// Moves the finger by ways from the start, 0.1 s each, and returns the time of the last one.
  private func move(
    _ driver: inout EngineDriver, _ ways: [Double], _ seconds: Double = 0
  ) -> Double {
    driver.finger(at: start, seconds)
    for (step, way) in ways.enumerated() {
      driver.finger(at: start + Vector(dx: 0, dy: way), seconds + Double(step + 1) * 0.1)
    }
    return seconds + Double(ways.count) * 0.1
  }

  private func expect(
    _ driver: inout EngineDriver, sheet: Double, list: Double, _ seconds: Double,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let seen = (self.sheet(&driver, seconds), self.list(&driver, seconds))
    #expect(abs(seen.0 - sheet) < 1e-9, "sheet \(seen.0)", sourceLocation: location)
    #expect(abs(seen.1 - list) < 1e-9, "list \(seen.1)", sourceLocation: location)
  }

  @Test func atTheTopADragDownwardMovesTheSheet() throws {
    // Travels and positions of a sheet of UIKit.
    for (travel, position) in [(180.0, 170.0), (240, 230), (320, 310), (360, 350), (380, 370)] {
      var driver = try EngineDriver(scene: Self.scene())
      let end = move(&driver, [travel / 2, travel])
      expect(&driver, sheet: position, list: 0, end)
    }
  }

  @Test func atTheTopADragUpwardScrollsTheList() throws {
    var driver = try EngineDriver(scene: Self.scene())
    let end = move(&driver, [-100, -200])
    expect(&driver, sheet: 0, list: 190, end)
  }

  @Test func aDragThatReachesTheTopOfTheListMovesTheSheet() throws {
    var driver = try EngineDriver(scene: Self.scene())
    let first = move(&driver, [-50, -110])
    driver.lift(first + 0.5)
    expect(&driver, sheet: 0, list: 100, 2)
    // 10 points of slop, 100 to the top, and 60 by the sheet.
    let second = move(&driver, [60, 170], 2)
    expect(&driver, sheet: 60, list: 0, second)
    driver.finger(at: start + Vector(dx: 0, dy: 200), second + 0.1)
    expect(&driver, sheet: 90, list: 0, second + 0.1)
  }

  @Test func aDragThatPushesTheSheetToItsTopScrollsTheList() throws {
    var driver = try EngineDriver(scene: Self.scene())
    // Down by 10 and 90, up by 90 and 50.
    let end = move(&driver, [40, 100, 30, -40])
    expect(&driver, sheet: 0, list: 50, end)
    // And down again by 50 and 25.
    driver.finger(at: start + Vector(dx: 0, dy: 35), end + 0.1)
    expect(&driver, sheet: 25, list: 0, end + 0.1)
    #expect(driver.turns() == ["scroll began", "pull began"])
  }

  @Test func oneEventCanCrossTheTopOfTheListAndOfTheSheet() throws {
    var driver = try EngineDriver(scene: Self.scene())
    let first = move(&driver, [-50, -110])
    driver.lift(first + 0.5)
    // List 100, then 300 by the sheet in one event, and back by 300 and 40 in the next.
    let second = move(&driver, [20, 410, 70], 2)
    expect(&driver, sheet: 0, list: 40, second)
  }

  @Test func belowItsTopTheSheetRisesBeforeTheListScrolls() throws {
    var driver = try EngineDriver(scene: Self.scene())
    let first = move(&driver, [200, 403])
    driver.lift(first + 0.5)
    #expect(sheet(&driver, 3) == 393)
    driver.finger(at: Point(x: 196, y: 700), 3)
    driver.finger(at: Point(x: 196, y: 600), 3.1)
    expect(&driver, sheet: 303, list: 0, 3.1)
    // 393 points to the top, and 107 by the list.
    driver.finger(at: Point(x: 196, y: 190), 3.2)
    expect(&driver, sheet: 0, list: 107, 3.2)
  }

  @Test func belowItsTopTheSheetLetsTheListScrollToItsTop() throws {
    var driver = try EngineDriver(scene: Self.scene())
    let first = move(&driver, [-110])
    driver.lift(first + 0.5)
    // The header moves the sheet alone, while the list is scrolled.
    driver.drag(from: Point(x: 196, y: 80), to: Point(x: 196, y: 483), 2...2.4)
    driver.lift(2.6)
    expect(&driver, sheet: 393, list: 100, 5)
    // The list is not at its top: it scrolls, up and down.
    let place = Point(x: 196, y: 700)
    driver.finger(at: place, 5)
    driver.finger(at: place - Vector(dx: 0, dy: 60), 5.1)
    expect(&driver, sheet: 393, list: 150, 5.1)
    driver.finger(at: place + Vector(dx: 0, dy: 100), 5.2)
    // 150 to the top, and 10 by the sheet.
    expect(&driver, sheet: 403, list: 0, 5.2)
  }

  @Test func theSheetIsReleasedToTheNearestPosition() throws {
    // Of a sheet with two positions, UIKit takes the nearer one after a rest: at 370 of 793 points
    // the upper, at 402 the lower.
    for (position, rest) in [(370.0, 0.0), (402, 793)] {
      var driver = try EngineDriver(scene: Self.scene("").replacing("393, 793]", with: "793]"))
      let end = move(&driver, [200, position + 10])
      driver.lift(end + 0.5)
      #expect(driver.rest(of: "sheet", after: end + 0.5).transform.translation.dy == rest)
      #expect(list(&driver, 60) == 0)
    }
  }

  @Test func aFlickAfterTheHandoverGoesOnInTheList() throws {
    var driver = try EngineDriver(scene: Self.scene())
    driver.finger(at: start, 0)
    driver.finger(at: start + Vector(dx: 0, dy: 110), 0.1)
    driver.drag(
      from: start + Vector(dx: 0, dy: 110), to: start - Vector(dx: 0, dy: 190), 0.2...0.5)
    expect(&driver, sheet: 0, list: 200, 0.5)
    driver.lift(0.5)
    // 1000 points per second: 990 · 0.499 points further, 694.01, rounded to the grid of thirds.
    #expect(driver.rest(of: "rows", after: 0.5).frame.top == -694)
    #expect(sheet(&driver, 60) == 0)
  }

  @Test func aListThatFitsLetsTheSheetMove() throws {
    var driver = try EngineDriver(scene: Self.scene(content: 300))
    let end = move(&driver, [100, 200])
    expect(&driver, sheet: 190, list: 0, end)
    // Upward, the sheet stops at its top, and the list does not move.
    driver.finger(at: start - Vector(dx: 0, dy: 100), end + 0.1)
    expect(&driver, sheet: 0, list: 0, end + 0.1)
  }

  @Test func aListIsNotPulledBeyondItsTopByTheSheetsDrag() throws {
    var driver = try EngineDriver(scene: Self.scene())
    driver.finger(at: start, 0)
    for step in 1...60 {
      // Down and up across the top of the list, in steps of 7 points.
      let way = 7 * Double(step <= 30 ? step : 60 - step)
      driver.finger(at: start + Vector(dx: 0, dy: way), Double(step) * 0.01)
      // On the way back, the last 10 points are above the position of the slop.
      let above = step <= 30 ? 0 : max(0, 10 - way)
      #expect(abs(list(&driver, Double(step) * 0.01) - above) < 1e-9)
    }
  }
}
