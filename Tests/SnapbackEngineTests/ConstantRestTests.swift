import Glibc
import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Motions of constants that the layout multiplies: they end when no view is more than a quarter of
/// a pixel from its place.
@Suite struct ConstantRestTests {
  /// A tick whose width is a constant, and a bar that is ten times as wide plus 20 points, on a
  /// screen with one pixel per point. A gesture drives the constant, or a binding sets it.
  private static func scene(isBound: Bool) -> String {
    let driven =
      "gestures: [ { pan: 'grip', drives: { constant: 'unit', axis: 'horizontal' } } ]"
    let bound =
      "bindings: [ { from: 'grip.translation.x', to: 'unit.constant', map: [[0, 0], [60, 60]] } ]"
    return """
      { snapback: 1, screen: { width: 800, height: 800, scale: 1 },
        views: [ { id: "tick" }, { id: "bar" }, { id: "grip" } ],
        constraints: [
          "tick.left = 0", "tick.top = 0", "tick.height = 10",
          { id: "unit", rule: "tick.width = 0" },
          "bar.left = 0", "bar.top = 20", "bar.height = 10", "bar.width = 10 * tick.width + 20",
          "grip.left = 0", "grip.top = 400", "grip.width = 800", "grip.height = 200" ],
        \(isBound ? bound : driven) }
      """
  }

  @Test(arguments: [false, true])
  func aSpringEndsWhenTheRestOfAllMotionsIsInvisible(isBound: Bool) throws {
    var driver = try EngineDriver(scene: Self.scene(isBound: isBound))
    let change: SceneChange =
      isBound ? .translation("grip", Vector(dx: 30, dy: 0)) : .constant("unit", 30)
    try driver.apply([change], .spring(.critical(response: 0.5)), 0)
    let omega = 2 * Double.pi / 0.5
    for step in 0...2000 {
      let now = Double(step) / 1000
      let width = driver.see("bar", now).frame.size.width
      let wanted = 320 - 300 * (1 + omega * now) * exp(-omega * now)
      #expect(abs(width - wanted) <= 0.25, "\(width), not \(wanted), at \(now)")
    }
    let width = driver.see("bar", 2).frame.size.width
    let isAtRest = driver.engine.isAtRest
    #expect(width == 320 && isAtRest)
  }
}
