import AllocationCounter
import SnapbackBasics
import SnapbackGestures
import SnapbackTouches
import Testing

/// Twenty recognizers and ten fingers allocate nothing after a warm-up.
///
/// Only release builds are checked: a debug build allocates where the optimizer avoids it.
@Suite struct GestureAllocationTests {
  @Test func framesAllocateNothing() throws {
    let all: [GestureSettings] = [
      Settings.tap, Settings.doubleTap, Settings.longPress, Settings.pan, Settings.edgePan,
      Settings.swipe, Settings.pinch, Settings.rotation, Settings.pan, Settings.longPress,
    ]
    // Half of them are simultaneous with each other, half wait for another one.
    let descriptions = (all + all).enumerated().map { place, settings in
      GestureDescription(
        settings, simultaneous: place < 10 ? Array(0..<10) : [],
        requiredFailures: place > 10 ? [place - 1] : [])
    }
    var arena = try #require(GestureArena(descriptions))
    var frame = TouchFrame(time: .zero)
    frame.contacts.reserveCapacity(16)
    var time: UInt64 = 1_000_000_000
    var steps = 0

    /// The allocations while ten fingers touch one after the other, spread out and lift.
    func round(_ turn: UInt64) -> UInt64 {
      let before = allocation_count()
      for scan in 0..<120 as Range<UInt64> {
        time += 8_000_000
        frame.time = Instant(nanoseconds: time)
        frame.contacts.removeAll(keepingCapacity: true)
        for finger in 0..<10 as Range<UInt64> {
          guard scan >= 4 * finger, scan <= 80 + 4 * finger else { continue }
          let id = 100 * turn + finger
          let phase: Contact.Phase =
            scan == 4 * finger ? .began : scan == 80 + 4 * finger ? .ended : .moved
          let place = Point(
            x: Double(20 * finger + scan), y: Double(300 + (finger % 2 == 0 ? scan : 0)))
          if phase == .began {
            for index in 0..<arena.count where (index + Int(clamping: finger)) % 3 != 0 {
              arena.give(id, to: index, at: frame.time)
            }
          }
          frame.contacts.append(Contact(id: id, phase: phase, position: place))
        }
        arena.handle(frame)
        arena.drainSteps { _ in steps += 1 }
        _ = arena.deadline
      }
      time += 2_000_000_000
      arena.advance(to: Instant(nanoseconds: time))
      arena.drainSteps { _ in steps += 1 }
      return allocation_count() - before
    }

    _ = round(1)
    let allocations = round(2) + round(3)
    #if !DEBUG
      #expect(allocations == 0)
    #endif
    #expect(allocations < 10_000_000)
    #expect(steps > 300)
    #expect(arena.isAtRest)
  }
}
