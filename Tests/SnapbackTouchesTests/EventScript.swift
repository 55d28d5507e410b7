import SnapbackBasics
import SnapbackTouches

/// Handwritten events: a line is a frame, whose events have the same time.
struct EventScript {
  /// A type, a code and a value.
  typealias Event = (type: UInt16, code: UInt16, value: Int32)

  static let screen = Size(width: 100, height: 200)

  var decoder: DeviceDecoder
  private(set) var time = Instant(nanoseconds: 1_000_000_000)

  init(_ decoder: DeviceDecoder) {
    self.decoder = decoder
  }

  /// An unfiltered device on a screen of 100 × 200 points; nil if the device cannot be read.
  init?(_ profile: DeviceProfile, settings: DeviceSettings = DeviceSettings()) {
    var settings = settings
    settings.filter = .off
    guard let decoder = DeviceDecoder(profile: profile, settings: settings, screen: Self.screen)
    else { return nil }
    self.decoder = decoder
  }

  /// Seconds since the script began.
  var now: Double {
    get { time.seconds(since: Instant(nanoseconds: 1_000_000_000)) }
    set { time = Instant(nanoseconds: 1_000_000_000).advanced(bySeconds: newValue) }
  }

  /// Plays a frame, 10 ms after the previous one, and ends it; returns the result as text.
  mutating func frame(_ events: Event...) -> String {
    frame(after: 0.01, events)
  }

  /// Plays a frame some seconds after the previous one. Reports everything due by then first.
  mutating func frame(after seconds: Double, _ events: [Event] = []) -> String {
    var texts: [String] = []
    time = time.advanced(bySeconds: seconds)
    while let deadline = decoder.deadline, deadline <= time {
      texts.append(decoder.advance(to: deadline).map(Self.text) ?? "nothing")
    }
    for event in events { if let text = send(event) { texts.append(text) } }
    if let text = send((EventCode.synchronization, EventCode.report, 0)) { texts.append(text) }
    return texts.joined(separator: " | ")
  }

  /// Plays one event.
  mutating func send(_ event: Event) -> String? {
    let input = InputEvent(time: time, type: event.type, code: event.code, value: event.value)
    return decoder.consume(input).map(Self.text)
  }

  /// Waits, and returns what happens without an event, with its time: `+0.18 s: …`.
  mutating func wait(_ seconds: Double) -> String {
    var texts: [String] = []
    let (start, end) = (time, time.advanced(bySeconds: seconds))
    while let deadline = decoder.deadline, deadline <= end {
      let elapsed = (deadline.seconds(since: start) * 1000).rounded() / 1000
      texts.append("+\(elapsed) s: " + (decoder.advance(to: deadline).map(Self.text) ?? "nothing"))
    }
    time = end
    return texts.joined(separator: " | ")
  }

  /// A frame as text: `1 began (10.0, 20.0)`, with its scrolling and hovering.
  static func text(_ frame: TouchFrame) -> String {
    var parts = frame.contacts.map { contact in
      let tool = contact.tool == .finger ? "" : " \(contact.tool.rawValue)"
      return "\(contact.id)\(tool) \(contact.phase.rawValue) \(text(contact.position))"
    }
    if let scroll = frame.scroll {
      let delta = text(Point(x: scroll.delta.dx, y: scroll.delta.dy))
      parts.append("scroll \(scroll.phase.rawValue) \(delta) at \(text(scroll.position))")
    }
    switch frame.hover {
    case .at(let point): parts.append("hover \(text(point))")
    case .gone: parts.append("hover gone")
    case nil: break
    }
    return parts.joined(separator: ", ")
  }

  private static func text(_ point: Point) -> String {
    func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 + 0 }
    return "(\(rounded(point.x)), \(rounded(point.y)))"
  }
}

/// Shorthands for events.
func slot(_ value: Int32) -> EventScript.Event {
  (3, EventCode.slot, value)
}

func id(_ value: Int32) -> EventScript.Event {
  (3, EventCode.trackingID, value)
}

func atX(_ value: Int32) -> EventScript.Event {
  (3, EventCode.multitouchX, value)
}

func atY(_ value: Int32) -> EventScript.Event {
  (3, EventCode.multitouchY, value)
}

func tool(_ value: Int32) -> EventScript.Event {
  (3, EventCode.toolType, value)
}

func key(_ code: UInt16, _ value: Int32) -> EventScript.Event {
  (1, code, value)
}

func absolute(_ code: UInt16, _ value: Int32) -> EventScript.Event {
  (3, code, value)
}

func relative(_ code: UInt16, _ value: Int32) -> EventScript.Event {
  (2, code, value)
}

let contactEnd: EventScript.Event = (0, EventCode.multitouchReport, 0)
let dropped: EventScript.Event = (0, EventCode.dropped, 0)

/// Devices of 1000 × 2000 units, so that ten units are a point of the script's screen.
enum TestDevice {
  static func make(
    _ name: String, axes: [UInt16], keys: Set<UInt16> = [], relative: Set<UInt16> = [],
    properties: Set<UInt16> = []
  ) -> DeviceProfile {
    var device = DeviceProfile(
      name: name, keys: keys, relativeCodes: relative, properties: properties)
    for code in axes {
      let greatest: Int32 =
        switch code {
        case EventCode.x, EventCode.multitouchX: 999
        case EventCode.y, EventCode.multitouchY: 1999
        case EventCode.slot: 2
        case EventCode.pressure: 1000
        default: 65535
        }
      device.setAxis(code, range: AxisRange(minimum: 0, maximum: greatest))
    }
    return device
  }

  static let places = [EventCode.multitouchX, EventCode.multitouchY]

  static let slots = make(
    "slots", axes: places + [EventCode.slot, EventCode.trackingID], keys: [EventCode.touch],
    properties: [EventCode.directProperty])

  static let lists = make(
    "lists", axes: places + [EventCode.x, EventCode.y], keys: [EventCode.touch])

  static let single = make("single", axes: [EventCode.x, EventCode.y], keys: [EventCode.touch])

  static let pen = make(
    "pen", axes: [EventCode.x, EventCode.y, EventCode.pressure],
    keys: [EventCode.touch, EventCode.toolPen, EventCode.toolEraser, EventCode.stylus])

  static let tablet = make(
    "tablet", axes: [EventCode.x, EventCode.y], keys: [EventCode.leftButton],
    relative: [EventCode.wheel])

  static let mouse = make(
    "mouse", axes: [], keys: [EventCode.leftButton, EventCode.rightButton],
    relative: [EventCode.relativeX, EventCode.relativeY, EventCode.wheel])

  /// A touchpad of 100 × 200 mm, ten units each.
  static let pad: DeviceProfile = {
    var device = make(
      "pad", axes: [EventCode.slot, EventCode.trackingID],
      keys: [
        EventCode.leftButton, EventCode.touch, EventCode.toolFinger, EventCode.twoFingers,
        EventCode.threeFingers,
      ], properties: [EventCode.pointerProperty, EventCode.buttonPadProperty])
    device.setAxis(
      EventCode.multitouchX, range: AxisRange(minimum: 0, maximum: 999, resolution: 10))
    device.setAxis(
      EventCode.multitouchY, range: AxisRange(minimum: 0, maximum: 1999, resolution: 10))
    return device
  }()
}
