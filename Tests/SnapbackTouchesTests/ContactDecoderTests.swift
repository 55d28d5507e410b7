import SnapbackGeometry
import SnapbackTiming
import SnapbackTouches
import Testing

@Suite struct ContactDecoderTests {
  private static let screen = Size(width: 100, height: 200)

  private static func panel(slots: Int32 = 3) -> DeviceProfile {
    var device = DeviceProfile(
      name: "panel", keys: [EventCode.touch], properties: [EventCode.directProperty])
    device.setAxis(EventCode.slot, range: AxisRange(minimum: 0, maximum: slots - 1))
    device.setAxis(EventCode.multitouchX, range: AxisRange(minimum: 0, maximum: 999))
    device.setAxis(EventCode.multitouchY, range: AxisRange(minimum: 0, maximum: 1999))
    device.setAxis(EventCode.trackingID, range: AxisRange(minimum: 0, maximum: 65535))
    return device
  }

  /// Frames as text: `1 began (10.0, 20.0)`, contacts joined by a comma, frames by a line end.
  private func play(
    _ decoder: inout ContactDecoder, _ events: [(UInt16, UInt16, Int32)]
  ) -> [String] {
    var frames: [String] = []
    for (index, event) in events.enumerated() {
      let input = InputEvent(
        time: Instant(nanoseconds: UInt64(index) * 1_000_000), type: event.0, code: event.1,
        value: event.2)
      guard let frame = decoder.consume(input) else { continue }
      frames.append(Self.text(frame))
    }
    return frames
  }

  private static func text(_ frame: TouchFrame) -> String {
    frame.contacts
      .map { "\($0.id) \($0.phase.rawValue) (\($0.position.x), \($0.position.y))" }
      .joined(separator: ", ")
  }

  private static let report = (EventCode.synchronization, EventCode.report, Int32(0))
  private static let dropped = (EventCode.synchronization, EventCode.dropped, Int32(0))
  private static func slot(_ value: Int32) -> (UInt16, UInt16, Int32) {
    (EventCode.absolute, EventCode.slot, value)
  }
  private static func x(_ value: Int32) -> (UInt16, UInt16, Int32) {
    (EventCode.absolute, EventCode.multitouchX, value)
  }
  private static func y(_ value: Int32) -> (UInt16, UInt16, Int32) {
    (EventCode.absolute, EventCode.multitouchY, value)
  }
  private static func id(_ value: Int32) -> (UInt16, UInt16, Int32) {
    (EventCode.absolute, EventCode.trackingID, value)
  }

