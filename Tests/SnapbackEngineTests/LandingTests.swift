import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import Testing

/// The triggers `landed` and `settled`: when they occur, and at which places.
@Suite struct LandingTests {
  /// A card that snaps to 0, 300 and 500 points. Marks fade out linearly in a second after each of
  /// the two moments at the place `open`, and turn by a degree at each moment at any place.
  private static let scene = """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [ { id: "card" }, { id: "landed" }, { id: "settled" } ],
      constraints: [ { format: "H:|[card(100)][landed(1)][settled(1)]" },
        { format: "V:|[card(100)]" }, { format: "V:|[landed(1)]" }, { format: "V:|[settled(1)]" } ],
      gestures: [ { pan: "card", name: "move", slop: 0, axes: "vertical", release: "snap",
        snap: { y: [{ at: 0, name: "shut" }, { at: 300, name: "open" }, 500] } } ],
      actions: [
        { on: { landed: "move", at: "open" }, animate: { curve: "linear", duration: 1 },
          changes: [{ view: "landed", alpha: 0 }] },
        { on: { settled: "card", at: "open" }, animate: { curve: "linear", duration: 1 },
          changes: [{ view: "settled", alpha: 0 }] },
        { on: { landed: "card" }, steps: \(turns("landed")) },
        { on: { settled: "move" }, steps: \(turns("settled")) } ] }
    """

  private static func turns(_ mark: String) -> String {
    "[\((1...9).map { "[{ view: '\(mark)', rotation: \($0) }]" }.joined(separator: ", "))]"
  }

  private let start = Point(x: 50, y: 50)

  /// Drags the card by a distance in half a second, waits until the finger is still, and lifts it
  /// at 0.8 s.
  private func drag(_ driver: inout EngineDriver, by way: Double) {
    driver.drag(from: start, to: start + Vector(dx: 0, dy: way), 0...0.5)
    driver.lift(0.8)
  }

  /// The number of landings and of arrivals.
  private func counts(_ driver: inout EngineDriver, _ seconds: Double) -> [Double] {
    ["landed", "settled"].map {
      (driver.see($0, seconds).transform.rotation * 180 / .pi).rounded()
    }
  }

  /// The first nanosecond after a time at which the closed form of the card's motion is at its goal
  /// for good, found by halving.
  private func arrival(_ driver: borrowing EngineDriver, after seconds: Double, goal: Double)
    -> Double
  {
    let motion = driver.motion(.translationY, of: "card")
    var (moving, still) = (EngineDriver.moment(seconds), EngineDriver.moment(seconds + 60))
    while still.nanoseconds - moving.nanoseconds > 1 {
      let middle = Instant(nanoseconds: (moving.nanoseconds + still.nanoseconds) / 2)
      let state = motion?.presentation(at: middle)
      if state?.value == goal, state?.velocity == 0 { still = middle } else { moving = middle }
    }
    return still.seconds(since: .zero)
  }

  @Test func theActionsBeginAtTheExactMoments() throws {
    var driver = try EngineDriver(scene: Self.scene)
    drag(&driver, by: 250)
    let rest = arrival(driver, after: 0.8, goal: 300)
    #expect(rest > 1.1 && rest < 3)
    // One frame, long after the view came to rest. A mark has faded since its action began.
    #expect(abs(driver.see("landed", rest + 0.75).alpha - max(0, 1 - (rest + 0.75 - 0.8))) < 1e-6)
    #expect(abs(driver.see("settled", rest + 0.75).alpha - 0.25) < 1e-6)
    #expect(driver.rest(of: "settled", after: rest + 0.75).alpha == 0)
    #expect(counts(&driver, rest + 3) == [1, 1])
    #expect(driver.engine.wakeUp == .never && driver.engine.isAtRest)
  }

  @Test func aSumThatDependsOnTheLayoutHasAName() throws {
    let scene = Self.scene.replacing(
      "{ at: 300, name: \"open\" }",
      with: "{ at: \"screen.height / 2 - card.height\", name: \"open\" }")
    #expect(scene != Self.scene)
    var driver = try EngineDriver(scene: scene)
    drag(&driver, by: 250)
    #expect(abs(driver.see("landed", 1.05).alpha - 0.75) < 1e-9)
    #expect(abs(driver.see("card", 6).transform.translation.dy - 300) < 1e-9)
    #expect(counts(&driver, 7) == [1, 1])
  }

