import SnapbackBasics
import SnapbackReplay
import SnapbackTouches

/// The touch panels whose recording contains the fingers of a sequence.
///
/// Each hand touches a panel of its own: the decoder of a panel reports all contacts in every
/// frame, but a sequence moves the fingers of one hand at a time. The contacts are pens, which the
/// contact filter does not hold back.
struct InterruptionPanels {
  /// The largest coordinate. Positions beyond the screen, which a panel reports up to a quarter of
  /// its range, still fit into 32 bits.
  private static let axis = AxisRange(minimum: 0, maximum: 1 << 30 - 1)

  /// The position of each finger that is down.
  private var places: [UInt64: Point] = [:]
  private var events: [[InputEvent]]
  private var nextID: Int32 = 1

  init() {
    events = Array(repeating: [], count: 4)
    // The time of a recording counts from its first event.
    send(EventCode.synchronization, EventCode.report, 0, .zero, 0)
  }

  /// The fingers that are down.
  var fingers: [UInt64] { places.keys.sorted() }

  /// The recording of all panels that have been touched, and of the first one.
  var recording: Recording {
    Recording(
      streams: events.enumerated().filter { !$0.element.isEmpty }.map { hand, events in
        RecordedStream(device: Self.profile(hand), events: events)
      })
  }

  /// The nearest position that a panel can report on a screen of this size; nil if the position is
  /// too far outside.
  static func nearest(to point: Point, on screen: Size) -> Point? {
    let place = units(point, on: screen)
    let found = SurfaceMapping(x: axis, y: axis, screen: screen).point(x: place.x, y: place.y)
    return found.distance(to: point) < 1e-5 ? found : nil
  }

  /// Puts fingers of one hand down, or moves them, in one frame.
  mutating func put(_ touches: [(id: UInt64, place: Point)], at time: Instant, on screen: Size) {
    guard let hand = touches.first.map({ Self.hand(of: $0.id) }) else { return }
    for (id, place) in touches {
      send(EventCode.absolute, EventCode.slot, Self.slot(of: id), time, hand)
      if places.updateValue(place, forKey: id) == nil {
        send(EventCode.absolute, EventCode.toolType, EventCode.pen, time, hand)
        send(EventCode.absolute, EventCode.trackingID, nextID, time, hand)
        nextID += 1
      }
      sendPlace(place, screen, time, hand)
    }
    send(EventCode.synchronization, EventCode.report, 0, time, hand)
  }

  /// Lifts fingers of one hand in one frame. Fingers that are cancelled become palms.
  mutating func lift(_ fingers: [UInt64], isCancelled: Bool, at time: Instant, on screen: Size) {
    guard let hand = fingers.first.map(Self.hand) else { return }
    for id in fingers {
      guard let place = places.removeValue(forKey: id) else { continue }
      send(EventCode.absolute, EventCode.slot, Self.slot(of: id), time, hand)
      // The size of the screen may have changed since the finger moved.
      sendPlace(place, screen, time, hand)
      if isCancelled { send(EventCode.absolute, EventCode.toolType, EventCode.palm, time, hand) }
      send(EventCode.absolute, EventCode.trackingID, -1, time, hand)
    }
    send(EventCode.synchronization, EventCode.report, 0, time, hand)
  }

  // MARK: Events

  private static func hand(of finger: UInt64) -> Int { finger < 4 ? Int(finger) - 1 : 3 }

  private static func slot(of finger: UInt64) -> Int32 { finger == 5 ? 1 : 0 }

  private static func profile(_ hand: Int) -> DeviceProfile {
    var profile = DeviceProfile(
      name: "Panel of hand \(hand + 1)", keys: [EventCode.touch],
      properties: [EventCode.directProperty])
    for code in [EventCode.x, EventCode.y, EventCode.multitouchX, EventCode.multitouchY] {
      profile.setAxis(code, range: axis)
    }
    profile.setAxis(EventCode.slot, range: AxisRange(minimum: 0, maximum: 1))
    profile.setAxis(EventCode.toolType, range: AxisRange(minimum: 0, maximum: EventCode.palm))
    profile.setAxis(EventCode.trackingID, range: AxisRange(minimum: 0, maximum: 65535))
    return profile
  }

  private static func units(_ point: Point, on screen: Size) -> (x: Int32, y: Int32) {
    func units(_ share: Double) -> Int32 {
      Int32((min(max(share, -0.25), 1.25) * axis.count).rounded())
    }
    return (units(point.x / screen.width), units(point.y / screen.height))
  }

  private mutating func sendPlace(_ place: Point, _ screen: Size, _ time: Instant, _ hand: Int) {
    let (x, y) = Self.units(place, on: screen)
    send(EventCode.absolute, EventCode.multitouchX, x, time, hand)
    send(EventCode.absolute, EventCode.multitouchY, y, time, hand)
  }

  private mutating func send(
    _ type: UInt16, _ code: UInt16, _ value: Int32, _ time: Instant, _ hand: Int
  ) {
    events[hand].append(InputEvent(time: time, type: type, code: code, value: value))
  }
}
