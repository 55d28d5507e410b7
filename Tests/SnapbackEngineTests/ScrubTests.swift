import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Scrubbing shows each value at a fraction of its way, and a transaction continues from there, if
/// need be with another animation.
@Suite struct ScrubTests {
  private static let scene = TransactionOrderTests.scene

  private static let animations: [Animation] = [
    .curve(.linear, duration: 1), .curve(.easeInOut, duration: 1),
    .curve(.easeOut, duration: 0.7, delay: 0.4), .spring(.critical(response: 0.6)),
    .spring(.critical(response: 0.6), delay: 0.35), NamedAnimation.keyboard.animation,
    Animation(.spring(.critical(response: 0.3), initialVelocity: 5)),
    Animation(.spring(.critical(response: 0.3), initialVelocity: -5)),
    .spring(Spring.bouncy), .spring(Spring.reactMolasses),
  ]

  private func moment(_ seconds: Double) -> Instant { EngineDriver.moment(seconds) }

  private func left(_ driver: borrowing EngineDriver, _ seconds: Double) -> Double {
    driver.seen(.left, of: "one", seconds).value
  }

  @Test(arguments: animations) func aFractionIsThatOfTheWay(animation: Animation) throws {
    var driver = try EngineDriver(scene: Self.scene)
    let id = try driver.apply(
      [.constant("x1", 100), .alpha("one", 0.2)], animation, isControlled: true, 0)
    for (step, share) in [0.3, 0.9, 0, 1, 0.5, 1, 0.01, 0.97, 0.75].enumerated() {
      let now = 0.1 + Double(step)
      try driver.engine.scrub(id, to: share, at: moment(now))
      // From 0 to 100, and from 1 to 0.2.
      #expect(abs(left(driver, now) - 100 * share) < 1e-9, "\(share)")
      #expect(abs(driver.seen(.alpha, of: "one", now).value - (1 - 0.8 * share)) < 1e-9)
      #expect(driver.seen(.left, of: "one", now).velocity == 0)
      #expect(driver.engine.fraction(of: id) == share)
      #expect(abs(left(driver, now + 500) - 100 * share) < 1e-9, "it is paused")
    }
    try driver.engine.resume(id, at: moment(100))
    #expect(abs(left(driver, 100) - 75) < 1e-9)
    #expect(driver.ends(of: id, 1000).settled.count == 1)
    #expect(driver.see("one", 1000).frame.left == 100)
  }

  @Test(arguments: animations)
  func itContinuesAsItsTimingDoesFromThatFraction(animation: Animation) throws {
    var driver = try EngineDriver(scene: Self.scene)
    var plain = try EngineDriver(scene: Self.scene)
    try plain.apply([.constant("x1", 100)], animation, 0)
    let id = try driver.apply([.constant("x1", 100)], animation, isControlled: true, 0)
    try driver.engine.scrub(id, to: 0.4, at: moment(0.1))
    try driver.engine.resume(id, at: moment(10))
    // The first of many moments at which the undisturbed motion has covered as much.
    let first = try #require((0...20_000).first { left(plain, Double($0) / 10_000) >= 40 })
    for step in 0...40 {
      let time = Double(step) / 40
      let (own, wanted) = (
        left(driver, 10 + time), left(plain, Double(first) / 10_000 + time)
      )
      let speed = plain.seen(.left, of: "one", Double(first) / 10_000 + time).velocity
      #expect(abs(own - wanted) <= 1e-4 * abs(speed) + 1e-3, "\(time)")
    }
  }

