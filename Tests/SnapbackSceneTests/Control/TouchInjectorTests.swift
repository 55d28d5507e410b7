import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackProtocol
import SnapbackScene
import SnapbackTouches
import Testing

/// Touches that clients inject.
@Suite struct TouchInjectorTests {
  private static func moment(_ seconds: Double) -> Instant { Controlled.moment(seconds) }

  private static func add(
    _ touches: String, to injector: inout TouchInjector, from client: UInt64 = 1,
    at seconds: Double, time: Double? = nil
  ) throws {
    let time = time.map { ", time: \(moment($0).nanoseconds)" } ?? ""
    let body = try DocumentNode.parse("{touches: [\(touches)]\(time)}", file: "message")
    try injector.add(body, from: client, at: moment(seconds))
  }

  private static func code(
    _ touches: String, _ injector: inout TouchInjector, at seconds: Double = 10,
    time: Double? = nil
  ) throws -> ControlError.Code? {
    let before = injector
    do {
      try add(touches, to: &injector, at: seconds, time: time)
      return nil
    } catch let error as ControlError {
      // The injector accepts none of it.
      #expect(injector.nextMoment == before.nextMoment)
      return error.code
    }
  }

  @Test func aPanIsDrivenAndMarkedAndCancelledWithItsClient() throws {
    var controlled = try Controlled(barScene)
    var injector = TouchInjector()
    let card = try controlled.frame(of: "card").center
    for step in 0..<10 {
      let phase = step == 0 ? "began" : "moved"
      let (x, now) = (card.x + 10 * Double(step), 0.01 * Double(step))
      try Self.add(
        "{id: 5, phase: \"\(phase)\", x: \(x), y: \(card.y)}", to: &injector, at: now)
      while let frame = injector.next(at: Self.moment(now)) {
        #expect(frame.contacts.allSatisfy { $0.isInjected })
        controlled.engine.handle(frame)
      }
    }
    let events = controlled.engine.drainGestureEvents()
    #expect(events.first?.phase == .began && events.count > 3)
    #expect(events.allSatisfy { $0.isInjected && $0.name == "drag" })
    // The pan begins where the finger leaves the slop, and follows from there.
    #expect(controlled.views(at: 0.09)[3].transform.translation.dx > 60)
    let cancelled = injector.cancelAll(for: 1, at: Self.moment(0.1))
    let last = try #require(cancelled)
    controlled.engine.handle(last)
    #expect(controlled.engine.drainGestureEvents().map(\.phase) == [.cancelled])
    #expect(controlled.engine.touches.isEmpty)
    #expect(injector.cancelAll(for: 1, at: Self.moment(0.1)) == nil)
  }

  @Test func aDevicesGesturesAreNotMarked() throws {
    var controlled = try Controlled(barScene)
    let card = try controlled.frame(of: "card").center
    for step in 0..<5 {
      controlled.engine.handle(
        TouchFrame(
          time: Self.moment(0.01 * Double(step)),
          contacts: [
            Contact(
              id: 1 << 51, phase: step == 0 ? .began : .moved,
              position: card + Vector(dx: 10 * Double(step), dy: 0))
          ]))
    }
    let events = controlled.engine.drainGestureEvents()
    #expect(!events.isEmpty && events.allSatisfy { !$0.isInjected })
  }

  @Test func aTapThatIsRecognizedAfterItsLiftIsMarked() throws {
    var controlled = try Controlled(barScene)
    var injector = TouchInjector()
    try Self.add("{id: 1, phase: \"began\", x: 300, y: 30}", to: &injector, at: 0)
    try Self.add("{id: 1, phase: \"ended\", x: 300, y: 30}", to: &injector, at: 0.05)
    while let frame = injector.next(at: Self.moment(0.05)) { controlled.engine.handle(frame) }
    let events = controlled.engine.drainGestureEvents()
    #expect(events.map(\.phase) == [.recognized] && events.allSatisfy { $0.isInjected })
    #expect(injector.cancelAll(for: 1, at: Self.moment(1)) == nil)
  }

