import Glibc
import SnapbackBasics
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// A driven constant that leaves the range in which required rules hold: the layout stays at the
/// end of the range, and nothing else changes.
@Suite struct DriverRangeTests {
  /// A panel with a minimum width, and a badge that two rules want at different positions.
  private static func panel(_ release: String) -> String {
    """
    { snapback: 1, screen: { width: 800, height: 600, scale: 2 },
      views: [ { id: "panel" }, { id: "badge" }, { id: "grip" } ],
      constraints: [ "panel.left = 100", "panel.top = 0", "panel.height = 100",
        "panel.width >= 120", { id: "wide", rule: "panel.width = 300" },
        "badge.left = panel.right", "badge.top = 0", "badge.width = 20", "badge.height = 20",
        { id: "other", rule: "badge.left = 250" },
        "grip.left = 0", "grip.top = 300", "grip.width = 800", "grip.height = 100" ],
      gestures: [ { pan: "grip", slop: 0, drives: { constant: "wide", axis: "horizontal",
        release: "\(release)", spring: { response: 0.5, dampingRatio: 1 } } } ] }
    """
  }

  private func widths(_ driver: inout EngineDriver, _ seconds: Double) -> (Double, Double) {
    let panel = driver.see("panel", seconds).frame
    return (panel.size.width, driver.see("badge", seconds).frame.left - panel.right)
  }

  @Test func aConstantBelowItsRangeKeepsTheLayoutUntilItReturns() throws {
    var driver = try EngineDriver(scene: Self.panel("stay"))
    let warnings = driver.engine.layoutWarnings
    #expect(warnings.count == 1 && warnings[0].contains("\"other\" gives way"))
    driver.finger(at: Point(x: 500, y: 350), 0)
    for (step, x) in [490.0, 400, 320, 300, 200, 100, 299, 310, 450, 150].enumerated() {
      let now = 0.1 + Double(step) / 100
      driver.finger(at: Point(x: x, y: 350), now)
      let (width, gap) = widths(&driver, now)
      // With a slop of 0 the first movement already drives the constant.
      #expect(abs(width - max(120, 300 + x - 500)) < 0.26, "\(width) at \(x)")
      #expect(abs(gap) < 1e-6, "\"other\" still gives way, at \(x)")
      #expect(driver.engine.layoutWarnings == warnings)
    }
    driver.lift(0.3)
    #expect(abs(widths(&driver, 5).0 - 120) < 1e-6)
    let tree = driver.engine.layoutTree
    #expect(
      tree.usualConstant(of: "wide") == -50, "the constant itself is where the finger left it")
  }

  @Test func theLayoutFollowsASpringAgainOnceItReentersTheRange() throws {
    var driver = try EngineDriver(scene: Self.panel("spring"))
    driver.finger(at: Point(x: 500, y: 350), 0)
    driver.drag(from: Point(x: 490, y: 350), to: Point(x: 200, y: 350), 0.1...0.4)
    driver.lift(0.6)
    // A critically damped spring from 0 to 300, at rest when the finger lifts.
    let omega = 2 * Double.pi / 0.5
    for step in 1...600 {
      let now = 0.6 + Double(step) / 1000
      driver.updateFrame(at: EngineDriver.moment(now))
      let phase = omega * (now - 0.6)
      let value = 300 - 300 * (1 + phase) * exp(-phase)
      let (width, gap) = widths(&driver, now)
      // Where the panel starts to follow, up to half a pixel dies out.
      #expect(abs(width - max(120, value)) < 0.26, "\(width), not \(value), at \(now)")
      #expect(abs(gap) < 1e-6)
    }
  }

  @Test func aChangeThatMakesRoomLetsTheLayoutFollow() throws {
    let text = Self.panel("stay").replacing(
      "\"panel.width >= 120\"", with: "{ id: \"least\", rule: \"panel.width >= 120\" }")
    var driver = try EngineDriver(scene: text)
    driver.finger(at: Point(x: 500, y: 350), 0)
    driver.drag(from: Point(x: 490, y: 350), to: Point(x: 280, y: 350), 0.1...0.4)
    #expect(abs(widths(&driver, 0.5).0 - 120) < 0.26)
    try driver.apply([.constant("least", 50)], .curve(.easeInOut, duration: 0.2), 0.5)
    #expect(abs(widths(&driver, 0.5).0 - 120) < 0.26, "the animation starts where it was")
    #expect(abs(widths(&driver, 0.8).0 - 80) < 0.26)
    driver.finger(at: Point(x: 200, y: 350), 0.9)
    #expect(abs(widths(&driver, 1).0 - 50) < 0.26)
  }
}
