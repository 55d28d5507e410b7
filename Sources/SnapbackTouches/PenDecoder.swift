import SnapbackBasics

/// Decodes a pen, which touches with its tip or its eraser and hovers while it is near.
///
/// States: away → hovers → began → moved… → ended → hovers → away; began or moved → cancelled. If a
/// pen leaves proximity while it touches, its contact ends at the last position; libinput lifts the
/// tip in the same case. If the tool changes between tip and eraser while the pen touches, the
/// contact ends and the other tool begins a new one. A tablet's own mouse (`BTN_TOOL_MOUSE`,
/// `BTN_TOOL_LENS`) is not a pen and is ignored.
struct PenDecoder: Sendable {
  /// The tools that a tablet detects.
  private struct Tools: OptionSet, Sendable {
    let rawValue: UInt8
    static let pen = Tools(rawValue: 1)
    static let eraser = Tools(rawValue: 2)
    static let mouse = Tools(rawValue: 4)
  }

  /// The pen's changes in one touch frame.
  struct Report: Sendable {
    /// A contact that ends or is cancelled in this frame.
    var ended: SurfaceContact?
    /// The contact that is down or has just begun. In the frame in which the pen is turned over,
    /// ``ended`` is the other tool's contact.
    var contact: SurfaceContact?
    /// The hover position, if it has changed.
    var hover: (x: Int32, y: Int32)?
    /// Whether the pen has just left proximity.
    var isGone = false
  }

  /// For pens without `BTN_TOUCH`: the pressures at which a touch begins and ends. They are 5 % and
  /// 1 % of the range, as in libinput.
  private let pressures: (down: Int32, up: Int32)?
  private var axes: PenAxes
  private var x: Int32
  private var y: Int32
  private var tools: Tools = []
  /// Whether any event has named the tool. Before the first such event, a pen is assumed to be
  /// near.
  private var knowsTools = false
  private var touches = false
  private var isAnnounced = false
  private var hasLifted = false
  private var hasLeft = false
  private var isLost = false
  private var reported = SurfaceContact(id: 0, phase: .moved, x: 0, y: 0)
  /// The last reported hover position; nil while the pen does not hover.
  private var hovered: (x: Int32, y: Int32)?
  /// Whether a contact or a hover position has been reported since the pen was last out of
  /// proximity.
  private var isPresent = false
  /// Whether a position has been received; no contact begins before that.
  private var hasPlace = false

  init(profile: DeviceProfile, x: Int32, y: Int32) {
    self.x = x
    self.y = y
    axes = PenAxes(profile: profile)
    if !profile.keys.contains(EventCode.touch), let axis = profile.axis(EventCode.pressure) {
      func share(_ percent: Int64) -> Int32 {
        let (least, greatest) = (Int64(clamping: axis.minimum), Int64(clamping: axis.maximum))
        return Int32(clamping: least + (greatest - least) * percent / 100)
      }
      pressures = (share(5), share(1))
    } else {
      pressures = nil
    }
  }

  var isTouched: Bool { mutating get { reported.id != 0 } }

  /// The pressure, the tilt and the buttons of the pen.
  var state: PenState { axes.state }

  /// Whether a pen is near. If the device does not report proximity, the value is whether the pen
  /// touches.
  var isNearOrTouches: Bool { knowsTools ? isNear : touches }

  private var tool: Contact.Tool {
    tools.contains(.eraser) ? .eraser : .pen
  }

  /// Whether a pen is near.
  private var isNear: Bool {
    guard !tools.contains(.mouse) else { return false }
    return !tools.isEmpty || !knowsTools
  }

  /// Sets the value that an axis or key had before the first event. A pen that already touches is
  /// not reported.
  mutating func seed(type: UInt16, code: UInt16, value: Int32) {
    consume(type, code, value)
    isAnnounced = touches
    hasLifted = false
  }

  mutating func consume(_ event: InputEvent) {
    consume(event.type, event.code, event.value)
  }

  private mutating func consume(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    axes.consume(type, code, value)
    switch (type, code) {
    case (EventCode.absolute, EventCode.x):
      x = value
      hasPlace = true
    case (EventCode.absolute, EventCode.y):
      y = value
      hasPlace = true
    case (EventCode.absolute, EventCode.pressure):
      guard let pressures else { return }
      if value >= pressures.down { set(touches: true) }
      if value <= pressures.up { set(touches: false) }
    case (EventCode.key, EventCode.touch): set(touches: value != 0)
    case (EventCode.key, EventCode.toolPen), (EventCode.key, EventCode.otherPens):
      set(.pen, isNear: value != 0)
    case (EventCode.key, EventCode.toolEraser): set(.eraser, isNear: value != 0)
    case (EventCode.key, EventCode.toolMouse), (EventCode.key, EventCode.toolLens):
      set(.mouse, isNear: value != 0)
    default: break
    }
  }

  private mutating func set(_ tool: Tools, isNear: Bool) {
    knowsTools = true
    if isNear { tools.insert(tool) } else { tools.remove(tool) }
    if tools.isEmpty { hasLeft = true }
  }

  private mutating func set(touches value: Bool) {
    guard value != touches else { return }
    touches = value
    if value { isAnnounced = false } else { hasLifted = true }
  }

  /// Cancels the contact with the next report.
  mutating func loseAll(_ note: (UInt64) -> Void) {
    guard reported.id != 0 else { return }
    isLost = true
    note(reported.id)
  }

  /// Cancels the contact and resets the pen.
  mutating func cancelAll() -> Report {
    var report = Report()
    if reported.id != 0 { report.ended = reported.with(.cancelled) }
    report.isGone = isPresent
    isPresent = false
    reported.id = 0
    hovered = nil
    touches = false
    hasLifted = false
    return report
  }

  /// Returns the changes since the last report. O(1), no allocation.
  mutating func report(_ numbers: inout ContactNumbers, _ notes: inout NoteLog) -> Report {
    var report = Report()
    endLeft(&notes)
    let presses = touches && !tools.contains(.mouse)
    if reported.id != 0 {
      let goesOn = presses && !hasLifted && !isLost && reported.tool == tool
      if goesOn {
        (reported.x, reported.y) = (x, y)
        report.contact = reported.with(.moved)
      } else {
        if !touches { (reported.x, reported.y) = (x, y) }
        report.ended = reported.with(isLost ? .cancelled : .ended)
        if reported.tool != tool { isAnnounced = isLost }
        reported.id = 0
      }
    }
    if presses, hasPlace, !isAnnounced {
      isAnnounced = true
      reported = SurfaceContact(id: numbers.assign(), phase: .began, x: x, y: y, tool: tool)
      report.contact = reported
    }
    hasLifted = false
    isLost = false
    hover(&report)
    return report
  }

  /// Ends the touch of a pen that has left proximity, even if the device did not release it.
  private mutating func endLeft(_ notes: inout NoteLog) {
    defer { hasLeft = false }
    guard hasLeft, tools.isEmpty, touches else { return }
    if reported.id != 0 { notes.add(.leftProximity(contact: reported.id)) }
    touches = false
    hasLifted = true
  }

  private mutating func hover(_ report: inout Report) {
    if report.contact != nil {
      isPresent = true
      hovered = nil
    } else if !isNear {
      report.isGone = isPresent
      isPresent = false
      hovered = nil
    } else if !touches, hasPlace {
      if let hovered, hovered == (x, y) { return }
      isPresent = true
      hovered = (x, y)
      report.hover = (x, y)
    }
  }
}
