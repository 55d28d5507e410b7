import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import Testing

/// The progress of an action as a source of bindings and of crossings.
@Suite struct ActionProgressTests {
  private typealias Scene = ActionProgressScene

  private func moment(_ seconds: Double) -> Instant { EngineDriver.moment(seconds) }

  private static let animations: [(String, Animation?)] = [
    ("{ curve: 'linear', duration: 0.5 }", .curve(.linear, duration: 0.5)),
    (
      "{ curve: 'easeInOut', duration: 0.7, delay: 0.2 }",
      .curve(.easeInOut, duration: 0.7, delay: 0.2)
    ),
    (
      "{ curve: [0.3, -0.8, 0.4, 1.9], duration: 0.4 }",
      (try? CubicBezier(0.3, -0.8, 0.4, 1.9)).map { .curve($0, duration: 0.4) }
    ),
    (
      "{ spring: { response: 0.4, dampingRatio: 0.3 } }",
      (try? Spring(response: 0.4, dampingRatio: 0.3)).map { .spring($0) }
    ),
    (
      "{ spring: { response: 0.5, dampingRatio: 1 }, delay: 0.1 }",
      (try? Spring(response: 0.5, dampingRatio: 1)).map { .spring($0, delay: 0.1) }
    ),
  ]

  // MARK: Closed forms

  /// The first step leads from 0 to 1 on the closed form of the animation, and the second one back.
  @Test(arguments: animations) func itMovesWithTheAnimationOfTheAction(
    text: String, animation: Animation?
  ) throws {
    let animation = try #require(animation)
    var driver = try EngineDriver(progress: text)
    #expect(driver.progress(0) == 0)
    for (from, start) in [(0.0, 1.0), (1, 11)] {
      try driver.engine.run(action: "toggle", at: moment(start))
      let terms = driver.motion(.scaleX, of: "probe")?.terms ?? []
      let last = try #require(terms.map(\.end).max())
      let end = last.seconds(since: moment(start))
      #expect(terms.count == 1 && end > 0.3)
      for step in 0...Int(end * 1000) {
        let time = Double(step) / 1000
        guard time < end else { break }
        let done = Textbook.course(animation, after: time)
        let wanted = from + (1 - 2 * from) * done
        #expect(abs(driver.progress(start + time) - wanted) < 1e-9, "\(time)")
      }
      let rest = driver.seen(.scaleX, of: "probe", at: last)
      #expect(abs(rest.value - (1 - from)) < 1e-12)
      let gap = driver.largestGap(start...start + 4)
      #expect(gap < 1e-9)
    }
  }

  @Test func aSpringLeadsBeyondTheEnds() throws {
    var driver = try EngineDriver(progress: "{ spring: { response: 0.4, dampingRatio: 0.3 } }")
    try driver.engine.run(action: "toggle", at: moment(1))
    let seen = (0...2000).map { driver.progress(1 + Double($0) / 1000) }
    // The first overshoot of a damped oscillation is e^(−πζ/√(1 − ζ²)): 0.372 with ζ = 0.3.
    #expect(abs((seen.max() ?? 0) - 1.372) < 0.001 && seen.min() == 0)
  }

  @Test func withoutAnAnimationItJumps() throws {
    var driver = try EngineDriver(progress: nil)
    try driver.engine.run(action: "toggle", at: moment(1))
    #expect(driver.progress(1) == 1 && driver.share(1) == 1)
    try driver.engine.run(action: "toggle", at: moment(2))
    #expect(driver.progress(2) == 0 && driver.share(2) == 0)
  }

  @Test func underReducedMotionItJumpsAsTheLayoutDoes() throws {
    var driver = try EngineDriver(progress: "{ curve: 'linear', duration: 1 }")
    driver.engine.setReducesMotion(true, at: .zero)
    try driver.engine.run(action: "toggle", at: moment(1))
    #expect(driver.progress(1) == 1 && driver.share(1) == 1)
  }

  @Test func aStepThatInterruptsTheOtherOneDoesNotJump() throws {
    var driver = try EngineDriver(progress: "{ spring: { response: 0.6, dampingRatio: 0.5 } }")
    for (index, start) in [1.0, 1.1, 1.15, 1.4, 1.6].enumerated() {
      let before = driver.progress(start)
      try driver.engine.run(action: "toggle", at: moment(start))
      #expect(abs(driver.progress(start) - before) < 1e-9, "run \(index)")
      let gap = driver.largestGap(start...start + 0.5)
      #expect(gap < 1e-9, "run \(index)")
    }
    let rest = driver.rest(of: "probe", after: 2)
    #expect(rest.transform.scale.dx == 1 && driver.share(20) == 1)
  }