  @Test(arguments: animations) func scrubbingToTheReportedFractionMovesNothing(
    animation: Animation
  ) throws {
    for now in [0.02, 0.1, 0.3, 0.5] {
      var driver = try EngineDriver(scene: Self.scene)
      let id = try driver.apply([.constant("x1", 100)], animation, isControlled: true, 0)
      driver.engine.advance(to: moment(now))
      guard driver.engine.isControlled(id) else { continue }
      try driver.engine.pause(id, at: moment(now))
      let before = left(driver, now)
      let reported = driver.engine.fraction(of: id)
      let fraction = try #require(reported)
      // Beyond its ends a motion has no fraction of its way.
      #expect(abs(fraction - min(max(before / 100, 0), 1)) < 1e-12)
      guard fraction > 0, fraction < 1 else { continue }
      try driver.engine.scrub(id, to: fraction, at: moment(now))
      #expect(abs(left(driver, now) - before) < 1e-9)
      try driver.engine.scrub(id, to: 0.6, at: moment(now))
      try driver.engine.reverse(id, at: moment(now))
      #expect(abs(left(driver, now) - 60) < 1e-9, "no jump")
      try driver.engine.scrub(id, to: 0.5, at: moment(now))
      #expect(abs(left(driver, now) - 30) < 1e-9, "half of the way back")
      try driver.engine.reverse(id, at: moment(now))
      #expect(abs(left(driver, now) - 30) < 1e-9, "no jump")
      try driver.engine.scrub(id, to: 0.5, at: moment(now))
      #expect(abs(left(driver, now) - 65) < 1e-9, "half of the way from 30 to 100")
      try driver.engine.resume(id, at: moment(now))
      #expect(driver.see("one", 100).frame.left == 100)
    }
  }

  /// Two views and one in their middle, moved by two timings of one transaction.
  private static let tied = """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [ { id: "a" }, { id: "b" }, { id: "c" } ],
      constraints: [ { id: "xa", rule: "a.left = 0" }, { id: "xb", rule: "b.left = 40" },
        "c.left = 0.5 * a.left + 0.5 * b.left",
        { format: "V:|[a(8)]" }, { format: "V:|[b(8)]" }, { format: "V:|[c(8)]" },
        { format: "[a(8)]" }, { format: "[b(8)]" }, { format: "[c(8)]" } ] }
    """

  @Test func tiedValuesStayTiedWhateverTheirTimings() throws {
    var driver = try EngineDriver(scene: Self.tied)
    func expectTied(_ driver: borrowing EngineDriver, _ start: Double) {
      for step in 0...200 {
        let now = start + Double(step) / 100
        let (a, b, c) = (
          driver.seen(.left, of: "a", now).value, driver.seen(.left, of: "b", now).value,
          driver.seen(.left, of: "c", now).value
        )
        #expect(abs(c - (a + b) / 2) < 1e-9, "\(now)")
      }
    }
    let id = try driver.apply(
      [
        .constant("xa", 100), .layoutIfNeeded,
        .animate(.spring(Spring.bouncy), [.constant("xb", 240), .layoutIfNeeded]),
      ], .curve(.easeOut, duration: 1.5), isControlled: true, 0)
    var now = 0.2
    for share in [0.5, 0.1, 0.9] {
      try driver.engine.scrub(id, to: share, at: moment(now))
      #expect(abs(driver.seen(.left, of: "a", now).value - 100 * share) < 1e-9)
      #expect(abs(driver.seen(.left, of: "b", now).value - (40 + 200 * share)) < 1e-9)
      expectTied(driver, now)
      try driver.engine.resume(id, at: moment(now))
      expectTied(driver, now)
      now += 0.05
    }
    try driver.engine.reverse(id, at: moment(now))
    expectTied(driver, now)
    try driver.engine.resume(id, with: .curve(.linear, duration: 1), at: moment(now + 0.1))
    expectTied(driver, now + 0.1)
    #expect(driver.see("b", 100).frame.left == 40)
  }

