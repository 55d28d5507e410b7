import SnapbackEngine
import SnapbackFrames
import SnapbackGeometry
import SnapbackTestSupport
import Testing

/// What fingers hold where views have more gestures than one, and scales that are not alike.
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

  @Test func contentThatAFingerStopsStaysAlthoughOtherContentSnaps() throws {
    var driver = try EngineDriver(scene: Self.lists)
    driver.drag(from: Point(x: 500, y: 390), to: Point(x: 500, y: 190), 0...0.2)
    driver.lift(0.2)
    // A tap in the middle of its flight stops it for good.
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

  /// A card of unlike scales that two fingers have pulled to three times its size and let go.
  private func pulled(_ keys: String, from scale: Vector) throws -> EngineDriver {
    var driver = try EngineDriver(scene: Self.pinched(keys))
    // What has no size cannot be touched: it may lose it afterwards.
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
    // Within the limits it stays as it is, in both directions.
    var within = try pulled("release: 'stay', limits: [0.5, 30]", from: Vector(dx: 2, dy: 1))
    within.lift(fingers: [1, 2], 0.4)
    let stays = within.rest(of: "card", after: 0.5).transform.scale
    #expect(stays.dx > 3 && abs(stays.dy - stays.dx / 2) < 1e-9, "\(stays)")
  }

  @Test func aScaleOfNothingIsNoReasonForNumbersThatAreNone() throws {
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

  @Test func fingersThatComeBackAtOnceAreNotWhereTheLastOnesWere() throws {
    var driver = try EngineDriver(
      scene: """
        { snapback: 1, screen: { width: 400, height: 800 }, views: [ { id: "card" } ],
          constraints: [ "card.centerX = 200", "card.centerY = 400", "card.width = 300",
            "card.height = 400" ],
          gestures: [
            { pinch: "card", name: "zoom", simultaneous: ["turn"] },
            { rotation: "card", name: "turn" } ] }
        """)
    func put(_ driver: inout EngineDriver, _ span: Double, _ angle: Double, _ seconds: Double) {
      let ray = TransformComponents(
        translation: .zero, rotation: angle, shear: 0, scale: Vector(dx: 1, dy: 1)
      ).linear(Vector(dx: span / 2, dy: 0))
      let middle = Point(x: 200 + span / 10, y: 400)
      driver.fingers([(1, middle + ray), (2, middle - ray)], seconds)
    }
    for step in 0...20 {
      put(&driver, 100 + 3 * Double(step), 0.05 * Double(step), 0.008 * Double(step))
    }
    #expect(Set(driver.turns()) == ["turn began", "zoom began"])
    driver.lift(fingers: [1, 2], 0.161)
    _ = driver.turns()
    put(&driver, 100, 0, 0.164)
    put(&driver, 180, 1, 0.168)
    #expect(Set(driver.turns()) == ["turn began", "zoom began"])
    // A frame of between the last scans: there is one that counts.
    var (raw, frame) = (driver.engine.makeFrame(), driver.engine.makeFrame())
    for milliseconds in [170.0, 171, 172] {
      let target = EngineDriver.moment(milliseconds / 1000)
      driver.engine.sample(&raw, at: target, resampling: .none)
      for policy in [TouchResampling.interpolate, .predict] {
        driver.engine.sample(&frame, at: target, resampling: policy)
        #expect(frame.views[1].transform == raw.views[1].transform, "\(policy)")
      }
    }
  }
}
