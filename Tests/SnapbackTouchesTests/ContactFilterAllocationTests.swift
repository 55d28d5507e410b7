import AllocationCounter
import SnapbackGeometry
import SnapbackTiming
import SnapbackTouches
import Testing

/// Only release builds are held to it: a debug build allocates for what the optimizer removes.
@Suite struct ContactFilterAllocationTests {
  @Test func aFrameAllocatesNothing() {
    var filter = ContactFilter()
    var frame = TouchFrame(time: .zero)
    frame.contacts.reserveCapacity(8)
    var seconds = 0.0
    var id: UInt64 = 1

    /// Two fingers, a spike, a ghost, and an id that changes; the allocations on the way.
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
      _ = filter.takeNotes()
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
