import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackTestSupport
import SnapbackTouches

/// Several fingers in one frame, wheels, touchpads and pointers, by seconds and points.
///
/// Fingers that these functions put down are lifted by them too.
extension EngineDriver {
  /// Puts fingers at positions, all in one frame: each touches, or moves if it already touches.
  mutating func fingers(_ places: [(UInt64, Point)], _ seconds: Double, scale: Double? = nil) {
    let down = Set(engine.touches.map(\.id))
    let contacts = places.map { id, point in
      Contact(id: id, phase: down.contains(id) ? .moved : .began, position: point)
    }
    engine.handle(
      TouchFrame(
        time: Self.moment(seconds), contacts: contacts, pointsPerMillimeter: scale))
  }

  /// Lifts or cancels fingers, all in one frame.
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

  /// Scrolls by a wheel or a touchpad.
  mutating func scroll(
    _ phase: ScrollInput.Phase, by delta: Vector = .zero, at point: Point, _ seconds: Double
  ) {
    engine.handle(
      TouchFrame(
        time: Self.moment(seconds),
        scroll: ScrollInput(phase: phase, position: point, delta: delta)))
  }

  /// Moves a pointer that touches nothing, or removes it.
  mutating func hover(at point: Point?, _ seconds: Double) {
    engine.handle(
      TouchFrame(
        time: Self.moment(seconds), hover: point.map(HoverInput.at) ?? HoverInput.gone))
  }

  /// The steps of gestures since the last call, as `name phase`; a gesture without a name is given
  /// by its kind.
  mutating func steps() -> [String] {
    engine.drainGestureEvents().map { "\($0.name ?? $0.kind) \($0.phase.rawValue)" }
  }

  /// The steps of gestures since the last call, without those in phase `changed`.
  mutating func turns() -> [String] {
    steps().filter { !$0.hasSuffix("changed") }
  }

  /// The state of the view when everything has come to rest.
  mutating func rest(of view: String, after seconds: Double) -> ViewState {
    var seconds = seconds
    while engine.wakeUp != .never, seconds < 600 {
      seconds += 1.0 / 30
      updateFrame(at: Self.moment(seconds))
    }
    return see(view, seconds)
  }
}