  @Test func contactsOfTwoClientsNeverMeet() throws {
    var injector = TouchInjector()
    for client in [1, 2] as [UInt64] {
      try Self.add("{id: 1, phase: \"began\", x: 1, y: 1}", to: &injector, from: client, at: 1)
    }
    var ids: [UInt64] = []
    while let frame = injector.next(at: Self.moment(1)) { ids += frame.contacts.map(\.id) }
    #expect(Set(ids).count == 2 && ids.allSatisfy { $0 >= Contact.firstInjectedID })
    // A contact that begins again is a new contact.
    try Self.add("{id: 1, phase: \"ended\", x: 1, y: 1}", to: &injector, at: 1.1)
    try Self.add("{id: 1, phase: \"began\", x: 1, y: 1}", to: &injector, at: 1.2)
    var phases: [UInt64: [Contact.Phase]] = [:]
    while let frame = injector.next(at: Self.moment(2)) {
      for contact in frame.contacts { phases[contact.id, default: []].append(contact.phase) }
    }
    #expect(
      phases.count == 2 && phases.values.contains([.ended]) && phases.values.contains([.began]))
  }

  @Test func touchesWaitForTheirMomentInOrder() throws {
    var injector = TouchInjector()
    try Self.add("{id: 1, phase: \"began\", x: 1, y: 1}", to: &injector, at: 5, time: 5.2)
    try Self.add("{id: 1, phase: \"moved\", x: 2, y: 1}", to: &injector, at: 5, time: 5.4)
    try Self.add("{id: 1, phase: \"began\", x: 1, y: 1}", to: &injector, from: 2, at: 5, time: 5.3)
    #expect(injector.next(at: Self.moment(5.1)) == nil)
    #expect(injector.nextMoment == Self.moment(5.2))
    var times: [Instant] = []
    while let frame = injector.next(at: Self.moment(5.5)) { times.append(frame.time) }
    #expect(times == [5.2, 5.3, 5.4].map(Self.moment) && injector.nextMoment == nil)
    // A contact that has not been handed on yet needs no cancellation.
    try Self.add("{id: 9, phase: \"began\", x: 1, y: 1}", to: &injector, from: 3, at: 5, time: 5.9)
    #expect(injector.cancelAll(for: 3, at: Self.moment(5.1)) == nil)
    #expect(injector.next(at: Self.moment(6)) == nil)
  }

  @Test func whatMakesNoSenseIsRefused() throws {
    var injector = TouchInjector()
    let began = "{id: 1, phase: \"began\", x: 1, y: 1}"
    #expect(try Self.code("{id: 1, phase: \"moved\", x: 1, y: 1}", &injector) == .unknownName)
    #expect(try Self.code("\(began), \(began)", &injector) == .badMessage)
    #expect(try Self.code(began, &injector, time: 11.5) == .badMessage)
    #expect(try Self.code(began, &injector, time: 8.5) == .badMessage)
    #expect(try Self.code("", &injector) == .badMessage)
    for touch in [
      "{id: 1, phase: \"began\", x: 1e300, y: 1}", "{id: 1, phase: \"down\", x: 1, y: 1}",
      "{id: 1.5, phase: \"began\", x: 1, y: 1}", "{phase: \"began\", x: 1, y: 1}",
      "{id: 1, phase: \"began\", x: 1}", "{id: 1, phase: \"began\", x: 1, y: 1, z: 1}", "3",
    ] {
      #expect(try Self.code(touch, &injector) == .badMessage, "\(touch)")
    }
    #expect(try Self.code(began, &injector) == nil)
    #expect(try Self.code(began, &injector) == .conflict)
    #expect(
      try Self.code("{id: 1, phase: \"moved\", x: 1, y: 1}", &injector, time: 9.9) == .badMessage)
    // One good and one bad touch: neither is accepted.
    #expect(
      try Self.code("{id: 2, phase: \"began\", x: 1, y: 1}, \(began)", &injector) == .conflict)
    #expect(try Self.code("{id: 2, phase: \"ended\", x: 1, y: 1}", &injector) == .unknownName)
  }

  @Test func contactsAndWaitingTouchesAreLimited() throws {
    var injector = TouchInjector()
    for id in 0..<ControlLimits.contacts {
      try Self.add("{id: \(id), phase: \"began\", x: 1, y: 1}", to: &injector, at: 10)
    }
    #expect(try Self.code("{id: 99, phase: \"began\", x: 1, y: 1}", &injector) == .limit)
    for _ in ControlLimits.contacts..<ControlLimits.waitingTouchFrames {
      try Self.add("{id: 1, phase: \"moved\", x: 1, y: 1}", to: &injector, at: 10)
    }
    #expect(try Self.code("{id: 1, phase: \"moved\", x: 1, y: 1}", &injector) == .limit)
    // Other clients are not affected.
    try Self.add("{id: 1, phase: \"began\", x: 1, y: 1}", to: &injector, from: 2, at: 10)
  }
}
