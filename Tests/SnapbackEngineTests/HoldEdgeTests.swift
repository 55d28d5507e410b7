import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Fingers on views with several gestures, and pinches of unequal scales.
@Suite struct HoldEdgeTests {
  /// A card to drag, a list that snaps, and a list that coasts, side by side.
  private static let lists = """
    { snapback: 1, screen: { width: 600, height: 400 },
      views: [ { id: "card" }, { id: "pages", scroll: true, views: [ { id: "page" } ] },
        { id: "list", scroll: true, views: [ { id: "rows" } ] } ],
      constraints: [
        "card.left = 0", "card.top = 0", "card.width = 200", "card.height = 400",
        "pages.left = 200", "pages.top = 0", "pages.width = 200", "pages.height = 400",
        "list.left = 400", "list.top = 0", "list.width = 200", "list.height = 400",
        { format: "H:|[page(200)]|", in: "pages" }, { format: "V:|[page(4000)]|", in: "pages" },
        { format: "H:|[rows(200)]|", in: "list" }, { format: "V:|[rows(4000)]|", in: "list" } ],
      gestures: [ { pan: "card" }, { scroll: "pages", release: 'snap', snap: { y: [0, 3000] } },
        { scroll: "list" } ] }
    """

  @Test func stoppedContentStaysAlthoughOtherContentSnaps() throws {
    var driver = try EngineDriver(scene: Self.lists)
    driver.drag(from: Point(x: 500, y: 390), to: Point(x: 500, y: 190), 0...0.2)
    driver.lift(0.2)
    // A tap stops it in flight.
    driver.finger(at: Point(x: 500, y: 200), 0.3)
    let stopped = driver.see("rows", 0.6).frame.top
    driver.lift(0.6)
    #expect(stopped < -200)
    for seconds in [0.7, 1, 3, 10] {
      #expect(abs(driver.see("rows", seconds).frame.top - stopped) < 1e-6, "\(seconds)")
    }
  }

  private static func pinched(_ keys: String) -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800 }, views: [ { id: "card" } ],
      constraints: [ "card.centerX = 200", "card.centerY = 400", "card.width = 300",
        "card.height = 400" ],
      gestures: [ { pinch: "card", \(keys) } ] }
    """
  }

  /// A card of the given scales that two fingers have pulled apart.
  private func pulled(_ keys: String, from scale: Vector) throws -> EngineDriver {
    var driver = try EngineDriver(scene: Self.pinched(keys))
    // A view of zero scale cannot be hit, so the scale changes after the touch.
    driver.fingers([(1, Point(x: 170, y: 400)), (2, Point(x: 230, y: 400))], 0)
    try driver.engine.apply([.scale("card", scale)], animatedBy: nil, at: .zero)
    driver.drag(
      (Point(x: 170, y: 400), Point(x: 110, y: 400)),
      (Point(x: 230, y: 400), Point(x: 290, y: 400)), 0...0.2)
    return driver
  }

  @Test func unlikeScalesKeepTheirRatio() throws {
    var driver = try pulled(
      "release: 'stay', limits: [0.5, 3], rubberBand: true", from: Vector(dx: 2, dy: 1))
    let held = driver.see("card", 0.2).transform.scale
    #expect(held.dx > 3 && abs(held.dy - held.dx / 2) < 1e-9)
    driver.lift(fingers: [1, 2], 0.4)
    let rest = driver.rest(of: "card", after: 0.5).transform.scale
    #expect(abs(rest.dx - 3) < 1e-9 && abs(rest.dy - 1.5) < 1e-9, "\(rest)")
    // Within the limits both scales keep their values.
    var within = try pulled("release: 'stay', limits: [0.5, 30]", from: Vector(dx: 2, dy: 1))
    within.lift(fingers: [1, 2], 0.4)
    let stays = within.rest(of: "card", after: 0.5).transform.scale
    #expect(stays.dx > 3 && abs(stays.dy - stays.dx / 2) < 1e-9, "\(stays)")
  }

  @Test func aZeroScaleStaysFinite() throws {
    for release in ["stay", "spring", "reset"] {
      var driver = try pulled("release: '\(release)'", from: Vector(dx: 0, dy: 1))
      driver.lift(fingers: [1, 2], 0.4)
      for seconds in [0.4, 0.6, 5] {
        let scale = driver.see("card", seconds).transform.scale
        #expect(scale.dx.isFinite && scale.dy.isFinite, "\(release) \(seconds): \(scale)")
      }
      let rest = driver.rest(of: "card", after: 6).transform.scale
      let home = release == "stay" ? 0.0 : 1
      #expect(rest == Vector(dx: home, dy: home), "\(release): \(rest)")
    }
  }

  @Test func aNewGestureForgetsTheLastFingers() throws {
    let scene = """
      { snapback: 1, screen: { width: 400, height: 800 }, views: [ { id: "card" } ],
        constraints: [ "card.centerX = 200", "card.centerY = 400", "card.width = 300",
          "card.height = 400" ],
        gestures: [ { pinch: "card", name: "zoom", simultaneous: ["turn"], release: "reset" },
          { rotation: "card", name: "turn", release: "reset" } ] }
      """
    func put(_ driver: inout EngineDriver, _ span: Double, _ angle: Double, _ seconds: Double) {
      let ray = TransformComponents(
        translation: .zero, rotation: angle, shear: 0, scale: Vector(dx: 1, dy: 1)
      ).linear(Vector(dx: span / 2, dy: 0))
      let middle = Point(x: 200, y: 400)
      driver.fingers([(1, middle + ray), (2, middle - ray)], seconds)
    }
    var driver = try EngineDriver(scene: scene)
    var twin = try EngineDriver(scene: scene)
    for step in 0...20 {
      put(&driver, 100 + 3 * Double(step), 0.05 * Double(step), 0.008 * Double(step))
    }
    #expect(Set(driver.turns()) == ["turn began", "zoom began"])
    driver.lift(fingers: [1, 2], 0.161)
    _ = driver.turns()
    // The twin gets only the second gesture.
    for (span, angle, seconds) in [(100.0, 0.0, 0.164), (180, 1, 0.168), (200, 1.1, 0.172)] {
      put(&driver, span, angle, seconds)
      put(&twin, span, angle, seconds)
    }
    #expect(Set(driver.turns()) == ["turn began", "zoom began"])
    var (seen, wanted) = (driver.engine.makeFrame(), twin.engine.makeFrame())
    for milliseconds in [173.5, 174.5, 175.5] {
      let target = EngineDriver.moment(milliseconds / 1000)
      driver.engine.sample(&seen, at: target, resampling: .interpolate)
      twin.engine.sample(&wanted, at: target, resampling: .interpolate)
      #expect(seen.views[1].transform == wanted.views[1].transform)
      twin.engine.sample(&wanted, at: target, resampling: .none)
      #expect(seen.views[1].transform != wanted.views[1].transform)
    }
  }
}
