import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackScene
import SnapbackTestSupport
import Testing

/// The trigger `crosses`: when a number crosses a threshold, in free motion and under a finger.
@Suite struct CrossingTests {
  /// A card, and actions that wait for crossings of its translation along y.
  private static func scene(_ triggers: [String]) -> String {
    let actions = triggers.enumerated().map { index, trigger in
      "{ name: 'a\(index)', on: { crosses: 'card.translation.y', \(trigger) }, changes: [] }"
    }
    return """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [ { id: "card" } ],
        constraints: [ "card.left = 0", "card.top = 0", "card.width = 100", "card.height = 100" ],
        gestures: [ { pan: "card", slop: 0, axes: "vertical", release: "stay" } ],
        actions: [ \(actions.joined(separator: ", ")) ] }
      """
  }

  private func driver(_ triggers: String...) throws -> EngineDriver {
    var driver = try EngineDriver(scene: Self.scene(triggers))
    driver.engine.recordsEvents = true
    _ = driver.see("card", 0)
    return driver
  }

  /// The crossings up to a time.
  private func crossings(_ driver: inout EngineDriver, _ seconds: Double) -> [SceneEvent] {
    driver.engine.advance(to: EngineDriver.moment(seconds))
    return driver.engine.drainEvents().filter { $0.kind == .crossed }
  }

  private func move(
    _ driver: inout EngineDriver, to y: Double, _ animation: Animation?, _ seconds: Double
  ) throws {
    try driver.apply([.translation("card", Vector(dx: 0, dy: y))], animation, seconds)
  }

  /// The first nanoseconds at which a motion has reached a value from below, or from above, after a
  /// time. Found by scanning each tenth of a millisecond, and halving.
  private func moments(
    _ driver: borrowing EngineDriver, of value: Double, rising: Bool, after seconds: Double,
    _ length: Double
  ) -> [Instant] {
    let motion = driver.motion(.translationY, of: "card")
    func isThere(_ moment: Instant) -> Bool {
      let seen = motion?.presentation(at: moment).value ?? .nan
      return rising ? seen >= value : seen <= value
    }
    var (found, last): ([Instant], Instant) = ([], EngineDriver.moment(seconds))
    for step in 1...Int(length * 10_000) {
      let next = EngineDriver.moment(seconds + Double(step) / 10_000)
      if !isThere(last), isThere(next) {
        var (before, after) = (last, next)
        while after.nanoseconds - before.nanoseconds > 1 {
          let middle = Instant(nanoseconds: (before.nanoseconds + after.nanoseconds) / 2)
          if isThere(middle) { after = middle } else { before = middle }
        }
        found.append(after)
      }
      last = next
    }
    return found
  }

  @Test func inFreeMotionTheMomentIsExact() throws {
    var driver = try driver("at: 150, going: 'up'", "at: 150, going: 'down'")
    try move(&driver, to: 300, .spring(.smooth), 1)
    let up = moments(driver, of: 150, rising: true, after: 1, 3)
    let speed = driver.seen(.translationY, of: "card", at: up[0]).velocity
    let first = crossings(&driver, 4)
    #expect(up.count == 1 && first.map(\.time) == up)
    #expect(first.map(\.name) == ["a0"] && first.map(\.view) == ["card"])
    #expect(first.first?.noticed == nil && first.first?.velocity.dx == speed)
    #expect(driver.engine.wakeUp == .never)
    try move(&driver, to: 0, .spring(.smooth), 5)
    let down = moments(driver, of: 150, rising: false, after: 5, 3)
    let second = crossings(&driver, 8)
    #expect(down.count == 1 && second.map(\.time) == down && second.map(\.name) == ["a1"])
  }

