import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// A gesture scrubs an action, and its release finishes or undoes the action.
@Suite struct ActionScrubTests {
  private typealias Scene = ActionScrubScene

  /// λ of a scroll view's deceleration: −1000 · ln 0.998 per second.
  private let lambda = 2.002

  private func moment(_ seconds: Double) -> Instant { EngineDriver.moment(seconds) }

  private func picture(_ driver: inout EngineDriver, _ seconds: Double) -> [ViewState] {
    driver.updateFrame(at: moment(seconds))
    return driver.frame.views
  }

  private func state(_ driver: borrowing EngineDriver) -> String? {
    driver.engine.layoutTree.states["page"]
  }

  /// Expects every number of the action at a fraction of its way.
  private func expectWay(
    _ way: Double, _ driver: borrowing EngineDriver, _ seconds: Double, _ place: String
  ) {
    for number in Scene.channels {
      let seen = driver.seen(number.channel, of: "card", seconds).value
      let wanted = number.from + way * (number.to - number.from)
      #expect(abs(seen - wanted) < 1e-9, "\(number.channel) \(place)")
    }
  }

  // MARK: Under the fingers

  @Test func atEachReportAllNumbersAreAtTheFractionOfTheFinger() throws {
    var driver = try EngineDriver(
      scrubbing: ", animate: { spring: { response: 1, dampingRatio: 0.5 } }")
    for (index, offset) in [0.0, 30, 90, 45, 300, 330, 299, -20, 150, 1].enumerated() {
      let now = Double(index) / 10
      driver.finger(at: Scene.floor + Vector(dx: offset, dy: 0), now)
      let way = min(max(offset / 300, 0), 1)
      expectWay(way, driver, now, "at \(offset)")
      expectWay(way, driver, now + 0.09, "between reports after \(offset)")
    }
    #expect(state(driver) == "detail")
  }

  @Test func alongTheCurveTheFractionIsOneOfTheDuration() throws {
    var driver = try EngineDriver(
      scrubbing: ", animate: { curve: 'easeInOut', duration: 0.5 }", binding: ", scrub: 'curve'")
    for (index, offset) in [0.0, 30, 75, 150, 280, 300, 10].enumerated() {
      let now = Double(index) / 10
      driver.finger(at: Scene.floor + Vector(dx: offset, dy: 0), now)
      expectWay(
        Textbook.bezier(.easeInOut, at: offset / 300), driver, now, "at \(offset)")
    }
  }

  @Test func alongASpringTheFractionIsOneOfItsDuration() throws {
    var driver = try EngineDriver(
      scrubbing: ", animate: { spring: { response: 0.5, dampingRatio: 1 } }",
      binding: ", scrub: 'curve'")
    let timing = TimingFunction.spring(try Spring(response: 0.5, dampingRatio: 1))
    for (index, offset) in [0.0, 30, 75, 150, 280].enumerated() {
      let now = Double(index) / 10
      driver.finger(at: Scene.floor + Vector(dx: offset, dy: 0), now)
      let way = Textbook.progress(timing, after: offset / 300 * timing.duration)
      expectWay(way, driver, now, "at \(offset)")
    }
  }

  @Test func reducedMotionDoesNotReduceTheMotionOfFingers() throws {
    var driver = try EngineDriver(scrubbing: ", animate: { curve: 'ease', duration: 1 }")
    driver.engine.setReducesMotion(true, at: .zero)
    driver.swipe(0, to: 90, 0...0.3)
    expectWay(0.3, driver, 0.3, "under the finger")
  }

  @Test func aFalseConditionOfTheActionLeavesEverything() throws {
    var driver = try EngineDriver(scrubbing: ", when: 'page = detail'")
    driver.swipe(0, to: 240, 0...0.5)
    expectWay(0, driver, 0.5, "under the finger")
    driver.lift(0.5)
    #expect(driver.actionEvents(5) == [])
  }

