import Glibc
import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Looks: changes of their channels, their variations, motions for clients, and scenes that replace
/// each other. The expected values are those of lines and of the critically damped spring.
@Suite struct LookTests {
  private static func scene(_ radius: Double = 4) -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800, scale: 2 }, states: { mode: ["a", "b"] },
      views: [
        { id: "knob", color: "#000000" },
        { id: "card", color: "#ffffff80", textColor: "#10203040", border: { width: 2 },
          shadow: { opacity: 0.5, radius: \(radius), offset: [1, 2] }, data: { z: 1, a: [2.5] },
          variations: {
            "mode = b": { shadow: { radius: 20 }, fontWeight: 700 },
            "dark": { textColor: "#ffffff" } } } ],
      constraints: [ "card.left = 0", "card.top = 0", "card.width = 200", "card.height = 100",
        "knob.left = 0", "knob.top = 200", "knob.width = 40", "knob.height = 40" ] }
    """
  }
  private let linear = Animation.curve(.linear, duration: 1)

  /// The values of the card's look in a frame for a moment.
  private func look(_ driver: inout EngineDriver, _ seconds: Double) -> MovingLook {
    driver.updateFrame(at: EngineDriver.moment(seconds))
    return driver.frame.look(of: driver.place(of: "card"))?.values ?? MovingLook(fillAlpha: .nan)
  }

  /// The motions of looks that clients get after a snapshot.
  private func told(_ driver: inout EngineDriver) -> [ChannelMotion] {
    var journal = MotionJournal()
    journal.note(driver.engine)
    return journal.motions(of: driver.engine).filter {
      if case .look = $0.channel { true } else { false }
    }
  }

  @Test func theSceneGivesTheValues() throws {
    var driver = try EngineDriver(scene: Self.scene())
    let seen = look(&driver, 0)
    #expect(seen.textColor == Paint(Color(red: 0x10, green: 0x20, blue: 0x30), alpha: 0x40))
    #expect(seen.borderWidth == 2 && seen.borderColor == .black)
    #expect(abs(seen.fillAlpha - 128.0 / 255) < 1e-12)
    #expect(seen.shadowOpacity == 0.5 && seen.shadowRadius == 4)
    #expect(seen.shadowOffset == Vector(dx: 1, dy: 2))
    let looks = driver.engine.looks
    #expect(looks.map(\.view) == [driver.place(of: "card")])
    #expect(looks.first?.data == "{\"z\":1,\"a\":[2.5]}")
    #expect(driver.frame.look(of: driver.place(of: "knob")) == nil)
  }

  /// Renderers get sides, so they need not know the reading direction.
  @Test func alignmentsFollowTheReadingDirection() throws {
    let names = ["leading", "trailing", "center", "left", "right"]
    let views = names.map { #"{ id: "\#($0)", text: "a", textAlignment: "\#($0)" }"# }
    let scene = """
      { snapback: 1, screen: { width: 400, height: 800 }, views: [\(views.joined(separator: ","))] }
      """
    var driver = try EngineDriver(scene: scene)
    #expect(driver.engine.looks.map(\.textAlignment.rawValue) == names)
    let revision = driver.engine.looksRevision
    try driver.apply([.direction(.rightToLeft)], nil, 0)
    #expect(
      driver.engine.looks.map(\.textAlignment.rawValue)
        == ["right", "left", "center", "left", "right"])
    #expect(driver.engine.looksRevision != revision)
    try driver.apply([.direction(.leftToRight)], nil, 0.5)
    #expect(driver.engine.looks.map(\.textAlignment.rawValue) == names)
  }

  @Test func aSpringOfTheShadowIsTheSpringsFormula() throws {
    var driver = try EngineDriver(scene: Self.scene())
    try driver.apply([.look("card", [.shadowRadius: 12])], .spring(.critical(response: 0.5)), 0)
    let rate = 2 * Double.pi / 0.5
    for step in 0...20 {
      let time = Double(step) / 50
      let left = -8 * (1 + rate * time) * exp(-rate * time)
      #expect(abs(look(&driver, time).shadowRadius - (12 + left)) < 1e-9)
    }
    #expect(look(&driver, 5).shadowRadius == 12)
    #expect(driver.engine.isAtRest == true)
  }

  @Test func aSecondChangeOnTheWayDoesNotJump() throws {
    var driver = try EngineDriver(scene: Self.scene())
    let spring = Animation.spring(.critical(response: 0.5))
    try driver.apply([.look("card", [.shadowRadius: 12, .borderWidth: 8])], spring, 0)
    let before = look(&driver, 0.125)
    try driver.apply([.look("card", [.shadowRadius: 0, .borderWidth: 0])], spring, 0.125)
    let after = look(&driver, 0.125)
    #expect(abs(after.shadowRadius - before.shadowRadius) < 1e-9)
    #expect(abs(after.borderWidth - before.borderWidth) < 1e-9)
    #expect(look(&driver, 5).shadowRadius == 0)
  }

  @Test func theColorOfTextMovesWithItsOpacity() throws {
    var driver = try EngineDriver(scene: Self.scene())
    let goal: [LookChannel: Double] = [
      .textRed: 0x50, .textGreen: 0x20, .textBlue: 0, .textAlpha: 1,
    ]
    try driver.apply([.look("card", goal)], linear, 0)
    let half = look(&driver, 0.5).textColor
    #expect(half.color == Color(red: 0x30, green: 0x20, blue: 0x18))
    // (64 + 255) / 2, rounded up.
    #expect(half.alpha == 160)
  }

  @Test func aChangeOfTheFillSetsItsOpacity() throws {
    var driver = try EngineDriver(scene: Self.scene())
    let red = Color(red: 255, green: 0, blue: 0)
    try driver.apply([.color("card", red)], nil, 0)
    #expect(look(&driver, 0).fillAlpha == 1)
    #expect(throws: EngineError.noLook("knob")) {
      try driver.apply([.color("knob", red, alpha: 0.5)], nil, 0)
    }
    #expect(throws: EngineError.noLook("knob")) {
      try driver.apply([.look("knob", [.borderWidth: 1])], nil, 0)
    }
  }

  @Test func variationsMoveWhatTheyChange() throws {
    var driver = try EngineDriver(scene: Self.scene())
    try driver.apply([.look("card", [.borderWidth: 5])], nil, 0)
    let revision = driver.engine.looksRevision
    try driver.apply([.state("mode", "b")], linear, 0)
    #expect(abs(look(&driver, 0.25).shadowRadius - 8) < 1e-9)
    #expect(look(&driver, 0.25).borderWidth == 5)
    let looks = driver.engine.looks
    #expect(looks.first?.fontWeight == 700)
    #expect(driver.engine.looksRevision == revision + 1)
    try driver.apply([.state("mode", "a")], nil, 2)
    #expect(look(&driver, 2).shadowRadius == 4)
    let back = driver.engine.looks
    #expect(back.first?.fontWeight == 0)
  }

  @Test func theThemeSelectsVariations() throws {
    var driver = try EngineDriver(scene: Self.scene())
    try driver.apply([.theme(.dark)], nil, 0)
    let white = Color(red: 255, green: 255, blue: 255)
    #expect(look(&driver, 0).textColor == Paint(white))
    try driver.apply([.theme(.light)], nil, 1)
    #expect(look(&driver, 1).textColor.alpha == 0x40)
  }

  @Test func aThemeMovesWhatItChanges() throws {
    var driver = try EngineDriver(scene: Self.scene())
    try driver.apply([.theme(.dark)], linear, 0)
    // A quarter of the way from #102030 to white, rounded.
    let seen = look(&driver, 0.25).textColor.color
    #expect(seen == Color(red: 76, green: 88, blue: 100))
    #expect(look(&driver, 2).textColor == Paint(Color(red: 255, green: 255, blue: 255)))
  }

  @Test func clientsGetMotionsOnlyOfLooksThatCanMove() throws {
    var driver = try EngineDriver(scene: Self.scene())
    driver.updateFrame(at: .zero)
    #expect(told(&driver).isEmpty)
    #expect(driver.frame.freeLook(of: driver.place(of: "card")) == nil)
    try driver.apply([.look("card", [.shadowRadius: 0])], linear, 0)
    driver.updateFrame(at: EngineDriver.moment(0.5))
    #expect(driver.frame.freeLook(of: driver.place(of: "card")) != nil)
    let motions = told(&driver)
    #expect(motions.count == LookChannel.allCases.count)
    let radius = motions.first { $0.channel == .look(.shadowRadius) }
    let seen = radius?.presentation(at: EngineDriver.moment(0.75)).value ?? .nan
    #expect(abs(seen - 1) < 1e-9)
  }

  @Test func aReplacedSceneMovesTheLookOnlyWithAnAnimation() throws {
    var driver = try EngineDriver(scene: Self.scene())
    driver.updateFrame(at: .zero)
    try driver.replaceScene(by: Self.scene(12), animation: linear)
    #expect(abs(look(&driver, 0.5).shadowRadius - 8) < 1e-9)
    #expect(look(&driver, 2).shadowRadius == 12)
    try driver.replaceScene(by: Self.scene())
    #expect(look(&driver, 2).shadowRadius == 4)
  }
}
