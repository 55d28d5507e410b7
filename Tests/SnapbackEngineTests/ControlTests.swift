import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Controlled transactions are paused, scrubbed, resumed and ended by their ids.
@Suite struct ControlTests {
  private static let scene = TransactionOrderTests.scene
  private let linear = Animation.curve(.linear, duration: 1)

  private static let animations: [Animation] = [
    .curve(.easeInOut, duration: 1), .spring(.critical(response: 0.6)),
    .curve(.easeOut, duration: 0.7, delay: 0.4), .spring(.critical(response: 0.6), delay: 0.35),
    Animation(.curve(.linear, duration: 0.2), repeatCount: 4, autoreverses: true),
    Animation(.spring(.critical(response: 0.3), initialVelocity: 5)),
  ]

  private func moment(_ seconds: Double) -> Instant { EngineDriver.moment(seconds) }

  @Test(arguments: animations) func aPauseHoldsAndResumeGoesOn(animation: Animation) throws {
    var driver = try EngineDriver(scene: Self.scene)
    let plain = try Self.uncontrolled(animation)
    let id = try driver.apply([.constant("x1", 100)], animation, isControlled: true, 0)
    let before = driver.seen(.left, of: "one", 0.29)
    try driver.engine.pause(id, at: moment(0.29))
    #expect(driver.engine.isAtRest == true, "what stands still needs no frames")
    for now in [0.29, 1, 1000] {
      let held = driver.seen(.left, of: "one", now)
      #expect(abs(held.value - before.value) < 1e-9 && held.velocity == 0)
    }
    #expect(driver.events(1000).isEmpty)
    // Pausing a paused transaction changes nothing.
    let generation = driver.motion(.left, of: "one")?.generation
    try driver.engine.pause(id, at: moment(1000))
    #expect(driver.motion(.left, of: "one")?.generation == generation)
    try driver.engine.resume(id, at: moment(1000))
    for step in 0...100 {
      let t = Double(step) / 100
      let (own, wanted) = (
        driver.seen(.left, of: "one", 1000 + t), plain.seen(.left, of: "one", 0.29 + t)
      )
      #expect(abs(own.value - wanted.value) < 1e-6)
    }
    let ends = driver.ends(of: id, 2000)
    #expect(ends.finished.count == 1 && ends.settled.count == 1 && !ends.isInterrupted)
    #expect(driver.see("one", 2000).frame.left == 100)
  }

  private static func uncontrolled(_ animation: Animation) throws -> EngineDriver {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.apply([.constant("x1", 100)], animation, 0)
    return driver
  }

  @Test(arguments: animations)
  func aFractionOfTheTimeShowsWhatIsSeenThen(animation: Animation) throws {
    var driver = try EngineDriver(scene: Self.scene)
    let plain = try Self.uncontrolled(animation)
    let whole = try #require(plain.motion(.left, of: "one")?.end.seconds(since: .zero))
    let id = try driver.apply([.constant("x1", 100)], animation, isControlled: true, 0)
    for (step, share) in [0.3, 0.9, 0, 1, 0.5, 1, 0.01, 0.99].enumerated() {
      let now = 0.1 + Double(step)
      try driver.engine.scrub(id, to: share, linearly: false, at: moment(now))
      let wanted = plain.seen(.left, of: "one", share * whole).value
      #expect(abs(driver.seen(.left, of: "one", now).value - wanted) < 1e-6, "\(share)")
      #expect(driver.seen(.left, of: "one", now).velocity == 0)
      #expect(abs((driver.engine.fraction(of: id) ?? -1) - share) < 1e-12)
    }
    try driver.engine.resume(id, at: moment(100))
    for step in 0...20 {
      let t = Double(step) / 20 * 0.01 * whole
      let wanted = plain.seen(.left, of: "one", 0.99 * whole + t).value
      #expect(abs(driver.seen(.left, of: "one", 100 + t).value - wanted) < 1e-6)
    }
    #expect(driver.ends(of: id, 1000).settled.count == 1)
  }