  @Test func aFalseConditionOfTheGestureLeavesEverything() throws {
    var driver = try EngineDriver(gesture: ", when: 'page = detail'")
    driver.swipe(0, to: 240, 0...0.5)
    expectWay(0, driver, 0.5, "under the finger")
    driver.lift(0.5)
    #expect(driver.actionEvents(5) == [])
  }

  @Test func anActionThatFingersHoldIsNotRun() throws {
    var driver = try EngineDriver()
    driver.swipe(0, to: 90, 0...0.3)
    let id = try driver.engine.run(action: "open", at: moment(0.3))
    #expect(id == nil)
    expectWay(0.3, driver, 0.3, "under the finger")
  }

  // MARK: The release

  @Test func pastTheMiddleItFinishes() throws {
    var driver = try EngineDriver()
    driver.swipe(0, to: 155, 0...1)
    driver.finger(at: Scene.floor + Vector(dx: 155, dy: 0), 2)
    driver.lift(2)
    #expect(driver.actionEvents(2) == ["open actionBegan"])
    let card = driver.see("card", 20)
    #expect(card.frame.left == 100 && card.alpha == 0.2)
    expectWay(1, driver, 20, "at rest")
    #expect(state(driver) == "detail")
    #expect(driver.see("pad", 20).alpha == 0.5, "the action has completed")
    #expect(
      driver.actionEvents(20) == [
        "open actionFinished", "after actionBegan", "after actionFinished",
      ])
    let isAtRest = driver.engine.isAtRest
    #expect(isAtRest)
  }

  @Test(arguments: [false, true])
  func beforeTheMiddleOrCancelledItIsUndone(isCancelled: Bool) throws {
    var driver = try EngineDriver()
    let start = picture(&driver, 0)
    let offset = isCancelled ? 250.0 : 145
    for turn in [0.0, 30] {
      driver.swipe(0, to: offset, turn...turn + 1)
      driver.finger(at: Scene.floor + Vector(dx: offset, dy: 0), turn + 2)
      #expect(state(driver) == "detail")
      driver.lift(turn + 2, phase: isCancelled ? .cancelled : .ended)
      // The models and the layout are those of before at once; the picture moves.
      #expect(state(driver) == "list")
      #expect(driver.engine.layoutTree.constraint("x")?.constant == 0)
      expectWay(offset / 300, driver, turn + 2, "at the release")
      #expect(picture(&driver, turn + 20) == start)
      #expect(driver.actionEvents(turn + 20) == ["open actionBegan", "open actionInterrupted"])
      let isAtRest = driver.engine.isAtRest
      #expect(isAtRest)
    }
    // The same step runs once more, and to its end.
    driver.swipe(0, to: 290, 60...61)
    driver.lift(61)
    #expect(driver.see("card", 80).frame.left == 100)
    #expect(driver.see("pad", 80).alpha == 0.5)
  }

  /// Velocities in points per second with which the goal is on either side of the middle.
  @Test(arguments: [(165.0, false), (195, true), (1000, true)])
  func aFlickFinishesFromAFifth(speed: Double, finishes: Bool) throws {
    #expect((0.2 + speed / 300 / lambda >= 0.5) == finishes, "by the formula")
    var driver = try EngineDriver()
    driver.swipe(0, to: 60, 0...60 / speed)
    driver.lift(60 / speed)
    #expect(driver.see("card", 20).frame.left == (finishes ? 100 : 0))
    #expect(state(driver) == (finishes ? "detail" : "list"))
  }

  @Test(arguments: [(165.0, true), (195, false), (1000, false)])
  func aFlickBackUndoesFromFourFifths(speed: Double, finishes: Bool) throws {
    #expect((0.8 - speed / 300 / lambda >= 0.5) == finishes, "by the formula")
    var driver = try EngineDriver()
    driver.swipe(0, to: 300, 0...1)
    driver.swipe(300, to: 240, 2...2 + 60 / speed)
    driver.lift(2 + 60 / speed)
    #expect(driver.see("card", 20).frame.left == (finishes ? 100 : 0))
    #expect(state(driver) == (finishes ? "detail" : "list"))
  }

  private static let springs = [
    ("", "", try? Spring(response: 0.4, dampingRatio: 1)),
    (", animate: { curve: 'ease', duration: 1 }", "", try? Spring(response: 0.4, dampingRatio: 1)),
    (
      ", animate: { spring: { response: 0.6, dampingRatio: 0.5 } }", "",
      try? Spring(response: 0.6, dampingRatio: 0.5)
    ),
    (
      ", animate: { spring: { response: 0.6, dampingRatio: 0.5 } }",
      ", spring: { response: 0.8, dampingRatio: 0.7 }",
      try? Spring(response: 0.8, dampingRatio: 0.7)
    ),
  ]

  /// From the release, the card is on the closed form of the spring that begins with the velocity
  /// of the finger, whether the action finishes or is undone.
  @Test(arguments: springs, [1.0, 0.5])
  func itMovesOnWithTheVelocityOfTheFinger(
    keys: (action: String, binding: String, spring: Spring?), rate: Double
  ) throws {
    let spring = try #require(keys.spring)
    for isBack in [false, true] {
      var driver = try EngineDriver(scrubbing: keys.action, binding: keys.binding)
      driver.engine.setMotionRate(rate, at: .zero)
      driver.swipe(0, to: isBack ? 300 : 200, 0...0.5)
      if isBack { driver.swipe(300, to: 100, 1...1.5) }
      let release = isBack ? 1.5 : 0.5
      driver.lift(release)
      // 400 points per second of 300 points, on a way of 200 points; the model of velocities is
      // that of a released view: at half the rate, the path is the same and takes twice the time.
      let speed = (isBack ? -400.0 : 400) / 300 * 200
      let (from, goal) = isBack ? (100.0 / 300 * 200, 0.0) : (200.0 / 300 * 200, 200)
      #expect(abs(driver.card(release) - from) < 1e-9)
      let begun = driver.seen(.translationX, of: "card", release).velocity
      #expect(abs(begun - speed * rate) < 2 * rate, "\(begun)")
      for step in 1...20 {
        let time = Double(step) / 100
        let wanted = Textbook.spring(
          decayRate: spring.decayRate, stiffness: spring.stiffness, from: from - goal,
          begun / rate, after: time * rate)
        #expect(abs(driver.card(release + time) - (goal + wanted.value)) < 1e-6, "\(time)")
      }
    }
  }

  @Test func alongTheCurveTheVelocityIsThatOfTheFingerTimesTheSlope() throws {
    var driver = try EngineDriver(
      scrubbing: ", animate: { curve: 'easeInOut', duration: 0.5 }", binding: ", scrub: 'curve'")
    driver.swipe(0, to: 180, 0...0.45)
    driver.lift(0.45)
    let steps = [0.599, 0.601].map { Textbook.bezier(.easeInOut, at: $0) }
    let speed = (steps[1] - steps[0]) / 0.002 * 400 / 300 * 200
    let begun = driver.seen(.translationX, of: "card", 0.45).velocity
    #expect(abs(begun - speed) < 0.01 * speed, "\(begun), \(speed)")
  }

  @Test func whereEverythingCompletesAtOnceTheActionJumps() throws {
    var driver = try EngineDriver()
    driver.engine.setCompletesInstantly(true, at: .zero)
    let start = picture(&driver, 0)
    driver.swipe(0, to: 30, 0...0.3)
    expectWay(1, driver, 0.3, "under the finger")
    driver.finger(at: Scene.floor + Vector(dx: 30, dy: 0), 1)
    driver.lift(1)
    #expect(picture(&driver, 1) == start)
    driver.swipe(0, to: 240, 2...3)
    driver.lift(3)
    expectWay(1, driver, 3, "at the release")
    #expect(driver.see("pad", 3.1).alpha == 0.5)
  }

  // MARK: Steps

  private func slide(_ driver: inout EngineDriver, to end: Double, _ start: Double) {
    let card = Point(x: 25, y: 25)
    driver.drag(from: card, to: card + Vector(dx: end, dy: 0), start...start + 0.5)
    driver.finger(at: card + Vector(dx: end, dy: 0), start + 1)
  }

  private func pad(_ driver: borrowing EngineDriver, _ seconds: Double) -> Double {
    driver.seen(.translationX, of: "pad", seconds).value
  }

  @Test func anActionThatIsUndoneStaysAtItsStep() throws {
    var driver = try EngineDriver()
    // Undone, finished, undone, finished: each of the two steps runs to its end once.
    for (turn, (end, rest)) in [(90.0, 0.0), (270, 60), (90, 60), (270, 0)].enumerated() {
      let start = Double(turn) * 20
      let before = pad(driver, start)
      slide(&driver, to: end, start)
      let goal = 60 - before
      #expect(abs(pad(driver, start + 1) - (before + end / 300 * (goal - before))) < 1e-9)
      driver.lift(start + 1)
      driver.engine.advance(to: moment(start + 15))
      #expect(pad(driver, start + 15) == rest, "turn \(turn)")
    }
  }

  @Test func anActionThatIsCaughtAndUndoneIsAtItsStepAgain() throws {
    var driver = try EngineDriver()
    slide(&driver, to: 270, 0)
    driver.lift(1)
    slide(&driver, to: -300, 1.05)
    driver.lift(2.05)
    driver.engine.advance(to: moment(10))
    #expect(pad(driver, 10) == 0)
    // Without a finger, the first step runs once more.
    try driver.engine.run(action: "toggle", at: moment(10))
    driver.engine.advance(to: moment(20))
    #expect(pad(driver, 20) == 60)
  }

  // MARK: The documentation

  /// The gesture, the action and the binding of docs/bindings.md, in a scene with their views.
  private func documented() throws -> String {
    let page = String(
      decoding: try Fixture.bytes(Fixture.repository + "/docs/bindings.md"), as: UTF8.self)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let section = lines.drop { $0 != "## Actions" }
    let example = section.drop { $0 != "```" }.dropFirst().prefix { $0 != "```" }
    return """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [ { id: "shade", alpha: 0 }, { id: "button" }, { id: "menu" } ],
        constraints: [ { id: "menuLeft", rule: "menu.left = -280" }, "menu.top = 0",
          "menu.width = 280", "menu.height = 800", { format: "H:|[shade]|" },
          { format: "V:|[shade]|" }, { format: "H:[button(44)]|" }, { format: "V:|[button(44)]" } ],
        \(example.map { $0.hasSuffix("]") ? $0 + "," : String($0) }.joined(separator: "\n")) }
      """
  }

  @Test func theExampleOfTheDocumentationPullsItsMenu() throws {
    var driver = try EngineDriver(scene: try documented())
    let edge = Point(x: 10, y: 400)
    driver.finger(at: edge, 0)
    driver.finger(at: edge + Vector(dx: 60, dy: 0), 0.1)
    let start = driver.seen(.left, of: "menu", 0.1).value
    driver.finger(at: edge + Vector(dx: 200, dy: 0), 0.2)
    // From the slop on, the menu moves as far as the finger.
    #expect(abs(driver.seen(.left, of: "menu", 0.2).value - start - 140) < 1e-9)
    let way = (start + 140 + 280) / 280
    #expect(abs(driver.seen(.alpha, of: "shade", 0.2).value - 0.4 * way) < 1e-9)
    driver.finger(at: edge + Vector(dx: 200, dy: 0), 1)
    driver.lift(1)
    #expect(driver.see("menu", 20).frame.left == 0)
  }
}
