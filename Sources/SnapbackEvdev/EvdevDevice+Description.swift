import CLibevdev
import Glibc
import SnapbackTouches

extension DeviceProfile {
  /// Creates a profile from libevdev's description of a device.
  init(device: OpaquePointer) {
    self.init(
      name: libevdev_get_name(device).map { String(cString: $0) } ?? "unnamed",
      identity: [
        UInt16(truncatingIfNeeded: libevdev_get_id_bustype(device)),
        UInt16(truncatingIfNeeded: libevdev_get_id_vendor(device)),
        UInt16(truncatingIfNeeded: libevdev_get_id_product(device)),
        UInt16(truncatingIfNeeded: libevdev_get_id_version(device)),
      ])
    for type in 1..<UInt32(EV_CNT) where libevdev_has_event_type(device, type) == 1 {
      let greatest = libevdev_event_type_get_max(type)
      guard greatest >= 0, type != UInt32(EV_ABS) else { continue }
      let codes = (0...UInt32(clamping: greatest)).filter {
        libevdev_has_event_code(device, type, $0) == 1
      }
      add(
        codes: codes.map { UInt16(truncatingIfNeeded: $0) },
        ofType: UInt16(truncatingIfNeeded: type))
    }
    for property in 0..<UInt32(INPUT_PROP_CNT) where libevdev_has_property(device, property) == 1 {
      properties.insert(UInt16(truncatingIfNeeded: property))
    }
    for code in 0..<UInt32(ABS_CNT) {
      guard let axis = libevdev_get_abs_info(device, code) else { continue }
      setAxis(
        UInt16(truncatingIfNeeded: code),
        range: AxisRange(
          minimum: axis.pointee.minimum, maximum: axis.pointee.maximum, fuzz: axis.pointee.fuzz,
          flat: axis.pointee.flat, resolution: axis.pointee.resolution))
    }
  }
}

extension EvdevDevice {
  /// Passes the device's current state to `handle` as `(slot, type, code, value)`; the slot is nil
  /// except for the axes of contacts. Zeros are omitted, except in slots.
  public func visitState(_ handle: (Int32?, UInt16, UInt16, Int32) -> Void) {
    for type in [UInt32(EV_KEY), UInt32(EV_ABS), UInt32(EV_SW), UInt32(EV_LED)] {
      let kind = UInt16(truncatingIfNeeded: type)
      for code in profile.codes(ofType: kind).sorted() {
        let isContact = kind == EventCode.absolute && code > EventCode.slot && profile.hasSlots
        guard !isContact else { continue }
        let value = libevdev_get_event_value(device, type, UInt32(code))
        if value != 0 { handle(nil, kind, code, value) }
      }
    }
    guard profile.hasSlots else { return }
    for slot in 0..<max(0, libevdev_get_num_slots(device)) {
      for (code, _) in profile.axes where code > EventCode.slot {
        handle(
          slot, EventCode.absolute, code,
          libevdev_get_slot_value(device, UInt32(clamping: slot), UInt32(code)))
      }
    }
  }
}
