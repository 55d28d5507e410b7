import SnapbackBasics
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// The state in frames other than a view's position.
@Suite struct ViewStateTests {
  private static let scene = """
    { snapback: 1, screen: { width: 400, height: 800, scale: 2 },
      views: [ { id: "card", color: "#0a84ff", views: [
        { id: "label", text: { string: "Hello", style: "body", lines: 0 } } ] } ],
      constraints: [
        { id: "x", rule: "card.left = 20" }, { id: "y", rule: "card.top = 40" },
        { id: "w", rule: "card.width = 200" }, "card.height = 120",
        "label.left = card.left + 8", "label.top = card.top + 8" ] }
    """

  /// Each velocity must be the difference quotient of its value between two close moments.
  @Test func velocitiesAreDifferences() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let spring = Animation.spring(try Spring(response: 0.5, dampingRatio: 0.6))
    try driver.engine.apply(
      [
        .constant("x", 90), .constant("y", -30), .constant("w", 310),
        .scale("card", Vector(dx: 1.5, dy: 0.75)), .rotation("card", 0.5),
      ], animation: spring, at: .zero)
    let step = 1e-5
    for tick in 1...20 {
      let time = Double(tick) * 0.05
      driver.updateFrame(at: EngineDriver.moment(time - step))
      let before = driver.frame.views[1]
      driver.updateFrame(at: EngineDriver.moment(time))
      let now = driver.frame.views[1]
      driver.updateFrame(at: EngineDriver.moment(time + step))
      let after = driver.frame.views[1]
      func rate(_ number: (ViewState) -> Double) -> Double {
        (number(after) - number(before)) / (2 * step)
      }
      let pairs = [
        (now.frameVelocity.x, rate { $0.frame.left }), (now.frameVelocity.y, rate { $0.frame.top }),
        (now.frameVelocity.width, rate { $0.frame.size.width }),
        (now.frameVelocity.height, rate { $0.frame.size.height }),
        (now.scaleVelocity.dx, rate { $0.transform.scale.dx }),
        (now.scaleVelocity.dy, rate { $0.transform.scale.dy }),
        (now.rotationVelocity, rate { $0.transform.rotation }),
      ]
      for (told, seen) in pairs { #expect(abs(told - seen) < 1e-3 * max(1, abs(seen))) }
    }
  }

  @Test func aTextIsToldForTheTextSizeOfNow() throws {
    let driver = try EngineDriver(scene: Self.scene)
    let told = (0...9).map { driver.engine.textAppearance(of: $0) }
    #expect(told[1] == nil && told[9] == nil)
    let text = try #require(told[2])
    let metrics = TextStyle.body.metrics(in: .large)
    #expect(text.string == "Hello" && text.style == "body" && text.lineLimit == 0)
    #expect(text.size == metrics.pointSize && text.lineHeight == metrics.lineHeight)
    // One line: both baselines are the same.
    #expect(abs(text.firstBaseline - text.lastBaseline) < 0.5)
    #expect(abs(text.firstBaseline - metrics.ascent) < 1e-9)
    let (with, without) = (driver.engine.appearancesWithTexts, driver.engine.appearances)
    #expect(with[2].text == text && without[2].text == nil)
  }

  @Test func whatIsInSomethingHiddenIsNotThere() throws {
    var driver = try EngineDriver(scene: Self.scene)
    #expect(driver.frame.views.map(\.isVisible) == [true, true, true])
    try driver.engine.apply([.hidden("card", true)], at: EngineDriver.moment(0.1))
    driver.updateFrame(at: EngineDriver.moment(0.2))
    #expect(driver.frame.views.map(\.isVisible) == [true, false, false])
    try driver.engine.apply([.hidden("card", false)], at: EngineDriver.moment(0.3))
    driver.updateFrame(at: EngineDriver.moment(0.4))
    #expect(driver.frame.views.map(\.isVisible) == [true, true, true])
  }
}
