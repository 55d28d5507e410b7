import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// Actions that a scene runs by itself, and their triggers.
@Suite struct ActionTests {
  private static let scene = """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [ { id: "one", views: [ { id: "inner" } ] }, { id: "two" }, { id: "three" } ],
      constraints: [
        "one.left = 0", "one.top = 0", "one.width = 100", "one.height = 100",
        "inner.left = one.left + 10", "inner.top = one.top + 10", "inner.width = 20",
        "inner.height = 20", "two.left = 0", "two.top = 200", "two.width = 100",
        "two.height = 100", "three.left = 0", { id: "y", rule: "three.top = 400" },
        "three.width = 10", "three.height = 10" ],
      gestures: [ { pan: "two" } ] }
    """
  private static let (one, inner, two) = (1, 2, 3)

  private func driver(_ actions: [SceneAction]) throws -> EngineDriver {
    var blueprint = try SceneReader.read(Array(Self.scene.utf8), file: "test")
    blueprint.actions = actions
    return EngineDriver(blueprint)
  }

  /// An action whose runs can be counted: it sets the rotation of `three` to the number of runs.
  private func counter(_ triggers: [SceneAction.Trigger], name: String = "count") -> SceneAction {
    SceneAction(
      name: name, triggers: triggers,
      steps: (1...20).map { [.rotation("three", Double($0))] })
  }

  private func count(_ driver: inout EngineDriver, _ seconds: Double) -> Double {
    driver.see("three", seconds).transform.rotation
  }

  private func tap(_ driver: inout EngineDriver, _ point: Point, _ seconds: Double) {
    driver.finger(at: point, seconds)
    driver.lift(seconds + 0.05)
  }

  @Test func aSceneAppearsOnceBeforeItsFirstFrame() throws {
    var driver = try driver([counter([.appear])])
    #expect(driver.frame.views[4].transform.rotation == 1)
    #expect(count(&driver, 5) == 1)
    #expect(driver.engine.isAtRest == true)
    // A replacement scene also appears.
    try driver.replaceScene(by: Self.scene)
    #expect(driver.engine.isAtRest == false)
    #expect(driver.engine.wakeUp == .at(driver.engine.now))
  }

  @Test func aTapOnAViewOrInItSetsItOff() throws {
    var driver = try driver([counter([.tap(view: Self.one)])])
    tap(&driver, Point(x: 80, y: 80), 1)
    #expect(count(&driver, 1.1) == 1)
    tap(&driver, Point(x: 20, y: 20), 2)
    #expect(count(&driver, 2.1) == 2, "in what is in it")
    tap(&driver, Point(x: 50, y: 250), 3)
    tap(&driver, Point(x: 300, y: 50), 4)
    #expect(count(&driver, 5) == 2, "beside it")
  }

  @Test func theNearestViewWithAnActionIsTapped() throws {
    var driver = try driver([
      counter([.tap(view: Self.one)]),
      SceneAction(
        name: "in", triggers: [.tap(view: Self.inner)], steps: [[.alpha("three", 0.5)]]),
    ])
    tap(&driver, Point(x: 20, y: 20), 1)
    #expect(count(&driver, 2) == 0)
    #expect(driver.see("three", 2).alpha == 0.5)
  }

  @Test(arguments: [(9.9, 1.0), (10, 1), (10.1, 0)])
  func aTapMayMoveByTenPoints(way: Double, taps: Double) throws {
    var driver = try driver([counter([.tap(view: Self.one)])])
    driver.finger(at: Point(x: 50, y: 50), 1)
    driver.finger(at: Point(x: 50, y: 50 + way), 1.1)
    driver.finger(at: Point(x: 50, y: 50), 1.2)
    driver.lift(1.3)
    #expect(count(&driver, 2) == taps)
  }

  @Test func whatIsCancelledIsNoTap() throws {
    var driver = try driver([counter([.tap(view: Self.one), .touchUpInside(view: Self.one)])])
    driver.finger(at: Point(x: 50, y: 50), 1)
    driver.lift(1.1, phase: .cancelled)
    driver.finger(2, at: Point(x: 50, y: 50), 2)
    driver.engine.cancelContacts(at: EngineDriver.moment(2.1))
    driver.lift(finger: 2, 2.2)
    #expect(count(&driver, 3) == 0)
  }

