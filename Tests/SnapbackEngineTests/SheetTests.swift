import Glibc
import SnapbackBasics
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Sheets with detents, compared with recordings of UIKit's sheets.
@Suite struct SheetTests {
  /// A sheet of a height at the bottom of the screen of an iPhone 16.
  private static func scene(
    _ detents: String = "['large']", height: Double = 793, _ pan: String = ""
  ) -> String {
    let trigger = pan.contains("dismisses: false") ? "{ tap: 'mark' }" : "{ dismissal: 'pull' }"
    return """
      { snapback: 1,
        screen: { width: 393, height: 852, scale: 3, safeArea: { top: 59, bottom: 34 } },
        views: [ { id: "dim", alpha: 0 }, { id: "sheet" }, { id: "mark" } ],
        constraints: [ { format: "|[dim]|" }, { format: "V:|[dim]|" }, { format: "|[sheet]|" },
          { format: "V:[sheet(\(height))]|" }, { format: "|[mark(1)]" },
          { format: "V:|[mark(1)]" } ],
        gestures: [ { pan: "sheet", name: "pull", detents: \(detents), \(pan) } ],
        actions: [
          { name: "hide", on: { tap: "mark" },
            changes: [ { view: "sheet", translation: [0, \(height)] } ] },
          { name: "present", on: { tap: "mark" }, animate: "keyboard", changes: [
            { view: "sheet", translation: [0, 0] }, { view: "dim", alpha: 0.2 } ] },
          { name: "gone", on: \(trigger), animate: "keyboard", changes: [
            { view: "dim", alpha: 0 }, { view: "mark", color: "#ff0000" } ] } ] }
      """
  }

  private let start = Point(x: 196, y: 600)

  private func y(_ driver: inout EngineDriver, _ seconds: Double) -> Double {
    driver.see("sheet", seconds).transform.translation.dy
  }

  /// Drags the sheet by a distance, beyond the slop of 10 points, at a speed in points per second,
  /// or slowly and with a rest if it is 0; returns the time of the lift.
  private func drag(
    _ driver: inout EngineDriver, by way: Double, at speed: Double = 0, _ seconds: Double = 0
  ) -> Double {
    let travel = way + (way < 0 ? -10 : 10)
    let length = speed == 0 ? 1 : abs(travel) / speed
    driver.drag(
      from: start, to: start + Vector(dx: 0, dy: travel), seconds...seconds + length)
    let lift = seconds + length + (speed == 0 ? 0.2 : 0)
    driver.lift(lift)
    return lift
  }

  @Test func itRestsAtTheDetentsOfUIKit() throws {
    let table = try FixtureTable("uikit/sheet_detents.csv")
    #expect(table.rows.count == 10)
    for row in table.rows {
      let text = row.text("detent")
      let detent = Double(text) == nil ? "'\(text)'" : "{ height: \(text) }"
      var driver = try EngineDriver(scene: Self.scene("[\(detent)]", "dismisses: false"))
      let lift = drag(&driver, by: 20)
      // Below the largest detent, UIKit draws the sheet smaller by its width / 393.
      let height = row.number("height") * 393 / row.number("width")
      #expect(abs(793 - y(&driver, lift + 5) - height) < 0.002, "line \(row.line)")
      #expect(driver.engine.isAtRest == true)
    }
  }

  @Test func aFractionIsAShareOfTheMaximum() throws {
    var driver = try EngineDriver(scene: Self.scene("[{ fraction: 0.5 }]", "dismisses: false"))
    let lift = drag(&driver, by: 20)
    // Half of 759 points is 379.5, in thirds of a point 379.67 or 379.33.
    #expect(abs(y(&driver, lift + 5) - 379.5) < 0.17)
  }

  @Test func releasesDismissItWhereTheyDismissUIKits() throws {
    let table = try FixtureTable("uikit/sheet_releases.csv")
    #expect(table.rows.count == 11)
    for row in table.rows {
      let height = row.number("height")
      var driver = try EngineDriver(scene: Self.scene(height: height))
      let lift = drag(&driver, by: row.number("moved"), at: row.number("velocity"))
      #expect(abs(y(&driver, lift) - row.number("moved")) < 1e-9)
      let isDismissed = row.text("outcome") == "dismissed"
      #expect(y(&driver, lift + 5) == (isDismissed ? height : 0), "line \(row.line)")
      let hasColor = driver.see("mark", lift + 6).color != nil
      #expect(hasColor == isDismissed, "the trigger, line \(row.line)")
    }
  }

  @Test func itGoesThereByUIKitsSpringWithTheFingersVelocity() throws {
    let omega = 18.257
    for (way, speed, goal) in [(370.0, 0.0, 0.0), (402, 0, 793), (64, 900, 0), (64, 1000, 793)] {
      var driver = try EngineDriver(scene: Self.scene())
      let lift = drag(&driver, by: way, at: speed)
      for step in 0...20 {
        let time = Double(step) * 0.025
        let x = way - goal
        let wanted = goal + (x + (speed + omega * x) * time) * exp(-omega * time)
        #expect(abs(driver.seen(.translationY, of: "sheet", lift + time).value - wanted) < 0.05)
      }
    }
  }

