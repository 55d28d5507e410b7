import SnapbackBasics
import SnapbackTouches

/// The requirements of every recognizer, with defaults for members that not every kind needs.
protocol RecognizerMachine: Sendable {
  var fingers: FingerSet { get }
  var location: Point { get }
  var translation: Vector { get }
  var scale: Double { get }
  var rotation: Double { get }
  var grips: Int { get }
  var axis: PanSettings.Direction { get }
  func velocity(at now: Instant) -> Vector
  func scaleVelocity(at now: Instant) -> Double
  func rotationVelocity(at now: Instant) -> Double
  func stopMoment(after now: Instant) -> Instant?
  var deadline: Instant? { get }
  mutating func consume(_ contacts: [Contact], at time: Instant, scale: Double?) -> RecognizerStep
  mutating func point(_ position: Point, delta: Vector, at time: Instant)
  mutating func reachDeadline() -> RecognizerStep
  mutating func begin()
  mutating func reset()
  mutating func setScreen(_ size: Size)
  mutating func setWays(_ ways: DragWays)
}

extension RecognizerMachine {
  var translation: Vector { .zero }
  var scale: Double { 1 }
  var rotation: Double { 0 }
  var grips: Int { 0 }
  var axis: PanSettings.Direction { .any }
  func velocity(at now: Instant) -> Vector { .zero }
  func scaleVelocity(at now: Instant) -> Double { 0 }
  func rotationVelocity(at now: Instant) -> Double { 0 }
  func stopMoment(after now: Instant) -> Instant? { nil }
  var deadline: Instant? { nil }
  mutating func point(_ position: Point, delta: Vector, at time: Instant) {}
  mutating func reachDeadline() -> RecognizerStep { .nothing }
  mutating func begin() {}
  mutating func setScreen(_ size: Size) {}
  mutating func setWays(_ ways: DragWays) {}
}

/// Tracks a pointer that scrolls or hovers; the arena decides when such a gesture begins and ends.
struct PointerRecognizer: RecognizerMachine {
  private(set) var fingers = FingerSet()
  private(set) var location = Point.zero
  private(set) var translation = Vector.zero
  private var estimator = VelocityEstimator()

  func velocity(at now: Instant) -> Vector { estimator.velocity(at: now) }
  func stopMoment(after now: Instant) -> Instant? { estimator.stopMoment(after: now) }

  mutating func consume(
    _ contacts: [Contact], at time: Instant, scale: Double?
  ) -> RecognizerStep { .nothing }

  mutating func point(_ position: Point, delta: Vector, at time: Instant) {
    guard position.isFinite, (translation + delta).isFinite else { return }
    location = position
    translation = translation + delta
    estimator.add(.zero + translation, at: time)
  }

  mutating func reset() {
    translation = .zero
    estimator.reset()
  }
}
