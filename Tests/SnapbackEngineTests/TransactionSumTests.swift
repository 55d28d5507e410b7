import Glibc
import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Transactions with different timings add up, so constraints hold during the motion.
@Suite struct TransactionSumTests {
  /// The center of c is halfway between a's left and b's right edge.
  private static let scene = """
    { snapback: 1, screen: { width: 800, height: 400 },
      views: [ { id: "a" }, { id: "b" }, { id: "c" } ],
      constraints: [
        { id: "a", rule: "a.left = 20" }, "a.width = 40", "a.top = 0", "a.height = 40",
        { id: "b", rule: "b.left = 200" }, "b.width = 60", "b.top = 0", "b.height = 40",
        "c.centerX = 0.5 * a.left + 0.5 * b.right", "c.width = 20", "c.top = 0",
        "c.height = 40" ] }
    """

  @Test func aMidpointStaysTheMidpointAtEveryInstant() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let slow = try Spring(uikitDuration: 1, dampingRatio: 0.33)
    let quick = try Spring(uikitDuration: 0.3, dampingRatio: 1)
    try driver.apply([.constantBy("b", 140)], .spring(slow), 0)
    try driver.apply([.constantBy("a", 140)], .spring(quick), 0.1)
    #expect(driver.termCount(.left, of: "c") == 2)
    // Also around the nanoseconds at which terms end.
    let ends = ["a", "b", "c"].flatMap { view in
      Channel.frameEdges.flatMap { driver.motion($0, of: view)?.terms.map(\.end) ?? [] }
    }
    var moments = (0...60_000).map { EngineDriver.moment(0.1 + Double($0) * 1e-4) }
    for end in ends {
      for step in -3...3 {
        moments.append(Instant(nanoseconds: end.nanoseconds + UInt64(step + 3) - 3))
      }
    }
    for moment in moments {
      let middle =
        (driver.seen(.left, of: "c", at: moment).value
          + driver.seen(.right, of: "c", at: moment).value) / 2
      let wanted =
        (driver.seen(.left, of: "a", at: moment).value
          + driver.seen(.right, of: "b", at: moment).value) / 2
      #expect(abs(middle - wanted) < 1e-9, "\(moment)")
    }
    let c = driver.see("c", 20).frame
    #expect((c.left + c.right) / 2 == (20 + 140 + 400) / 2)
    #expect(driver.engine.isAtRest == true)
  }

  /// Without adding up, retargeting only the changed channels would tear the midpoint.
  @Test func retargetingWouldTearItBy21Points() {
    let (slow, slowRatio) = Textbook.uikit(duration: 1, dampingRatio: 0.33)
    let (quick, quickRatio) = Textbook.uikit(duration: 0.3, dampingRatio: 1)
    func state(_ w: Double, _ ratio: Double, _ x: Double, _ v: Double, _ t: Double) -> MotionState {
      Textbook.spring(decayRate: ratio * w, stiffness: w * w, from: x, v, after: t)
    }
    // At 0.1 s, c has 70 pt times b's residual to go. It gets 70 pt more, with a's spring alone.
    let seen = state(slow, slowRatio, -70, 0, 0.1)
    var worst = 0.0
    for step in 0...10_000 {
      let t = Double(step) * 1e-4
      let a = state(quick, quickRatio, -140, 0, t).value
      let b = state(slow, slowRatio, -140, 0, 0.1 + t).value
      let c = state(quick, quickRatio, seen.value - 70, seen.velocity, t).value
      worst = max(worst, abs(c - (a + b) / 2))
    }
    #expect(abs(worst - 21.5) < 0.05, "\(worst)")
  }

  @Test func termsOfEqualSpringsMergeAndOthersDoNot() throws {
    var driver = try EngineDriver(scene: TransactionOrderTests.scene)
    let one = try Spring(response: 0.5, dampingRatio: 0.7)
    let same = try Spring(response: 0.5, dampingRatio: 0.7)
    let other = try Spring(response: 0.5, dampingRatio: 0.8)
    let curve = Animation.curve(.easeInOut, duration: 2)
    let changes: [(Animation, Int)] = [
      (.spring(one), 1), (.spring(same), 1), (.spring(other), 2), (.spring(one), 2), (curve, 3),
      (curve, 4), (.spring(other), 4), (.spring(one, delay: 0.5), 5),
    ]
    var expected: [(start: Double, distance: Double, animation: Animation)] = []
    for (step, (animation, count)) in changes.enumerated() {
      let now = Double(step) * 0.03
      try driver.apply([.constantBy("x1", 10)], animation, now)
      expected.append((now, 10, animation))
      #expect(driver.termCount(.left, of: "one") == count, "after \(step)")
      // Merged or not, the position is the sum of all terms.
      for later in [0, 0.01, 0.1, 0.2] {
        let wanted = expected.reduce(0) {
          $0 + $1.distance * Textbook.course($1.animation, after: now + later - $1.start)
        }
        #expect(abs(driver.seen(.left, of: "one", now + later).value - wanted) < 1e-9)
      }
    }
    #expect(driver.see("one", 20).frame.left == 80)
  }

  @Test func controlledTransactionsDoNotMerge() throws {
    var driver = try EngineDriver(scene: TransactionOrderTests.scene)
    let spring = Animation.spring(.critical(response: 0.5))
    try driver.apply([.constantBy("x1", 10)], spring, isControlled: true, 0)
    try driver.apply([.constantBy("x1", 10)], spring, 0)
    try driver.apply([.constantBy("x1", 10)], spring, isControlled: true, 0)
    #expect(driver.termCount(.left, of: "one") == 3)
  }

  @Test func aChangeOutsideATransactionJumpsAndRunningTermsGoOn() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let spring = try Spring(response: 0.5, dampingRatio: 0.5)
    try driver.apply([.constantBy("b", 100)], .spring(spring), 0)
    let before = driver.seen(.left, of: "b", 0.2)
    try driver.apply([.constantBy("b", 30), .constantBy("a", 7)], nil, 0.2)
    let after = driver.seen(.left, of: "b", 0.2)
    #expect(abs(after.value - before.value - 30) < 1e-9)
    #expect(after.velocity == before.velocity)
    #expect(driver.seen(.left, of: "a", 0.2) == MotionState(value: 27, velocity: 0))
    for step in 0...40 {
      let now = 0.2 + Double(step) / 100
      let wanted = 200 + 30 + 100 * Textbook.progress(.spring(spring), after: now)
      #expect(abs(driver.seen(.left, of: "b", now).value - wanted) < 1e-9)
    }
  }

  @Test func aFrameSetByHandTakesChildrenAlongAndLastsUntilTheNextPass() throws {
    var driver = try EngineDriver(
      scene: """
        { snapback: 1, screen: { width: 400, height: 800 },
          views: [ { id: "box", views: [ { id: "in", views: [ { id: "deep" } ] } ] },
                   { id: "other" } ],
          constraints: [
            "box.left = 10", "box.top = 20", "box.width = 100", "box.height = 100",
            "in.left = box.left + 5", "in.top = box.top + 5", "in.width = 50", "in.height = 50",
            "deep.left = in.left + 3", "deep.top = in.top + 4", "deep.width = 10",
            "deep.height = 10", { id: "w", rule: "other.width = 1" } ] }
        """)
    let frames = ["box", "in", "deep"].map { driver.see($0, 0).frame }
    try driver.apply(
      [.frame("box", Rect(x: 110, y: 220, width: 30, height: 40))],
      .curve(.linear, duration: 1), 0)
    // Halfway, the views inside keep their position in it and their size.
    let half = driver.see("box", 0.5).frame
    #expect(abs(half.left - 60) < 1e-9 && abs(half.top - 120) < 1e-9)
    #expect(abs(half.size.width - 65) < 1e-9 && abs(half.size.height - 70) < 1e-9)
    for (index, view) in ["in", "deep"].enumerated() {
      let frame = driver.see(view, 0.5).frame
      let old = frames[index + 1]
      #expect(abs(frame.left - old.left) < 1e-9 && abs(frame.top - old.top) < 1e-9)
      #expect(abs(frame.size.width - old.size.width) < 1e-9)
    }
    #expect(driver.see("box", 2).frame == Rect(x: 110, y: 220, width: 30, height: 40))
    try driver.apply([.centerBy("in", Vector(dx: 1, dy: 2))], nil, 2)
    #expect(driver.see("in", 2).frame == frames[1].offset(by: Vector(dx: 1, dy: 2)))
    #expect(driver.see("deep", 2).frame == frames[2])
    try driver.apply([.center("in", x: 40, y: nil)], nil, 2)
    #expect(driver.see("in", 2).frame.center == Point(x: 40, y: frames[1].center.y + 2))
    // Any pass overwrites it, with the animation of the block in which the pass runs.
    try driver.apply([.constant("w", 2)], .curve(.linear, duration: 1), 3)
    #expect(abs(driver.see("box", 3.5).frame.left - 60) < 1e-9)
    #expect(driver.see("box", 5).frame == frames[0])
    #expect(driver.see("in", 5).frame == frames[1])
  }

  @Test func evenWhatNobodySeesDoesNotJump() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let spring = try Spring(response: 0.5, dampingRatio: 0.5)
    try driver.apply([.centerBy("a", Vector(dx: 0.02, dy: 0))], .spring(spring), 0)
    #expect(driver.seen(.left, of: "a", 0).value == 20)
    #expect(abs(driver.seen(.left, of: "a", 0.1).value - 20.01) < 0.009)
    // Many of them add up to a visible distance, but none jumps.
    for step in 1...200 {
      let now = Double(step) * 0.002
      let before = driver.seen(.left, of: "a", now)
      try driver.apply([.centerBy("a", Vector(dx: 0.02, dy: 0))], .spring(spring), now)
      let after = driver.seen(.left, of: "a", now)
      #expect(abs(after.value - before.value) < 1e-9)
      #expect(abs(after.velocity - before.velocity) < 1e-9)
    }
    #expect(driver.seen(.left, of: "a", 0.4).value < 23.9)
    #expect(abs(driver.see("a", 20).frame.left - 24.02) < 1e-9)
    #expect(driver.engine.isAtRest == true)
  }
}
