import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// An animation block animates every change that its layout pass finds, whichever call made it.
/// Also tests when motions begin.
@Suite struct TransactionOrderTests {
  /// Two boxes without a constraint between them.
  static let scene = """
    { snapback: 1, screen: { width: 400, height: 800 },
      views: [ { id: "one", color: "#102030" }, { id: "two" } ],
      constraints: [
        { id: "x1", rule: "one.left = 0" }, "one.top = 0", "one.width = 50", "one.height = 50",
        { id: "x2", rule: "two.left = 0" }, "two.top = 100", "two.width = 50",
        "two.height = 50" ] }
    """
  private let linear = Animation.curve(.linear, duration: 1)

  private func left(_ driver: borrowing EngineDriver, _ view: String, _ seconds: Double) -> Double {
    driver.seen(.left, of: view, seconds).value
  }

  @Test func whatWasStagedBeforeTheBlockIsSweptIntoIt() throws {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.engine.stage([.constant("x1", 100)], at: .zero)
    try driver.apply([.constant("x2", 100)], linear, 0)
    #expect(left(driver, "one", 0) == 0 && left(driver, "two", 0) == 0)
    #expect(abs(left(driver, "one", 0.25) - 25) < 1e-9)
    #expect(abs(left(driver, "two", 0.25) - 25) < 1e-9)
    #expect(left(driver, "one", 1) == 100 && left(driver, "two", 1) == 100)
    #expect(driver.engine.layoutPasses == 2)
  }

  @Test func aFlushBeforeTheBlockExcludesIt() throws {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.engine.stage([.constant("x1", 100)], at: .zero)
    driver.engine.flush(at: .zero)
    try driver.apply([.constant("x2", 100)], linear, 0)
    #expect(left(driver, "one", 0) == 100)
    #expect(left(driver, "two", 0) == 0)
    #expect(abs(left(driver, "two", 0.25) - 25) < 1e-9)
  }

  @Test func theNextFrameExcludesItToo() throws {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.engine.stage([.constant("x1", 100)], at: .zero)
    #expect(driver.see("one", 0.1).frame.left == 100)
    try driver.apply([.constant("x2", 100)], linear, 0.1)
    #expect(left(driver, "one", 0.2) == 100)
    #expect(abs(left(driver, "two", 0.35) - 25) < 1e-9)
  }

  @Test func aBlockWithoutLayoutChangesSweepsInWhatWasStaged() throws {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.engine.stage([.constant("x1", 100)], at: .zero)
    try driver.apply([.alpha("two", 0)], linear, 0)
    #expect(abs(left(driver, "one", 0.5) - 50) < 1e-9)
  }

