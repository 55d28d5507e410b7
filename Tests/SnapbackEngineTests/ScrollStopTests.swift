import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// A touch that stops moving content: it is neither a tap nor a long press, but may still scroll.
@Suite struct ScrollStopTests {
  /// A list of 2000 points in 600, whose rows have a tap, a double tap and a long press, and an
  /// action for taps that fades the mark.
  private static let scene = """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [ { id: "mark" }, { id: "list", scroll: true, views: [ { id: "rows" } ] } ],
      constraints: [ "mark.left = 0", "mark.top = 0", "mark.width = 10", "mark.height = 10",
        "list.left = 0", "list.top = 100", "list.width = 400", "list.height = 600",
        { format: "H:|[rows(400)]|", in: "list" }, { format: "V:|[rows(2000)]|", in: "list" } ],
      gestures: [ { scroll: "list", name: "scroll" },
        { tap: "rows", name: "tap", cancelsTouches: false },
        { tap: "rows", name: "twice", taps: 2, simultaneous: ["tap"], cancelsTouches: false },
        { longPress: "rows", name: "press" } ],
      actions: [ { on: { tap: "rows" }, changes: [ { view: "mark", alpha: 0.5 } ] } ] }
    """

  private let start = Point(x: 200, y: 600)

  /// A list that a flick of 1000 points per second has set in motion at 0.3 s.
  private func flicked() throws -> EngineDriver {
    var driver = try EngineDriver(scene: Self.scene)
    driver.finger(at: start, 0)
    driver.drag(
      from: start - Vector(dx: 0, dy: 10), to: start - Vector(dx: 0, dy: 210), 0.1...0.3)
    driver.lift(0.3)
    #expect(driver.turns() == ["scroll began", "scroll ended"])
    return driver
  }

  private func offset(_ driver: inout EngineDriver, _ seconds: Double) -> Double {
    -driver.see("rows", seconds).frame.top
  }

  @Test func theTapThatStopsAListDoesNothingElse() throws {
    var driver = try flicked()
    driver.tap(2, at: start, 0.5)
    #expect(driver.see("mark", 1).alpha == 1)
    #expect(driver.turns() == [])
    let stopped = offset(&driver, 1)
    #expect(stopped > 200 && offset(&driver, 3) == stopped)
    // The next tap is a tap, and the first one of two.
    driver.tap(3, at: start, 3)
    #expect(driver.turns() == ["tap recognized"])
    #expect(driver.see("mark", 3.1).alpha == 0.5)
    driver.tap(4, at: start, 3.2)
    #expect(driver.turns().contains("twice recognized"))
  }

  @Test func theTapThatStopsAListIsNotTheFirstOfTwo() throws {
    var driver = try flicked()
    driver.tap(2, at: start, 0.5)
    driver.tap(3, at: start, 0.7)
    #expect(driver.turns() == ["tap recognized"])
  }

  @Test func theTouchThatStopsAListIsNoLongPress() throws {
    var driver = try flicked()
    driver.finger(2, at: start, 0.5)
    driver.updateFrame(at: EngineDriver.moment(1.5))
    #expect(driver.turns() == [])
    driver.lift(finger: 2, 1.5)
    driver.finger(3, at: start, 2)
    driver.updateFrame(at: EngineDriver.moment(2.6))
    #expect(driver.turns() == ["press began"])
  }

  @Test func aDragAfterTheStopScrolls() throws {
    var driver = try flicked()
    driver.finger(2, at: start, 0.5)
    // The rest of the velocity decays under the finger.
    let stopped = offset(&driver, 1.5)
    driver.drag(2, from: start, to: start - Vector(dx: 0, dy: 150), 1.5...1.7)
    #expect(abs(offset(&driver, 1.7) - stopped - 140) < 1e-6)
    #expect(driver.turns() == ["scroll began"])
  }

  @Test func contentOnItsWayBackFromAnEndIsStoppedToo() throws {
    var driver = try EngineDriver(scene: Self.scene)
    driver.drag(from: start - Vector(dx: 0, dy: 300), to: start, 0...0.2)
    driver.lift(0.4)
    #expect(driver.turns() == ["scroll began", "scroll ended"])
    #expect(offset(&driver, 0.45) < -10)
    driver.tap(2, at: start, 0.45)
    #expect(driver.turns() == [])
    #expect(driver.see("mark", 1).alpha == 1)
    #expect(driver.rest(of: "rows", after: 1).frame.top == 0)
  }

  @Test func aTapOnAListAtRestIsATap() throws {
    var driver = try flicked()
    driver.tap(2, at: start, 20)
    #expect(driver.turns() == ["tap recognized"])
    #expect(driver.see("mark", 21).alpha == 0.5)
  }

  @Test func theExplanationNamesTheListThatWasStopped() throws {
    var driver = try flicked()
    driver.engine.setExplains(true)
    driver.finger(2, at: start, 0.5)
    var explanation = driver.engine.explanation(firstContact: 1)
    let texts = explanation.add(driver.engine.drainDecisions()).map(\.text)
    #expect(
      texts.contains(
        "tap \"tap\" on \"rows\" fails: the touch stopped what pan \"scroll\" on \"list\" had moved"
      ))
  }
}
