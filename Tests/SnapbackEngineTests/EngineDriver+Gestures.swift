import SnapbackEngine
import SnapbackFrames
import SnapbackGeometry
import SnapbackTestSupport
import SnapbackTouches

/// Several fingers in one frame, wheels, touchpads and pointers, by seconds and points.
///
/// Fingers that these functions put down are lifted by them too.
extension EngineDriver {
  /// Puts fingers at places, all in one frame: they touch, or move if they touch already.
  mutating func fingers(_ places: [(UInt64, Point)], _ seconds: Double, scale: Double? = nil) {
    let down = Set(engine.touches.map(\.id))
    let contacts = places.map { id, point in
      Contact(id: id, phase: down.contains(id) ? .moved : .began, position: point)
    }
    engine.handle(
      TouchFrame(
        time: Self.moment(seconds), contacts: contacts, pointsPerMillimeter: scale))
  }

  /// Lifts fingers, all in one frame, or takes them away.
  mutating func lift(fingers: [UInt64], _ seconds: Double, phase: Contact.Phase = .ended) {
    let touches = engine.touches
    let contacts = fingers.map { id in
      Contact(
        id: id, phase: phase, position: touches.first { $0.id == id }?.position ?? .zero)
    }
    engine.handle(TouchFrame(time: Self.moment(seconds), contacts: contacts))
  }

  /// Taps once for 40 ms.
  mutating func tap(_ id: UInt64 = 1, at point: Point, _ seconds: Double) {
    fingers([(id, point)], seconds)
    lift(fingers: [id], seconds + 0.04)
  }

  /// Moves two fingers along straight lines with constant velocities, 120 scans a second.
  mutating func drag(
    _ first: (Point, Point), _ second: (Point, Point), _ seconds: ClosedRange<Double>
  ) {
    let length = seconds.upperBound - seconds.lowerBound
    let scans = Int((length * 120).rounded())
    for scan in 0...scans {
      let share = Double(scan) / Double(scans)
      fingers(
        [
          (1, first.0 + share * (first.1 - first.0)),
          (2, second.0 + share * (second.1 - second.0)),
        ], seconds.lowerBound + share * length)
    }
  }

  /// A wheel or a touchpad asks for a scroll.
  mutating func scroll(
    _ phase: ScrollInput.Phase, by delta: Vector = .zero, at point: Point, _ seconds: Double
  ) {
    engine.handle(
      TouchFrame(
        time: Self.moment(seconds),
        scroll: ScrollInput(phase: phase, position: point, delta: delta)))
  }

  /// A pointer is somewhere and touches nothing, or there is none any more.
  mutating func hover(at point: Point?, _ seconds: Double) {
    engine.handle(
      TouchFrame(
        time: Self.moment(seconds), hover: point.map(HoverInput.at) ?? HoverInput.gone))
  }

  /// The steps of gestures since the last time, as `name phase`; a gesture without a name by its
  /// kind.
  mutating func steps() -> [String] {
    engine.takeGestureEvents().map { "\($0.name ?? $0.kind) \($0.phase.rawValue)" }
  }

  /// The same without the steps of those that run on.
  mutating func turns() -> [String] {
    steps().filter { !$0.hasSuffix("changed") }
  }

  /// What is seen when everything has come to rest.
  mutating func rest(of view: String, after seconds: Double) -> ViewState {
    var seconds = seconds
    while engine.wakeUp != .never, seconds < 600 {
      seconds += 1.0 / 30
      updateFrame(at: Self.moment(seconds))
    }
    return see(view, seconds)
  }
}
