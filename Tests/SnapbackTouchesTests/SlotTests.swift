import SnapbackBasics
import SnapbackTouches
import Testing

/// Contacts in slots, type B.
@Suite struct SlotTests {
  private func script(_ settings: DeviceSettings = DeviceSettings()) throws -> EventScript {
    try #require(EventScript(TestDevice.slots, settings: settings))
  }

  @Test func aContactBeginsMovesAndEnds() throws {
    var script = try script()
    #expect(script.frame(id(7), atX(100), atY(200)) == "1 began (10.0, 20.0)")
    #expect(script.frame(atX(110)) == "1 moved (11.0, 20.0)")
    #expect(script.frame(id(-1)) == "1 ended (11.0, 20.0)")
    #expect(script.frame(atX(120)) == "")
  }

  @Test func aSlotRemembersItsPositionAcrossContacts() throws {
    // The kernel sends only changes: the second contact has the previous x.
    var script = try script()
    _ = script.frame(id(7), atX(100), atY(200))
    _ = script.frame(id(-1))
    #expect(script.frame(id(8), atY(400)) == "2 began (10.0, 40.0)")
  }

  @Test func positionsBeforeTheTrackingIDCount() throws {
    // libevdev's resynchronization sends axes in ascending order: the id comes last.
    var script = try script()
    #expect(script.frame(slot(1), atX(500), atY(600), id(3)) == "1 began (50.0, 60.0)")
  }