  @Test func anActionWithOneStepStaysAtOneWhenItRunsAgain() throws {
    let text = Scene.text("{ curve: 'linear', duration: 1 }").replacing(
      ", [{ constraint: \"x\", constant: 0 }]", with: "")
    var driver = try EngineDriver(scene: text)
    try driver.engine.run(action: "toggle", at: moment(1))
    #expect(abs(driver.progress(1.5) - 0.5) < 1e-9)
    try driver.engine.run(action: "toggle", at: moment(1.5))
    #expect(abs(driver.progress(1.75) - 0.75) < 1e-9)
    try driver.engine.run(action: "toggle", at: moment(3))
    #expect(driver.progress(3) == 1 && driver.progress(3.5) == 1)
  }

  // MARK: Gestures

  @Test func whileAGestureScrubsItIsTheFractionAtTheLastReport() throws {
    var driver = try EngineDriver(progress: "{ spring: { response: 0.4, dampingRatio: 0.7 } }")
    for (index, offset) in [0.0, 30, 90, 45, 300, 330, -20, 150].enumerated() {
      let now = Double(index) / 10 + 0.1
      driver.pull(to: offset, now)
      let way = min(max(offset / 300, 0), 1)
      for time in [now, now + 0.05, now + 0.099] {
        #expect(abs(driver.progress(time) - way) < 1e-9, "\(offset)")
      }
      #expect(driver.seen(.scaleX, of: "probe", now).velocity == 0)
    }
  }

  @Test func afterTheReleaseItIsOnTheSpringOfTheRelease() throws {
    let spring = try Spring(response: 0.4, dampingRatio: 0.7)
    for (offset, goal) in [(200.0, 1.0), (100, 0)] {
      var driver = try EngineDriver(progress: "{ spring: { response: 0.4, dampingRatio: 0.7 } }")
      driver.pull(to: 0, 0.1)
      driver.pull(to: offset, 0.3)
      // The finger rests before it lifts.
      driver.pull(to: offset, 2)
      driver.lift(2)
      let way = offset / 300
      let begun = driver.seen(.scaleX, of: "probe", 2).velocity
      #expect(abs(begun) < 1e-6)
      for step in 0...300 {
        let time = Double(step) / 1000
        let rest = Textbook.spring(
          decayRate: spring.decayRate, stiffness: spring.stiffness, from: way - goal,
          begun, after: time)
        #expect(abs(driver.progress(2 + time) - (goal + rest.value)) < 1e-9, "\(time)")
      }
      let gap = driver.largestGap(2...5)
      #expect(gap < 1e-9)
      #expect(abs(driver.progress(9) - goal) < 1e-12)
    }
  }

