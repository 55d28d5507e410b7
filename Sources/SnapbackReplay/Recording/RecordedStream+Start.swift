import SnapbackTouches

extension RecordedStream {
  /// A value of the device at the start of the recording.
  struct StartValue {
    var value: InitialValue
    /// The index of the event that first reports the value, if a contact begins before that event;
    /// otherwise nil.
    var event: Int?
  }

  /// The device's state at the start of the recording: the values in the file and, for slot
  /// coordinates that are missing in the file, the first reported value.
  ///
  /// The kernel sends only changes, so a contact may begin without an event for one of its
  /// coordinates. A file without the initial state of the slots does not contain that coordinate.
  /// Fingers move less than a millimeter between two scans, so the first reported value is close to
  /// the missing value. A coordinate that is never reported remains unknown. O(n) for n events.
  var start: [StartValue] {
    var known = Set(initial.map { SlotAxis(slot: $0.slot, code: $0.code) })
    var found = initial.map { StartValue(value: $0) }
    var slot = initial.first { $0.slot == nil && $0.code == EventCode.slot }?.value ?? 0
    // The slots in which a contact has been reported, in earlier frames and in this one.
    var used: Set<Int32> = []
    var touched: Set<Int32> = []
    for (index, event) in events.enumerated() {
      if event.endsFrame {
        used.formUnion(touched)
        touched.removeAll(keepingCapacity: true)
      }
      guard event.type == EventCode.absolute else { continue }
      switch event.code {
      case EventCode.slot: slot = event.value
      case EventCode.trackingID: if event.value >= 0 { touched.insert(slot) }
      case EventCode.multitouchX, EventCode.multitouchY:
        guard known.insert(SlotAxis(slot: slot, code: event.code)).inserted else { continue }
        let value = InitialValue(
          slot: slot, type: event.type, code: event.code, value: event.value)
        found.append(StartValue(value: value, event: used.contains(slot) ? index : nil))
      default: continue
      }
    }
    return found
  }

  private struct SlotAxis: Hashable {
    var slot: Int32?
    var code: UInt16
  }
}
