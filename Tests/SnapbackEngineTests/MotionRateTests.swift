import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// The rate of motions: slow, instant, or with reduced motion.
@Suite struct MotionRateTests {
  private static let scene = TransactionOrderTests.scene
  private static let card = PanTests.scene(
    "follow: 'center', spring: { response: 0.45, dampingRatio: 0.7 }")
  private let linear = Animation.curve(.linear, duration: 1)

  /// Every kind of animation. The tests change the rate while it runs.
  private static let animations: [Animation] = [
    .spring(.critical(response: 0.5)), .curve(.easeInOut, duration: 0.8),
    .curve(.easeOut, duration: 0.7, delay: 0.4), .spring(.critical(response: 0.6), delay: 0.35),
    Animation(.curve(.linear, duration: 0.2), repeatCount: 4, autoreverses: true),
  ]

  @Test(arguments: animations)
  func slowMotionIsTheSamePathTenTimesAsLong(animation: Animation) throws {
    var driver = try EngineDriver(scene: Self.scene)
    var plain = try EngineDriver(scene: Self.scene)
    let id = try driver.apply([.constant("x1", 100)], animation, 0)
    try plain.apply([.constant("x1", 100)], animation, 0)
    let switchTime = 0.25
    let before = driver.seen(.left, of: "one", switchTime)
    driver.engine.setMotionRate(0.1, at: EngineDriver.moment(switchTime))
    let after = driver.seen(.left, of: "one", switchTime)
    #expect(abs(after.value - before.value) < 1e-9)
    #expect(abs(after.velocity - before.velocity / 10) < 1e-9)
    for step in 0...200 {
      let t = Double(step) / 200
      let (slow, fast) = (
        driver.seen(.left, of: "one", switchTime + 10 * t),
        plain.seen(.left, of: "one", switchTime + t)
      )
      #expect(abs(slow.value - fast.value) < 1e-6, "\(t)")
    }
    let wanted = plain.ends(of: 1, 60)
    let ends = driver.ends(of: id, 60)
    #expect(ends.finished.count == 1 && ends.settled.count == 1)
    for (slow, fast) in zip(ends.finished + ends.settled, wanted.finished + wanted.settled) {
      #expect(abs(slow - switchTime - 10 * (fast - switchTime)) < 1e-7)
    }
    #expect(driver.see("one", 60).frame.left == 100)
  }

  @Test func whatBeginsInSlowMotionIsSlowToo() throws {
    var driver = try EngineDriver(scene: Self.scene)
    driver.engine.setMotionRate(0.1, at: .zero)
    let id = try driver.apply([.constant("x1", 100)], linear, 0)
    #expect(abs(driver.seen(.left, of: "one", 5).value - 50) < 1e-9)
    driver.engine.setMotionRate(1, at: EngineDriver.moment(5))
    #expect(abs(driver.seen(.left, of: "one", 5.25).value - 75) < 1e-9)
    #expect(driver.ends(of: id, 60) == .init(finished: [5.5], settled: [5.5]))
  }

  @Test func neighborsStayTogetherWhileTheRateChanges() throws {
    var driver = try EngineDriver(
      scene: """
        { snapback: 1, screen: { width: 400, height: 800 },
          views: [ { id: "bar" }, { id: "list" } ],
          constraints: [ "bar.top = 0", { id: "h", rule: "bar.height = 60" },
            "list.top = bar.bottom", { id: "l", rule: "list.height = 40" } ] }
        """)
    let bouncy = try Spring(uikitDuration: 0.8, dampingRatio: 0.3)
    for (step, rate) in [1, 0.1, 3, 0.7, 1].enumerated() {
      let now = Double(step) * 0.11
      driver.engine.setMotionRate(rate, at: EngineDriver.moment(now))
      try driver.apply(
        [.constantBy("h", 30), .constantBy("l", Double(7 - step))], .spring(bouncy), now)
    }
    let ends = Channel.frameEdges.flatMap { channel in
      ["bar", "list"].flatMap { driver.motion(channel, of: $0)?.terms.map(\.end) ?? [] }
    }
    #expect(Set(ends).count == 1, "all that one spring moves is over at one nanosecond")
    for step in 0...400 {
      let now = 0.44 + Double(step) / 100
      let gap =
        driver.seen(.bottom, of: "bar", now).value - driver.seen(.top, of: "list", now).value
      #expect(abs(gap) < 1e-9)
    }
  }

  @Test func theRateIsHeldToItsRange() throws {
    var driver = try EngineDriver(scene: Self.scene)
    for (rate, held) in [(0, 0.001), (-1, 0.001), (1e9, 1000), (.nan, 1), (.infinity, 1000)] {
      driver.engine.setMotionRate(rate, at: .zero)
      #expect(driver.engine.motionRate == held)
    }
  }

  @Test func animationsAreDoneAtOnceIfAskedFor() throws {
    var driver = try EngineDriver(scene: Self.scene)
    driver.engine.setCompletesInstantly(true, at: .zero)
    let id = try driver.apply([.constant("x1", 100), .alpha("one", 0.5)], linear, 1)
    #expect(driver.see("one", 1).frame.left == 100)
    #expect(driver.see("one", 1).alpha == 0.5)
    #expect(driver.ends(of: id, 1) == .init(finished: [1], settled: [1]))
    #expect(driver.engine.isAtRest == true && driver.engine.wakeUp == .never)
  }