  @Test func afterAPanHasBegunThereIsNoTap() throws {
    let triggers: [SceneAction.Trigger] = [.tap(view: Self.two), .touchUpInside(view: Self.two)]
    var driver = try driver([counter(triggers)])
    driver.finger(at: Point(x: 50, y: 250), 1)
    driver.finger(at: Point(x: 65, y: 250), 1.1)
    // A second finger joins the pan and lifts first.
    driver.finger(2, at: Point(x: 70, y: 250), 1.2)
    driver.lift(finger: 2, 1.25)
    driver.lift(1.3)
    #expect(driver.phases().contains(.began))
    #expect(count(&driver, 2) == 0)
    tap(&driver, Point(x: 50, y: 250), 3)
    #expect(count(&driver, 4) == 2, "both a tap and a touch up inside")
  }

  @Test func aTouchIsUpInsideWhereverItWasBetween() throws {
    var driver = try driver([counter([.touchUpInside(view: Self.one)])])
    driver.finger(at: Point(x: 50, y: 50), 1)
    driver.finger(at: Point(x: 350, y: 700), 1.1)
    driver.finger(at: Point(x: 90, y: 5), 1.2)
    driver.lift(1.3)
    #expect(count(&driver, 1.4) == 1)
    driver.finger(at: Point(x: 50, y: 50), 2)
    driver.finger(at: Point(x: 150, y: 50), 2.1)
    driver.lift(2.2)
    #expect(count(&driver, 3) == 1, "it lifts outside")
    driver.finger(at: Point(x: 150, y: 50), 4)
    driver.finger(at: Point(x: 50, y: 50), 4.1)
    driver.lift(4.2)
    #expect(count(&driver, 5) == 1, "it touched outside")
  }

  @Test func aTapGivesTheFocusOnce() throws {
    var driver = try driver([
      counter([.focus(view: Self.one), .focus(view: Self.two)])
    ])
    for (step, (y, taps)) in [(50.0, 1.0), (50, 1), (250, 2), (50, 3), (50, 3)].enumerated() {
      let now = 1 + Double(step)
      tap(&driver, Point(x: 50, y: y), now)
      #expect(count(&driver, now + 0.5) == taps)
    }
  }

  @Test func aFingerThatTouchesTwiceIsForgottenOnce() throws {
    var driver = try driver([counter([.tap(view: Self.one)])])
    // A device that loses lifts: the same contact begins again and again.
    for step in 0..<100 {
      driver.engine.handle(
        TouchFrame(
          time: EngineDriver.moment(Double(step) / 100),
          contacts: [Contact(id: 7, phase: .began, position: Point(x: 50, y: 50))]))
    }
    tap(&driver, Point(x: 50, y: 50), 2)
    #expect(count(&driver, 3) == 1)
  }

  @Test func itIsSetOffWhenTheScreenTurns() throws {
    var driver = try driver([counter([.rotate])])
    func turn(_ width: Double, _ height: Double) -> SceneChange {
      .screenSize(Size(width: width, height: height))
    }
    try driver.apply([turn(800, 400)], nil, 1)
    #expect(count(&driver, 1) == 1)
    try driver.apply([turn(900, 500)], .curve(.linear, duration: 1), 2)
    #expect(count(&driver, 2) == 1, "it lies as before")
    let id = try driver.apply([turn(400, 800)], .curve(.linear, duration: 1), isControlled: true, 3)
    #expect(count(&driver, 3) == 2)
    try driver.engine.reverse(id, at: EngineDriver.moment(3.5))
    #expect(count(&driver, 3.5) == 3, "taken back it turns, too")
    try driver.engine.stage([turn(400, 800)], at: EngineDriver.moment(5))
    driver.engine.flush(at: EngineDriver.moment(5))
    #expect(driver.engine.screen.size == Size(width: 400, height: 800))
    #expect(count(&driver, 5) == 4)
    try driver.engine.stage([turn(800, 400)], at: EngineDriver.moment(6))
    #expect(count(&driver, 6) == 5, "by the next frame")
  }

