import AllocationCounter
import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// Nothing is allocated from a touch frame to the encoded bytes after a warm-up.
///
/// Only release builds are checked: a debug build allocates where the optimizer avoids it.
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

    /// The allocations during one pan of 60 scans and the return home, encoded frame by frame.
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
        // Frames at the edges of a gesture are not counted: these may allocate.
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

  /// The allocations of `count` encoded frames, 120 per second from time zero, without the first
  /// ten, which warm up the storage.
  private static func allocations(
    ofFrames count: Int, of driver: inout EngineDriver, _ encoder: inout MessageEncoder
  ) -> UInt64 {
    var total: UInt64 = 0
    for frame in 1...count {
      let before = allocation_count()
      driver.updateFrame(at: EngineDriver.moment(Double(frame) / 120))
      encoder.reset()
      encoder.frame(
        driver.frame, since: driver.frame.revision - 1, appearances: driver.engine.appearances,
        sequence: 1)
      if frame > 10 { total += allocation_count() - before }
      driver.engine.discardEvents()
    }
    return total
  }

  @Test func springsCurvesAndKeysInFlightAllocateNothing() throws {
    var driver = try EngineDriver(scene: Self.scene)
    var encoder = MessageEncoder(precision: .fixed)
    let keys = try Keyframes([.init(time: 0.5, value: 1.3), .init(time: 1, value: 1)])
    let timings: [Animation] = [
      .spring(try Spring(response: 0.5, dampingRatio: 0.5)), .curve(.easeInOut, duration: 1),
      Animation(.keyframes(keys, duration: 1)),
      Animation(.curve(.ease, duration: 0.3), repeatCount: 3, autoreverses: true),
    ]
    for (index, timing) in timings.enumerated() {
      let way = Double(index + 1) * 20
      try driver.engine.apply(
        [
          .translation("card", Vector(dx: way, dy: way)), .rotation("card", way / 100),
          .alpha("card", 1 - way / 100),
          .color("card", Color(red: UInt8(index), green: 9, blue: 2)),
        ], animation: timing, at: .zero)
    }
    let total = Self.allocations(ofFrames: 100, of: &driver, &encoder)
    #expect(driver.frame.revision > 90)
    #if !DEBUG
      #expect(total == 0)
    #endif
  }

  @Test func aBoundLookInFlightAllocatesNothing() throws {
    var driver = try EngineDriver(
      scene: """
        { snapback: 1, screen: { width: 400, height: 800 },
          views: [ { id: "knob", color: "#000000" }, { id: "card", color: "#ffffff" } ],
          bindings: [
            { from: "knob.translation.x", to: "card.shadow.radius", map: [[0, 0], [100, 30]] },
            { from: "knob.translation.x", to: "card.textColor",
              map: [[0, "#000000"], [100, "#ffffff"]] } ] }
        """)
    var encoder = MessageEncoder(precision: .fixed, writesLooks: true)
    try driver.engine.apply(
      [.translation("knob", Vector(dx: 90, dy: 0))],
      animation: .spring(try Spring(response: 0.8, dampingRatio: 0.5)), at: .zero)
    let total = Self.allocations(ofFrames: 60, of: &driver, &encoder)
    #expect(driver.frame.revision > 50)
    #if !DEBUG
      #expect(total == 0)
    #endif
  }

  @Test func samplesOfAFingerAndOfASpringAllocateNothing() throws {
    var driver = try EngineDriver(scene: Self.scene)
    var journal = MotionJournal()
    var (whole, shared) = (driver.engine.makeFrame(), driver.engine.makeFrame())
    var total: UInt64 = 0
    var differing = 0
    for scan in 0...120 {
      let seconds = Double(scan) / 120
      if scan < 60 { driver.finger(at: Point(x: 120 + 2 * Double(scan), y: 300), seconds) }
      if scan == 60 { driver.lift(seconds) }
      driver.updateFrame(at: EngineDriver.moment(seconds))
      driver.engine.discardEvents()
      let mark = SampleMark(shared)
      let before = allocation_count()
      for step in 1...4 {
        let target = EngineDriver.moment(seconds + Double(step) * 0.003)
        driver.engine.sample(&whole, at: target, resampling: .predict)
        driver.engine.sample(&shared, at: target, resampling: .predict, journal: &journal)
        for view in shared.views.indices
        where journal.differs(view, since: mark, at: target) { differing += 1 }
      }
      // The first scans warm up the storage.
      if scan > 10 { total += allocation_count() - before }
    }
    #expect(differing > 100)
    #expect(whole.views == shared.views)
    #if !DEBUG
      #expect(total == 0)
    #endif
  }

  @Test func boundViewsAllocateNothing() throws {
    var driver = try EngineDriver(scene: BoundScene.text)
    var journal = MotionJournal()
    var (whole, shared) = (driver.engine.makeFrame(), driver.engine.makeFrame())
    var total: UInt64 = 0
    for scan in 0...240 {
      let seconds = Double(scan) / 120
      if scan < 60 { driver.finger(at: Point(x: 200, y: 600 - 4 * Double(scan)), seconds) }
      if scan == 60 { driver.lift(seconds) }
      driver.engine.discardEvents()
      let before = allocation_count()
      driver.engine.flush(at: EngineDriver.moment(seconds))
      for step in 1...4 {
        let target = EngineDriver.moment(seconds + Double(step) * 0.003)
        driver.engine.sample(&whole, at: target, resampling: .predict)
        driver.engine.sample(&shared, at: target, resampling: .predict, journal: &journal)
      }
      // The first scans, and the end of the gesture, warm up the storage.
      if scan > 10, !(60...62).contains(scan) { total += allocation_count() - before }
      #expect(whole.views == shared.views, "at \(seconds) s")
    }
    #expect(journal.revision > 60)
    #if !DEBUG
      #expect(total == 0)
    #endif
  }
}
