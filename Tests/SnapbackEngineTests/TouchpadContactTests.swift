import SnapbackBasics
import SnapbackEngine
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// The fingers of a touchpad as contacts: they touch the view under the pointer.
@Suite struct TouchpadContactTests {
  /// A square card around (200, 400), by default of 40 points, in a room that fills the screen.
  private func driver(_ gestures: String, size: Int = 40) throws -> EngineDriver {
    try EngineDriver(
      scene: """
        { snapback: 1, screen: { width: 400, height: 800 },
          views: [ { id: "card" } ],
          constraints: [ "card.centerX = 200", "card.centerY = 400", "card.width = \(size)",
            "card.height = \(size)" ],
          gestures: [ \(gestures) ] }
        """)
  }

  /// Reports fingers around (200, 400), all in one frame, half of them to each side.
  private func send(
    _ driver: inout EngineDriver, _ phase: Contact.Phase, distance: Double, count: Int = 2,
    dy: Double = 0, _ seconds: Double
  ) {
    let contacts = (0..<count).map { index in
      let share = Double(index) / Double(count - 1) - 0.5
      return Contact(
        id: UInt64(index + 1), phase: phase,
        position: Point(x: 200 + share * distance, y: 400 + dy), tool: .touchpadFinger)
    }
    driver.engine.handle(TouchFrame(time: EngineDriver.moment(seconds), contacts: contacts))
  }

  @Test func aPinchScalesTheViewUnderThePointerAsFingersOnItWould() throws {
    var driver = try driver(#"{ pinch: "card" }"#)
    var touched = try self.driver(#"{ pinch: "card" }"#, size: 400)
    for step in 0...20 {
      let (way, now) = (100 + 5 * Double(step), 0.01 * Double(step))
      // The fingers are beside the card, which is only 40 points wide.
      send(&driver, step == 0 ? .began : .moved, distance: 2 * way, now)
      touched.fingers(
        [(1, Point(x: 200 - way, y: 400)), (2, Point(x: 200 + way, y: 400))], now)
    }
    #expect(driver.turns() == ["pinch began"])
    let scale = driver.see("card", 0.2).toScreen.a
    #expect(scale > 1.5)
    #expect(abs(scale - touched.see("card", 0.2).toScreen.a) < 1e-9)
    send(&driver, .ended, distance: 400, 0.21)
    #expect(driver.turns() == ["pinch ended"])
  }

  @Test func threeFingersPanAViewThatTakesThree() throws {
    var driver = try driver(#"{ pan: "card", fingers: 3 }"#)
    send(&driver, .began, distance: 300, count: 3, 0)
    for step in 1...10 {
      send(&driver, .moved, distance: 300, count: 3, dy: 5 * Double(step), 0.01 * Double(step))
    }
    #expect(driver.turns() == ["pan began"])
    // The slop of 10 points is absorbed.
    #expect(abs(driver.see("card", 0.1).toScreen(.zero).y - 420) < 1e-9)
  }

  @Test func threeFingersSwipe() throws {
    var driver = try driver(#"{ swipe: "card", fingers: 3, direction: "up" }"#)
    send(&driver, .began, distance: 300, count: 3, 0)
    for step in 1...10 {
      send(&driver, .moved, distance: 300, count: 3, dy: -10 * Double(step), 0.01 * Double(step))
    }
    #expect(driver.turns() == ["swipe recognized"])
  }

  @Test func fingersOfATouchpadNeitherTapNorPress() throws {
    var driver = try driver(
      #"{ tap: "card", fingers: 2 }, { longPress: "card", fingers: 2 }"#)
    send(&driver, .began, distance: 200, 0)
    send(&driver, .moved, distance: 200, 1)
    driver.engine.advance(to: EngineDriver.moment(2))
    send(&driver, .ended, distance: 200, 2)
    #expect(driver.turns() == [])
    // The same fingers on a touchscreen press.
    driver.fingers([(7, Point(x: 190, y: 400)), (8, Point(x: 210, y: 400))], 3)
    driver.engine.advance(to: EngineDriver.moment(4))
    #expect(driver.turns() == ["longPress began"])
  }

  @Test func fingersBesideThePointersViewDoNotTouchOthers() throws {
    var driver = try driver(#"{ pan: "card" }"#)
    let far = Contact(
      id: 1, phase: .began, position: Point(x: 100, y: 100), tool: .touchpadFinger)
    driver.engine.handle(TouchFrame(time: EngineDriver.moment(0), contacts: [far]))
    driver.engine.handle(
      TouchFrame(
        time: EngineDriver.moment(0.01),
        contacts: [
          Contact(id: 1, phase: .moved, position: Point(x: 200, y: 400), tool: .touchpadFinger)
        ]))
    #expect(driver.turns() == [])
  }
}
