public import SnapbackGeometry
import SnapbackTiming
public import SnapbackTouches

/// Makes recordings of fingers that nobody moved: for demonstrations and tests without a device.
///
/// The panel is a plausible phone's: 1080 × 2340 units at 16 units a millimetre, 120 Hz with some
/// jitter, a position noise of 0.4 units. The seed decides the noise; the same seed gives the
/// same bytes on every machine.
public struct TouchSynthesizer: Sendable {
  /// The screen that strokes are drawn on, in points.
  public static let screen = Size(width: 390, height: 844)
  /// Scans per second.
  public static let rate = 120.0
  /// The standard deviation of a position, in device units.
  public static let noise = 0.4

  private var generator: SeededGenerator

  /// A synthesizer whose noise is that of `seed`.
  public init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// The panel that the recordings come from.
  public static var panel: DeviceProfile {
    var device = DeviceProfile(
      name: "Snapback synthetic touchscreen", identity: [0x18, 0x5bac, 0x0001, 0x0100],
      keys: [EventCode.touch], properties: [EventCode.directProperty])
    device.setAxis(EventCode.slot, range: AxisRange(minimum: 0, maximum: 9))
    device.setAxis(
      EventCode.multitouchX, range: AxisRange(minimum: 0, maximum: 1079, resolution: 16))
    device.setAxis(
      EventCode.multitouchY, range: AxisRange(minimum: 0, maximum: 2339, resolution: 16))
    device.setAxis(EventCode.trackingID, range: AxisRange(minimum: 0, maximum: 65535))
    return device
  }

  /// The recording of fingers that draw these strokes, one slot each.
  public mutating func recording(of strokes: [Stroke]) -> Recording {
    var writer = PanelWriter(slots: strokes.count)
    let end = strokes.map(\.liftTime).max() ?? 0
    var scan = 0.0
    while true {
      let now = scan / Self.rate
      let jitter = 0.0002 * (generator.unit() - 0.5)
      let positions = strokes.map { stroke in
        stroke.position(at: now).map { noisy($0) }
      }
      writer.scan(positions, at: Instant.zero.advanced(bySeconds: now + 0.001 + jitter))
      if now > end { break }
      scan += 1
    }
    return Recording(device: Self.panel, events: writer.events)
  }

  /// The device position of a point, with the panel's noise.
  private mutating func noisy(_ point: Point) -> PanelWriter.Position {
    let x = point.x / Self.screen.width * 1080 + Self.noise * generator.normal()
    let y = point.y / Self.screen.height * 2340 + Self.noise * generator.normal()
    return PanelWriter.Position(
      x: min(max(Int32(saturating: x.rounded()), 0), 1079),
      y: min(max(Int32(saturating: y.rounded()), 0), 2339))
  }
}

/// Writes what a type B panel sends: only what changed since the last scan.
private struct PanelWriter {
  struct Position: Equatable {
    var x: Int32
    var y: Int32
  }

  private(set) var events: [InputEvent] = []
  private var last: [Position?]
  private var nextID: Int32 = 1
  private var currentSlot = 0

  init(slots: Int) {
    last = Array(repeating: nil, count: slots)
  }

  mutating func scan(_ positions: [Position?], at time: Instant) {
    let before = events.count
    let wasTouched = last.contains { $0 != nil }
    for (slot, position) in positions.enumerated() where position != last[slot] {
      if slot != currentSlot {
        send(EventCode.absolute, EventCode.slot, Int32(clamping: slot), time)
        currentSlot = slot
      }
      if last[slot] == nil {
        send(EventCode.absolute, EventCode.trackingID, nextID, time)
        nextID += 1
      }
      if let position {
        if position.x != last[slot]?.x {
          send(EventCode.absolute, EventCode.multitouchX, position.x, time)
        }
        if position.y != last[slot]?.y {
          send(EventCode.absolute, EventCode.multitouchY, position.y, time)
        }
      } else {
        send(EventCode.absolute, EventCode.trackingID, -1, time)
      }
      last[slot] = position
    }
    guard events.count > before else { return }
    let isTouched = last.contains { $0 != nil }
    if isTouched != wasTouched {
      send(EventCode.key, EventCode.touch, isTouched ? 1 : 0, time)
    }
    send(EventCode.synchronization, EventCode.report, 0, time)
  }

  private mutating func send(_ type: UInt16, _ code: UInt16, _ value: Int32, _ time: Instant) {
    events.append(InputEvent(time: time, type: type, code: code, value: value))
  }
}
