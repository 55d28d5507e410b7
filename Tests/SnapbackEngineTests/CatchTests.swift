import Glibc
import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// How far a moving view moves on when a finger touches it: v/(e ω₀) with ω₀ = 2π/0.1 s, which is
/// 5.9 ms of its motion at any speed.
@Suite struct CatchTests {
  private static let scene = """
    { snapback: 1, screen: { width: 3000, height: 800, scale: 3 },
      views: [ { id: "card" }, { id: "list", scroll: true, views: [ { id: "rows" } ] } ],
      constraints: [ "card.left = 0", "card.top = 0", "card.width = 1000", "card.height = 100",
        "list.left = 0", "list.top = 100", "list.width = 400", "list.height = 600",
        { format: "H:|[rows(400)]|", in: "list" }, { format: "V:|[rows(9000)]|", in: "list" } ],
      gestures: [ { pan: "card" }, { scroll: "list" } ] }
    """

  private static let omega = 2 * Double.pi / 0.1

  /// The way of a channel from a moment on, each millisecond for half a second.
  private func ways(_ driver: borrowing EngineDriver, _ channel: Channel, _ view: String)
    -> [Double]
  {
    let start = driver.seen(channel, of: view, at: driver.engine.now).value
    return (0...500).map { step in
      let moment = driver.engine.now.advanced(bySeconds: Double(step) / 1000)
      return driver.seen(channel, of: view, at: moment).value - start
    }
  }

  private func expectCatch(_ ways: [Double], at speed: Double) {
    // The largest way is at 1/ω₀ = 15.9 ms.
    let most = ways.max() ?? .nan
    #expect(abs(most - speed / (M_E * Self.omega)) < 1e-3 * most, "\(most) at \(speed)")
    #expect(ways.firstIndex(of: most) == 16)
    #expect(most < speed / 120, "less than in a frame of 120 Hz")
    // A critical spring from its target, v t e^(−ωt), does not pass it on the way back.
    for (step, way) in ways.enumerated() {
      let time = Double(step) / 1000
      #expect(abs(way - speed * time * exp(-Self.omega * time)) < 1e-3, "\(step) ms")
    }
  }

  @Test(arguments: [200.0, 500, 1000, 1110, 2000])
  func aViewMovesOnByLessThanAFrame(speed: Double) throws {
    var driver = try EngineDriver(scene: Self.scene)
    try driver.apply(
      [.translation("card", Vector(dx: speed, dy: 0))], .curve(.linear, duration: 1), 0)
    let place = driver.see("card", 0.3).toScreen(Point(x: 50, y: 50))
    driver.finger(at: place, 0.3)
    let seen = driver.seen(.translationX, of: "card", 0.3)
    #expect(abs(seen.value - 0.3 * speed) < 1e-9 && abs(seen.velocity - speed) < 1e-6)
    expectCatch(ways(driver, .translationX, "card"), at: speed)
  }

  @Test func contentMovesOnAsFar() throws {
    var driver = try EngineDriver(scene: Self.scene)
    let start = Point(x: 200, y: 600)
    driver.drag(from: start, to: start - Vector(dx: 0, dy: 300), 0...0.3)
    driver.lift(0.3)
    let speed = driver.seen(.scrollY, of: "list", 0.5).velocity
    #expect(speed > 500)
    driver.finger(2, at: start, 0.5)
    expectCatch(ways(driver, .scrollY, "list"), at: speed)
  }
}