  @Test(arguments: animations, [Animation.curve(.linear, duration: 2), .spring(.snappy)])
  func anotherAnimationTakesTheRestOfTheWay(animation: Animation, other: Animation) throws {
    var driver = try EngineDriver(scene: Self.scene)
    let id = try driver.apply(
      [.constant("x1", 100), .alpha("one", 0.2)], animation, isControlled: true, 0)
    try driver.engine.scrub(id, to: 0.4, at: moment(0.1))
    try driver.engine.resume(id, with: other, at: moment(10))
    for step in 0...20 {
      let time = Double(step) / 10
      let share = other.progress(after: time).value
      #expect(abs(left(driver, 10 + time) - (40 + 60 * share)) < 0.3, "\(time)")
    }
    #expect(driver.engine.fraction(of: id) == 0, "its way begins anew")
    driver.engine.advance(to: moment(10.5))
    let (half, before) = (driver.engine.fraction(of: id), left(driver, 10.5))
    #expect(abs((half ?? -1) - min((before - 40) / 60, 1)) < 1e-9)
    let ends = driver.ends(of: id, 100)
    #expect(ends.settled.count == 1 && !ends.isInterrupted)
    let finished = try #require(ends.finished.first)
    #expect(abs(finished - 10 - min(other.logicalDuration, ends.settled[0] - 10)) < 1e-6)
    #expect(driver.see("one", 100).frame.left == 100 && driver.see("one", 100).alpha == 0.2)
  }

  @Test func anotherAnimationOfARunningTransactionKeepsItsVelocity() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let id = try driver.apply(
      [.constant("x1", 100)], .curve(.linear, duration: 1), isControlled: true, 0)
    let spring = try Spring(response: 0.5, dampingRatio: 0.6)
    let before = driver.seen(.left, of: "one", 0.3)
    try driver.engine.resume(id, with: .spring(spring), at: moment(0.3))
    let after = driver.seen(.left, of: "one", 0.3)
    #expect(abs(after.value - before.value) < 1e-9)
    #expect(abs(after.velocity - before.velocity) < 1e-6)
    for step in 1...10 {
      let time = Double(step) / 20
      let wanted = Textbook.spring(
        decayRate: spring.decayRate, stiffness: spring.stiffness, from: -70, 100, after: time)
      #expect(abs(left(driver, 0.3 + time) - (100 + wanted.value)) < 1e-6)
    }
    // It can still be reversed without a jump, and ends where it began.
    let turned = left(driver, 0.6)
    try driver.engine.reverse(id, at: moment(0.6))
    #expect(abs(left(driver, 0.6) - turned) < 1e-9)
    #expect(driver.see("one", 100).frame.left == 0)
  }

  @Test func repeatedRunsAreScrubbedByTheirTime() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let runs = Animation(.curve(.linear, duration: 0.2), repeatCount: 2, autoreverses: true)
    let id = try driver.apply([.constant("x1", 100)], runs, isControlled: true, 0)
    for (share, place) in [(0.125, 50.0), (0.25, 100), (0.375, 50), (0.625, 50), (0.75, 100)] {
      try driver.engine.scrub(id, to: share, at: moment(0.1))
      #expect(abs(left(driver, 0.1) - place) < 1e-6, "\(share)")
      #expect(driver.engine.fraction(of: id) == share)
    }
  }

  @Test func aCurveThatPassesItsGoalIsShownWhereItFirstReachesTheFraction() throws {
    var driver = try EngineDriver(scene: Self.scene)
    // It goes back by some points first, and passes its goal by more.
    let curve = try CubicBezier(0.4, -0.6, 0.6, 1.6)
    let id = try driver.apply(
      [.constant("x1", 100)], .curve(curve, duration: 1), isControlled: true, 0)
    for share in [0.1, 0.5, 0.9] {
      try driver.engine.scrub(id, to: share, at: moment(0.1))
      #expect(abs(left(driver, 0.1) - 100 * share) < 1e-9)
      try driver.engine.resume(id, at: moment(0.1))
      #expect(left(driver, 0.11) > 100 * share, "it is on its way to the goal")
    }
  }
}
