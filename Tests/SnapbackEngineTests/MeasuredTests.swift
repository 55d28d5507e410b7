import SnapbackBasics
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Measured text sizes that arrive during an animation.
@Suite struct MeasuredTests {
  private static let scene = """
    { snapback: 1, screen: { width: 390, height: 844, scale: 3 },
      views: [ { id: "label", text: "Hello, world" }, { id: "below" } ],
      constraints: [ "label.left = 10", "label.top = 50", "below.left = 10",
        "below.top = label.bottom + 8", "below.width = 100", "below.height = 40" ] }
    """

  /// Reports `height` as the measured height of the label, at a time.
  private func measure(
    _ driver: inout EngineDriver, height: Double, _ seconds: Double
  ) throws {
    let label = ViewID(index: driver.place(of: "label"))
    let question = try #require(driver.engine.layoutTree.openQuestions(of: label).first)
    try driver.engine.setMeasuredSize(
      width: 150, height: height, of: question, at: EngineDriver.moment(seconds))
  }

  private func below(_ driver: inout EngineDriver, _ seconds: Double) -> Double {
    driver.see("below", seconds).frame.top
  }

  @Test(arguments: [
    Animation.curve(.easeInOut, duration: 0.4), .spring(.critical(response: 0.3)),
  ])
  func aSizeThatArrivesDuringAnAnimatedChangeOfTheTextSizeJoinsIt(animation: Animation) throws {
    var driver = try EngineDriver(scene: Self.scene)
    try measure(&driver, height: 20, 0)
    _ = below(&driver, 0.1)
    let id = try driver.apply(
      [.contentSizeCategory(.accessibility5)], animation, 1)
    _ = below(&driver, 1.05)
    try measure(&driver, height: 200, 1.1)
    let estimate = below(&driver, 1.099)
    var last = estimate
    for step in 0...1000 {
      let top = below(&driver, 1.1 + Double(step) / 1000)
      #expect(abs(top - last) < 3, "at \(step)")
      last = top
    }
    #expect(last == 258, "50 + 200 + 8; the estimate was on its way at \(estimate)")
    let ends = driver.ends(of: id, 9)
    #expect(ends.finished.count == 1 && ends.settled.count == 1)
    let curve = animation == .curve(.easeInOut, duration: 0.4)
    if curve { #expect(ends == .init(finished: [1.4], settled: [1.4], isInterrupted: false)) }
  }

  /// The keyboard's animation is finished after 0.5 s, although its spring has another duration.
  /// The size has its own motion by that spring, which has 45 % of its distance left after 0.1 s.
  @Test(arguments: [1.1, 1.49])
  func aSizeThatJoinsAnAnimationDoesNotMoveItsFinish(seconds: Double) throws {
    let keyboard = NamedAnimation.keyboard.animation
    try #require(keyboard.runDuration == 0.5 && keyboard.timing.duration > 0.5)
    var driver = try EngineDriver(scene: Self.scene)
    try measure(&driver, height: 20, 0)
    let id = try driver.apply([.contentSizeCategory(.accessibility5)], keyboard, 1)
    try measure(&driver, height: 200, seconds)
    _ = below(&driver, seconds)
    let ends = driver.ends(of: id, 9)
    #expect(ends.finished == [1.5])
    #expect(ends.settled.count == 1 && ends.settled[0] >= max(1.5, seconds + 0.1))
    #expect(below(&driver, 9) == 258)
  }

  @Test func afterTheAnimationASizeJumps() throws {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.apply(
      [.contentSizeCategory(.xLarge)], .curve(.easeInOut, duration: 0.4), 0)
    _ = below(&driver, 0.5)
    try measure(&driver, height: 200, 0.6)
    #expect(below(&driver, 0.6) == 258)
  }

  @Test func aSizeJoinsAControlledTransactionWithoutBecomingAPartOfIt() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let id = try driver.apply(
      [.contentSizeCategory(.xLarge)], .curve(.easeInOut, duration: 0.4),
      isControlled: true, 0)
    let before = below(&driver, 0.1)
    try measure(&driver, height: 200, 0.1)
    #expect(abs(below(&driver, 0.101) - before) < 3)
    let ends = driver.ends(of: id, 9)
    #expect(ends.settled.count == 1 && below(&driver, 9) == 258)
    #expect(driver.engine.isAtRest == true)
  }
}