  /// Gestures scrub, release and catch the two steps by turns, at random times.
  @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6])
  func underRandomFingersItIsTheShareOfTheCard(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var driver = try EngineDriver(progress: "{ spring: { response: 0.5, dampingRatio: 0.6 } }")
    var (now, isDown, caught) = (0.1, false, 0)
    for _ in 0..<60 {
      if isDown, generator.unit() < 0.3 {
        driver.lift(now, phase: generator.unit() < 0.2 ? .cancelled : .ended)
        isDown = false
      } else {
        let before = driver.progress(now)
        driver.pull(to: isDown ? generator.unit() * 360 - 30 : 0, now)
        if !isDown, before > 0.001, before < 0.999 { caught += 1 }
        // A touch without a movement leaves everything where it is, between the limits.
        if !isDown, before >= 0, before <= 1 {
          #expect(abs(driver.progress(now) - before) < 1e-9, "seed \(seed) at \(now)")
        }
        isDown = true
      }
      let next = now + 0.005 + generator.unit() * 0.25
      let gap = driver.largestGap(now...next)
      #expect(gap < 1e-9, "seed \(seed) at \(now)")
      now = next
    }
    #expect(caught > 0)
    if isDown { driver.lift(now) }
    driver.engine.advance(to: moment(now + 20))
    let rest = driver.share(now + 20)
    #expect((rest == 0 || rest == 1) && abs(driver.progress(now + 20) - rest) < 1e-12)
    let isAtRest = driver.engine.isAtRest
    #expect(isAtRest)
  }

  // MARK: Controlled transactions

  private static let timings: [Animation] = [
    .curve(.linear, duration: 0.4), .curve(.easeInOut, duration: 0.3),
    .spring(.critical(response: 0.4)), .spring(Spring.bouncy),
  ]

  /// A client pauses, scrubs, reverses and continues transactions that set the progress and move
  /// the card, at random times.
  @Test(arguments: [UInt64(11), 12, 13, 14, 15, 16])
  func underRandomControlItIsTheShareOfTheCard(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var driver = try EngineDriver(progress: nil)
    func timing() -> Animation {
      Self.timings[min(Int(generator.unit() * 4), 3)]
    }
    var (now, id, goal, continued) = (0.1, UInt64(0), 1.0, 0)
    for _ in 0..<60 {
      driver.engine.advance(to: moment(now))
      if driver.engine.isControlled(id) {
        let before = driver.progress(now)
        var jumps = false
        switch min(Int(generator.unit() * 6), 5) {
        case 0: try driver.engine.pause(id, at: moment(now))
        case 1: try driver.engine.resume(id, at: moment(now))
        case 2: try driver.engine.reverse(id, at: moment(now))
        case 3:
          try driver.engine.resume(id, with: timing(), at: moment(now))
          continued += 1
        default:
          jumps = true
          try driver.engine.scrub(
            id, to: generator.unit(), linearly: generator.unit() < 0.5, at: moment(now))
        }
        if !jumps { #expect(abs(driver.progress(now) - before) < 1e-9, "seed \(seed) at \(now)") }
      } else {
        id = try driver.apply(
          [.progress("toggle", goal), .constant("x", goal * Scene.way)], timing(),
          isControlled: true, now)
        goal = 1 - goal
      }
      let next = now + 0.01 + generator.unit() * 0.2
      let gap = driver.largestGap(now...next)
      #expect(gap < 1e-9, "seed \(seed) at \(now)")
      now = next
    }
    #expect(continued > 0)
  }

  // MARK: Crossings

  private static let watching = """
    , { name: "up", on: { crosses: "toggle.progress", at: 0.5, going: "up" }, changes: [] },
      { name: "down", on: { crosses: "toggle.progress", at: 0.5, going: "down" }, changes: [] },
      { name: "edge", on: { crosses: "card.frame.left", at: 100 }, changes: [] }
    """

  private func crossings(_ driver: inout EngineDriver, _ seconds: Double) -> [SceneEvent] {
    driver.engine.advance(to: moment(seconds))
    return driver.engine.drainEvents().filter { $0.kind == .crossed }
  }

  @Test func aThresholdIsCrossedAtTheMomentOfTheClosedForm() throws {
    var driver = try EngineDriver(
      progress: "{ curve: 'linear', duration: 1 }", more: Self.watching)
    try driver.engine.run(action: "toggle", at: moment(1))
    try driver.engine.run(action: "toggle", at: moment(5))
    let found = crossings(&driver, 9).filter { $0.name != "edge" }
    #expect(found.map(\.name) == ["up", "down"] && found.allSatisfy { $0.view == nil })
    for (event, (time, rate)) in zip(found, [(1.5, 1.0), (5.5, -1)]) {
      #expect(abs(event.time.seconds(since: .zero) - time) < 1e-8)
      #expect(abs(event.velocity.dx - rate) < 1e-9)
    }
  }

  @Test func aCatchCrossesNothing() throws {
    var driver = try EngineDriver(
      progress: "{ spring: { response: 1, dampingRatio: 1 } }", more: Self.watching)
    driver.pull(to: 0, 0.1)
    driver.pull(to: 210, 0.2)
    #expect(crossings(&driver, 0.2).map(\.name) == ["up", "edge"])
    driver.pull(to: 210, 1)
    driver.lift(1)
    // It is caught on its way from 0.7 to 1, and let go again.
    driver.pull(to: 0, 1.1)
    driver.pull(to: 3, 1.2)
    let held = driver.progress(1.3)
    #expect(held > 0.7 && held < 0.99)
    driver.lift(1.3)
    #expect(crossings(&driver, 9).isEmpty)
    #expect(driver.progress(9) == 1)
  }

  // MARK: Another scene

  @Test func aChangedVersionOfTheSceneContinuesIt() throws {
    let text = Scene.text("{ curve: 'linear', duration: 1 }")
    var driver = try EngineDriver(scene: text)
    try driver.engine.run(action: "toggle", at: moment(1))
    driver.engine.advance(to: moment(1.25))
    let next = try SceneReader.read(Array(text.utf8), file: "test")
    driver.engine.replaceScene(next, goesOn: true)
    #expect(abs(driver.progress(1.25) - 0.25) < 1e-9)
    #expect(abs(driver.progress(1.5) - 0.5) < 1e-9)
    #expect(driver.progress(3) == 1)
    // The second step comes next.
    try driver.engine.run(action: "toggle", at: moment(4))
    #expect(abs(driver.progress(4.5) - 0.5) < 1e-9 && driver.progress(6) == 0)
  }

  @Test func inAnotherSceneTheActionHasNotRun() throws {
    let text = Scene.text("{ curve: 'linear', duration: 1 }")
    var driver = try EngineDriver(scene: text)
    try driver.engine.run(action: "toggle", at: moment(1))
    driver.engine.advance(to: moment(3))
    try driver.replaceScene(by: text, animation: .curve(.linear, duration: 1))
    #expect(abs(driver.progress(3) - 1) < 1e-9)
    #expect(abs(driver.progress(3.5) - 0.5) < 1e-9 && driver.progress(5) == 0)
  }

  @Test func itHasAStatusForInspections() throws {
    var driver = try EngineDriver(progress: "{ curve: 'linear', duration: 1 }")
    try driver.engine.run(action: "toggle", at: moment(1))
    let status = try #require(driver.engine.bindingStatuses(at: moment(1.25)).first)
    #expect(status.name == "probe" && status.source == .progress("toggle"))
    #expect(status.sourceView == nil && !status.isAtRest && status.kind == .linear)
    #expect(abs(status.sourceValue - 0.25) < 1e-9)
  }
}