  @Test func theLiftDecidesWithinTheHandlingOfTheTouchFrame() throws {
    var driver = try EngineDriver(scene: Self.scene)
    drag(&driver, by: 250)
    #expect(abs(driver.see("landed", 1.05).alpha - 0.75) < 1e-9)
  }

  @Test func anotherPlaceTriggersOnlyWhatWaitsForAnyPlace() throws {
    var driver = try EngineDriver(scene: Self.scene)
    // 500 has no name.
    drag(&driver, by: 450)
    #expect(driver.rest(of: "card", after: 0.8).transform.translation.dy == 500)
    #expect(driver.see("landed", 20).alpha == 1 && driver.see("settled", 20).alpha == 1)
    #expect(counts(&driver, 20) == [1, 1])
  }

  @Test func aTouchThatStopsTheViewDelaysTheArrival() throws {
    var driver = try EngineDriver(scene: Self.scene)
    drag(&driver, by: 200)
    // The finger stops the card, stays for a second, and lifts without a pan: no release.
    let seen = driver.see("card", 0.9)
    #expect(seen.transform.translation.dy < 299)
    driver.finger(at: Point(x: 50, y: 260), 0.9)
    #expect(counts(&driver, 1.9) == [1, 0])
    driver.lift(1.9)
    let rest = arrival(driver, after: 1.9, goal: 300)
    #expect(abs(driver.see("settled", rest + 0.5).alpha - 0.5) < 1e-6)
    #expect(counts(&driver, rest + 3) == [1, 1])
  }

  @Test func aNewDragBeforeTheArrivalReplacesTheLanding() throws {
    var driver = try EngineDriver(scene: Self.scene)
    drag(&driver, by: 200)
    driver.drag(from: Point(x: 50, y: 290), to: Point(x: 50, y: 40), 0.9...1.4)
    driver.lift(1.8)
    #expect(driver.rest(of: "card", after: 1.8).transform.translation.dy == 0)
    #expect(driver.see("settled", 20).alpha == 1)
    #expect(counts(&driver, 20) == [2, 1])
  }

  @Test func anotherGoalBeforeTheArrivalIsNoArrival() throws {
    var driver = try EngineDriver(scene: Self.scene)
    drag(&driver, by: 250)
    try driver.apply([.translation("card", Vector(dx: 0, dy: 500))], .spring(.smooth), 0.9)
    #expect(driver.rest(of: "card", after: 0.9).transform.translation.dy == 500)
    #expect(counts(&driver, 20) == [1, 0])
    // A later return to the place is none either.
    try driver.apply([.translation("card", Vector(dx: 0, dy: 300))], .spring(.smooth), 21)
    #expect(counts(&driver, 40) == [1, 0])
  }

  @Test func aLandingGoesOnInAChangedScene() throws {
    var driver = try EngineDriver(scene: Self.scene)
    drag(&driver, by: 250)
    let rest = arrival(driver, after: 0.8, goal: 300)
    _ = driver.see("card", 0.9)
    // The view now has another index.
    let changed = Self.scene.replacing(
      "views: [", with: "views: [ { id: \"first\" }, ")
    try driver.replaceScene(by: changed)
    // The scene appears.
    _ = driver.see("card", 0.9)
    #expect(abs(driver.see("settled", rest + 0.25).alpha - 0.75) < 1e-6)
  }

  @Test func aViewThatStaysSettlesAtTheLift() throws {
    let scene = Self.scene.replacing("release: \"snap\"", with: "release: \"stay\"")
      .replacing(", at: \"open\"", with: "")
    var driver = try EngineDriver(scene: scene)
    drag(&driver, by: 120)
    #expect(abs(driver.see("landed", 1.3).alpha - 0.5) < 1e-9)
    #expect(abs(driver.see("settled", 1.3).alpha - 0.5) < 1e-9)
  }

  @Test func anActionRunsOnceAtAPlaceWithTwoNames() throws {
    var blueprint = try SceneReader.read(Array(Self.scene.utf8), file: "test")
    blueprint.actions = [
      SceneAction(
        name: "both",
        triggers: [
          .landing(LandingTrigger(0, at: "shut")), .landing(LandingTrigger(0, at: "home")),
        ], steps: (1...9).map { [.rotation("landed", Double($0) * .pi / 180)] })
    ]
    var driver = EngineDriver(blueprint)
    drag(&driver, by: 100)
    #expect(counts(&driver, 20) == [1, 0])
  }
}
