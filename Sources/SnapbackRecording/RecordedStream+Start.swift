import SnapbackTouches

extension RecordedStream {
  /// What the device held when the recording began: what the file says, and for positions in slots
  /// that it does not have, the first ones that it tells.
  ///
  /// The kernel sends only what changes, so a contact may begin without one of its coordinates. The
  /// device knew it; a file that does not say what slots held has lost it. Fingers go less than a
  /// millimetre between two scans, so the first place that is told is near to the one before. O(n)
  /// for n events.
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
