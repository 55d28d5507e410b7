import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// The radius of corners as a channel: changes, bindings, motions for clients, and scenes that
/// replace each other. The expected values are those of lines.
@Suite struct CornerRadiusTests {
  private static func scene(_ radius: String, bindings: String = "") -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800, scale: 2 },
      views: [ { id: "card", color: "#ffffff" \(radius) }, { id: "knob", color: "#000000" } ],
      constraints: [ "card.left = 0", "card.top = 0", "card.width = 200", "card.height = 100",
        "knob.left = 0", "knob.top = 200", "knob.width = 40", "knob.height = 40" ],
      bindings: [ \(bindings) ] }
    """
  }
  private static let round = scene(", cornerRadius: 24")
  private let linear = Animation.curve(.linear, duration: 1)

  @Test func aChangeMovesTheRadiusOfItsView() throws {
    var driver = try EngineDriver(scene: Self.round)
    #expect(driver.see("card", 0).cornerRadius == 24)
    #expect(driver.see("card", 0).hasMovingRadius == false)
    try driver.apply([.cornerRadius("card", 4)], linear, 0)
    for step in 0...10 {
      let now = Double(step) / 10
      #expect(abs(driver.see("card", now).cornerRadius - (24 - 20 * now)) < 1e-9)
    }
    #expect(driver.see("card", 2).cornerRadius == 4)
    #expect(driver.see("card", 2).hasMovingRadius == true)
    #expect(driver.see("knob", 2).cornerRadius == 0)
    #expect(driver.see("knob", 2).hasMovingRadius == false)
  }

  @Test func aChangeBeyondTheRangeIsRefused() throws {
    var driver = try EngineDriver(scene: Self.round)
    #expect(throws: EngineError.outOfRange("the corner radius of \"card\"", 2e6, limit: 1e6)) {
      try driver.apply([.cornerRadius("card", 2e6)], nil, 0)
    }
    #expect(throws: EngineError.unknownView("crad")) {
      try driver.apply([.cornerRadius("crad", 2)], nil, 0)
    }
  }

  @Test func aBoundRadiusFollowsItsSourceAndIsDrawnAsZeroBelowZero() throws {
    let binding = """
      { name: "round", from: "card.translation.x", to: "knob.cornerRadius",
        map: [[0, 0], [100, 30]], extend: true }
      """
    var driver = try EngineDriver(scene: Self.scene("", bindings: binding))
    try driver.apply([.translation("card", Vector(dx: 50, dy: 0))], linear, 0)
    #expect(abs(driver.see("knob", 0.5).cornerRadius - 7.5) < 1e-9)
    #expect(driver.see("knob", 0.5).hasMovingRadius == true)
    #expect(abs(driver.seen(.cornerRadius, of: "knob", 0.75).value - 11.25) < 1e-9)
    try driver.apply([.translation("card", Vector(dx: -50, dy: 0))], nil, 2)
    #expect(driver.see("knob", 2).cornerRadius == 0)
    #expect(abs(driver.seen(.cornerRadius, of: "knob", 2).value + 15) < 1e-9)
    #expect(throws: EngineError.bound("knob", by: "round")) {
      try driver.apply([.cornerRadius("knob", 3)], nil, 3)
    }
  }

  @Test func aRadiusIsTheSourceOfABinding() throws {
    let binding = "{ from: \"card.cornerRadius\", to: \"knob.translation.x\" }"
    var driver = try EngineDriver(scene: Self.scene(", cornerRadius: 24", bindings: binding))
    #expect(driver.see("knob", 0).transform.translation.dx == 24)
    try driver.apply([.cornerRadius("card", 4)], linear, 0)
    #expect(abs(driver.see("knob", 0.25).transform.translation.dx - 19) < 1e-9)
    #expect(abs(driver.see("knob", 0.25).translationVelocity.dx + 20) < 1e-9)
  }

  /// The motions of radii that clients get after a snapshot.
  private func told(_ driver: inout EngineDriver) -> [ChannelMotion] {
    var journal = MotionJournal()
    journal.note(driver.engine)
    return journal.motions(of: driver.engine).filter { $0.channel == .animated(.cornerRadius) }
  }

  @Test func clientsGetOnlyRadiiThatCanMove() throws {
    var driver = try EngineDriver(scene: Self.round)
    driver.updateFrame(at: .zero)
    #expect(told(&driver).isEmpty)
    try driver.apply([.cornerRadius("card", 0)], linear, 0)
    driver.updateFrame(at: EngineDriver.moment(0.5))
    let moving = told(&driver)
    #expect(moving.map(\.view) == [driver.place(of: "card")])
    let seen = moving.first?.presentation(at: EngineDriver.moment(0.75)).value ?? .nan
    #expect(abs(seen - 6) < 1e-9)
    driver.updateFrame(at: EngineDriver.moment(2))
    #expect(told(&driver).first?.terms.isEmpty == true)
  }

  @Test func aReplacedSceneMovesTheRadiusOnlyWithAnAnimation() throws {
    var driver = try EngineDriver(scene: Self.round)
    driver.updateFrame(at: .zero)
    try driver.replaceScene(by: Self.scene(", cornerRadius: 4"), animation: linear)
    #expect(abs(driver.see("card", 0.5).cornerRadius - 14) < 1e-9)
    #expect(driver.see("card", 2).cornerRadius == 4)
    try driver.replaceScene(by: Self.round)
    #expect(driver.see("card", 2).cornerRadius == 24)
    #expect(driver.see("card", 2).hasMovingRadius == false)
  }
}
