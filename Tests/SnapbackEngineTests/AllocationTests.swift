import AllocationCounter
import SnapbackEngine
import SnapbackFrames
import SnapbackGeometry
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// From a touch frame to encoded bytes nothing is allocated, once everything has been warmed up.
///
/// Only release builds are held to it: a debug build allocates for what the optimiser removes.
@Suite struct AllocationTests {
  private static let scene = PanTests.scene(
    "follow: 'point', tilt: { degrees: 12, reach: 160 }, slop: 5")

  @Test func theCounterCounts() {
    let before = allocation_count()
    let array = [Int](repeating: 7, count: Int.random(in: 1000...1001))
    #expect(array.count >= 1000)
    #expect(allocation_count() > before)
  }

  @Test func aPanAndItsSpringAllocateNothing() throws {
    var driver = try EngineDriver(scene: Self.scene)
    var encoder = MessageEncoder(precision: .fixed)
    var touches = TouchFrame(time: .zero)
    touches.contacts.reserveCapacity(4)
    var seconds = 0.0

    /// One pan of 60 scans and its way home, encoded frame by frame; the allocations on the way.
    func round() -> UInt64 {
      var total: UInt64 = 0
      for scan in 0...180 {
        seconds += 1.0 / 120
        let place = Point(x: 120 + Double(scan), y: 300)
        touches.time = EngineDriver.moment(seconds)
        touches.contacts.removeAll(keepingCapacity: true)
        let phase: Contact.Phase? =
          scan == 0 ? .began : scan < 60 ? .moved : scan == 60 ? .ended : nil
        if let phase { touches.contacts.append(Contact(id: 7, phase: phase, position: place)) }
        let before = allocation_count()
        if phase != nil { driver.engine.handle(touches) }
        driver.updateFrame(at: touches.time)
        encoder.reset()
        encoder.frame(
          driver.frame, since: driver.frame.revision - 1,
          appearances: driver.engine.appearances, sequence: 1)
        // The edges of a gesture may allocate: they are not frames.
        if scan > 10, scan != 60 { total += allocation_count() - before }
        driver.engine.discardEvents()
      }
      seconds += 5
      driver.updateFrame(at: EngineDriver.moment(seconds))
      return total
    }

    _ = round()
    let allocations = round()
    #if !DEBUG
      #expect(allocations == 0)
    #endif
    #expect(driver.frame.views[1].transform == .identity)
    #expect(driver.frame.revision > 200)
  }
}
