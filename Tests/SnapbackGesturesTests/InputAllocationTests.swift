import AllocationCounter
import Glibc
import SnapbackBasics
import SnapbackGestures
import SnapbackTouches
import Testing

/// Nothing is allocated from an event to recognized gestures after a warm-up.
///
/// Only release builds are checked: a debug build allocates where the optimizer avoids it.
@Suite struct InputAllocationTests {
  /// The number of allocations in the body.
  private func allocations(_ body: () -> Void) -> UInt64 {
    let before = allocation_count()
    body()
    return allocation_count() - before
  }

  @Test func theCounterCounts() {
    let count = allocations {
      let array = [Int](repeating: 7, count: Int.random(in: 1000...1001))
      #expect(array.count >= 1000)
    }
    #expect(count > 0)
  }

  @Test(arguments: VelocityStrategy.allCases)
  func velocitiesAllocateNothing(_ strategy: VelocityStrategy) {
    var estimator = VelocityEstimator(strategy: strategy)
    var sum = 0.0
    func track(_ start: Double) {
      for step in 0..<200 {
        let seconds = start + Double(step) * 0.005
        let now = Instant.zero.advanced(bySeconds: seconds)
        estimator.add(Point(x: 300 * seconds, y: seconds * seconds), at: now)
        sum += estimator.velocity(at: now).length + estimator.confidence(at: now)
      }
      estimator.reset()
    }
    track(1)
    let count = allocations { track(5) }
    #expect(sum > 0)
    #if !DEBUG
      #expect(count == 0)
    #else
      _ = count
    #endif
  }

  @Test func tenFingersOnTwentyRecognizersAllocateNothing() throws {
    var hand = try #require(TenFingers())
    hand.touch()
    hand.move(frames: 120)
    #expect(hand.running == 20)
    let count = allocations { hand.move(frames: 240) }
    #expect(hand.steps > 20 * 240)
    #if !DEBUG
      #expect(count == 0)
    #else
      _ = count
    #endif
  }
}

/// Ten fingers on a panel with slots, and twenty recognizers that each follow all of them.
private struct TenFingers {
  private var decoder: DeviceDecoder
  private var arena: GestureArena
  private var now = Instant.zero
  private var frame = 0
  private(set) var steps = 0

  init?() {
    var panel = DeviceProfile(name: "panel", keys: [EventCode.touch], properties: [1])
    panel.setAxis(EventCode.slot, range: AxisRange(minimum: 0, maximum: 9))
    for code in [EventCode.multitouchX, EventCode.multitouchY] {
      panel.setAxis(code, range: AxisRange(minimum: 0, maximum: 9999, resolution: 50))
    }
    panel.setAxis(EventCode.trackingID, range: AxisRange(minimum: 0, maximum: 65535))
    let kinds: [GestureSettings] =
      Array(repeating: .pan(PanSettings()), count: 12)
      + Array(repeating: .pinch(PinchSettings()), count: 4)
      + Array(repeating: .rotation(RotationSettings()), count: 4)
    let all = Array(kinds.indices)
    guard let decoder = DeviceDecoder(profile: panel, screen: Size(width: 1000, height: 1000)),
      let arena = GestureArena(kinds.map { GestureDescription($0, simultaneous: all) })
    else { return nil }
    self.decoder = decoder
    self.arena = arena
  }

  /// The number of active recognizers.
  var running: Int { (0..<arena.count).count(where: arena.isActive) }

  mutating func touch() {
    for finger in 0..<10 {
      send(EventCode.slot, Int32(finger))
      send(EventCode.trackingID, Int32(finger + 1))
      place(finger)
    }
    guard let touched = report() else { return }
    for contact in touched.contacts {
      for place in 0..<arena.count { arena.give(contact.id, to: place, at: now) }
    }
    arena.handle(touched)
  }

  mutating func move(frames: Int) {
    for _ in 0..<frames {
      frame += 1
      now = now.advanced(byNanoseconds: 8_333_333)
      for finger in 0..<10 {
        send(EventCode.slot, Int32(finger))
        place(finger)
      }
      guard let moved = report() else { return }
      arena.handle(moved)
      arena.drainSteps { _ in steps += 1 }
    }
  }

  /// Moves each finger on its own circle at its own speed: they drift, rotate, and move apart and
  /// together.
  private mutating func place(_ finger: Int) {
    let turn = 2 * Double.pi * Double(frame) / 60
    let angle = turn * Double(1 + finger % 3) + Double(finger)
    let radius = 300 + 130 * Double(finger)
    send(
      EventCode.multitouchX, Int32(saturating: 5000 + 300 * Double(finger) + radius * cos(angle)))
    send(EventCode.multitouchY, Int32(saturating: 5000 + radius * sin(angle)))
  }

  private mutating func send(_ code: UInt16, _ value: Int32) {
    _ = decoder.consume(
      InputEvent(time: now, type: EventCode.absolute, code: code, value: value))
  }

  private mutating func report() -> TouchFrame? {
    decoder.consume(
      InputEvent(time: now, type: EventCode.synchronization, code: EventCode.report, value: 0))
  }
}
