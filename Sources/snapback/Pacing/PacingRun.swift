import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackReplay
import SnapbackScene
import SnapbackTouches

/// One drag on a simulated panel, and the pictures that a renderer draws of it.
///
/// At each refresh, the renderer requests the frame to be displayed at the next refresh. A scan
/// arrives 2 ms after its time. The true position of the finger is a closed-form function of time.
struct PacingRun {
  /// A way to derive the position of the finger from its scans.
  struct Policy {
    let name: String
    let resampling: TouchResampling
    /// Whether scans go through a 1€ filter.
    var isSmoothed = false
    /// Whether the engine knows the lead time between drawing and display.
    var hasLead = true
  }

  /// The picture drawn at one refresh.
  struct Picture {
    /// The time at which the picture is displayed, in seconds.
    let time: Double
    /// The position at which the finger is drawn (`drawn`), and its true position at `time`
    /// (`finger`).
    let drawn: Point
    let finger: Point
  }

  /// The time between a scan and its arrival, in seconds.
  static let delivery = 0.002
  /// Scans per second. As on real panels, scans are not synchronized with the screen.
  static let scanRate = 117.0

  let stroke: Stroke
  private(set) var pictures: [Picture] = []

  /// Simulates a drag. `seed` determines the direction, length and duration of the drag, and the
  /// noise.
  init(seed: UInt64, policy: Policy, rate: Double, noise: Double) throws {
    var generator = SeededGenerator(seed: seed)
    let angle = Double.random(in: 0..<1, using: &generator)
    let length = 150 + 200 * generator.unit()
    let way = Vector(dx: length * (1 - 2 * angle), dy: -length * (1 - (1 - 2 * angle).magnitude))
    stroke = Stroke(
      .line(from: Point(x: 200, y: 500), to: Point(x: 200, y: 500) + way), profile: .toRest,
      at: 0.05, duration: 0.25 + 0.35 * generator.unit(), rest: 0.15)
    let scans = Self.scans(of: stroke, noise: noise, &generator)
    let phase = generator.unit() / rate
    try draw(scans, policy, rate, from: phase)
  }

  private struct Scan {
    let time: Double
    let position: Point
  }

  private static func scans(
    of stroke: Stroke, noise: Double, _ generator: inout SeededGenerator
  ) -> [Scan] {
    var scans: [Scan] = []
    var number = 0.0
    while true {
      let time = stroke.time + number / scanRate + 0.0003 * generator.normal() + 0.001
      let error = Vector(dx: noise * generator.normal(), dy: noise * generator.normal())
      guard let place = stroke.position(at: time) else { return scans }
      // The panel resolves a tenth of a point and reports nothing while the finger is still.
      let seen = place + error
      let position = Point(x: (seen.x * 10).rounded() / 10, y: (seen.y * 10).rounded() / 10)
      if position != scans.last?.position { scans.append(Scan(time: time, position: position)) }
      number += 1
    }
  }

  private mutating func draw(
    _ scans: [Scan], _ policy: Policy, _ rate: Double, from phase: Double
  ) throws {
    var engine = Engine(try SceneReader.read(Array(Self.scene.utf8), file: "pacing"))
    var frame = engine.makeFrame()
    var filter = OneEuroFilter()
    var start: Point?
    var next = 0
    var refresh = 0.0
    while true {
      let (now, shown) = (phase + refresh / rate, phase + (refresh + 1) / rate)
      refresh += 1
      guard shown < stroke.liftTime else { return }
      while next < scans.count, scans[next].time + Self.delivery <= now {
        let time = Instant.zero.advanced(bySeconds: scans[next].time)
        let raw = scans[next].position
        let position = policy.isSmoothed ? filter.filter(raw, at: time) : raw
        let contact = Contact(id: 1, phase: next == 0 ? .began : .moved, position: position)
        engine.handle(TouchFrame(time: time, contacts: [contact]))
        next += 1
      }
      for event in engine.drainGestureEvents() where event.phase == .began {
        start = event.location - event.translation
      }
      engine.sample(
        &frame, at: Instant.zero.advanced(bySeconds: shown), resampling: policy.resampling,
        lead: policy.hasLead ? 1 / rate : 0)
      guard let start, let finger = stroke.position(at: shown) else { continue }
      let drawn = start + frame.views[1].transform.translation
      pictures.append(Picture(time: shown, drawn: drawn, finger: finger))
    }
  }

  private static let scene = """
    { snapback: 1, screen: { width: 400, height: 800, scale: 2 }, views: [ { id: "card" } ],
      constraints: [ "card.left = 0", "card.top = 0", "card.width = 400", "card.height = 800" ],
      gestures: [ { pan: "card", slop: 2 } ] }
    """

  /// Returns how far the drawn position is ahead of the true position along the finger's path, in
  /// points.
  func error(of picture: Picture) -> Double {
    let way = stroke.end - stroke.start
    let off = picture.drawn - picture.finger
    return (off.dx * way.dx + off.dy * way.dy) / max(1e-9, way.length)
  }
}
