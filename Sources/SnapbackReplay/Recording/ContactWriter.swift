import SnapbackBasics
import SnapbackTouches

/// Writes the events that a device sends for contacts, as Linux's drivers do.
///
/// In each scan, the caller identifies the contacts that are down by keys of its choice. A touch
/// frame is written only if something has changed; with protocol A, also while unchanged contacts
/// are down.
struct ContactWriter {
  /// A position in device units.
  struct Position: Equatable {
    var x: Int32
    var y: Int32
  }

  /// A contact that is down in a scan.
  struct Touch {
    var key: Int
    var position: Position
  }

  /// The state of a slot. The state remains after a contact has lifted, because the kernel sends
  /// only changes.
  private struct Slot {
    var key: Int?
    var id: Int32 = 0
    var last: Position?
    var hasPressure = false
  }

  private(set) var events: [InputEvent] = []
  private let profile: DeviceProfile
  private let manner: SyntheticDevice.Manner
  private var slots: [Slot]
  private var nextID: Int32 = 1
  private var currentSlot = 0
  private var count = 0
  private var emulated: Position?
  /// The pointer's position from the sum of all steps, relative to the middle of the screen.
  private var pointer = Position(x: 0, y: 0)

  init(_ device: SyntheticDevice) {
    profile = device.profile
    manner = device.manner
    slots = Array(repeating: Slot(), count: max(1, min(device.contactLimit, 64)))
  }

  /// Writes the touch frame of a scan. Contacts beyond the number of slots are omitted, as on a
  /// real panel.
  mutating func scan(_ touches: [Touch], at time: Instant) {
    let before = events.count
    switch manner {
    case .slots: scanSlots(touches, time)
    case .marks: scanMarks(touches, time)
    case .single: scanSingle(touches.first, time)
    case .relative: scanSteps(touches.first, time)
    }
    guard events.count > before else { return }
    send(EventCode.synchronization, EventCode.report, 0, time)
  }

  /// Writes a frame with one notch of a wheel.
  mutating func turn(_ notch: WheelNotch, at time: Instant) {
    let value: Int32 = notch.isPositive ? 1 : -1
    let code = notch.isHorizontal ? EvdevCode.sidewaysWheel : EvdevCode.wheel
    let fine = notch.isHorizontal ? EvdevCode.fineSidewaysWheel : EvdevCode.fineWheel
    send(EventCode.relative, code, value, time)
    if profile.relativeCodes.contains(fine) {
      send(EventCode.relative, fine, value * EvdevCode.notch, time)
    }
    send(EventCode.synchronization, EventCode.report, 0, time)
  }

  // MARK: Protocol B

  private mutating func scanSlots(_ touches: [Touch], _ time: Instant) {
    // A slot that becomes free is reused only from the next scan on, unless no other slot is free.
    let free = slots.indices.filter { slots[$0].key == nil }
    for index in slots.indices {
      guard let key = slots[index].key, !touches.contains(where: { $0.key == key }) else {
        continue
      }
      slots[index].key = nil
      choose(index, time)
      send(EventCode.absolute, EventCode.trackingID, -1, time)
    }
    for touch in touches {
      let held = slots.firstIndex { $0.key == touch.key }
      let isNew = held == nil
      guard
        let index = held ?? free.first(where: { slots[$0].key == nil })
          ?? slots.firstIndex(where: { $0.key == nil })
      else { continue }
      let last = slots[index].last
      guard isNew || last != touch.position else { continue }
      choose(index, time)
      if isNew { begin(in: index, touch, time) }
      if touch.position.x != last?.x {
        send(EventCode.absolute, EventCode.multitouchX, touch.position.x, time)
      }
      if touch.position.y != last?.y {
        send(EventCode.absolute, EventCode.multitouchY, touch.position.y, time)
      }
      slots[index].last = touch.position
    }
    let down = slots.filter { $0.key != nil }
    emulate(down.min { $0.id < $1.id }?.last, count: down.count, time)
  }

  private mutating func begin(in index: Int, _ touch: Touch, _ time: Instant) {
    slots[index].key = touch.key
    slots[index].id = nextID
    send(EventCode.absolute, EventCode.trackingID, nextID, time)
    nextID = nextID % 65535 + 1
    if !slots[index].hasPressure { sendPressure(EvdevCode.contactPressure, time) }
    slots[index].hasPressure = true
  }

  private mutating func choose(_ slot: Int, _ time: Instant) {
    guard slot != currentSlot else { return }
    send(EventCode.absolute, EventCode.slot, Int32(clamping: slot), time)
    currentSlot = slot
  }

