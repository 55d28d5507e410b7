import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// Taps, presses, swipes and edge pans, and the actions that they trigger.
@Suite struct GestureActionTests {
  /// A card of 200 by 200 at (100, 300), with actions that widen a mark: each adds its own number
  /// of points.
  private static func scene(_ gestures: String, _ actions: [(String, Int)] = []) -> String {
    let list = actions.map { on, points in
      "{ on: \(on), changes: [{ constraint: 'mark', by: \(points) }] }"
    }
    return """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [ { id: "card" }, { id: "mark" } ],
        constraints: [ "card.left = 100", "card.width = 200", "card.top = 300",
          "card.height = 200", "mark.left = 0", "mark.top = 0", "mark.height = 1",
          { id: "mark", rule: "mark.width = 0" } ],
        gestures: [ \(gestures) ], actions: [ \(list.joined(separator: ", ")) ] }
      """
  }

  private let middle = Point(x: 200, y: 400)

  private func mark(_ driver: inout EngineDriver, _ seconds: Double) -> Double {
    driver.see("mark", seconds).frame.size.width
  }

  private static let tapsOnceOrTwice = scene(
    """
    { tap: "card", name: "once", requireFailureOf: ["twice"] },
    { tap: "card", name: "twice", taps: 2 }
    """, [("{ gesture: 'once' }", 1), ("{ gesture: 'twice' }", 100)])

  @Test func aTapWaitsUntilItCanBeNoDoubleTap() throws {
    var driver = try EngineDriver(scene: Self.tapsOnceOrTwice)
    driver.tap(at: middle, 1)
    #expect(mark(&driver, 1.3) == 0)
    // A second tap would have to touch within 0.35 s of the lift at 1.04 s.
    #expect(driver.engine.wakeUp == .at(EngineDriver.moment(1.39)))
    #expect(mark(&driver, 5) == 1)
    let events = driver.engine.drainGestureEvents()
    #expect(events.map(\.name) == ["once"] && events.map(\.phase) == [.recognized])
    #expect(events.map(\.time) == [EngineDriver.moment(1.39)])
    #expect(driver.engine.isAtRest == true)
  }

  @Test func twoTapsAreOneDoubleTapAndNoTap() throws {
    var driver = try EngineDriver(scene: Self.tapsOnceOrTwice)
    driver.tap(1, at: middle, 1)
    driver.tap(2, at: middle + Vector(dx: 20, dy: 0), 1.2)
    #expect(driver.steps() == ["twice recognized"])
    #expect(mark(&driver, 5) == 100)
    #expect(driver.steps() == [])
    // Far apart or late, they count as single taps.
    driver.tap(3, at: middle - Vector(dx: 60, dy: 0), 10)
    driver.tap(4, at: middle + Vector(dx: 60, dy: 0), 10.2)
    #expect(mark(&driver, 15) <= 102)
    driver.tap(5, at: middle, 20)
    driver.tap(6, at: middle, 20.6)
    _ = driver.see("mark", 25)
    #expect(!driver.steps().contains("twice recognized"))
  }

