import Glibc
import SnapbackBasics
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Changes of states: the variations that depend on a state apply as one transaction.
@Suite struct StateTests {
  /// A sheet at the lower edge of a screen, 100 points high, or 400 or 700 in two of its states.
  private static func scene(
    _ gestures: String = "[]", variations: String = "\"sheet = half\": { constant: 400 }"
  ) -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800, scale: 2 },
      states: { sheet: ["closed", "half", "open"], mode: ["plain", "still"] },
      views: [ { id: "sheet" }, { id: "bar" } ],
      constraints: [ { format: "H:|[sheet]|" }, "sheet.bottom = screen.bottom",
        { id: "high", rule: "sheet.height = 100",
          variations: { \(variations), "sheet = open": { constant: 700 } } },
        { format: "H:|[bar(40)]" }, "bar.bottom = sheet.top", "bar.height = 30" ],
      gestures: \(gestures),
      actions: [
        { name: "open", on: { tap: "bar" }, changes: [{ state: "sheet", value: "open" }],
          animate: { spring: { response: 0.5, dampingRatio: 1 } } },
        { name: "close", on: { touchDown: "bar" }, changes: [{ state: "sheet", value: "closed" }],
          animate: { spring: { response: 0.5, dampingRatio: 1 } } } ] }
    """
  }

  private static let pan = """
    [{ pan: "sheet", slop: 0, drives: { constant: "high", axis: "vertical", factor: -1 } }]
    """

  private let spring: Animation
  /// A quarter of a pixel, in points. A spring ends when less than this distance is left.
  private let quarterPixel = 0.125

  init() throws { spring = .spring(try Spring(response: 0.5, dampingRatio: 1)) }

  /// The share of its distance that a critical spring of this response has left after a time.
  private func left(_ seconds: Double) -> Double {
    let way = 2 * Double.pi / 0.5 * seconds
    return seconds < 0 ? 0 : (1 + way) * exp(-way)
  }

  private func run(_ action: String, _ driver: inout EngineDriver, _ seconds: Double) throws {
    try driver.engine.run(action: action, at: EngineDriver.moment(seconds))
  }

  private func high(_ driver: inout EngineDriver, _ seconds: Double) -> Double {
    driver.see("sheet", seconds).frame.size.height
  }

  private func value(_ driver: borrowing EngineDriver) -> String? {
    driver.engine.layoutTree.states["sheet"]
  }

  @Test(arguments: ["[]", pan])
  func aChangeThatInterruptsAnotherAddsUpWithIt(gestures: String) throws {
    var driver = try EngineDriver(scene: Self.scene(gestures))
    try run("open", &driver, 0)
    #expect(value(driver) == "open")
    var moments = [(0.15, "close", 100.0), (0.2, "open", 700), (0.33, "close", 100)]
    var (model, steps) = (700.0, [(0.0, 600.0)])
    for tick in 0...240 {
      let now = Double(tick) / 120
      if let next = moments.first, next.0 <= now {
        moments.removeFirst()
        let before = driver.seen(.top, of: "sheet", next.0)
        try run(next.1, &driver, next.0)
        let after = driver.seen(.top, of: "sheet", next.0)
        #expect(abs(before.value - after.value) < 1e-9)
        #expect(abs(before.velocity - after.velocity) < 1e-6)
        steps.append((next.0, next.2 - model))
        model = next.2
      }
      let expected = steps.reduce(model) { $0 - $1.1 * left(now - $1.0) }
      #expect(abs(high(&driver, now) - expected) < quarterPixel, "at \(now)")
      #expect(abs(driver.see("bar", now).frame.bottom - (800 - expected)) < quarterPixel)
    }
    #expect(high(&driver, 10) == 100 && driver.engine.isAtRest)
    #expect(value(driver) == "closed")
  }

  @Test func aStateWithoutAnAnimationTakesEffectAtOnce() throws {
    var driver = try EngineDriver(scene: Self.scene())
    for (state, height) in [("half", 400.0), ("open", 700), ("closed", 100)] {
      let id = try driver.engine.apply([.state("sheet", state)], at: EngineDriver.moment(1))
      #expect(id == nil && high(&driver, 1) == height)
    }
  }

  @Test func aStateThatNothingReadsMovesNothing() throws {
    var driver = try EngineDriver(scene: Self.scene())
    let passes = driver.engine.layoutPasses
    try driver.apply([.state("mode", "still")], spring, 0)
    #expect(driver.engine.layoutTree.states["mode"] == "still")
    #expect(driver.engine.layoutPasses == passes && high(&driver, 0.1) == 100)
  }

  @Test func aNestedBlockAnimatesItsState() throws {
    var driver = try EngineDriver(scene: Self.scene())
    try driver.apply(
      [.alpha("bar", 0.5), .animate(.curve(.linear, duration: 1), [.state("sheet", "open")])], nil,
      0)
    #expect(driver.see("bar", 0).alpha == 0.5)
    #expect(abs(high(&driver, 0.25) - 250) < 1e-9 && abs(high(&driver, 0.75) - 550) < 1e-9)
    #expect(high(&driver, 1) == 700 && value(driver) == "open")
  }

  @Test func aRefusedChangeLeavesTheState() throws {
    var driver = try EngineDriver(scene: Self.scene(Self.pan))
    #expect(throws: EngineError.layout(.unknownValue("opne", of: "sheet"))) {
      try driver.engine.apply(
        [.state("sheet", "open"), .state("sheet", "opne")], at: EngineDriver.moment(0))
    }
    #expect(throws: EngineError.layout(.unknownState("sheat"))) {
      try driver.engine.apply([.state("sheat", "open")], at: EngineDriver.moment(0))
    }
    #expect(value(driver) == "closed" && high(&driver, 0.5) == 100)
  }

  // MARK: Fingers

  @Test(arguments: [true, false])
  func aConstantThatAFingerHoldsTakesTheNewValueAtTheRelease(isAnimated: Bool) throws {
    var driver = try EngineDriver(
      scene: Self.scene(Self.pan, variations: "\"sheet = closed\": { constant: 100 }"))
    driver.finger(at: Point(x: 200, y: 750), 0)
    driver.drag(from: Point(x: 200, y: 750), to: Point(x: 200, y: 650), 0.1...0.3)
    #expect(abs(high(&driver, 0.3) - 200) < 1e-9)
    try driver.apply([.state("sheet", "open")], isAnimated ? spring : nil, 0.4)
    #expect(value(driver) == "open")
    for tick in 0...10 {
      #expect(abs(high(&driver, 0.4 + Double(tick) / 100) - 200) < 1e-9)
    }
    driver.finger(at: Point(x: 200, y: 640), 0.6)
    #expect(abs(high(&driver, 0.6) - 210) < 1e-9)
    // The finger rests before it lifts, so the spring starts from rest.
    driver.lift(0.9)
    if isAnimated {
      for tick in 0...60 {
        let now = 0.9 + Double(tick) / 60
        #expect(abs(high(&driver, now) - (700 - 490 * left(now - 0.9))) < quarterPixel, "at \(now)")
      }
    }
    #expect(driver.rest(of: "sheet", after: 1.9).frame.size.height == 700)
    try run("close", &driver, 30)
    #expect(driver.rest(of: "sheet", after: 30).frame.size.height == 100)
  }

  @Test func theLastOfSeveralStatesDuringADragIsThatOfTheRelease() throws {
    var driver = try EngineDriver(scene: Self.scene(Self.pan))
    driver.finger(at: Point(x: 200, y: 750), 0)
    driver.drag(from: Point(x: 200, y: 750), to: Point(x: 200, y: 650), 0.1...0.3)
    try run("open", &driver, 0.4)
    try driver.apply([.state("sheet", "half")], spring, 0.5)
    #expect(abs(high(&driver, 0.6) - 200) < 1e-9)
    driver.lift(0.9)
    #expect(driver.rest(of: "sheet", after: 0.9).frame.size.height == 400)
  }

  @Test func aFingerThatHappensToBeAtTheNewValueStillReplacesTheChangeThatWaits() throws {
    var driver = try EngineDriver(scene: Self.scene(Self.pan))
    driver.finger(at: Point(x: 200, y: 750), 0)
    driver.drag(from: Point(x: 200, y: 750), to: Point(x: 200, y: 450), 0.1...0.5)
    #expect(high(&driver, 0.5) == 400)
    try run("open", &driver, 0.6)
    try driver.apply([.state("sheet", "half")], spring, 0.7)
    // A state that the constraint does not name changes nothing.
    try driver.apply([.state("mode", "still")], spring, 0.8)
    driver.lift(1)
    #expect(driver.rest(of: "sheet", after: 1).frame.size.height == 400)
  }

  // MARK: Reversal

  @Test(arguments: ["[]", pan])
  func aReversedTransactionRestoresTheState(gestures: String) throws {
    var driver = try EngineDriver(scene: Self.scene(gestures))
    let id = try driver.apply(
      [.state("sheet", "open")], .curve(.linear, duration: 1), isControlled: true, 0)
    #expect(abs(high(&driver, 0.4) - 340) < 1e-9)
    try driver.engine.reverse(id, at: EngineDriver.moment(0.4))
    #expect(value(driver) == "closed" && abs(high(&driver, 0.4) - 340) < 1e-9)
    #expect(abs(high(&driver, 0.6) - 220) < 1e-9)
    try driver.engine.reverse(id, at: EngineDriver.moment(0.6))
    #expect(value(driver) == "open" && abs(high(&driver, 0.7) - 280) < 1e-9)
    #expect(driver.rest(of: "sheet", after: 0.7).frame.size.height == 700)
    try driver.apply([.state("sheet", "closed")], nil, 20)
    #expect(high(&driver, 20) == 100)
  }

  // MARK: Another scene

  @Test func aNewSceneBeginsWithItsInitialStatesAndDoesNotJump() throws {
    var driver = try EngineDriver(scene: Self.scene())
    try driver.apply([.state("sheet", "open")], nil, 0)
    driver.updateFrame(at: EngineDriver.moment(1))
    try driver.replaceScene(by: Self.scene(), animation: .curve(.linear, duration: 1))
    #expect(value(driver) == "closed")
    #expect(abs(high(&driver, 1) - 700) < 1e-9 && abs(high(&driver, 1.5) - 400) < 1e-9)
    #expect(high(&driver, 2) == 100)
  }
}
