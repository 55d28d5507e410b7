import SnapbackTouches

extension RecordedStream {
  /// The device's state at the start of the recording: the values in the file, and for slot
  /// coordinates missing there, the first reported value.
  ///
  /// The kernel sends only changes, so a contact may begin without one of its coordinates. The
  /// device knew the value, but a file without the initial state of the slots has lost it. Fingers
  /// move less than a millimeter between two scans, so the first reported value is close to the
  /// missing one. O(n) for n events.
  var start: [InitialValue] {
    var known = Set(initial.map { SlotAxis(slot: $0.slot, code: $0.code) })
    var found = initial
    var slot = initial.first { $0.slot == nil && $0.code == EventCode.slot }?.value ?? 0
    for event in events where event.type == EventCode.absolute {
      switch event.code {
      case EventCode.slot: slot = event.value
      case EventCode.multitouchX, EventCode.multitouchY:
        guard known.insert(SlotAxis(slot: slot, code: event.code)).inserted else { continue }
        found.append(
          InitialValue(slot: slot, type: event.type, code: event.code, value: event.value))
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
