import AllocationCounter
import SnapbackBasics
import SnapbackTouches
import Testing

/// Checked only in release builds: a debug build allocates where the optimizer would not.
@Suite struct ContactFilterAllocationTests {
  @Test func aFrameAllocatesNothing() {
    var filter = ContactFilter()
    var frame = TouchFrame(time: .zero)
    frame.contacts.reserveCapacity(8)
    var seconds = 0.0
    var id: UInt64 = 1

    /// Plays two fingers, a spike, a ghost and a changing id; returns the allocations.
    func round() -> UInt64 {
      var total: UInt64 = 0
      for scan in 0...60 {
        seconds += 0.008
        frame.time = Instant.zero.advanced(bySeconds: seconds)
        frame.contacts.removeAll(keepingCapacity: true)
        let phase: Contact.Phase = scan == 0 ? .began : scan == 60 ? .ended : .moved
        let x = scan == 20 ? 4000 : Double(scan)
        frame.contacts.append(
          Contact(id: id, phase: phase, position: Point(x: x, y: 0)))
        if scan == 30 {
          frame.contacts[0].phase = .ended
          id += 1
          frame.contacts.append(Contact(id: id, phase: .began, position: Point(x: x + 1, y: 0)))
        }
        if scan == 40 || scan == 41 {
          frame.contacts.append(
            Contact(
              id: 1 << 40 + id, phase: scan == 40 ? .began : .ended,
              position: Point(x: 900, y: 0)))
        }
        let before = allocation_count()
        var told = filter.apply(frame).contacts.count
        if let deadline = filter.deadline, deadline <= frame.time {
          told += filter.advance(to: deadline)?.contacts.count ?? 0
        }
        total += allocation_count() - before
        #expect(told <= 2)
      }
      _ = filter.drainNotes()
      id += 1
      seconds += 1
      return total
    }

    _ = round()
    let allocations = round()
    #if !DEBUG
      #expect(allocations == 0)
    #else
      #expect(allocations < 1000)
    #endif
  }
}