  @Test func withoutARelationADoubleTapBeginsWithATap() throws {
    var driver = try EngineDriver(
      scene: Self.scene(
        #"{ tap: "card", name: "once" }, { tap: "card", name: "twice", taps: 2 }"#))
    driver.tap(1, at: middle, 1)
    driver.tap(2, at: middle, 1.2)
    _ = driver.see("mark", 3)
    // The second tap is only the double tap.
    #expect(driver.steps() == ["once recognized", "twice recognized"])
  }

  @Test func aGestureTakesTheTapOfAnActionUnlessItIsToldNotTo() throws {
    for (keys, wanted) in [("", 0.0), ("cancelsTouches: false", 1)] {
      var driver = try EngineDriver(
        scene: Self.scene("{ tap: 'card', \(keys) }", [("{ tap: 'card' }", 1)]))
      driver.tap(at: middle, 1)
      #expect(driver.steps() == ["tap recognized"])
      #expect(mark(&driver, 2) == wanted)
    }
  }

  @Test func everyPhaseOfAPanSetsOffItsActions() throws {
    var driver = try EngineDriver(
      scene: Self.scene(
        #"{ pan: "card", name: "move" }"#,
        [
          ("{ gesture: 'move' }", 1), ("{ gesture: 'move', phase: 'changed' }", 10),
          ("{ gesture: 'move', phase: 'ended' }", 100),
          ("{ gesture: 'move', phase: 'cancelled' }", 1000),
        ]))
    driver.finger(at: middle, 0)
    driver.finger(at: middle + Vector(dx: 20, dy: 0), 0.01)
    #expect(mark(&driver, 0.01) == 1)
    driver.finger(at: middle + Vector(dx: 30, dy: 0), 0.02)
    driver.finger(at: middle + Vector(dx: 40, dy: 0), 0.03)
    #expect(mark(&driver, 0.03) == 21)
    driver.lift(0.04)
    #expect(mark(&driver, 0.04) == 121)
    driver.finger(at: middle, 1)
    driver.finger(at: middle + Vector(dx: 20, dy: 0), 1.01)
    driver.lift(1.02, phase: .cancelled)
    #expect(mark(&driver, 1.02) == 1122)
  }

  @Test func aSwipeIsRecognizedOnTheWay() throws {
    let scene = Self.scene(
      #"{ swipe: "card", direction: "left", name: "away" }"#, [("{ gesture: 'away' }", 1)])
    var driver = try EngineDriver(scene: scene)
    driver.drag(from: middle, to: middle - Vector(dx: 120, dy: 10), 0...0.12)
    #expect(mark(&driver, 0.12) == 1, "before the finger lifts")
    #expect(driver.steps() == ["away recognized"])
    // In the opposite direction, too slow, and sideways.
    for (way, length) in [
      (Vector(dx: 120, dy: 0), 0.12), (Vector(dx: -90, dy: 0), 1.9),
      (Vector(dx: -70, dy: 80), 0.12),
    ] {
      var driver = try EngineDriver(scene: scene)
      driver.drag(from: middle, to: middle + way, 0...length)
      driver.lift(length)
      #expect(mark(&driver, 3) == 0, "\(way)")
    }
  }

  @Test func afterALongPressTheViewGoesWithTheFinger() throws {
    var driver = try EngineDriver(
      scene: Self.scene(
        #"{ longPress: "card", name: "lift", drives: "translation" }"#,
        [("{ gesture: 'lift' }", 1), ("{ gesture: 'lift', phase: 'ended' }", 10)]))
    driver.finger(at: middle, 1)
    driver.finger(at: middle + Vector(dx: 4, dy: 0), 1.2)
    #expect(driver.engine.wakeUp == .at(EngineDriver.moment(1.5)))
    #expect(mark(&driver, 1.6) == 1)
    #expect(driver.see("card", 1.6).transform == .identity)
    for step in 1...20 {
      let way = Double(step) * Vector(dx: 5, dy: -7)
      driver.finger(at: middle + Vector(dx: 4, dy: 0) + way, 1.6 + Double(step) * 0.01)
      let seen = driver.see("card", 1.6 + Double(step) * 0.01)
      #expect((seen.transform.translation - way).length < 1e-9)
    }
    driver.lift(1.9)
    #expect(mark(&driver, 1.9) == 11)
    #expect(driver.rest(of: "card", after: 1.9).transform == .identity)
  }

  @Test func aFingerThatMovesBeforeTheTimeIsUpPressesNothing() throws {
    var driver = try EngineDriver(
      scene: Self.scene(#"{ longPress: "card", name: "lift", drives: "translation" }"#))
    driver.finger(at: middle, 1)
    driver.finger(at: middle + Vector(dx: 11, dy: 0), 1.2)
    driver.drag(from: middle, to: middle + Vector(dx: 90, dy: 0), 1.7...2)
    #expect(driver.steps() == [])
    #expect(driver.see("card", 2).transform == .identity)
  }

  @Test func distancesAreMillimetersWhereThePanelIsKnown() throws {
    // 2 mm on a panel with 20 points per millimeter are 40 points.
    let scene = Self.scene("{ pan: 'card', slop: { points: 10, millimeters: 2 } }")
    for (scale, wanted) in [(20.0 as Double?, 0), (nil, 1)] {
      var driver = try EngineDriver(scene: scene)
      driver.fingers([(1, middle)], 0, scale: scale)
      driver.fingers([(1, middle + Vector(dx: 35, dy: 0))], 0.01, scale: scale)
      #expect(driver.steps().count == wanted)
      driver.fingers([(1, middle + Vector(dx: 45, dy: 0))], 0.02, scale: scale)
      #expect(driver.steps().first == (wanted == 0 ? "pan began" : "pan changed"))
    }
  }

  @Test func aPanFromAnEdgeBeginsThereAndNowhereElse() throws {
    let scene = Self.scene(
      """
      { edgePan: "screen", edge: "left", drives: { constant: "mark", axis: "horizontal" } }
      """)
    var driver = try EngineDriver(scene: scene)
    driver.finger(at: Point(x: 15, y: 600), 0)
    driver.finger(at: Point(x: 30, y: 602), 0.01)
    driver.finger(at: Point(x: 130, y: 620), 0.02)
    // 115 points less the slop.
    #expect(mark(&driver, 0.02) == 105)
    driver.lift(0.3)
    #expect(driver.turns() == ["edgePan began", "edgePan ended"])
    for (from, to) in [
      (Point(x: 25, y: 600), Point(x: 200, y: 600)), (Point(x: 15, y: 600), Point(x: 30, y: 700)),
      (Point(x: 390, y: 600), Point(x: 300, y: 600)),
    ] {
      var driver = try EngineDriver(scene: scene)
      driver.drag(from: from, to: to, 0...0.2)
      #expect(driver.steps() == [], "\(from)")
    }
  }
}
