import SnapbackTouches

extension DeviceProfile {
  /// Completes a device's profile from its events alone.
  ///
  /// Axes range from 0, or from the lowest value that occurs if that is negative, to the highest
  /// value that occurs. A device that sends contacts without `SYN_MT_REPORT` has slots, even if no
  /// event names a slot because slot 0 is the only one.
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

  /// An axis whose range is missing in the file.
  struct LostAxis {
    /// The code of the axis.
    var code: UInt16
    /// The range that replaces the missing one; nil if no range can be inferred.
    var range: AxisRange?
    /// The axis from which ``range`` is copied; nil if ``range`` comes from the values that occur.
    var twin: UInt16?
  }

  /// Pairs of axes with equal ranges. On the first axis of a pair, the kernel repeats the oldest
  /// contact's value on the second axis. Source: Linux, `input_mt_init_slots`.
  private static let twins: [(UInt16, UInt16)] = [
    (EventCode.x, EventCode.multitouchX), (EventCode.y, EventCode.multitouchY),
    (EventCode.pressure, EventCode.contactPressure),
  ]

  /// Whether decoders use an axis: a position, a pressure, or an axis of contacts.
  private static func isDecoded(_ code: UInt16) -> Bool {
    [EventCode.x, EventCode.y, EventCode.pressure].contains(code)
      || (EventCode.slot...EventCode.greatestAxis).contains(code)
  }

  /// Adds the axes that are missing although events use them or the file declares them without a
  /// range. Returns the added axes. Only axes that decoders use are added.
  ///
  /// A device sends events only for axes that it has, so the file must have lost the descriptions
  /// of such axes. The range is that of the axis in the same pair, if known, otherwise that of the
  /// values that occur.
  mutating func addLostAxes(events: [InputEvent], declared: Set<UInt16>) -> [LostAxis] {
    var codes = declared
    for event in events where event.type == EventCode.absolute { codes.insert(event.code) }
    let positions: Set = [EventCode.x, EventCode.y, EventCode.multitouchX, EventCode.multitouchY]
    var seen: DeviceProfile?
    var lost: [LostAxis] = []
    for code in codes.sorted() where Self.isDecoded(code) && axis(code) == nil {
      let twin = Self.twins.first { $0.0 == code || $0.1 == code }
        .map { $0.0 == code ? $0.1 : $0.0 }
      if let twin, let range = axis(twin) {
        lost.append(LostAxis(code: code, range: range, twin: twin))
        continue
      }
      if seen == nil { seen = Self.seen(in: events, completing: DeviceProfile(name: "")) }
      let range = seen?.axis(code)
      if range != nil || positions.contains(code) {
        lost.append(LostAxis(code: code, range: range, twin: nil))
      }
    }
    for axis in lost {
      if let range = axis.range { setAxis(axis.code, range: range) }
    }
    return lost
  }
}
