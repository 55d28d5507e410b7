import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Numbers of looks as targets and as sources of bindings. The expected values are those of the
/// maps at points of a line.
@Suite struct BoundLookTests {
  private static func scene(_ bindings: String, card: String = "") -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800, scale: 2 }, states: { mode: ["a", "b"] },
      views: [
        { id: "knob", color: "#000000" }, { id: "card", color: "#ffffff" \(card) },
        { id: "tag" } ],
      constraints: [ "card.left = 0", "card.top = 0", "card.width = 200", "card.height = 100",
        "knob.left = 0", "knob.top = 200", "knob.width = 40", "knob.height = 40" ],
      bindings: [ \(bindings) ] }
    """
  }
  private static let lift = """
    { name: "lift", from: "knob.translation.x", to: "card.shadow.radius",
      map: [[0, 0], [100, 30]], extend: true }
    """
  private static let plain = scene("", card: ", shadow: { opacity: 0.5, radius: 4 }")
  private let linear = Animation.curve(.linear, duration: 1)

  /// The look of a view in a frame for a moment.
  private func look(
    _ driver: inout EngineDriver, _ seconds: Double, of view: String = "card"
  ) -> MovingLook {
    driver.updateFrame(at: EngineDriver.moment(seconds))
    return driver.frame.look(of: driver.place(of: view))?.values ?? MovingLook(fillAlpha: .nan)
  }

  private func move(_ driver: inout EngineDriver, to x: Double, _ seconds: Double) throws {
    try driver.apply([.translation("knob", Vector(dx: x, dy: 0))], linear, seconds)
  }

  /// The motions of looks that clients get after a snapshot.
  private func told(_ driver: inout EngineDriver) -> [ChannelMotion] {
    var journal = MotionJournal()
    journal.note(driver.engine)
    return journal.motions(of: driver.engine).filter {
      if case .look = $0.channel { true } else { false }
    }
  }

  @Test func aBoundShadowFollowsItsSourceAndIsDrawnAsZeroBelowZero() throws {
    var driver = try EngineDriver(scene: Self.scene(Self.lift, card: ", shadow: {}"))
    // The defaults of `shadow` apply to the numbers that no binding sets.
    let start = look(&driver, 0)
    #expect(start.shadowRadius == 0 && start.shadowOpacity == 0.25)
    try move(&driver, to: 50, 0)
    for step in 1...4 {
      let time = Double(step) / 4
      #expect(abs(look(&driver, time).shadowRadius - 15 * time) < 1e-9)
    }
    #expect(driver.frame.freeLook(of: driver.place(of: "card")) != nil)
    try move(&driver, to: -50, 2)
    #expect(look(&driver, 4).shadowRadius == 0)
    try move(&driver, to: 100, 5)
    // The source is at 25: the map gives 7.5.
    #expect(abs(look(&driver, 5.5).shadowRadius - 7.5) < 1e-9)
  }

  @Test func aBindingGivesAViewALookAndSetsTheComponentsOfAColor() throws {
    let bindings = """
      { from: "knob.translation.x", to: "tag.textColor",
        map: [[0, "#102030"], [100, "#504000"]] },
      { from: "knob.translation.x", to: "tag.textColor.alpha", map: [[0, 0], [100, 0.8]] },
      { from: "knob.translation.x", to: "tag.border.color.alpha", map: [[0, 1], [100, 0.2]] },
      { from: "knob.translation.x", to: "tag.border.width", map: [[0, 1], [100, 9]] },
      { from: "knob.translation.x", to: "tag.shadow.offset.x" },
      { from: "knob.translation.x", to: "tag.color.alpha", map: [[0, 0.5], [100, 2]] }
      """
    var driver = try EngineDriver(scene: Self.scene(bindings))
    try move(&driver, to: 100, 0)
    let half = look(&driver, 0.5, of: "tag")
    // The opacities are 0.4 and 0.6 of 255.
    #expect(half.textColor == Paint(Color(red: 0x30, green: 0x30, blue: 0x18), alpha: 102))
    #expect(half.borderColor == Paint(.black, alpha: 153))
    #expect(abs(half.borderWidth - 5) < 1e-9)
    #expect(abs(half.shadowOffset.dx - 50) < 1e-9 && half.shadowOffset.dy == 0)
    #expect(half.fillAlpha == 1)
    #expect(driver.frame.look(of: driver.place(of: "card")) == nil)
  }

  @Test func aLookIsTheSourceOfABinding() throws {
    let bindings = """
      { from: "card.shadow.radius", to: "knob.translation.y" },
      { from: "card.border.width", to: "tag.shadow.radius", map: [[0, 0], [10, 100]] }
      """
    let card = ", border: { width: 2 }, shadow: { radius: 4 }"
    var driver = try EngineDriver(scene: Self.scene(bindings, card: card))
    #expect(driver.see("knob", 0).transform.translation.dy == 4)
    #expect(abs(look(&driver, 0, of: "tag").shadowRadius - 20) < 1e-9)
    try driver.apply([.look("card", [.shadowRadius: 12, .borderWidth: 6])], linear, 0)
    #expect(abs(driver.see("knob", 0.25).transform.translation.dy - 6) < 1e-9)
    #expect(abs(driver.see("knob", 0.25).translationVelocity.dy - 8) < 1e-9)
    #expect(abs(look(&driver, 0.25, of: "tag").shadowRadius - 30) < 1e-9)
  }

  @Test func aChangeOfABoundNumberIsRefused() throws {
    let tint = """
      { name: "tint", from: "knob.alpha", to: "tag.color.alpha" }
      """
    var driver = try EngineDriver(scene: Self.scene("\(Self.lift), \(tint)", card: ", shadow: {}"))
    #expect(throws: EngineError.bound("card", by: "lift")) {
      try driver.apply([.look("card", [.shadowX: 3, .shadowRadius: 3])], nil, 0)
    }
    #expect(look(&driver, 0).shadowOffset == Vector(dx: 0, dy: 4))
    try driver.apply([.look("card", [.shadowX: 3])], nil, 0)
    #expect(look(&driver, 0).shadowOffset == Vector(dx: 3, dy: 4))
    // The color of a view with a look includes the opacity of its fill.
    #expect(throws: EngineError.bound("tag", by: "tint")) {
      try driver.apply([.color("tag", .black)], nil, 0)
    }
  }

  @Test func aVariationLeavesBoundNumbersAlone() throws {
    let card = ", variations: { \"mode = b\": { shadow: { opacity: 1 } } }"
    var driver = try EngineDriver(scene: Self.scene(Self.lift, card: card))
    try move(&driver, to: 50, 0)
    // The variation gives the shadow its default radius, 8, too.
    try driver.apply([.state("mode", "b")], nil, 2)
    #expect(abs(look(&driver, 2).shadowRadius - 15) < 1e-9)
    #expect(look(&driver, 2).shadowOpacity == 1)
  }

  @Test func clientsGetTheMotionOfABoundLook() throws {
    var driver = try EngineDriver(scene: Self.scene(Self.lift, card: ", shadow: {}"))
    driver.updateFrame(at: .zero)
    #expect(told(&driver).count == LookChannel.allCases.count)
    var journal = MotionJournal()
    journal.note(driver.engine)
    let mark = journal.revision
    try move(&driver, to: 50, 0)
    driver.updateFrame(at: EngineDriver.moment(0.5))
    journal.note(driver.engine)
    let motions = journal.motions(since: mark, of: driver.engine)
    let radius = motions.first { $0.channel == .look(.shadowRadius) }
    #expect(radius?.view == driver.place(of: "card"))
    let seen = radius?.presentation(at: EngineDriver.moment(0.75)) ?? .rest
    #expect(abs(seen.value - 11.25) < 1e-9 && abs(seen.velocity - 15) < 1e-9)
  }

  @Test func framesThatAreSampledAheadShowTheBoundLook() throws {
    var driver = try EngineDriver(scene: Self.scene(Self.lift, card: ", shadow: {}"))
    try move(&driver, to: 50, 0)
    var journal = MotionJournal()
    var frame = driver.engine.makeFrame()
    for step in 0...12 {
      let time = Double(step) / 10
      driver.engine.sample(
        &frame, at: EngineDriver.moment(time), resampling: .predict, journal: &journal)
      let radius = frame.look(of: driver.place(of: "card"))?.values.shadowRadius ?? .nan
      // A sample is at most a second ahead.
      #expect(abs(radius - 15 * min(time, 1)) < 1e-9, "at \(time) s")
    }
  }

  @Test func anotherSceneMovesTheLookFromItsLastValue() throws {
    var driver = try EngineDriver(scene: Self.scene(Self.lift, card: ", shadow: {}"))
    try driver.apply([.translation("knob", Vector(dx: 50, dy: 0))], nil, 0)
    try driver.replaceScene(by: Self.plain, animation: linear)
    // From the value of the map, 15, to that of the scene, 4.
    #expect(abs(look(&driver, 0.5).shadowRadius - 9.5) < 1e-9)
    #expect(look(&driver, 1.5).shadowRadius == 4)
    try driver.replaceScene(
      by: Self.scene(Self.lift, card: ", shadow: {}"), animation: linear)
    #expect(abs(look(&driver, 2).shadowRadius - 9.5) < 1e-9)
    #expect(abs(look(&driver, 4).shadowRadius - 15) < 1e-9)
  }

  @Test func aFollowerOfALookEndsAtItsSource() throws {
    let tail = """
      { from: "knob.translation.x", to: "card.border.width", map: [[0, 0], [100, 10]],
        follow: { response: 0.3, dampingRatio: 1 } }
      """
    var driver = try EngineDriver(scene: Self.scene(tail))
    try driver.apply([.translation("knob", Vector(dx: 100, dy: 0))], nil, 0)
    let early = look(&driver, 0.1).borderWidth
    #expect(early > 0 && early < 10)
    #expect(abs(look(&driver, 5).borderWidth - 10) < 0.125)
  }
}