  @Test func aContactBeginsMovesAndEnds() throws {
    var decoder = try #require(ContactDecoder(profile: Self.panel(), screen: Self.screen))
    let frames = play(
      &decoder,
      [
        Self.id(7), Self.x(100), Self.y(200), Self.report,
        Self.x(110), Self.report,
        Self.id(-1), Self.report,
      ])
    #expect(
      frames == ["1 began (10.0, 20.0)", "1 moved (11.0, 20.0)", "1 ended (11.0, 20.0)"])
  }

  @Test func aSlotRemembersItsPositionAcrossContacts() throws {
    // The kernel sends only what changed: the second contact is at the old x.
    var decoder = try #require(ContactDecoder(profile: Self.panel(), screen: Self.screen))
    let frames = play(
      &decoder,
      [
        Self.id(7), Self.x(100), Self.y(200), Self.report, Self.id(-1), Self.report,
        Self.id(8), Self.y(400), Self.report,
      ])
    #expect(frames.last == "2 began (10.0, 40.0)")
  }

  @Test func positionsBeforeTheTrackingIDCount() throws {
    // libevdev's resynchronisation sends axes in ascending order: the id comes last.
    var decoder = try #require(ContactDecoder(profile: Self.panel(), screen: Self.screen))
    let frames = play(
      &decoder, [Self.slot(1), Self.x(500), Self.y(600), Self.id(3), Self.report])
    #expect(frames == ["1 began (50.0, 60.0)"])
  }

  @Test func twoFingersKeepTheirIdentities() throws {
    var decoder = try #require(ContactDecoder(profile: Self.panel(), screen: Self.screen))
    let frames = play(
      &decoder,
      [
        Self.id(1), Self.x(100), Self.y(100), Self.slot(1), Self.id(2), Self.x(200), Self.y(200),
        Self.report,
        Self.slot(0), Self.id(-1), Self.report,
        Self.slot(1), Self.x(300), Self.report,
      ])
    #expect(
      frames == [
        "1 began (10.0, 10.0), 2 began (20.0, 20.0)", "1 ended (10.0, 10.0), 2 moved (20.0, 20.0)",
        "2 moved (30.0, 20.0)",
      ])
  }

  @Test func aReplacedIDCancelsAndALiftWithinTheFrameEnds() throws {
    var decoder = try #require(ContactDecoder(profile: Self.panel(), screen: Self.screen))
    let frames = play(
      &decoder,
      [
        Self.id(1), Self.x(100), Self.y(100), Self.report,
        Self.id(2), Self.x(500), Self.report,
        Self.id(-1), Self.id(3), Self.x(700), Self.report,
      ])
    #expect(
      frames == [
        "1 began (10.0, 10.0)", "1 cancelled (10.0, 10.0), 2 began (50.0, 10.0)",
        "2 ended (50.0, 10.0), 3 began (70.0, 10.0)",
      ])
  }

  @Test func lossesInARecordingLoseOneFrameAndKeepTheContact() throws {
    var decoder = try #require(ContactDecoder(profile: Self.panel(), screen: Self.screen))
    let frames = play(
      &decoder,
      [
        Self.id(1), Self.x(100), Self.y(100), Self.report,
        Self.dropped, Self.x(999), Self.report,
        Self.x(300), Self.report,
      ])
    #expect(frames == ["1 began (10.0, 10.0)", "1 moved (30.0, 10.0)"])
  }

  @Test func aPalmIsTakenBackAndStaysOut() throws {
    var decoder = try #require(ContactDecoder(profile: Self.panel(), screen: Self.screen))
    let palm = (EventCode.absolute, EventCode.toolType, EventCode.palm)
    let frames = play(
      &decoder,
      [
        Self.id(1), Self.x(100), Self.y(100), Self.report, palm, Self.report,
        Self.x(300), Self.report, Self.id(-1), Self.report,
      ])
    #expect(frames == ["1 began (10.0, 10.0)", "1 cancelled (10.0, 10.0)"])
  }

  @Test func contactsFoundDownAreNotAnnounced() throws {
    var decoder = try #require(ContactDecoder(profile: Self.panel(), screen: Self.screen))
    decoder.seed(slot: 0, x: 100, y: 100, trackingID: 5)
    decoder.seed(slot: 1, x: 300, y: 400, trackingID: -1)
    decoder.seed(currentSlot: 1)
    let frames = play(
      &decoder, [Self.id(6), Self.report, Self.slot(0), Self.id(-1), Self.report])
    #expect(frames == ["1 began (30.0, 40.0)", "1 moved (30.0, 40.0)"])
  }

  @Test func slotsOutOfRangeAreIgnored() throws {
    var decoder = try #require(ContactDecoder(profile: Self.panel(), screen: Self.screen))
    let frames = play(
      &decoder,
      [
        Self.slot(900), Self.id(1), Self.x(5), Self.report, Self.slot(-1), Self.id(1),
        Self.report, Self.slot(.max), Self.id(3), Self.report, Self.slot(.min), Self.x(.min),
        Self.report,
      ])
    #expect(frames == [])
  }

  @Test func singleTouchNeedsNoSlots() throws {
    var device = DeviceProfile(name: "resistive", keys: [EventCode.touch])
    device.setAxis(EventCode.x, range: AxisRange(minimum: 100, maximum: 1099))
    device.setAxis(EventCode.y, range: AxisRange(minimum: 0, maximum: 1999))
    var decoder = try #require(ContactDecoder(profile: device, screen: Self.screen))
    let touch = EventCode.touch
    let frames = play(
      &decoder,
      [
        (EventCode.absolute, EventCode.x, 200), (EventCode.absolute, EventCode.y, 200),
        (EventCode.key, touch, 1), Self.report, (EventCode.absolute, EventCode.x, 300),
        Self.report, (EventCode.key, touch, 0), Self.report,
      ])
    #expect(
      frames == ["1 began (10.0, 20.0)", "1 moved (20.0, 20.0)", "1 ended (20.0, 20.0)"])
  }

  @Test func aDeviceThatGoesTakesItsContactsBackOnce() throws {
    var decoder = try #require(ContactDecoder(profile: Self.panel(), screen: Self.screen))
    _ = play(&decoder, [Self.id(1), Self.x(100), Self.y(100), Self.report])
    let lost = decoder.cancelAll(at: Instant(nanoseconds: 9))
    #expect(lost.map(Self.text) == "1 cancelled (10.0, 10.0)")
    #expect(decoder.cancelAll(at: Instant(nanoseconds: 10)) == nil)
  }

  @Test func devicesWithoutPositionsAreRefused() {
    #expect(ContactDecoder(profile: DeviceProfile(name: "keys"), screen: Self.screen) == nil)
    var flat = DeviceProfile(name: "flat")
    flat.setAxis(EventCode.x, range: AxisRange(minimum: 5, maximum: 5))
    flat.setAxis(EventCode.y, range: AxisRange(minimum: 0, maximum: 5))
    #expect(ContactDecoder(profile: flat, screen: Self.screen) == nil)
  }
}