  @Test func aDragUpwardDoesNotMoveItAboveItsHighestDetent() throws {
    var driver = try EngineDriver(scene: Self.scene("['medium', 'large']"))
    driver.finger(at: start, 0)
    for (step, way) in [-50.0, -200, 60, -100].enumerated() {
      let time = Double(step + 1) * 0.1
      driver.finger(at: start + Vector(dx: 0, dy: way), time)
      // Of the way upward, 10 points are the slop.
      #expect(abs(y(&driver, time) - max(0, way + 10)) < 1e-9)
    }
  }

  @Test func aFlickGoesToTheNextDetentOrFurther() throws {
    // Detents of 759 and 425 points: positions 0, 334 and 793.
    let flicks = [
      (0.0, 64.0, 1000.0, 334.0), (0, 64, 3000, 793), (334, 64, 1000, 793), (334, -64, 1000, 0),
      (334, -64, 900, 334), (334, 64, 900, 334), (0, 180, 0, 334), (334, 240, 0, 793),
    ]
    for (from, way, speed, goal) in flicks {
      var driver = try EngineDriver(scene: Self.scene("['medium', 'large']"))
      try driver.apply([.translation("sheet", Vector(dx: 0, dy: from))], nil, 0)
      let lift = drag(&driver, by: way, at: speed, 1)
      #expect(y(&driver, lift + 5) == goal, "\(way) at \(speed) from \(from)")
    }
  }

  @Test func aHighSheetIsDismissedByTheSameFlick() throws {
    // The momentum of 1000 points per second covers 499 points, less than half of the height.
    let scene = Self.scene(height: 1600).replacing("height: 852", with: "height: 1700")
    var driver = try EngineDriver(scene: scene)
    let lift = drag(&driver, by: 64, at: 1000)
    #expect(y(&driver, lift + 5) == 1600)
  }

  @Test func aSheetThatCannotBeDismissedStaysAtItsDetents() throws {
    var driver = try EngineDriver(scene: Self.scene("['medium', 'large']", "dismisses: false"))
    let lift = drag(&driver, by: 500, at: 3000)
    #expect(y(&driver, lift) == 334, "it stops at the lowest detent")
    #expect(y(&driver, lift + 5) == 334)
  }

  @Test func thePositionsFollowTheLayout() throws {
    var driver = try EngineDriver(scene: Self.scene("[{ height: 300 }]", "dismisses: false"))
    try driver.apply([.screenSize(Size(width: 393, height: 1052))], nil, 1)
    try driver.apply([.safeArea(EdgeInsets(left: 0, top: 0, right: 0, bottom: 21))], nil, 1)
    let lift = drag(&driver, by: 20, 2)
    // The frame keeps its 793 points: 772 of them above the safe area.
    #expect(y(&driver, lift + 5) == 472)
  }

  @Test func theBackdropKeepsToTheSheetWhileOneAnimationMovesBoth() throws {
    var driver = try EngineDriver(scene: Self.scene())
    _ = try driver.engine.run(action: "hide", at: .zero)
    _ = try driver.engine.run(action: "present", at: EngineDriver.moment(1))
    for step in 0...100 {
      let time = 1 + Double(step) * 0.008
      // UIKit's backdrop: 0.2 (1 − offset / height).
      let alpha = 0.2 * (1 - driver.seen(.translationY, of: "sheet", time).value / 793)
      // Each motion ends below its own threshold; that of an opacity is 1/512.
      #expect(abs(driver.seen(.alpha, of: "dim", time).value - alpha) < 1.0 / 512)
    }
    #expect(driver.see("dim", 5).alpha == 0.2)
    let lift = drag(&driver, by: 402, 6)
    #expect(driver.see("dim", lift).alpha == 0.2)
    #expect(driver.see("dim", lift + 5).alpha == 0)
  }

  @Test func aListSharesItsDragsWithASheetThatHasDetents() throws {
    let list = "{ id: 'list', scroll: true, views: [ { id: 'rows' } ] }"
    let scene = Self.scene("['medium']")
      .replacing("{ id: \"sheet\" }", with: "{ id: 'sheet', views: [ \(list) ] }")
      .replacing(
        "constraints: [",
        with: """
          constraints: [
            { format: '|[list]|', in: 'sheet' }, { format: 'V:|[list]|', in: 'sheet' },
            { format: 'H:|[rows(393)]|', in: 'list' }, { format: 'V:|[rows(3000)]|', in: 'list' },
          """
      )
      .replacing("gestures: [", with: "gestures: [ { scroll: 'list', sheet: 'pull' },")
    var driver = try EngineDriver(scene: scene)
    try driver.apply([.translation("sheet", Vector(dx: 0, dy: 334))], nil, 0)
    driver.finger(at: start, 1)
    driver.finger(at: start + Vector(dx: 0, dy: 70), 1.1)
    #expect(abs(y(&driver, 1.1) - 394) < 1e-9)
    // Up by 60 to its only detent, and by 40 in the list.
    driver.finger(at: start + Vector(dx: 0, dy: -30), 1.2)
    #expect(abs(y(&driver, 1.2) - 334) < 1e-9)
    #expect(abs(driver.see("rows", 1.2).frame.top + 40) < 1e-9)
  }
}