  @Test func aSpringThatOvershootsCrossesItsGoalAgainAndAgain() throws {
    var driver = try driver("at: 300")
    let spring = try Spring(response: 0.4, dampingRatio: 0.15)
    try move(&driver, to: 300, .spring(spring), 1)
    let wanted =
      moments(driver, of: 300, rising: true, after: 1, 6)
      + moments(driver, of: 300, rising: false, after: 1, 6)
    #expect(wanted.count > 6)
    #expect(crossings(&driver, 7).map(\.time) == wanted.sorted())
    #expect(driver.engine.wakeUp == .never && driver.engine.isAtRest)
  }

  @Test func underAFingerTheMomentIsBetweenTwoScans() throws {
    var driver = try driver("at: 50", "at: 45, going: 'up'", "at: 55, going: 'down'")
    for (y, time) in [(50.0, 0.1), (90, 0.12), (110, 0.14), (70, 0.16)] {
      driver.finger(at: Point(x: 50, y: y), time)
      if time < 0.14 { #expect(crossings(&driver, time).isEmpty) }
    }
    let found = crossings(&driver, 0.16)
    // From 40 to 60 in 20 ms, and from 60 to 20.
    let wanted = [
      ("a1", 0.125, 0.14, 1000.0), ("a0", 0.13, 0.14, 1000), ("a2", 0.1425, 0.16, -2000),
      ("a0", 0.145, 0.16, -2000),
    ]
    try #require(found.count == wanted.count)
    for (event, (name, time, noticed, rate)) in zip(found, wanted) {
      #expect(event.name == name && event.noticed == EngineDriver.moment(noticed))
      #expect(abs(event.time.seconds(since: .zero) - time) < 1e-8)
      #expect(abs(event.velocity.dx - rate) < 1e-6)
    }
  }

  @Test func theFirstMovementCrossesAfterTheTouchFrameBefore() throws {
    var driver = try driver("at: 10, going: 'up'")
    driver.finger(at: Point(x: 50, y: 50), 5)
    driver.finger(at: Point(x: 50, y: 90), 5.02)
    let found = crossings(&driver, 5.02)
    #expect(found.count == 1)
    #expect(abs((found.first?.time.seconds(since: .zero) ?? .nan) - 5.005) < 1e-8)
  }

  @Test func aJumpCrossesAtItsMoment() throws {
    var driver = try driver("at: 150")
    try move(&driver, to: 300, nil, 1)
    #expect(crossings(&driver, 1).map(\.time) == [EngineDriver.moment(1)])
    try move(&driver, to: 150, nil, 2)
    #expect(crossings(&driver, 2).map(\.time) == [EngineDriver.moment(2)], "down to the threshold")
    try move(&driver, to: 150.5, nil, 3)
    #expect(crossings(&driver, 3).isEmpty, "it was not below the threshold")
    #expect(driver.engine.wakeUp == .never)
  }

  @Test(arguments: [(0.0, 3), (5, 2), (6, 1)])
  func theHysteresisIsTheWayBack(hysteresis: Double, wanted: Int) throws {
    var driver = try driver("at: 150, going: 'up', hysteresis: \(hysteresis)")
    for (index, y) in [151.0, 149, 150, 144.5, 160].enumerated() {
      try move(&driver, to: y, nil, Double(index + 1))
    }
    #expect(crossings(&driver, 9).count == wanted)
  }

  @Test func aNumberThatBeginsWithinTheHysteresisCrosses() throws {
    var driver = try driver("at: 3, going: 'up', hysteresis: 5")
    try move(&driver, to: 4, nil, 1)
    #expect(crossings(&driver, 1).count == 1)
  }

  @Test func anEdgeThatAFingerMovesByTheLayoutCrosses() throws {
    let text = """
      { snapback: 1, screen: { width: 400, height: 800 }, views: [ { id: "bar" } ],
        constraints: [ { id: "long", rule: "bar.width = 100" }, "bar.left = 0", "bar.top = 0",
          "bar.height = 50" ],
        gestures: [ { pan: "bar", slop: 0, drives: { constant: "long", axis: "horizontal",
          release: "spring", spring: { response: 0.4, dampingRatio: 1 } } } ],
        actions: [ { on: { crosses: "bar.frame.right", at: 150 }, changes: [] } ] }
      """
    var driver = try EngineDriver(scene: text)
    driver.engine.recordsEvents = true
    for (x, time) in [(20.0, 0.1), (60, 0.2), (100, 0.3)] {
      driver.finger(at: Point(x: x, y: 20), time)
    }
    let found = crossings(&driver, 0.3)
    #expect(found.count == 1 && found.first?.noticed == EngineDriver.moment(0.3))
    #expect(abs((found.first?.time.seconds(since: .zero) ?? .nan) - 0.225) < 1e-8)
    // On the way back from 180 to 100, the edge crosses 150 in free motion.
    driver.lift(0.6)
    let back = crossings(&driver, 5)
    #expect(back.count == 1 && back.first?.noticed == nil)
    #expect((back.first?.velocity.dx ?? 0) < 0 && driver.engine.wakeUp == .never)
  }

  @Test func aConstantThatNoGestureDrivesCrosses() throws {
    let text = """
      { snapback: 1, screen: { width: 400, height: 800 }, views: [ { id: "bar" } ],
        constraints: [ { id: "long", rule: "bar.width = 100" }, "bar.left = 0", "bar.top = 0",
          "bar.height = 50" ],
        actions: [ { name: 'far', on: { crosses: "long.constant", at: 150 }, changes: [] } ] }
      """
    var driver = try EngineDriver(scene: text)
    driver.engine.recordsEvents = true
    _ = driver.see("bar", 0)
    try driver.apply([.constant("long", 200)], .curve(.linear, duration: 1), 1)
    let found = crossings(&driver, 3)
    #expect(found.map(\.time) == [EngineDriver.moment(1.5)] && found.map(\.view) == [nil])
    #expect(abs((found.first?.velocity.dx ?? 0) - 100) < 1e-9 && driver.engine.wakeUp == .never)
  }

  @Test func aSumOfTwoBoundNumbersCrosses() throws {
    let text = Self.scene([])
      .replacing("{ id: \"card\" }", with: "{ id: \"card\" }, { id: \"lid\" }, { id: \"dim\" }")
      .replacing(
        "actions: [  ]",
        with: """
          bindings: [
            { from: 'card.translation.y', to: 'dim.alpha', map: [[0, 0], [400, 0.5]],
              combine: 'add' },
            { from: 'lid.translation.y', to: 'dim.alpha', map: [[0, 0], [400, 0.5]],
              combine: 'add' } ],
          actions: [ { name: 'dark', on: { crosses: 'dim.alpha', at: 0.5 }, changes: [] } ]
          """)
    var driver = try EngineDriver(scene: text)
    driver.engine.recordsEvents = true
    _ = driver.see("card", 0)
    try move(&driver, to: 400, .curve(.linear, duration: 2), 1)
    try driver.apply(
      [.translation("lid", Vector(dx: 0, dy: 400))], .curve(.linear, duration: 1), 1)
    let found = crossings(&driver, 4)
    try #require(found.count == 1)
    // Together they rise by 0.25 and 0.5 per second.
    #expect(abs(found[0].time.seconds(since: EngineDriver.moment(1)) - 2 / 3.0) < 1e-8)
    #expect(abs(found[0].velocity.dx - 0.75) < 1e-9)
  }

  @Test func roundingErrorsAreNoCrossings() throws {
    let text = """
      { snapback: 1, screen: { width: 400, height: 800 },
        views: [ { id: "page", views: [ { id: "knob" } ] } ],
        constraints: [ { id: "high", rule: "page.top = 0.1" }, "page.left = 0", "page.width = 300",
          "page.height = 500", "knob.top = page.top + 100", "knob.left = 0", "knob.width = 50",
          "knob.height = 50" ],
        actions: [ { on: { crosses: "knob.frame.top", at: 100 }, changes: [] } ] }
      """
    var driver = try EngineDriver(scene: text)
    driver.engine.recordsEvents = true
    _ = driver.see("page", 0)
    for turn in 1...8 {
      try driver.apply(
        [.constant("high", 33.3 * Double(turn))], .spring(.smooth), Double(turn) / 10)
      for step in 0..<10 { _ = driver.see("knob", Double(turn) / 10 + Double(step) / 100) }
    }
    #expect(crossings(&driver, 5).isEmpty)
  }

  @Test func aStillFingerElsewhereDelaysNoCrossing() throws {
    let text = """
      { snapback: 1, screen: { width: 400, height: 800 }, views: [ { id: "bar" }, { id: "box" } ],
        constraints: [ { id: "long", rule: "bar.width = 100" }, "bar.left = 0", "bar.top = 0",
          "bar.height = 50", "box.left = 0", "box.top = 200", "box.width = 9", "box.height = 9" ],
        gestures: [ { pan: "bar", slop: 0, drives: { constant: "long", axis: "horizontal" } } ],
        actions: [ { on: { crosses: "box.translation.x", at: 50 }, changes: [] } ] }
      """
    var driver = try EngineDriver(scene: text)
    driver.engine.recordsEvents = true
    driver.finger(at: Point(x: 20, y: 20), 0.1)
    driver.finger(at: Point(x: 60, y: 20), 0.2)
    try driver.apply(
      [.translation("box", Vector(dx: 100, dy: 0))], .curve(.linear, duration: 1), 1)
    let found = crossings(&driver, 3)
    #expect(found.map(\.time) == [EngineDriver.moment(1.5)] && found.first?.noticed == nil)
    try driver.apply([.translation("box", .zero)], nil, 4)
    #expect(crossings(&driver, 4).map(\.time) == [EngineDriver.moment(4)])
  }

  @Test func anActionOnAppearCrossesNothing() throws {
    var text = Self.scene(["at: 150"])
    text.replace(
      "actions: [ ",
      with: "actions: [ { on: 'appear', changes: [{ view: 'card', translation: [0, 300] }] }, ")
    var driver = try EngineDriver(scene: text)
    driver.engine.recordsEvents = true
    #expect(driver.see("card", 1).transform.translation.dy == 300)
    #expect(crossings(&driver, 1).isEmpty)
    try move(&driver, to: 0, nil, 2)
    #expect(crossings(&driver, 2).count == 1)
  }

  @Test func crossingsOfAFastOscillationAreLimited() throws {
    let triggers = (1...19).map { "at: \(5 * $0)" }
    var driver = try EngineDriver(scene: Self.scene(triggers))
    driver.engine.recordsEvents = true
    _ = driver.see("card", 0)
    let animation = Animation(
      .curve(.linear, duration: 0.01), repeatCount: 100, autoreverses: true)
    try move(&driver, to: 100, animation, 1)
    // Without a limit, there are 19 moments in each hundredth of a second.
    let found = (0...100).flatMap { crossings(&driver, 1 + Double($0) / 20) }
    let moments = Set(found.map(\.time)).sorted()
    #expect(moments.count > 500)
    for (first, last) in zip(moments, moments.dropFirst(32)) {
      #expect(last.seconds(since: first) > 1 / 60.0)
    }
    #expect(driver.engine.wakeUp == .never)
  }

  @Test func aHysteresisNextToTheThresholdCostsNoSearchForEachNanosecond() throws {
    // The number rests at 0.1 while its source moves, and 1000 − 999.9 is rounded.
    let text = Self.scene([])
      .replacing("{ id: \"card\" }", with: "{ id: \"card\" }, { id: \"dim\" }")
      .replacing(
        "actions: [  ]",
        with: """
          bindings: [ { from: 'card.translation.y', to: 'dim.translation.x',
            map: [[0, 0], [1, 0.1], [400, 0.1]] } ],
          actions: [ { on: { crosses: 'dim.translation.x', at: 1000, hysteresis: 999.9 },
            changes: [] } ]
          """)
    var driver = try EngineDriver(scene: text)
    _ = driver.see("card", 0)
    try move(&driver, to: 400, .curve(.linear, duration: 1), 1)
    driver.engine.advance(to: EngineDriver.moment(1.5))
    var next = Instant.distantFuture
    if case .at(let moment) = driver.engine.nextChange { next = moment }
    #expect(next.seconds(since: EngineDriver.moment(1.5)) > 0.001)
  }

  @Test func actionsOfOneMomentRunInTheOrderOfTheDocument() throws {
    var driver = try driver("at: 200", "at: 100", "at: 150", "at: 100, going: 'up'")
    try move(&driver, to: 300, nil, 1)
    #expect(crossings(&driver, 1).map(\.name) == ["a0", "a1", "a2", "a3"])
    // In free motion, each is crossed at its own moment.
    try move(&driver, to: 0, .spring(.smooth), 2)
    #expect(crossings(&driver, 4).map(\.name) == ["a0", "a2", "a1"])
  }

  @Test func aChainOfMoreThan32IsCut() throws {
    let count = 40
    let views = (0..<count).map { "{ id: 'v\($0)' }" }.joined(separator: ", ")
    let rules = (0..<count).map { "'v\($0).left = 0', 'v\($0).top = 0'" }.joined(separator: ", ")
    let actions = (0..<count - 1).map {
      """
      { name: 'a\($0)', on: { crosses: 'v\($0).translation.y', at: 10 },
        changes: [{ view: 'v\($0 + 1)', translation: [0, 20] }] }
      """
    }.joined(separator: ", ")
    var driver = try EngineDriver(
      scene: """
        { snapback: 1, screen: { width: 400, height: 800 }, views: [ \(views) ],
          constraints: [ \(rules) ], actions: [ \(actions) ] }
        """)
    _ = driver.see("v0", 0)
    try driver.apply([.translation("v0", Vector(dx: 0, dy: 20))], nil, 1)
    let moved = (0..<count).filter { driver.see("v\($0)", 1).transform.translation.dy == 20 }
    // The first action is not caused by another one, and 32 crossings follow.
    #expect(moved == Array(0...33))
    let warnings = driver.engine.drainActionWarnings()
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("\"a32\" ends a chain of more than 32 actions") == true)
  }