  @Test func thoseUnderWayAreDoneAtOnceToo() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let id = try driver.apply([.constant("x1", 100)], linear, 0)
    let paused = try driver.apply([.alpha("one", 0.5)], linear, isControlled: true, 0)
    try driver.engine.pause(paused, at: EngineDriver.moment(0.25))
    driver.engine.setCompletesInstantly(true, at: EngineDriver.moment(0.5))
    #expect(driver.see("one", 0.5).frame.left == 100 && driver.see("one", 0.5).alpha == 0.5)
    let events = driver.events(0.5)
    #expect(events.map(\.id).sorted() == [id, id, paused, paused])
    #expect(events.allSatisfy { !$0.isInterrupted && $0.time == EngineDriver.moment(0.5) })
    #expect(driver.engine.wakeUp == .never)
    driver.engine.setCompletesInstantly(false, at: EngineDriver.moment(1))
    try driver.apply([.constant("x1", 0)], linear, 1)
    #expect(abs(driver.seen(.left, of: "one", 1.5).value - 50) < 1e-9)
  }

  private func reduced(_ how: Animation.ReducedMotion) throws -> EngineDriver {
    var driver = try EngineDriver(scene: Self.scene)
    driver.engine.setReducesMotion(true, at: .zero)
    try driver.apply(
      [.constant("x1", 100), .alpha("two", 0), .color("one", Color(red: 0, green: 0, blue: 0))],
      Animation(.curve(.linear, duration: 1), reducedMotion: how), 0)
    return driver
  }

  @Test func reducedMotionJumps() throws {
    var driver = try reduced(.jump)
    #expect(driver.see("one", 0).frame.left == 100)
    #expect(driver.see("one", 0).alpha == 1)
    // Fades run as usual.
    #expect(abs(driver.see("two", 0.5).alpha - 0.5) < 1e-9)
    #expect(driver.see("one", 0.5).color == Color(red: 8, green: 16, blue: 24))
  }

  @Test func reducedMotionFadesInWhatWouldMove() throws {
    var driver = try reduced(.crossFade)
    #expect(driver.see("one", 0).frame.left == 100)
    #expect(driver.see("one", 0).alpha == 0)
    let half = driver.see("one", 0.1).alpha
    #expect(half > 0.4 && half < 0.6)
    #expect(driver.see("one", 0.2).alpha == 1)
    #expect(abs(driver.see("two", 0.5).alpha - 0.5) < 1e-9, "a view that only fades does so once")
    #expect(driver.ends(of: 1, 9) == .init(finished: [1], settled: [1]))
  }

  @Test func aFadeAloneIsOverWhenItHasFadedIn() throws {
    var driver = try EngineDriver(scene: Self.scene)
    driver.engine.setReducesMotion(true, at: .zero)
    let id = try driver.apply([.constant("x1", 100)], linear, 0)
    #expect(driver.ends(of: id, 9) == .init(finished: [0.2], settled: [0.2]))
  }

  @Test func reducedMotionKeepsWhatCarriesMeaning() throws {
    var driver = try reduced(.keep)
    #expect(abs(driver.see("one", 0.5).frame.left - 50) < 1e-9)
    #expect(driver.see("one", 0.5).alpha == 1)
  }

  @Test func reducedMotionHoldsForWhatWaitedForAFinger() throws {
    var driver = try EngineDriver(scene: Self.card)
    driver.drag(from: Point(x: 120, y: 300), to: Point(x: 180, y: 300), 0...0.2)
    let goal = Vector(dx: 40, dy: -30)
    try driver.apply(
      [.translation("card", goal)],
      Animation(.curve(.linear, duration: 1), reducedMotion: .jump), 0.2)
    driver.engine.setReducesMotion(true, at: EngineDriver.moment(0.2))
    driver.lift(0.3)
    #expect(driver.see("card", 0.3).transform.translation == goal)
  }

  @Test func itIsAskedForFromNowOn() throws {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.apply([.constant("x1", 100)], linear, 0)
    driver.engine.setReducesMotion(true, at: EngineDriver.moment(0.25))
    #expect(abs(driver.see("one", 0.5).frame.left - 50) < 1e-9)
  }

  @Test func whereMomentumMeetsALimitNoNanosecondIsLost() throws {
    var driver = try EngineDriver(
      scene: PanTests.scene("follow: 'center', release: 'momentum', limits: { x: [-50, 200] }"))
    driver.drag(from: Point(x: 120, y: 300), to: Point(x: 270, y: 300), 0...0.2)
    driver.lift(0.205)
    for (step, rate) in [0.37, 0.83, 1.9, 0.1].enumerated() {
      driver.engine.setMotionRate(rate, at: EngineDriver.moment(0.206 + 0.001 * Double(step)))
    }
    let told = driver.motion(.translationX, of: "card")
    let motion = try #require(told)
    #expect(motion.terms.count == 2)
    let meeting = try #require(motion.terms.first?.end)
    let speed = abs(motion.presentation(at: meeting).velocity)
    #expect(speed > 1)
    for step: UInt64 in 0..<6 {
      let moment = Instant(nanoseconds: meeting.nanoseconds + step - 3)
      let next = moment.advanced(byNanoseconds: 1)
      let way = motion.presentation(at: next).value - motion.presentation(at: moment).value
      #expect(abs(way) < 1e-5, "\(step)")
    }
  }
}