  @Test func aContactWaitsForBothCoordinates() throws {
    // A recording does not have what its slots held before; the edge would be a wrong guess.
    var script = try script()
    #expect(script.frame(id(7), atY(200)) == "")
    #expect(script.frame(atY(210)) == "")
    #expect(
      script.decoder.drainNotes() == [.waits(slot: 0, for: CoordinateSet(x: true, y: false))])
    #expect(script.frame(atX(100)) == "1 began (10.0, 21.0)")
    #expect(script.frame(id(-1)) == "1 ended (10.0, 21.0)")
    // A contact that lifts before never begins, and the next one has a note of its own.
    #expect(script.frame(slot(1), id(8)) == "")
    #expect(script.frame(id(-1)) == "")
    #expect(script.frame(id(9), atX(0)) == "")
    #expect(
      script.decoder.drainNotes() == [
        .waits(slot: 1, for: CoordinateSet(x: true, y: true)),
        .waits(slot: 1, for: CoordinateSet(x: false, y: true)),
      ])
    // 0 is a coordinate like any other, and so is one from before the first event.
    #expect(script.frame(atY(0)) == "2 began (0.0, 0.0)")
    script.decoder.seed(slot: 2, type: 3, code: EventCode.multitouchX, value: 0)
    script.decoder.seed(slot: 2, type: 3, code: EventCode.multitouchY, value: 300)
    #expect(script.frame(slot(2), id(10)) == "2 moved (0.0, 0.0), 3 began (0.0, 30.0)")
    #expect(script.decoder.drainNotes() == [])
  }

  @Test func anAssumedCoordinateIsNotedUntilItIsReported() throws {
    var script = try script()
    let reported = script.time.advanced(bySeconds: 0.025)
    script.decoder.seed(
      slot: 0, type: 3, code: EventCode.multitouchX, value: 300, assumedUntil: reported)
    #expect(script.frame(id(7), atY(200)) == "1 began (30.0, 20.0)")
    #expect(
      script.decoder.drainNotes() == [.assumed(CoordinateSet(x: true, y: false), contact: 1)])
    _ = script.frame(id(-1))
    #expect(script.frame(atX(300), id(8)) == "2 began (30.0, 20.0)")
    #expect(script.decoder.drainNotes() == [])
  }

  @Test func twoFingersKeepTheirIdentities() throws {
    var script = try script()
    #expect(
      script.frame(id(1), atX(100), atY(100), slot(1), id(2), atX(200), atY(200))
        == "1 began (10.0, 10.0), 2 began (20.0, 20.0)")
    #expect(script.frame(slot(0), id(-1)) == "1 ended (10.0, 10.0), 2 moved (20.0, 20.0)")
    #expect(script.frame(slot(1), atX(300)) == "2 moved (30.0, 20.0)")
  }

  @Test func aReplacedIDCancelsAndALiftWithinTheFrameEnds() throws {
    var script = try script()
    _ = script.frame(id(1), atX(100), atY(100))
    #expect(
      script.frame(id(2), atX(500)) == "1 cancelled (10.0, 10.0), 2 began (50.0, 10.0)")
    #expect(
      script.frame(id(-1), id(3), atX(700)) == "2 ended (50.0, 10.0), 3 began (70.0, 10.0)")
    #expect(script.decoder.drainNotes() == [.replaced(contact: 1)])
    #expect(script.decoder.drainNotes() == [])
  }

  @Test func lossesInARecordingLoseOneFrameAndKeepTheContact() throws {
    var script = try script()
    _ = script.frame(id(1), atX(100), atY(100))
    #expect(script.frame(dropped, atX(999)) == "")
    #expect(script.frame(atX(300)) == "1 moved (30.0, 10.0)")
    // It was reported in time. After a loss of events, a long silence ends a contact.
    #expect(script.wait(29) == "")
    #expect(script.wait(2) == "+1.0 s: 1 cancelled (30.0, 10.0)")
    #expect(
      script.decoder.drainNotes() == [.eventsLost, .timedOut(contact: 1, seconds: 30)])
  }

  @Test func whoIsNotHeardOfAfterALossIsGivenUp() throws {
    var script = try script()
    _ = script.frame(id(1), atX(100), atY(100), slot(1), id(2), atX(200), atY(200))
    _ = script.frame(dropped)
    _ = script.frame(slot(0), atX(110))
    #expect(
      script.wait(2) == "+0.99 s: 1 moved (11.0, 10.0), 2 cancelled (20.0, 20.0)")
    #expect(script.decoder.drainNotes() == [.eventsLost, .lostWithEvents(contact: 2)])
    // The abandoned id is ignored, the next one is reported.
    #expect(script.frame(slot(1), atX(210)) == "1 moved (11.0, 10.0)")
    #expect(
      script.frame(id(9)) == "1 moved (11.0, 10.0), 3 began (21.0, 20.0)")
  }

  @Test func aReleaseThatNeverComesIsSeenByTheTouchKey() throws {
    var script = try script()
    _ = script.frame(id(1), atX(100), atY(100), key(EventCode.touch, 1))
    #expect(script.frame(key(EventCode.touch, 0)) == "1 moved (10.0, 10.0)")
    #expect(script.wait(1) == "+0.1 s: 1 cancelled (10.0, 10.0)")
    #expect(script.decoder.drainNotes() == [.neverReleased(contact: 1)])
  }

  @Test func aTouchKeyThatIsWrongIsNotBelieved() throws {
    var script = try script()
    _ = script.frame(id(1), atX(100), atY(100), key(EventCode.touch, 1))
    _ = script.frame(key(EventCode.touch, 0))
    #expect(script.frame(after: 0.09, [atX(110)]) == "1 moved (11.0, 10.0)")
    #expect(script.wait(5) == "")
    // Nor is one that is corrected.
    _ = script.frame(key(EventCode.touch, 0))
    _ = script.frame(key(EventCode.touch, 1))
    #expect(script.wait(5) == "")
    // Combined with a release, in any order, it changes nothing.
    #expect(script.frame(key(EventCode.touch, 0), id(-1)) == "1 ended (11.0, 10.0)")
    #expect(script.wait(60) == "")
    #expect(script.decoder.drainNotes() == [])
  }

  @Test func aStillFingerIsKeptAsLongAsThePanelKeepsIt() throws {
    var script = try script()
    _ = script.frame(id(1), atX(100), atY(100))
    #expect(script.decoder.deadline == nil)
    #expect(script.wait(86_400) == "")
    #expect(script.frame(atX(110)) == "1 moved (11.0, 10.0)")
    #expect(script.wait(86_400) == "")
    #expect(script.frame(id(-1)) == "1 ended (11.0, 10.0)")
    #expect(script.decoder.drainNotes() == [])
  }

  @Test func silenceEndsAContactOnAPanelThatHasLostALift() throws {
    var script = try script()
    _ = script.frame(id(1), atX(100), atY(100))
    // The id is replaced, so the lift was lost.
    _ = script.frame(id(2), atX(200))
    #expect(script.wait(29) == "")
    #expect(script.frame(atX(210)) == "2 moved (21.0, 10.0)")
    #expect(script.wait(60) == "+30.0 s: 2 cancelled (21.0, 10.0)")
    #expect(
      script.decoder.drainNotes()
        == [.replaced(contact: 1), .timedOut(contact: 2, seconds: 30)])
    #expect(script.decoder.deadline == nil)
    #expect(script.frame(atX(220)) == "" && script.frame(id(-1)) == "")
  }

  @Test func silenceEndsAContactAfterALiftThatOnlyTheTouchKeyReported() throws {
    var script = try script()
    _ = script.frame(id(1), atX(100), atY(100), key(EventCode.touch, 1))
    _ = script.frame(key(EventCode.touch, 0))
    #expect(script.wait(1) == "+0.1 s: 1 cancelled (10.0, 10.0)")
    _ = script.frame(id(2), key(EventCode.touch, 1))
    #expect(script.wait(60) == "+30.0 s: 2 cancelled (10.0, 10.0)")
  }

  @Test func aSilenceThatIsAllowedForEverHasNoEndAfterALostLift() throws {
    var settings = DeviceSettings()
    settings.releaseTimeout = 0
    var script = try script(settings)
    _ = script.frame(id(1), atX(100), atY(100))
    _ = script.frame(id(2))
    #expect(script.wait(86_400) == "")
  }

  @Test func theTimeOutCanBeSetAndTurnedOff() throws {
    var settings = DeviceSettings()
    settings.releaseTimeout = 0.5
    var short = try script(settings)
    _ = short.frame(id(1), atX(100), atY(100))
    #expect(short.wait(9) == "+0.5 s: 1 cancelled (10.0, 10.0)")
    for value in [0, -3, .infinity] as [Double] {
      settings.releaseTimeout = value
      var never = try script(settings)
      _ = never.frame(id(1), atX(100), atY(100))
      #expect(never.wait(100_000) == "")
    }
  }

  @Test func nothingTimesOutWithinAFrame() throws {
    var script = try script()
    _ = script.frame(id(1), atX(100), atY(100))
    _ = script.send(atX(900))
    #expect(script.wait(100) == "")
    #expect(script.frame(atY(300)) == "1 moved (90.0, 30.0)")
  }

  @Test func aPalmIsTakenBackAndStaysOut() throws {
    var script = try script()
    _ = script.frame(id(1), atX(100), atY(100))
    #expect(script.frame(tool(EventCode.palm)) == "1 cancelled (10.0, 10.0)")
    #expect(script.frame(atX(300)) == "")
    #expect(script.frame(tool(0)) == "" && script.frame(id(-1)) == "")
    #expect(script.decoder.drainNotes() == [.palm(contact: 1)])
    // A palm from the start is never announced, and no finger before it has lifted.
    #expect(script.frame(id(2), tool(EventCode.palm)) == "")
    #expect(script.frame(tool(0)) == "")
    // The kernel keeps the tool with the slot and sends only changes.
    #expect(script.frame(id(-1), tool(EventCode.palm)) == "" && script.frame(id(3)) == "")
    #expect(script.frame(id(-1)) == "")
    #expect(script.frame(id(4), tool(0)) == "2 began (30.0, 10.0)")
  }

  @Test func whatIsAboveTheSurfaceDoesNotTouchIt() throws {
    var script = try script()
    let distance = EventCode.contactDistance
    #expect(script.frame(id(1), atX(100), atY(100), absolute(distance, 20)) == "")
    #expect(script.frame(atX(200)) == "")
    #expect(script.frame(absolute(distance, 0)) == "1 began (20.0, 10.0)")
    #expect(script.frame(absolute(distance, 5)) == "1 ended (20.0, 10.0)")
    #expect(script.frame(absolute(distance, 0)) == "2 began (20.0, 10.0)")
    #expect(script.frame(id(-1)) == "2 ended (20.0, 10.0)")
    // The kernel keeps the distance with the slot.
    #expect(script.frame(id(2), absolute(distance, 9)) == "" && script.frame(id(-1)) == "")
    #expect(
      script.frame(id(3)) == "" && script.frame(absolute(distance, 0)) == "3 began (20.0, 10.0)")
    var lists = try #require(EventScript(TestDevice.lists))
    #expect(lists.frame(atX(100), atY(100), absolute(distance, 3), contactEnd) == "")
    #expect(
      lists.frame(atX(100), atY(100), absolute(distance, 0), contactEnd)
        == "1 began (10.0, 10.0)")
    #expect(
      lists.frame(atX(100), atY(100), absolute(distance, 3), contactEnd)
        == "1 ended (10.0, 10.0)")
  }

  @Test func aPenInASlotIsAPen() throws {
    var script = try script()
    #expect(
      script.frame(id(1), tool(EventCode.pen), atX(100), atY(100)) == "1 pen began (10.0, 10.0)")
    #expect(script.frame(id(-1)) == "1 pen ended (10.0, 10.0)")
  }

  @Test func contactsFoundDownAreNotAnnounced() throws {
    var script = try script()
    for (slot, x, y, id) in [(0, 100, 100, 5), (1, 300, 400, -1)] as [(Int32, Int32, Int32, Int32)]
    {
      script.decoder.seed(slot: slot, type: 3, code: EventCode.multitouchX, value: x)
      script.decoder.seed(slot: slot, type: 3, code: EventCode.multitouchY, value: y)
      script.decoder.seed(slot: slot, type: 3, code: EventCode.trackingID, value: id)
    }
    script.decoder.seed(type: 3, code: EventCode.slot, value: 1)
    #expect(script.frame(id(6)) == "1 began (30.0, 40.0)")
    #expect(script.frame(slot(0), id(-1)) == "1 moved (30.0, 40.0)")
  }

  @Test func slotsOutOfRangeAreIgnored() throws {
    var script = try script()
    #expect(script.frame(slot(900), id(1), atX(5)) == "")
    #expect(script.frame(slot(-1), id(1)) == "")
    #expect(script.frame(slot(.max), id(3)) == "")
    #expect(script.frame(slot(.min), atX(.min)) == "")
    #expect(
      script.decoder.drainNotes() == [
        .unknownSlot(900), .unknownSlot(-1), .unknownSlot(.max), .unknownSlot(.min),
      ])
  }

  @Test func aDeviceThatGoesTakesItsContactsBackOnce() throws {
    var script = try script()
    _ = script.frame(id(1), atX(100), atY(100))
    let lost = script.decoder.cancelAll(at: script.time)
    #expect(lost.map(EventScript.text) == "1 cancelled (10.0, 10.0)")
    #expect(script.decoder.cancelAll(at: script.time) == nil)
  }

  @Test func timeNeverGoesBack() throws {
    var script = try script()
    _ = script.frame(id(1), atX(100), atY(100))
    let before = script.time
    script.now -= 0.05
    var input = InputEvent(time: script.time, type: 0, code: 0, value: 0)
    #expect(script.decoder.consume(input)?.time == before)
    #expect(script.decoder.drainNotes() == [])
    script.now -= 0.45
    input.time = script.time
    #expect(script.decoder.consume(input)?.time == before)
    #expect(script.decoder.drainNotes() == [.clockWentBack(seconds: 0.5)])
    input.time = before.advanced(bySeconds: 1)
    #expect(script.decoder.consume(input)?.time == input.time)
  }

  @Test func aFrameKnowsItsScaleWhenTheSizeIsKnown() throws {
    var device = TestDevice.slots
    func scale(_ settings: DeviceSettings = DeviceSettings()) throws -> Double? {
      var script = try #require(EventScript(device, settings: settings))
      let input = InputEvent(time: .zero, type: 0, code: 0, value: 0)
      for event in [id(1), atX(1), atY(1)] { _ = script.send(event) }
      let frame = script.decoder.consume(input)
      return try #require(frame).pointsPerMillimeter
    }
    #expect(try scale() == nil)
    var settings = DeviceSettings()
    settings.size = Size(width: 50, height: 50)
    // 2 points per millimeter horizontally and 4 vertically.
    #expect(abs(try #require(try scale(settings)) - 8.0.squareRoot()) < 1e-12)
    for code in TestDevice.places {
      let range = try #require(device.axis(code))
      device.setAxis(
        code, range: AxisRange(minimum: 0, maximum: range.maximum, resolution: 10))
    }
    #expect(abs(try #require(try scale()) - 1) < 1e-3)
    settings.size = Size(width: .nan, height: -1)
    #expect(abs(try #require(try scale(settings)) - 1) < 1e-3)
  }
}