  @Test func scrubbingToTheEndIsNotTheEnd() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let id = try driver.apply(
      [.constant("x1", 100)], .spring(.critical(response: 0.5)), isControlled: true, 0)
    try driver.engine.scrub(id, to: 1, at: moment(0.1))
    // Another transaction begins and ends on the same constant.
    try driver.apply([.constantBy("x1", 10)], .curve(.linear, duration: 0.1), 0.2)
    #expect(driver.see("one", 5).frame.left == 110)
    try driver.engine.scrub(id, to: 0, at: moment(6))
    #expect(abs(driver.seen(.left, of: "one", 6).value - 10) < 1e-9)
    try driver.engine.resume(id, at: moment(6))
    #expect(driver.see("one", 60).frame.left == 110)
  }

  @Test func whatEndedEarlierCanBeScrubbedBackTo() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let id = try driver.apply(
      [
        .animate(.curve(.linear, duration: 0.5), [.translation("one", Vector(dx: 100, dy: 0))]),
        .alpha("one", 0),
      ], .curve(.linear, duration: 2), isControlled: true, 0)
    try driver.apply(
      [.translation("one", Vector(dx: 110, dy: 0))], .curve(.linear, duration: 0.1), 1)
    #expect(driver.see("one", 1.5).transform.translation.dx == 110)
    try driver.engine.scrub(id, to: 0.125, at: moment(1.5))
    #expect(abs(driver.see("one", 1.5).transform.translation.dx - 22.5) < 1e-9)
    #expect(abs(driver.see("one", 1.5).alpha - 0.875) < 1e-9)
    try driver.engine.scrub(id, to: 0.125, linearly: false, at: moment(1.5))
    #expect(abs(driver.see("one", 1.5).transform.translation.dx - 60) < 1e-9)
    #expect(abs(driver.see("one", 1.5).alpha - 0.875) < 1e-9)
  }

  @Test func whatRepeatsForEverCountsItsFirstRun() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let forever = Animation(
      .curve(.linear, duration: 0.2), delay: 0.1, repeatCount: .infinity, autoreverses: true)
    let id = try driver.apply([.constant("x1", 100)], forever, isControlled: true, 0)
    // 0.5 s in total: a delay, 0.2 s there, 0.2 s back.
    for (share, place) in [(0.2, 0.0), (0.4, 50), (0.6, 100), (0.8, 50), (1, 0)] {
      try driver.engine.scrub(id, to: share, at: moment(0.29))
      #expect(abs(driver.seen(.left, of: "one", 0.3).value - place) < 1e-9, "\(share)")
    }
    try driver.engine.end(id, at: .end, time: moment(1))
    #expect(driver.see("one", 1).frame.left == 100)
  }

  @Test func theFractionGoesFromZeroToOne() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let id = try driver.apply([.constant("x1", 100)], linear, isControlled: true, 0)
    #expect(driver.engine.fraction(of: id) == 0)
    driver.engine.advance(to: moment(0.25))
    #expect(abs((driver.engine.fraction(of: id) ?? -1) - 0.25) < 1e-12)
    driver.engine.advance(to: moment(1))
    #expect(driver.engine.fraction(of: id) == nil)
  }

  @Test func itEndsAtItsEnd() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let id = try driver.apply([.constant("x1", 100)], linear, isControlled: true, 0)
    try driver.engine.end(id, at: .end, time: moment(0.5))
    #expect(driver.see("one", 0.5).frame.left == 100)
    #expect(driver.ends(of: id, 0.5) == .init(finished: [0.5], settled: [0.5]))
    #expect(driver.engine.isAtRest == true)
  }

  @Test func itEndsAtItsStart() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let id = try driver.apply(
      [.constant("x1", 100), .alpha("one", 0)], linear, isControlled: true, 0)
    try driver.engine.end(id, at: .start, time: moment(0.5))
    #expect(driver.see("one", 0.5).frame.left == 0 && driver.see("one", 0.5).alpha == 1)
    #expect(
      driver.ends(of: id, 0.5)
        == .init(finished: [0.5], settled: [0.5], isInterrupted: true))
    // Its changes are undone: the next pass finds the earlier values.
    try driver.apply([.constant("x2", 5)], nil, 1)
    #expect(driver.see("one", 1).frame.left == 0)
  }

  @Test func itEndsWhereItIs() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let id = try driver.apply(
      [.constant("x1", 100), .alpha("one", 0)], linear, isControlled: true, 0)
    try driver.apply([.translation("one", Vector(dx: 10, dy: 0))], linear, 0)
    try driver.engine.end(id, at: .current, time: moment(0.5))
    #expect(abs(driver.see("one", 0.5).frame.left - 50) < 1e-9)
    #expect(abs(driver.see("one", 5).frame.left - 50) < 1e-9)
    #expect(abs(driver.see("one", 5).alpha - 0.5) < 1e-9)
    #expect(driver.see("one", 5).transform.translation.dx == 10, "nothing else is ended")
    #expect(driver.ends(of: id, 5).isInterrupted)
    // A frame that was set directly lasts until the next pass. The constraint has its requested
    // constant.
    try driver.apply([.constant("x2", 5)], nil, 6)
    #expect(driver.see("one", 6).frame.left == 100)
  }

  @Test func idsThatAreNotControlledOrOverAreErrors() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let plain = try driver.apply([.constant("x1", 100)], linear, 0)
    let over = try driver.apply([.constant("x2", 100)], linear, isControlled: true, 0)
    driver.engine.advance(to: moment(2))
    for id in [plain, over, 0, 99, .max] {
      let error = EngineError.unknownTransaction(id)
      #expect(throws: error) { try driver.engine.pause(id, at: moment(2)) }
      #expect(throws: error) { try driver.engine.resume(id, at: moment(2)) }
      #expect(throws: error) { try driver.engine.reverse(id, at: moment(2)) }
      #expect(throws: error) { try driver.engine.scrub(id, to: 0.5, at: moment(2)) }
      #expect(throws: error) { try driver.engine.end(id, at: .end, time: moment(2)) }
      #expect(driver.engine.fraction(of: id) == nil)
    }
    let id = try driver.apply([.constant("x1", 0)], linear, isControlled: true, 3)
    for share in [-0.01, 1.01, .infinity] {
      #expect(throws: EngineError.notAFraction(share)) {
        try driver.engine.scrub(id, to: share, at: moment(3))
      }
    }
    #expect(throws: EngineError.self) { try driver.engine.scrub(id, to: .nan, at: moment(3)) }
    #expect(abs(driver.see("one", 3.5).frame.left - 50) < 1e-9, "and change nothing")
  }
}
