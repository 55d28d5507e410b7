import SnapbackTouches

extension DeviceProfile {
  /// Completes a device's profile from its events alone.
  ///
  /// Axes range from 0, or the lowest value that occurs if that is negative, to the highest.
  /// Contacts without `SYN_MT_REPORT` are in slots, even if slot 0 is the only one and is never
  /// named.
  static func seen(in events: [InputEvent], completing device: DeviceProfile) -> DeviceProfile {
    var device = device
    var ranges: [UInt16: (least: Int32, greatest: Int32)] = [:]
    var codes: [UInt16: Set<UInt16>] = [:]
    var isTypeA = false
    for event in events {
      switch event.type {
      case EventCode.synchronization:
        if event.code == EventCode.multitouchReport { isTypeA = true }
      case EventCode.absolute where event.code <= EventCode.greatestAxis:
        let range = ranges[event.code] ?? (event.value, event.value)
        ranges[event.code] = (min(range.least, event.value), max(range.greatest, event.value))
      default:
        // Codes beyond the kernel's range come from a damaged file.
        guard event.type <= EventCode.greatestType, event.code <= EventCode.greatestKey else {
          continue
        }
        codes[event.type, default: []].insert(event.code)
      }
    }
    for (type, seen) in codes { device.add(codes: seen, ofType: type) }
    let hasContacts = ranges[EventCode.multitouchX] != nil && ranges[EventCode.multitouchY] != nil
    if hasContacts, !isTypeA, ranges[EventCode.slot] == nil { ranges[EventCode.slot] = (0, 0) }
    for (code, range) in ranges {
      // At least two values, because an axis with one value is unusable.
      device.setAxis(
        code,
        range: AxisRange(
          minimum: min(0, range.least),
          maximum: max(code == EventCode.slot ? 0 : 1, range.greatest)))
    }
    return device
  }
}
