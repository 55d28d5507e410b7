public import SnapbackGeometry
public import SnapbackTiming

/// Turns a device's events into touch frames: slots (type B) and single touch.
///
/// Per slot: idle → began → moved… → ended; any but idle → cancelled.
/// A slot keeps its position across contacts, because the kernel sends only what changed: a new
/// contact at the old x has no X event. For the same reason, and because libevdev delivers the
/// positions of a new contact before its tracking id after a loss, a tracking id never clears a
/// position.
public struct ContactDecoder: Sendable {
  private struct Slot: Sendable {
    var x: Int32
    var y: Int32
    /// The kernel's tracking id; −1 when nothing touches.
    var trackingID: Int32 = -1
    /// Whether this tracking id has been announced as a contact, or is never to be.
    var isAnnounced = false
    /// The announced contact's own id; 0 when there is none.
    var contact: UInt64 = 0
    /// Where the contact was in the last frame.
    var position = Point.zero
    /// A contact that another one replaced within this frame.
    var replaced: Contact?
    var isPalm = false
  }

  private let usesSlots: Bool
  private var mapping: SurfaceMapping
  private var slots: [Slot]
  private var currentSlot: Int? = 0
  private var nextContact: UInt64
  private var isDropping = false
  private var frame: TouchFrame

  /// The most slots that are followed; contacts beyond are ignored.
  public static let slotLimit = 64

  /// A decoder for the device that `profile` describes, on a screen of `screen` points.
  ///
  /// `firstContact` is the id of its first contact; the caller keeps ids apart when there are
  /// several devices. Nil when the device has no position axes or they are empty.
  public init?(
    profile: DeviceProfile, screen: Size, rotation: PanelRotation = .none,
    firstContact: UInt64 = 1, settings: DeviceSettings = DeviceSettings()
  ) {
    guard let (x, y) = profile.positionAxes,
      let mapping = SurfaceMapping(profile, settings: settings, screen: screen, rotation: rotation)
    else { return nil }
    usesSlots = profile.hasSlots
    self.mapping = mapping
    let count = min(profile.slotCount, Self.slotLimit)
    slots = Array(repeating: Slot(x: x.minimum, y: y.minimum), count: count)
    nextContact = max(1, firstContact)
    frame = TouchFrame(time: .zero)
    frame.contacts.reserveCapacity(2 * count)
  }

  /// Maps positions onto a screen of another size or turn from the next frame on.
  public mutating func map(onto screen: Size, rotation: PanelRotation) {
    mapping.screen = screen
    mapping.rotation = rotation
  }

  /// The id that the next contact will get.
  public var nextContactID: UInt64 { nextContact }

  /// Sets what a slot holds before the first event: the state the device was found in.
  ///
  /// Contacts already down are not announced: nobody saw them begin.
  public mutating func seed(slot: Int, x: Int32, y: Int32, trackingID: Int32) {
    guard slots.indices.contains(slot) else { return }
    slots[slot].x = x
    slots[slot].y = y
    slots[slot].trackingID = max(trackingID, -1)
    slots[slot].isAnnounced = trackingID >= 0
  }

  /// Makes `slot` the one that the next events describe, as the device was found.
  public mutating func seed(currentSlot slot: Int) {
    currentSlot = slots.indices.contains(slot) ? slot : nil
  }

  /// Takes one event; at the end of a frame that touches anything, the frame.
  ///
  /// O(1), O(slots) at the end of a frame; no allocation but for the returned frame's storage.
  public mutating func consume(_ event: InputEvent) -> TouchFrame? {
    switch event.type {
    case EventCode.synchronization:
      return synchronize(event)
    case EventCode.absolute where !isDropping:
      usesSlots ? consumeSlotAxis(event) : consumeSingleAxis(event)
    case EventCode.key where !isDropping && !usesSlots:
      if event.code == EventCode.touch || event.code == EventCode.leftButton {
        setTrackingID(event.value == 0 ? -1 : 0, slot: 0)
      }
    default:
      break
    }
    return nil
  }

  /// Takes all contacts back: the device has gone, or its events stop. Nil when none is down.
  public mutating func cancelAll(at time: Instant) -> TouchFrame? {
    for index in slots.indices {
      replaceContact(in: index, phase: .cancelled)
      slots[index].trackingID = -1
    }
    return report(at: time)
  }

  private mutating func synchronize(_ event: InputEvent) -> TouchFrame? {
    switch event.code {
    case EventCode.dropped:
      // Live, libevdev handles the loss and resends the state; in a recording the state is
      // gone, so what follows up to the next report is of no frame, and slots stay as they are.
      isDropping = true
      return nil
    case EventCode.report where isDropping:
      isDropping = false
      return nil
    case EventCode.report:
      return report(at: event.time)
    default:
      return nil
    }
  }

  private mutating func consumeSlotAxis(_ event: InputEvent) {
    if event.code == EventCode.slot {
      let slot = Int(event.value)
      currentSlot = slots.indices.contains(slot) ? slot : nil
      return
    }
    guard let slot = currentSlot else { return }
    switch event.code {
    case EventCode.multitouchX: slots[slot].x = event.value
    case EventCode.multitouchY: slots[slot].y = event.value
    case EventCode.trackingID: setTrackingID(event.value, slot: slot)
    case EventCode.toolType: slots[slot].isPalm = event.value == EventCode.palm
    default: break
    }
  }

  private mutating func consumeSingleAxis(_ event: InputEvent) {
    switch event.code {
    case EventCode.x: slots[0].x = event.value
    case EventCode.y: slots[0].y = event.value
    default: break
    }
  }

  private mutating func setTrackingID(_ id: Int32, slot: Int) {
    let previous = slots[slot].trackingID
    guard id != previous else { return }
    if id >= 0 {
      // Lifted and touched again within one frame, or an id that replaces another without a
      // lift, which then was lost.
      replaceContact(in: slot, phase: previous < 0 ? .ended : .cancelled)
      slots[slot].isAnnounced = false
      slots[slot].isPalm = false
    }
    slots[slot].trackingID = max(id, -1)
  }

  /// Ends the announced contact of a slot with the next frame, whatever the slot holds by then.
  private mutating func replaceContact(in slot: Int, phase: Contact.Phase) {
    guard slots[slot].contact != 0 else { return }
    slots[slot].replaced = Contact(
      id: slots[slot].contact, phase: phase, position: slots[slot].position)
    slots[slot].contact = 0
  }

  /// Compares what the slots hold with what was announced.
  private mutating func report(at time: Instant) -> TouchFrame? {
    frame.time = time
    frame.pointsPerMillimetre = mapping.pointsPerMillimetre
    frame.contacts.removeAll(keepingCapacity: true)
    for index in slots.indices {
      var slot = slots[index]
      let position = mapping.point(x: slot.x, y: slot.y)
      if let replaced = slot.replaced {
        frame.contacts.append(replaced)
        slot.replaced = nil
      }
      if slot.contact != 0 {
        let phase: Contact.Phase =
          slot.isPalm ? .cancelled : slot.trackingID < 0 ? .ended : .moved
        frame.contacts.append(Contact(id: slot.contact, phase: phase, position: position))
        if phase != .moved { slot.contact = 0 }
      } else if slot.trackingID >= 0, !slot.isPalm, !slot.isAnnounced {
        slot.contact = nextContact
        nextContact &+= 1
        slot.isAnnounced = true
        frame.contacts.append(Contact(id: slot.contact, phase: .began, position: position))
      }
      slot.position = position
      slots[index] = slot
    }
    return frame.contacts.isEmpty ? nil : frame
  }
}