  @Test func whatDoesNotGoThroughLayoutIsNotStaged() throws {
    var driver = try EngineDriver(scene: Self.scene)
    #expect(throws: EngineError.notStaged) {
      try driver.engine.stage([.constant("x1", 9), .alpha("one", 0.5)], at: .zero)
    }
    #expect(throws: EngineError.self) {
      try driver.engine.stage([.constant("x1", 9), .constant("none", 0.5)], at: .zero)
    }
    #expect(driver.see("one", 0.1).frame.left == 0)
  }

  @Test(arguments: [
    TimingFunction.spring(.critical(response: 0.5), initialVelocity: 3),
    .curve(.easeOut, duration: 0.5), .curve(.linear, duration: 0.5),
  ])
  func duringADelayItWaitsAndDoesNotMove(timing: TimingFunction) throws {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.apply([.constant("x1", 100), .alpha("one", 0)], Animation(timing, delay: 0.3), 0)
    for step in 0...29 {
      let now = Double(step) / 100
      #expect(driver.seen(.left, of: "one", now) == MotionState(value: 0, velocity: 0))
      #expect(driver.seen(.alpha, of: "one", now) == MotionState(value: 1, velocity: 0))
    }
    // The view is drawn at its start, and the engine knows that the motion has yet to begin.
    #expect(driver.see("one", 0.2).frame.left == 0)
    #expect(driver.engine.wakeUp == .everyFrame && driver.engine.isAtRest == false)
    for step in 1...40 {
      let run = Double(step) / 100
      let expected = 100 * Textbook.progress(timing, after: run)
      #expect(abs(left(driver, "one", 0.3 + run) - expected) < 1e-6, "\(run)")
    }
    #expect(driver.see("one", 9).frame.left == 100)
  }

  @Test func twoDelaysOfOneSpringDoNotMergeBeforeTheyAreOver() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let spring = Spring.critical(response: 0.5)
    try driver.apply([.constant("x1", 100)], .spring(spring), 0)
    try driver.apply([.constant("x1", 200)], .spring(spring, delay: 0.2), 0.1)
    for step in 11...80 {
      let now = Double(step) / 100
      let first = 100 * Textbook.progress(.spring(spring), after: now)
      let second = 100 * Textbook.progress(.spring(spring), after: now - 0.3)
      #expect(abs(left(driver, "one", now) - first - second) < 1e-9)
    }
  }

  @Test func anEmptyTransactionIsDoneAtOnce() throws {
    var driver = try EngineDriver(scene: Self.scene)
    for changes in [[], [SceneChange.constant("x1", 0), .alpha("one", 1)]] {
      let now = changes.isEmpty ? 0.5 : 0.7
      let id = try driver.apply(changes, linear, now)
      #expect(driver.engine.wakeUp == .at(EngineDriver.moment(now)))
      let events = driver.events(now)
      #expect(events.map(\.moment) == [.finished, .settled])
      #expect(events.allSatisfy { $0.id == id && !$0.isInterrupted })
      #expect(events.allSatisfy { $0.time == EngineDriver.moment(now) })
      #expect(driver.engine.wakeUp == .never)
    }
  }

  @Test func withoutAnAnimationThereIsNoTransaction() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let id = try driver.engine.apply([.constant("x1", 10)], at: .zero)
    #expect(id == nil)
    #expect(driver.events(1).isEmpty)
  }

  @Test func nestedBlocksInheritTheTimingUnlessTheyOverrideIt() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let quick = Animation.curve(.linear, duration: 0.5)
    try driver.apply(
      [
        .animate(nil, [.alpha("one", 0)]), .animate(quick, [.alpha("two", 0)]),
        .translation("one", Vector(dx: 100, dy: 0)),
        .animate(quick, [.animate(nil, [.translation("two", Vector(dx: 100, dy: 0))])]),
      ], linear, 0)
    #expect(abs(driver.seen(.alpha, of: "one", 0.25).value - 0.75) < 1e-9)
    #expect(abs(driver.seen(.alpha, of: "two", 0.25).value - 0.5) < 1e-9)
    #expect(abs(driver.seen(.translationX, of: "one", 0.25).value - 25) < 1e-9)
    #expect(abs(driver.seen(.translationX, of: "two", 0.25).value - 50) < 1e-9)
  }

  @Test func aPassWithinTheBlockSplitsWhatItAnimates() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let quick = Animation.curve(.linear, duration: 0.5)
    // x1 is laid out in the outer block, x2 by the pass of the inner one.
    try driver.apply(
      [.constant("x1", 100), .layoutIfNeeded, .animate(quick, [.constant("x2", 100)])], linear, 0)
    #expect(abs(left(driver, "one", 0.25) - 25) < 1e-9)
    #expect(abs(left(driver, "two", 0.25) - 50) < 1e-9)
    #expect(driver.engine.layoutPasses == 3)
    // Without a pass in between, the inner block's pass animates both.
    try driver.apply(
      [.constant("x1", 0), .animate(quick, [.constant("x2", 0)])], linear, 2)
    #expect(abs(left(driver, "one", 2.25) - 50) < 1e-9)
    #expect(abs(left(driver, "two", 2.25) - 50) < 1e-9)
    #expect(driver.engine.layoutPasses == 4)
  }

  @Test func aBlockWithinABlockEndsWithTheLongerOfTheTwo() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let quick = Animation.curve(.linear, duration: 0.5)
    // Both move the same channel. The shorter one begins last.
    let id = try driver.apply(
      [
        .translation("one", Vector(dx: 100, dy: 0)),
        .animate(quick, [.translation("one", Vector(dx: 50, dy: 0))]),
      ], linear, 0)
    #expect(driver.termCount(.translationX, of: "one") == 2)
    #expect(driver.ends(of: id, 9) == .init(finished: [1], settled: [1]))
  }

  @Test func blocksAreHeldToADepth() throws {
    var driver = try EngineDriver(scene: Self.scene)
    func nested(_ depth: Int) -> SceneChange {
      depth == 0 ? .constant("x1", 50) : .animate(nil, [nested(depth - 1)])
    }
    #expect(throws: EngineError.tooDeep(limit: 8)) { try driver.apply([nested(9)], linear, 0) }
    #expect(driver.see("one", 0).frame.left == 0)
    try driver.apply([nested(8)], linear, 0)
    #expect(driver.see("one", 2).frame.left == 50)
  }
}