  @Test func anActionThatTurnsTheScreenDoesNotSetItselfOffForEver() throws {
    var driver = try driver([
      SceneAction(
        name: "back", triggers: [.rotate],
        steps: [
          [.screenSize(Size(width: 400, height: 800))],
          [.screenSize(Size(width: 800, height: 400))],
        ])
    ])
    try driver.apply([.screenSize(Size(width: 800, height: 400))], nil, 1)
    #expect(driver.see("screen", 2).frame.size.width == 400)
  }

  /// A chain of actions, each triggered by the completion of another.
  private var chain: [SceneAction] {
    [
      SceneAction(
        name: "a", triggers: [.appear, .completion(of: "c")],
        animation: .curve(.linear, duration: 0.13), steps: [[.constantBy("y", 10)]]),
      SceneAction(
        name: "b", triggers: [.completion(of: "a")],
        animation: .curve(.easeIn, duration: 0.29, delay: 0.01), steps: [[.constantBy("y", 20)]]),
      SceneAction(
        name: "c", triggers: [.completion(of: "b")],
        animation: .spring(.critical(response: 0.31)), steps: [[.constantBy("y", -25)]]),
    ]
  }

  @Test func completionsFollowAtTheirMomentAtAnyFrameRate() throws {
    func run(_ rate: Double) throws -> ([TransactionEvent], [Double]) {
      var driver = try driver(chain)
      var seen: [Double] = []
      for frame in 1...Int(20 * rate) {
        driver.updateFrame(at: EngineDriver.moment(Double(frame) / rate))
        guard frame % Int(rate) == 0 else { continue }
        seen.append(driver.seen(.top, of: "three", Double(frame) / rate).value)
      }
      return (driver.engine.drainTransactionEvents(), seen)
    }
    let (seldom, often) = (try run(1), try run(240))
    #expect(seldom.0 == often.0)
    for (a, b) in zip(seldom.1, often.1) { #expect(abs(a - b) < 1e-9) }
    // A round takes 0.13 + 0.30 + 0.31 s.
    let made = seldom.0.filter { $0.moment == .finished }.map { Double($0.time.nanoseconds) / 1e9 }
    #expect(made.count == 27 * 3)
    for (index, time) in made.enumerated() {
      let round = Double(index / 3) * 0.74
      #expect(abs(time - round - [0.13, 0.43, 0.74][index % 3]) < 1e-6)
    }
  }

  @Test func aStepMayWaitForTheOneBeforeToBeMade() throws {
    func action(_ advance: SceneAction.Advance) -> SceneAction {
      SceneAction(
        name: "turn", triggers: [.tap(view: Self.one)], animation: .curve(.linear, duration: 1),
        steps: (1...3).map { [.rotation("three", Double($0))] }, advance: advance)
    }
    for (advance, goals) in [
      (SceneAction.Advance.start, [1.0, 2, 3, 1]), (.completion, [1, 1, 3, 1]),
    ] {
      var driver = try driver([action(advance)])
      // The second tap comes while the first step is running and runs it again. Both then finish
      // and advance the action, as if a completion handler went to the next step twice.
      for (time, goal) in zip([1.0, 1.5, 4, 6], goals) {
        tap(&driver, Point(x: 80, y: 80), time)
        driver.engine.advance(to: EngineDriver.moment(time + 0.1))
        #expect(driver.motion(.rotation, of: "three")?.held.value == goal, "\(advance) at \(time)")
      }
    }
  }

  @Test func twoActionsThatCompleteEachOtherAtOnceDoNotHang() throws {
    let actions = [("a", "b"), ("b", "a")].map { name, other in
      SceneAction(
        name: name, triggers: [.completion(of: other)], steps: [[.alpha("three", 0.5)]])
    }
    var driver = try driver(actions)
    try driver.engine.run(action: "a", at: EngineDriver.moment(1))
    #expect(driver.see("three", 2).alpha == 0.5)
    #expect(driver.engine.isAtRest == true)
    // The chain again, with animations that complete instantly.
    var instantly = try self.driver(chain)
    instantly.engine.setCompletesInstantly(true, at: EngineDriver.moment(0.5))
    #expect(instantly.engine.isAtRest == true || instantly.events(1).count < 100)
    #expect(instantly.see("three", 5).frame.top.isFinite)
  }

  @Test func actionsThatSetEachOtherOffDoNotHoldUpALongSleep() throws {
    var driver = try driver(chain)
    driver.updateFrame(at: EngineDriver.moment(360_000))
    #expect(driver.engine.drainTransactionEvents().count < 2500)
    driver.updateFrame(at: EngineDriver.moment(360_001))
    #expect(driver.see("three", 360_002).frame.top.isFinite)
  }

  @Test func anActionIsSetOffByItsName() throws {
    var driver = try driver([counter([]), SceneAction(name: "none", triggers: [], steps: [])])
    let id = try driver.engine.run(action: "count", at: EngineDriver.moment(1))
    #expect(driver.ends(of: id ?? 0, 1) == .init(finished: [1], settled: [1]))
    #expect(try driver.engine.run(action: "none", at: EngineDriver.moment(1)) == nil)
    #expect(count(&driver, 1) == 1)
    #expect(throws: EngineError.unknownAction("what")) {
      try driver.engine.run(action: "what", at: EngineDriver.moment(2))
    }
  }

