import AllocationCounter
import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// A frame of a scene full of motions allocates nothing after a warm-up.
///
/// Only release builds are checked: a debug build allocates where the optimizer avoids it.
@Suite struct TransactionAllocationTests {
  /// Starts all kinds of motions on all kinds of channels, each in its own transaction.
  private func start(_ driver: inout EngineDriver, _ seconds: Double, isControlled: Bool) throws {
    let bouncy = try Spring(response: 0.7, dampingRatio: 0.3)
    let keys = try Keyframes([
      .init(time: 0.3, value: 1.2, curve: .easeOut), .init(time: 1, value: 1, curve: .easeIn),
    ])
    let animations: [Animation] = [
      .spring(bouncy), .spring(.critical(response: 0.6), delay: 0.2),
      .curve(.easeInOut, duration: 2), .curve(.materialStandard, duration: 1.5, delay: 0.1),
      Animation(.keyframes(keys, duration: 2)),
      Animation(.curve(.ease, duration: 0.3), repeatCount: 6, autoreverses: true),
    ]
    for (index, animation) in animations.enumerated() {
      let step = Double(index + 1)
      try driver.apply(
        [
          .constantBy("lh", step), .constantBy("lx", step), .toggleHidden("row2"),
          .rotation("middle", step), .color("left", Color(red: 200, green: 0, blue: 9)),
          .alpha("card", 1 / step), .translation("card", Vector(dx: step, dy: -step)),
        ], animation, isControlled: isControlled, seconds)
    }
  }

  @Test(arguments: [false, true]) func aFrameAllocatesNothing(isControlled: Bool) throws {
    var driver = try EngineDriver(scene: InterruptionScene.text)
    var encoder = MessageEncoder(precision: .fixed)
    var seconds = 0.0

    /// The allocations during two and a half seconds of frames.
    func round() throws -> UInt64 {
      try start(&driver, seconds, isControlled: isControlled)
      var total: UInt64 = 0
      for _ in 1...300 {
        seconds += 1.0 / 120
        let before = allocation_count()
        driver.updateFrame(at: EngineDriver.moment(seconds))
        encoder.reset()
        encoder.frame(
          driver.frame, since: driver.frame.revision - 1,
          appearances: driver.engine.appearances, sequence: 1)
        total += allocation_count() - before
        driver.engine.discardEvents()
      }
      return total
    }

    _ = try round()
    let revision = driver.frame.revision
    let allocations = try round()
    #if !DEBUG
      #expect(allocations == 0)
    #endif
    #expect(driver.frame.revision > revision + 200, "it moves all the time")
  }

  @Test func aFrameOfNumbersWithThresholdsAllocatesNothing() throws {
    let text = """
      { snapback: 1, screen: { width: 400, height: 800 }, views: [ { id: "card" }, { id: "dim" } ],
        bindings: [ { from: "card.translation.y", to: "dim.alpha", map: [[0, 0], [400, 1]] } ],
        actions: [ { on: [ { crosses: "card.translation.y", at: 900 },
          { crosses: "dim.alpha", at: 2, going: "up" } ], changes: [] } ] }
      """
    var driver = try EngineDriver(scene: text)
    var seconds = 0.0

    /// The allocations during one second of frames.
    func round(_ goal: Double) throws -> UInt64 {
      try driver.apply(
        [.translation("card", Vector(dx: 0, dy: goal))], .curve(.easeInOut, duration: 2), seconds)
      var total: UInt64 = 0
      for _ in 1...120 {
        seconds += 1.0 / 120
        let before = allocation_count()
        driver.updateFrame(at: EngineDriver.moment(seconds))
        total += allocation_count() - before
      }
      return total
    }

    _ = try round(300)
    let revision = driver.frame.revision
    let allocations = try round(100)
    #if !DEBUG
      #expect(allocations == 0)
    #endif
    #expect(driver.frame.revision > revision + 100, "it moves all the time")
  }
}