  // MARK: Protocol A

  private mutating func scanMarks(_ touches: [Touch], _ time: Instant) {
    let told = touches.prefix(slots.count)
    guard count > 0 || !told.isEmpty else { return }
    for touch in told {
      send(EventCode.absolute, EventCode.multitouchX, touch.position.x, time)
      send(EventCode.absolute, EventCode.multitouchY, touch.position.y, time)
      sendPressure(EvdevCode.contactPressure, time)
      send(EventCode.synchronization, EventCode.multitouchReport, 0, time)
    }
    // A frame without contacts contains only `SYN_MT_REPORT`.
    if told.isEmpty { send(EventCode.synchronization, EventCode.multitouchReport, 0, time) }
    emulate(told.first?.position, count: told.count, time)
  }

  // MARK: One position

  private mutating func scanSingle(_ touch: Touch?, _ time: Instant) {
    let isPen = profile.keys.contains(EventCode.toolPen)
    let key = profile.keys.contains(EventCode.touch) ? EventCode.touch : EventCode.leftButton
    let isDown = count > 0
    if let touch {
      if !isDown, isPen { send(EventCode.key, EventCode.toolPen, 1, time) }
      sendPosition(touch.position, time)
      if !isDown {
        sendPressure(EvdevCode.pressure, time)
        send(EventCode.key, key, 1, time)
      }
    } else if isDown {
      if profile.axis(EvdevCode.pressure) != nil {
        send(EventCode.absolute, EvdevCode.pressure, 0, time)
      }
      send(EventCode.key, key, 0, time)
      if isPen { send(EventCode.key, EventCode.toolPen, 0, time) }
    }
    count = touch == nil ? 0 : 1
  }

  private mutating func sendPosition(_ position: Position, _ time: Instant) {
    if position.x != emulated?.x { send(EventCode.absolute, EventCode.x, position.x, time) }
    if position.y != emulated?.y { send(EventCode.absolute, EventCode.y, position.y, time) }
    emulated = position
  }

  // MARK: Steps

  private mutating func scanSteps(_ touch: Touch?, _ time: Instant) {
    guard let touch else {
      if count > 0 { send(EventCode.key, EventCode.leftButton, 0, time) }
      count = 0
      return
    }
    let way = Position(
      x: touch.position.x &- pointer.x, y: touch.position.y &- pointer.y)
    // Before a press, the pointer moves to the position in a separate frame.
    if way.x != 0 { send(EventCode.relative, 0, way.x, time) }
    if way.y != 0 { send(EventCode.relative, 1, way.y, time) }
    pointer = touch.position
    guard count == 0 else { return }
    if way != Position(x: 0, y: 0) { send(EventCode.synchronization, EventCode.report, 0, time) }
    send(EventCode.key, EventCode.leftButton, 1, time)
    count = 1
  }

  // MARK: Shared

  /// Writes the single-touch emulation that the kernel adds: finger count keys and the oldest
  /// contact's position.
  private mutating func emulate(_ oldest: Position?, count now: Int, _ time: Instant) {
    if (count > 0) != (now > 0), profile.keys.contains(EventCode.touch) {
      send(EventCode.key, EventCode.touch, now > 0 ? 1 : 0, time)
    }
    if count != now {
      for (index, code) in EvdevCode.fingerTools.enumerated() where profile.keys.contains(code) {
        let (was, shall) = (count == index + 1, now == index + 1)
        if was != shall { send(EventCode.key, code, shall ? 1 : 0, time) }
      }
    }
    if let oldest, profile.axis(EventCode.x) != nil { sendPosition(oldest, time) }
    if (count > 0) != (now > 0), profile.axis(EvdevCode.pressure) != nil {
      if now > 0 {
        sendPressure(EvdevCode.pressure, time)
      } else {
        send(EventCode.absolute, EvdevCode.pressure, 0, time)
      }
    }
    count = now
  }

  /// Writes a pressure of a quarter of the range, as for a normal touch.
  private mutating func sendPressure(_ code: UInt16, _ time: Instant) {
    guard let axis = profile.axis(code) else { return }
    let least = Int64(clamping: axis.minimum)
    let span = Int64(clamping: axis.maximum) - least
    send(EventCode.absolute, code, Int32(clamping: least + max(1, span / 4)), time)
  }

  private mutating func send(_ type: UInt16, _ code: UInt16, _ value: Int32, _ time: Instant) {
    events.append(InputEvent(time: time, type: type, code: code, value: value))
  }
}