  @Test func whatAnActionCannotDoIsToldAndNotKeptWithoutEnd() throws {
    var driver = try driver([
      SceneAction(name: "bad", triggers: [.tap(view: 1)], steps: [[.constant("no", 1)]])
    ])
    tap(&driver, Point(x: 50, y: 50), 1)
    let warnings = driver.engine.drainActionWarnings()
    #expect(warnings.count == 1 && warnings[0].contains("\"bad\"") && warnings[0].contains("no"))
    #expect(driver.engine.drainActionWarnings().isEmpty)
    for step in 2..<1000 { tap(&driver, Point(x: 50, y: 50), Double(step)) }
    #expect(driver.engine.drainActionWarnings().count == 100)
  }

  @Test func anActionOnWhatAFingerHoldsWaitsForTheRelease() throws {
    var driver = try driver([
      SceneAction(
        name: "go", triggers: [], animation: .curve(.linear, duration: 1),
        steps: [[.translation("two", Vector(dx: 40, dy: 0))]]),
      counter([.completion(of: "go")]),
    ])
    driver.drag(from: Point(x: 50, y: 250), to: Point(x: 90, y: 250), 0...0.1)
    try driver.engine.run(action: "go", at: EngineDriver.moment(0.2))
    #expect(count(&driver, 5) == 0)
    driver.lift(6)
    #expect(count(&driver, 6.9) == 0)
    #expect(count(&driver, 7) == 1)
    #expect(driver.see("two", 60).transform.translation == Vector(dx: 40, dy: 0))
  }

  @Test func aTargetThatAnActionSetsAtTheEndOfAGestureReplacesTheGesturesOwn() throws {
    let goal = Vector(dx: 40, dy: 30)
    for animation in [nil, Animation.curve(.linear, duration: 1)] {
      var driver = try driver([
        SceneAction(
          name: "drop", triggers: [.gesture(0, .ended)], animation: animation,
          steps: [[.translation("two", goal)]])
      ])
      driver.drag(from: Point(x: 50, y: 250), to: Point(x: 190, y: 250), 0...0.1)
      let before = driver.see("two", 0.105).transform.translation
      driver.lift(0.105)
      let after = driver.see("two", 0.105).transform.translation
      if animation != nil { #expect((after - before).length < 1e-9) }
      #expect(driver.see("two", 60).transform.translation == goal)
      #expect(driver.engine.isAtRest == true)
    }
  }

  @Test func whatAnActionTriggersRunsBeforeActionsThatWait() throws {
    let screen = Size(width: 900, height: 400)
    func place(_ name: String, _ on: SceneAction.Trigger, _ x: Double) -> SceneAction {
      SceneAction(
        name: name, triggers: [on], steps: [[.translation("three", Vector(dx: x, dy: 0))]])
    }
    var driver = try driver([
      SceneAction(
        name: "turn", triggers: [.tap(view: Self.one)], steps: [[.screenSize(screen)]]),
      place("last", .tap(view: Self.one), 7), place("turned", .rotate, 3),
    ])
    tap(&driver, Point(x: 50, y: 50), 1)
    #expect(driver.see("three", 2).transform.translation == Vector(dx: 7, dy: 0))
  }
}