  @Test func aBoundNumberCrossesWithItsSource() throws {
    let text = Self.scene([])
      .replacing("{ id: \"card\" }", with: "{ id: \"card\" }, { id: \"dim\" }")
      .replacing(
        "actions: [  ]",
        with: """
          bindings: [ { from: 'card.translation.y', to: 'dim.alpha',
            map: [[0, 0], [200, 0.5], [400, 0.6]] } ],
          actions: [ { name: 'dark', on: { crosses: 'dim.alpha', at: 0.55 }, changes: [] } ]
          """)
    var driver = try EngineDriver(scene: text)
    driver.engine.recordsEvents = true
    _ = driver.see("card", 0)
    try move(&driver, to: 400, .spring(.smooth), 1)
    let wanted = moments(driver, of: 300, rising: true, after: 1, 3)
    let found = crossings(&driver, 4)
    try #require(found.count == 1 && wanted.count == 1)
    #expect(abs(found[0].time.seconds(since: wanted[0])) < 1e-8)
  }

  @Test func aSceneThatReplacesAnotherBeginsWithoutACrossing() throws {
    var driver = try driver("at: 150")
    try move(&driver, to: 300, nil, 1)
    _ = crossings(&driver, 1)
    try driver.replaceScene(by: Self.scene(["at: 200"]))
    #expect(crossings(&driver, 2).isEmpty)
    try move(&driver, to: 0, nil, 3)
    #expect(crossings(&driver, 3).count == 1)
  }
}
