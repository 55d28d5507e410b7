import AllocationCounter
import SnapbackBasics
import SnapbackTouches
import Testing

/// A frame of a device allocates nothing after a warm-up.
///
/// Checked only in release builds: a debug build allocates where the optimizer would not.
@Suite struct DecoderAllocationTests {
  typealias Event = EventScript.Event

  /// A frame of a device in full use, different in each round.
  private static func frame(_ name: String, _ round: Int32) -> [Event] {
    let x = 100 + round % 100
    let isOdd = round % 2
    switch name {
    case "slots", "pad":
      return (0..<3).flatMap { [slot($0), id(7 + $0), atX(x + 200 * $0), atY(x)] }
    case "lists":
      return (0..<10).flatMap { [atX(x + 80 * $0), atY(x), contactEnd] }
    case "pen":
      return [
        key(EventCode.toolPen, 1), key(EventCode.touch, isOdd), absolute(0, x), absolute(1, x),
      ]
    case "mouse":
      return [
        key(EventCode.leftButton, isOdd), relative(EventCode.relativeX, 1 - 2 * isOdd),
        relative(EventCode.wheel, 1),
      ]
    default:
      return [
        key(EventCode.leftButton, isOdd), key(EventCode.touch, isOdd), absolute(0, x),
        absolute(1, x),
      ]
    }
  }

  @Test(arguments: [
    TestDevice.slots, TestDevice.lists, TestDevice.single, TestDevice.pen, TestDevice.tablet,
    TestDevice.mouse, TestDevice.pad,
  ])
  func aFrameAllocatesNothing(device: DeviceProfile) throws {
    var decoder = try #require(DeviceDecoder(profile: device, screen: EventScript.screen))
    var time = Instant.zero
    var contacts = 0

    /// Plays a hundred frames; returns the allocations.
    func play() -> UInt64 {
      var total: UInt64 = 0
      for round in 0..<100 as Range<Int32> {
        time = time.advanced(bySeconds: 0.008)
        let events = Self.frame(device.name, round) + [(0, 0, 0)]
        let before = allocation_count()
        if let deadline = decoder.deadline, deadline <= time {
          contacts += decoder.advance(to: time)?.contacts.count ?? 0
        }
        for (type, code, value) in events {
          let event = InputEvent(time: time, type: type, code: code, value: value)
          contacts += decoder.consume(event)?.contacts.count ?? 0
        }
        total += allocation_count() - before
      }
      return total
    }

    _ = play()
    let allocations = play()
    if device.name != "pad" { #expect(contacts >= 100) }
    #if !DEBUG
      #expect(allocations == 0)
    #else
      _ = allocations
    #endif
  }

  /// Cancelled contacts leave their storage to the next ones.
  ///
  /// Also checked in debug builds, which allocate the same amount in every round.
  @Test func touchesAfterACancellationAllocateNoMoreThanOthers() throws {
    var settings = DeviceSettings()
    settings.filter = .off
    var decoder = try #require(
      DeviceDecoder(profile: TestDevice.lists, settings: settings, screen: EventScript.screen))
    var time = Instant.zero

    /// Plays one frame; returns the allocations.
    func play(_ frame: [Event]) -> UInt64 {
      time = time.advanced(bySeconds: 0.008)
      let events = frame + [(0, 0, 0)]
      let before = allocation_count()
      for (type, code, value) in events {
        _ = decoder.consume(InputEvent(time: time, type: type, code: code, value: value))
      }
      return allocation_count() - before
    }

    /// Touches with ten fingers and moves them; returns the allocations.
    func touch() -> UInt64 {
      var total: UInt64 = 0
      for round in 0..<20 as Range<Int32> { total += play(Self.frame("lists", round)) }
      return total
    }

    _ = touch()
    _ = play([contactEnd])
    let usual = touch()
    let cancelled = decoder.cancelAll(at: time)?.contacts.count
    #expect(cancelled == 10)
    // The fingers are ignored until they have lifted.
    _ = play([contactEnd])
    let afterwards = touch()
    #expect(afterwards <= usual)
    #if !DEBUG
      #expect(afterwards == 0)
    #endif
  }
}
