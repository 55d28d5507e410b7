import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import Testing

/// Events between a gesture's beginning and its end.
@Suite struct GestureLifeTests {
  /// A card with all two-finger gestures, in a frame that an action can hide.
  private static func scene(_ height: Int = 400, gestures: String = usual) -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [ { id: "frame", views: [ { id: "card" } ] } ],
      constraints: [ "frame.left = 0", "frame.top = 0", "frame.width = 400", "frame.height = 800",
        "card.centerX = frame.centerX", "card.centerY = frame.centerY", "card.width = 300",
        { id: "high", rule: "card.height = \(height)" } ],
      gestures: [ \(gestures) ] }
    """
  }

  private static let usual = """
    { pan: "card", name: "move", follow: "point", simultaneous: ["zoom"] },
    { pinch: "card", name: "zoom" }
    """

  private let left = Point(x: 150, y: 400)
  private let right = Point(x: 250, y: 400)

  /// A card that is pinched and panned at the same time.
  private func held() throws -> EngineDriver {
    var driver = try EngineDriver(scene: Self.scene())
    driver.drag(
      (left, left - Vector(dx: 40, dy: 0)), (right, right + Vector(dx: 40, dy: 0)), 0...0.15)
    let way = Vector(dx: 20, dy: 60)
    driver.drag(
      (left - Vector(dx: 40, dy: 0), left - Vector(dx: 40, dy: 0) + way),
      (right + Vector(dx: 40, dy: 0), right + Vector(dx: 40, dy: 0) + way), 0.16...0.4)
    #expect(driver.turns() == ["zoom began", "move began"])
    return driver
  }

  private func blueprint(_ text: String) throws -> SceneBlueprint {
    try SceneReader.read(Array(text.utf8), file: "test")
  }

  @Test func aViewThatIsHiddenEndsItsGestures() throws {
    for view in ["card", "frame"] {
      var driver = try held()
      try driver.apply([.hidden(view, true)], nil, 0.41)
      _ = driver.see("card", 0.42)
      #expect(Set(driver.steps()) == ["move cancelled", "zoom cancelled"])
      driver.drag((left, right), (right, left), 0.43...0.6)
      #expect(driver.steps() == [], "the fingers are nothing to it any more")
      driver.lift(fingers: [1, 2], 0.61)
      try driver.apply([.hidden(view, false)], nil, 2)
      #expect(driver.rest(of: "card", after: 2).transform == .identity)
      driver.drag((left, left - Vector(dx: 40, dy: 0)), (right, right), 5...5.2)
      #expect(!driver.steps().isEmpty, "and new ones are something")
    }
  }

  @Test func aLayoutPassMovesTheFrameAndNeitherScaleNorTranslation() throws {
    var driver = try held()
    let before = driver.see("card", 0.4)
    try driver.apply([.constant("high", 300)], nil, 0.4)
    let after = driver.see("card", 0.4)
    #expect(after.frame.size.height == 300 && after.transform == before.transform)
    #expect(driver.engine.layoutPasses == 2)
    driver.lift(fingers: [1, 2], 0.41)
    #expect(driver.rest(of: "card", after: 0.41).transform == .identity)
  }

  @Test func aPalmEndsBothAndTheViewComesHome() throws {
    var driver = try held()
    driver.lift(fingers: [1, 2], 0.41, phase: .cancelled)
    #expect(Set(driver.turns()) == ["move cancelled", "zoom cancelled"])
    #expect(driver.rest(of: "card", after: 0.41).transform == .identity)
  }

  @Test func anUnpluggedDeviceEndsBothAndNothingIsDownAnyMore() throws {
    var driver = try held()
    driver.engine.cancelContacts(at: EngineDriver.moment(0.41))
    #expect(Set(driver.turns()) == ["move cancelled", "zoom cancelled"])
    #expect(driver.engine.touches.isEmpty == true)
    #expect(driver.rest(of: "card", after: 0.41).transform == .identity)
  }

  @Test func aMachineThatHasSleptWakesWithTheViewAtHome() throws {
    var driver = try held()
    driver.engine.settle(at: EngineDriver.moment(4000))
    #expect(driver.see("card", 4000).transform == .identity)
    #expect(Set(driver.turns()) == ["move cancelled", "zoom cancelled"])
    #expect(driver.engine.isAtRest == true)
  }

  @Test func anotherSceneGoesOnWithBoth() throws {
    var driver = try held()
    let next = try blueprint(Self.scene(500))
    driver.engine.cancelGestures(missingIn: next, at: driver.engine.now)
    let before = driver.see("card", 0.4)
    #expect(driver.turns() == [])
    driver.engine.replaceScene(next)
    #expect(driver.see("card", 0.4).transform == before.transform)
    let a = left - Vector(dx: 40, dy: 0) + Vector(dx: 20, dy: 60)
    let b = right + Vector(dx: 40, dy: 0) + Vector(dx: 20, dy: 60)
    driver.fingers([(1, a + Vector(dx: -18, dy: 0)), (2, b + Vector(dx: 18, dy: 0))], 0.42)
    // The span goes from 180 to 216.
    let grown = driver.see("card", 0.42).transform.scale.dx / before.transform.scale.dx
    #expect(abs(grown - 1.2) < 1e-9)
    driver.lift(fingers: [1, 2], 0.43)
    #expect(Set(driver.turns()) == ["move ended", "zoom ended"])
    #expect(driver.rest(of: "card", after: 0.43).transform == .identity)
  }

  @Test func whatHasNoSuccessorIsCancelledAndTheOtherGoesOn() throws {
    var driver = try held()
    let next = try blueprint(Self.scene(gestures: #"{ pinch: "card", name: "zoom" }"#))
    driver.engine.cancelGestures(missingIn: next, at: driver.engine.now)
    #expect(driver.turns() == ["move cancelled"])
    driver.engine.replaceScene(next)
    driver.lift(fingers: [1, 2], 0.5)
    #expect(driver.turns() == ["zoom ended"])
    #expect(driver.rest(of: "card", after: 0.5).transform == .identity)
  }

  @Test func gesturesOfOneKindWithoutNamesAreKeptApart() throws {
    // Of two pans the second one runs. In the new scene the second one must run again.
    let pans = #"{ pan: "card", fingers: 2 }, { pan: "card", fingers: 1 }"#
    var driver = try EngineDriver(scene: Self.scene(gestures: pans))
    driver.drag(from: left, to: left + Vector(dx: 100, dy: 0), 0...0.1)
    let before = driver.see("card", 0.1)
    #expect(driver.turns() == ["pan began"])
    let next = try blueprint(Self.scene(500, gestures: pans))
    driver.engine.cancelGestures(missingIn: next, at: driver.engine.now)
    driver.engine.replaceScene(next)
    #expect(driver.see("card", 0.1).transform == before.transform)
    driver.lift(0.2)
    #expect(driver.turns() == ["pan ended"])
    #expect(driver.rest(of: "card", after: 0.2).transform == .identity)
    #expect(driver.engine.isAtRest == true)
  }

  @Test func aGestureThatDrivesSomethingElseInTheNewSceneIsAnotherOne() throws {
    var driver = try EngineDriver(scene: Self.scene(gestures: #"{ pan: "card" }"#))
    driver.drag(from: left, to: left + Vector(dx: 100, dy: 0), 0...0.1)
    _ = driver.turns()
    let drives = #"{ pan: "card", drives: { constant: "high", axis: "vertical" } }"#
    let next = try blueprint(Self.scene(gestures: drives))
    driver.engine.cancelGestures(missingIn: next, at: driver.engine.now)
    #expect(driver.turns() == ["pan cancelled"])
    driver.engine.replaceScene(next)
    driver.lift(0.2)
    #expect(driver.rest(of: "card", after: 0.2).transform == .identity)
  }

  @Test func aCaughtViewIsLetGoOnceByAllItsGestures() throws {
    var driver = try held()
    driver.lift(fingers: [1, 2], 0.41)
    _ = driver.steps()
    let moving = driver.see("card", 0.5)
    #expect(moving.transform.scale.dx > 1.05 && moving.transform.translation.dy > 5)
    // A finger stops it and a second one joins; both lift without a gesture.
    let middle = moving.toScreen(Point(x: 150, y: 200))
    driver.fingers([(7, middle)], 0.5)
    let stopped = driver.see("card", 0.7)
    #expect(driver.see("card", 1).toScreen == stopped.toScreen)
    driver.fingers([(8, middle + Vector(dx: 30, dy: 0))], 1)
    driver.lift(fingers: [7], 1.1)
    #expect(driver.see("card", 1.3).toScreen == stopped.toScreen, "one finger still holds it")
    driver.lift(fingers: [8], 1.4)
    #expect(driver.rest(of: "card", after: 1.4).transform == .identity)
    #expect(driver.steps() == [])
  }

  @Test func whatACaughtViewsGestureDoesNotDriveGoesOnWhenItEnds() throws {
    // The card is stopped while it shrinks and returns home; after that it is only panned.
    var driver = try held()
    driver.lift(fingers: [1, 2], 0.41)
    _ = driver.steps()
    let middle = driver.see("card", 0.5).toScreen(Point(x: 150, y: 200))
    driver.fingers([(7, middle)], 0.5)
    let stopped = driver.see("card", 0.7).transform.scale
    #expect(stopped.dx > 1.05)
    driver.fingers([(7, middle + Vector(dx: 50, dy: 0))], 0.71)
    driver.fingers([(7, middle + Vector(dx: 90, dy: 0))], 0.72)
    #expect(driver.see("card", 0.72).transform.scale == stopped)
    driver.lift(fingers: [7], 0.73)
    #expect(driver.turns() == ["move began", "move ended"])
    #expect(driver.rest(of: "card", after: 0.73).transform == .identity)
  }

  @Test(arguments: [[[1], [2]], [[2], [1]], [[1, 2]]] as [[[UInt64]]])
  func whatIsAskedForWhileFingersHoldTheViewComesWhenTheyLetGo(lifts: [[UInt64]]) throws {
    var driver = try held()
    let spring = Animation.spring(try Spring(response: 0.3, dampingRatio: 1))
    try driver.apply([.scale("card", Vector(dx: 3, dy: 3))], spring, 0.4)
    let before = driver.see("card", 0.4).transform.scale
    #expect(driver.see("card", 0.45).transform.scale == before)
    for (count, fingers) in lifts.enumerated() {
      driver.lift(fingers: fingers, 0.46 + 0.01 * Double(count))
    }
    #expect(driver.rest(of: "card", after: 0.47).transform.scale == Vector(dx: 3, dy: 3))
  }
}
