public import SnapbackBasics
import SnapbackDocument
public import SnapbackEngine
public import SnapbackMotion
public import SnapbackProtocol
public import SnapbackScene
public import SnapbackTouches

/// An engine that tests drive by touches and inspect by frames, with times in seconds and positions
/// in points.
public struct EngineDriver: ~Copyable {
  /// The engine itself.
  public var engine: Engine
  /// The latest frame.
  public var frame: SceneFrame { frames.frame }
  private var frames: FrameSource
  private var down: Set<UInt64> = []
  private var limits = SceneLimits()

  /// An engine on the scene that `text` describes.
  public init(scene text: String, limits: SceneLimits = SceneLimits()) throws {
    self.init(try Self.blueprint(of: text, limits))
    self.limits = limits
  }

  private static func blueprint(of text: String, _ limits: SceneLimits) throws -> SceneBlueprint {
    let document = try DocumentNode.parse(Array(text.utf8), file: "test")
    return try SceneReader.read(document, file: "test", limits: limits)
  }

  /// An engine on a blueprint.
  public init(_ scene: SceneBlueprint) {
    engine = Engine(scene)
    frames = FrameSource(engine)
    frames.update(&engine, at: .zero)
  }

  /// An engine on `configs/scenes/<name>.json5`.
  public init(bundled name: String) throws {
    let path = Fixture.repository + "/configs/scenes/\(name).json5"
    try self.init(scene: String(decoding: Fixture.bytes(path), as: UTF8.self))
  }

  /// An engine on a scene with a pan on every view.
  public init(panning scene: SceneBlueprint) throws {
    var scene = scene
    let behavior = PanBehavior(spring: try Spring(response: 0.45, dampingRatio: 0.8))
    scene.gestures = scene.views.indices.dropFirst().map {
      SceneGesture(pan: $0, behavior: behavior)
    }
    engine = Engine(scene)
    frames = FrameSource(engine)
    frames.update(&engine, at: .zero)
  }

  /// The moment `seconds` after the start.
  public static func moment(_ seconds: Double) -> Instant {
    Instant.zero.advanced(bySeconds: seconds)
  }

  /// Puts a finger at a position: it touches, or moves if it already touches.
  public mutating func finger(_ id: UInt64 = 1, at point: Point, _ seconds: Double) {
    let phase: Contact.Phase = down.insert(id).inserted ? .began : .moved
    send(Contact(id: id, phase: phase, position: point), seconds)
  }

  /// Lifts a finger, or cancels it.
  public mutating func lift(
    finger id: UInt64 = 1, _ seconds: Double, phase: Contact.Phase = .ended
  ) {
    down.remove(id)
    let position = engine.touches.first { $0.id == id }?.position ?? .zero
    send(Contact(id: id, phase: phase, position: position), seconds)
  }

  private mutating func send(_ contact: Contact, _ seconds: Double) {
    engine.handle(TouchFrame(time: Self.moment(seconds), contacts: [contact]))
  }

  /// Moves a finger along a straight line with a constant velocity, 120 scans per second.
  ///
  /// The last scan is at the end of the line, and the finger stays down.
  public mutating func drag(
    _ id: UInt64 = 1, from start: Point, to end: Point, _ seconds: ClosedRange<Double>
  ) {
    let length = seconds.upperBound - seconds.lowerBound
    let scans = Int((length * 120).rounded())
    for scan in 0...scans {
      let share = Double(scan) / Double(scans)
      finger(id, at: start + share * (end - start), seconds.lowerBound + share * length)
    }
  }

  /// Replaces the scene by the one that `text` describes, and updates ``frame``.
  public mutating func replaceScene(by text: String, animation: Animation? = nil) throws {
    engine.replaceScene(try Self.blueprint(of: text, limits), animation: animation)
    frames = FrameSource(engine)
  }

  /// Updates ``frame`` to a time.
  public mutating func updateFrame(at time: Instant) {
    frames.update(&engine, at: time)
  }

  /// The state of a view at a time in seconds.
  public mutating func see(_ view: String, _ seconds: Double) -> ViewState {
    frames.update(&engine, at: Self.moment(seconds))
    return frame.views[engine.appearances.firstIndex { $0.name == view } ?? 0]
  }

  /// The phases of the gesture events since the last call.
  public mutating func phases() -> [GesturePhase] {
    engine.drainGestureEvents().map(\.phase)
  }
}
