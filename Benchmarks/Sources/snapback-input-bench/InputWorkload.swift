import Glibc
import SnapbackBasics
import SnapbackGestures
import SnapbackTouches

/// Ten fingers that circle on a panel with slots, and twenty recognizers that all follow them.
///
/// Each frame has 33 events: slot, x and y of each finger, the pointer's x and y, and the report.
/// All recognizers run at once, the maximum load: eight pans, four long presses, four pinches and
/// four rotations, which do not exclude each other.
struct InputWorkload {
  /// The number of frames in a pass: half a second at 120 frames a second.
  static let framesPerPass = 60
  private static let fingers = 10

  private let decodes: Bool
  private let recognizes: Bool
  private var decoder: DeviceDecoder
  private var arena: GestureArena
  /// The events of each frame of one full circle. A pass is a full circle, so the next one
  /// continues it.
  private let frames: [[InputEvent]]
  private var decoded: [TouchFrame] = []
  private var passes: UInt64 = 0
  private var steps = 0

  /// Creates the workload `decode`, `recognize`, or `frame` for both.
  init?(_ name: String) {
    guard ["decode", "recognize", "frame"].contains(name) else { return nil }
    decodes = name != "recognize"
    recognizes = name != "decode"
    let screen = Size(width: 1280, height: 800)
    guard let decoder = DeviceDecoder(profile: Self.panel, screen: screen),
      let arena = GestureArena(Self.descriptions)
    else { return nil }
    self.decoder = decoder
    self.arena = arena
    frames = (0..<Self.framesPerPass).map { Self.events(step: $0, begins: false) }
  }

  /// Whether all recognizers that the workload feeds run.
  var isAlive: Bool { !recognizes || (0..<arena.count).allSatisfy(arena.isActive) }

  /// Lets the fingers touch and move until every recognizer runs, and a pass after that.
  mutating func warmUp() {
    for event in Self.events(step: 0, begins: true) {
      guard let frame = decoder.consume(at(.zero, event)) else { continue }
      for contact in frame.contacts {
        for place in 0..<arena.count { arena.give(contact.id, to: place, at: frame.time) }
      }
      arena.handle(frame)
    }
    // Time for the long presses to begin, and distance for the others to pass the slop.
    for _ in 0..<4 { turn(decodes: true, recognizes: true) }
    arena.discardSteps()
    for events in frames {
      for event in events {
        if let frame = decoder.consume(at(time(0), event)) { decoded.append(frame) }
      }
    }
  }

  /// Moves the fingers once around the circle, processed as the daemon would.
  ///
  /// Not inlined, so that callgrind can count inside it alone.
  @inline(never)
  mutating func measurePass() { turn(decodes: decodes, recognizes: recognizes) }

  private mutating func turn(decodes: Bool, recognizes: Bool) {
    passes += 1
    for index in frames.indices {
      let moment = time(index)
      if decodes {
        for event in frames[index] {
          guard let frame = decoder.consume(at(moment, event)) else { continue }
          if recognizes { recognize(frame) }
        }
      } else {
        decoded[index].time = moment
        recognize(decoded[index])
      }
    }
  }

  private mutating func recognize(_ frame: TouchFrame) {
    arena.handle(frame)
    arena.drainSteps { _ in steps += 1 }
  }

  /// The time of a frame of this pass, at 120 frames a second.
  private func time(_ index: Int) -> Instant {
    Instant(nanoseconds: (passes * UInt64(Self.framesPerPass) + UInt64(index)) * 8_333_333)
  }

  private func at(_ time: Instant, _ event: InputEvent) -> InputEvent {
    InputEvent(time: time, type: event.type, code: event.code, value: event.value)
  }

  private static let panel: DeviceProfile = {
    var panel = DeviceProfile(name: "bench", keys: [EventCode.touch], properties: [1])
    let across = AxisRange(minimum: 0, maximum: 12799, resolution: 50)
    let down = AxisRange(minimum: 0, maximum: 7999, resolution: 50)
    panel.setAxis(EventCode.x, range: across)
    panel.setAxis(EventCode.y, range: down)
    panel.setAxis(EventCode.slot, range: AxisRange(minimum: 0, maximum: 9))
    panel.setAxis(EventCode.multitouchX, range: across)
    panel.setAxis(EventCode.multitouchY, range: down)
    panel.setAxis(EventCode.trackingID, range: AxisRange(minimum: 0, maximum: 65535))
    return panel
  }()

  private static let descriptions: [GestureDescription] = {
    let kinds: [GestureSettings] =
      Array(repeating: .pan(PanSettings()), count: 8)
      + Array(repeating: .longPress(LongPressSettings(duration: 0.05, fingers: 10)), count: 4)
      + Array(repeating: .pinch(PinchSettings()), count: 4)
      + Array(repeating: .rotation(RotationSettings()), count: 4)
    return kinds.map { GestureDescription($0, simultaneous: Array(kinds.indices)) }
  }()

  /// The events of one frame: each finger moves on its own circle, with its own size and speed.
  private static func events(step: Int, begins: Bool) -> [InputEvent] {
    var events: [InputEvent] = []
    func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      events.append(InputEvent(time: .zero, type: type, code: code, value: value))
    }
    let turn = 2 * Double.pi * Double(step) / Double(framesPerPass)
    for finger in 0..<fingers {
      let angle = turn * Double(1 + finger % 3) + Double(finger)
      let radius = 300 + 130 * Double(finger)
      let x = Int32(6400 + 500 * Double(finger - 5) + radius * cos(angle))
      let y = Int32(4000 + radius * sin(angle))
      add(EventCode.absolute, EventCode.slot, Int32(finger))
      if begins { add(EventCode.absolute, EventCode.trackingID, Int32(100 + finger)) }
      add(EventCode.absolute, EventCode.multitouchX, x)
      add(EventCode.absolute, EventCode.multitouchY, y)
      if finger == 0 {
        add(EventCode.absolute, EventCode.x, x)
        add(EventCode.absolute, EventCode.y, y)
      }
    }
    if begins { add(EventCode.key, EventCode.touch, 1) }
    add(EventCode.synchronization, EventCode.report, 0)
    return events
  }
}
