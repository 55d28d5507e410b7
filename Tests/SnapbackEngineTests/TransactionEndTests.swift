import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// The two ends of a transaction: finished, and settled, when nothing of it moves anymore.
@Suite struct TransactionEndTests {
  private static let scene = TransactionOrderTests.scene
  private static let card = PanTests.scene(
    "follow: 'center', spring: { response: 0.45, dampingRatio: 0.7 }")
  private let onCard = Point(x: 150, y: 300)

  @Test func aCurveIsMadeAndSettledAtItsEnd() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let id = try driver.apply(
      [.constant("x1", 100)], .curve(.easeInOut, duration: 0.5, delay: 0.25), 0)
    #expect(driver.events(0.7499).isEmpty)
    #expect(driver.ends(of: id, 0.75) == .init(finished: [0.75], settled: [0.75]))
    #expect(driver.events(100).isEmpty)
    #expect(driver.engine.isAtRest == true)
  }

  @Test func aSpringIsMadeAfterItsResponseAndSettlesLater() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let spring = try Spring(response: 0.5, dampingRatio: 0.3)
    let id = try driver.apply([.constant("x1", 100)], .spring(spring), 0)
    let rest = try #require(driver.motion(.left, of: "one")?.end.seconds(since: .zero))
    #expect(rest > 1)
    #expect(driver.ends(of: id, 0.501) == .init(finished: [0.5]))
    #expect(driver.engine.isAtRest == false)
    #expect(driver.ends(of: id, 60) == .init(settled: [rest]))
    #expect(driver.seen(.left, of: "one", rest).value == 100)
    // It does not settle before the remainder is invisible: a quarter of a pixel.
    #expect(abs(driver.seen(.left, of: "one", rest - 0.001).value - 100) <= 0.25)
  }

  @Test(arguments: [0.33, 1], [300.0, 0.5])
  func aUIKitSpringIsFinishedAtItsDuration(ratio: Double, way: Double) throws {
    var driver = try EngineDriver(scene: Self.scene)
    var animation = Animation.spring(try Spring(uikitDuration: 1, dampingRatio: ratio), delay: 0.25)
    animation.runDuration = 1
    let id = try driver.apply([.constant("x1", way)], animation, 0)
    let rest = try #require(driver.motion(.left, of: "one")?.end.seconds(since: .zero))
    // Over half a point the motion is too small to see before its duration is over.
    #expect((rest < 1.25) == (way < 1))
    #expect(driver.events(1.2499).isEmpty)
    let ends = driver.ends(of: id, 60)
    #expect(ends.finished == [1.25])
    #expect(ends.settled.count == 1 && abs(ends.settled[0] - max(rest, 1.25)) < 1e-8)
  }

  @Test(arguments: [
    Animation(.curve(.linear, duration: 0.25), repeatCount: 3, autoreverses: true),
    Animation(.curve(.linear, duration: 0.5), delay: 0.5, repeatCount: 2),
    Animation(.curve(.linear, duration: 0.6), repeatCount: 2.5),
  ])
  func runsCountUntilTheLastIsOver(animation: Animation) throws {
    var driver = try EngineDriver(scene: Self.scene)
    let id = try driver.apply([.alpha("one", 0)], animation, 0)
    #expect(driver.events(1.4999).isEmpty)
    #expect(driver.ends(of: id, 1.5) == .init(finished: [1.5], settled: [1.5]))
    #expect(driver.see("one", 1.5).alpha == 0)
  }

  @Test func whatRepeatsForEverNeverEndsByItself() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let forever = Animation(
      .curve(.linear, duration: 0.25), repeatCount: .infinity, autoreverses: true)
    try driver.apply([.alpha("one", 0)], forever, 0)
    #expect(driver.events(100_000).isEmpty)
    #expect(driver.engine.wakeUp == .everyFrame)
    #expect(abs(driver.see("one", 100_000.125).alpha - 0.5) < 1e-3)
  }

  @Test func anOverlappedTransactionFinishesUninterrupted() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let spring = try Spring(response: 0.5, dampingRatio: 0.8)
    let first = try driver.apply([.constant("x1", 100)], .spring(spring), 0)
    let second = try driver.apply([.constant("x1", -50)], .spring(spring), 0.1)
    let third = try driver.apply([.constant("x1", 10)], .curve(.easeIn, duration: 0.1), 0.2)
    let events = driver.events(60)
    #expect(events.count == 6 && events.allSatisfy { !$0.isInterrupted })
    for (id, time) in [(first, 0.5), (second, 0.6), (third, 0.3)] {
      let own = events.filter { $0.id == id }
      #expect(own.map(\.moment) == [.finished, .settled])
      #expect(abs(own[0].time.seconds(since: .zero) - time) < 1e-8)
    }
    #expect(events.map(\.time) == events.map(\.time).sorted())
  }

  @Test func whatAFingerRemovesWhollyIsInterruptedAtOnce() throws {
    var driver = try EngineDriver(scene: Self.card)
    let id = try driver.apply(
      [.translation("card", Vector(dx: 60, dy: 0))], .curve(.linear, duration: 2), 0)
    driver.finger(at: onCard, 0.5)
    #expect(
      driver.ends(of: id, 0.5)
        == .init(finished: [0.5], settled: [0.5], isInterrupted: true))
    driver.lift(0.6)
    #expect(driver.events(60).isEmpty)
  }

  @Test func whatAFingerRemovesInPartIsInterruptedAndGoesOn() throws {
    var driver = try EngineDriver(scene: Self.card)
    let short = Animation.curve(.linear, duration: 1)
    let id = try driver.apply(
      [
        .translation("card", Vector(dx: 60, dy: 0)), .animate(short, [.alpha("card", 0)]),
      ], .curve(.linear, duration: 2), 0)
    driver.finger(at: onCard, 0.5)
    #expect(driver.events(0.9).isEmpty)
    // The rest of the transaction is over after a second.
    #expect(driver.ends(of: id, 60) == .init(finished: [1], settled: [1], isInterrupted: true))
  }

  @Test func aPausedOneThatAFingerRemovesEnds() throws {
    var driver = try EngineDriver(scene: Self.card)
    let id = try driver.apply(
      [.translation("card", Vector(dx: 60, dy: 0))], .curve(.linear, duration: 2),
      isControlled: true, 0)
    try driver.engine.pause(id, at: EngineDriver.moment(0.5))
    driver.drag(from: onCard, to: onCard + Vector(dx: 50, dy: 0), 1...1.2)
    let ends = driver.ends(of: id, 1.2)
    #expect(ends.isInterrupted && ends.finished.count == 1 && ends.settled == ends.finished)
    #expect(throws: EngineError.unknownTransaction(id)) {
      try driver.engine.resume(id, at: EngineDriver.moment(1.2))
    }
  }

  @Test func aJumpOfTimeByHoursFinishesEverythingWithItsEvents() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let springs = [0.1, 0.5, 1, 3].compactMap { try? Spring(response: 0.4, dampingRatio: $0) }
    var ids: [UInt64] = []
    for (step, spring) in springs.enumerated() {
      ids.append(
        try driver.apply([.constantBy("x1", 25)], .spring(spring, delay: Double(step) / 10), 0))
      ids.append(
        try driver.apply(
          [.rotation("two", Double(step + 1))], .curve(.ease, duration: Double(step + 1)), 0))
    }
    let state = driver.see("one", 36_000)
    #expect(state.frame.left == 100)
    #expect(driver.see("two", 36_000).transform.rotation == 4)
    let events = driver.events(36_000)
    #expect(events.map(\.time) == events.map(\.time).sorted())
    for id in ids {
      #expect(events.filter { $0.id == id }.map(\.moment) == [.finished, .settled])
    }
    // The events have the times of the motions, not of the jump.
    #expect(events.allSatisfy { $0.time < EngineDriver.moment(60) && !$0.isInterrupted })
    #expect(driver.engine.isAtRest == true && driver.engine.wakeUp == .never)
  }

  @Test func eventsComeInTheOrderOfTimeAtAnyFrameRate() throws {
    func events(every step: Double) throws -> [TransactionEvent] {
      var driver = try EngineDriver(scene: Self.scene)
      for (index, duration) in [0.5, 0.3, 0.31, 0.7, 0.3].enumerated() {
        try driver.apply(
          [.constantBy("x1", Double(index + 1))], .curve(.linear, duration: duration), 0)
      }
      var events: [TransactionEvent] = []
      for frame in 1... where Double(frame - 1) * step < 1 {
        events += driver.events(Double(frame) * step)
        guard Double(frame) * step < 1 else { break }
      }
      return events
    }
    let often = try events(every: 1.0 / 240)
    let seldom = try events(every: 1)
    #expect(often.count == 10)
    #expect(often == seldom)
  }

  @Test func aViewThatIsGoneInterruptsWhatMovedIt() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let both = try driver.apply(
      [.constant("x1", 100), .constant("x2", 100)], .curve(.linear, duration: 1), 0)
    let one = try driver.apply([.alpha("two", 0)], .curve(.linear, duration: 1), 0)
    let text = """
      { snapback: 1, screen: { width: 400, height: 800 }, views: [ { id: "one" } ],
        constraints: [ "one.left = 100", "one.top = 0", "one.width = 50", "one.height = 50" ] }
      """
    driver.engine.advance(to: EngineDriver.moment(0.25))
    try driver.replaceScene(by: text)
    let events = driver.events(0.25)
    #expect(events.map(\.id) == [one, one] && events.allSatisfy(\.isInterrupted))
    #expect(abs(driver.seen(.left, of: "one", 0.5).value - 50) < 1e-9)
    #expect(driver.ends(of: both, 9) == .init(finished: [1], settled: [1], isInterrupted: true))
  }

  @Test func eachCurveThatRepeatsForEverEndsTheOneBeforeIt() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let forever = Animation(
      .curve(.linear, duration: 0.25), repeatCount: .infinity, autoreverses: true)
    var ids: [UInt64] = []
    for step in 0..<12 {
      ids.append(
        try driver.apply([.constantBy("x1", 10)], forever, 0.01 * Double(step)))
    }
    let events = driver.events(60)
    #expect(Set(events.map(\.id)) == Set(ids.dropLast()) && events.count == 22, "\(events)")
    #expect(events.allSatisfy { $0.isInterrupted })
  }
}
