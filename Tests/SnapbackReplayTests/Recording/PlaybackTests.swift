import SnapbackBasics
import SnapbackReplay
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// Streams merged into one sequence of steps, and the warnings about them.
@Suite struct PlaybackTests {
  private func panel(_ name: String) -> DeviceProfile {
    var device = DeviceProfile(name: name, keys: [EventCode.touch], properties: [1])
    device.setAxis(EventCode.x, range: AxisRange(minimum: 0, maximum: 99))
    device.setAxis(EventCode.y, range: AxisRange(minimum: 0, maximum: 99))
    return device
  }

  /// A short touch, with its times in milliseconds.
  private func touch(at times: UInt64...) -> [InputEvent] {
    times.enumerated().flatMap { index, time in
      let moment = Instant(nanoseconds: time * 1_000_000)
      return [
        InputEvent(time: moment, type: 1, code: 330, value: index == times.count - 1 ? 0 : 1),
        InputEvent(time: moment, type: 3, code: 0, value: Int32(index + 10)),
        InputEvent(time: moment, type: 0, code: 0, value: 0),
      ]
    }
  }

  private func milliseconds(_ playback: Playback) -> [UInt64] {
    playback.steps.filter(\.event.endsFrame).map { $0.event.time.nanoseconds / 1_000_000 }
  }

  @Test func playingBeginsWithTheFirstEvent() throws {
    let recording = Recording(device: panel("a"), events: touch(at: 500, 508, 530))
    #expect(milliseconds(try #require(Playback(recording))) == [0, 8, 30])
  }

  @Test func aClockThatIsSetBackGoesOnFromThere() throws {
    let recording = Recording(
      device: panel("a"), events: touch(at: 5000, 5008, 5016, 1000, 1008, 1020))
    #expect(milliseconds(try #require(Playback(recording))) == [0, 8, 16, 16, 24, 36])
  }

  @Test func aSmallStepBackWaitsForTheClock() throws {
    let recording = Recording(device: panel("a"), events: touch(at: 100, 120, 110, 118, 126))
    #expect(milliseconds(try #require(Playback(recording))) == [0, 20, 20, 20, 26])
  }

  @Test func touchscreensPlayTogetherAndOthersNot() throws {
    let recording = Recording(streams: [
      RecordedStream(device: DeviceProfile(name: "mouse"), events: touch(at: 0)),
      RecordedStream(device: panel("a"), events: touch(at: 10, 30)),
      RecordedStream(device: panel("b"), events: touch(at: 20, 30)),
    ])
    let playback = try #require(Playback(recording))
    #expect(playback.devices.map(\.device.name) == ["a", "b"])
    #expect(milliseconds(playback) == [0, 10, 20, 20])
    #expect(playback.steps.filter(\.event.endsFrame).map(\.device) == [0, 1, 0, 1])
    let decoders = playback.decoders(screen: Size(width: 1, height: 1), rotation: .none)
    #expect(decoders[0].nextContactID != decoders[1].nextContactID)
    let summary = try ReplayRun(recording, scene: "card").summary
    #expect(summary.contacts == 2)
  }

  @Test func rulesGiveTheSettingsOfTheRecordedDevices() throws {
    let streams = [
      RecordedStream(device: panel("a"), node: "/dev/input/event5", events: touch(at: 0, 10)),
      RecordedStream(device: panel("b"), node: "/dev/input/event6", events: touch(at: 0, 10)),
    ]
    let recording = Recording(streams: streams)
    var ranges = DeviceRule()
    ranges.match.path = "/dev/input/event6"
    ranges.ranges = PositionRanges(x: 0...19)
    var ignoring = DeviceRule()
    ignoring.match.name = NamePattern("a")
    ignoring.isIgnored = true
    let playback = try #require(Playback(recording, rules: [ranges, ignoring]))
    #expect(playback.devices.map(\.device.name) == ["b"])
    #expect(playback.devices[0].device.axis(EventCode.x)?.maximum == 19)
    let tracks = ContactTrack.tracks(of: playback) { _ in Size(width: 200, height: 200) }
    // The first position is 10 of 20 units.
    #expect(tracks.map(\.samples[0].position.x) == [100])
    ignoring.match = DeviceMatch()
    #expect(Playback(recording, rules: [ignoring]) == nil)
  }

  @Test func aRuleGivesTheKind() throws {
    let recording = Recording(device: panel("a"), events: touch(at: 0, 10))
    var rule = DeviceRule()
    rule.kind = .touchpad
    let playback = try #require(Playback(recording, rules: [rule]))
    #expect(playback.kind(of: 0) == .touchpad)
    let screen = Size(width: 100, height: 100)
    let decoders = playback.decoders(screen: screen, rotation: .none)
    #expect(decoders.map(\.kind) == [.touchpad])
    // The list of contacts has the fingers of a touchpad.
    #expect(ContactTrack.tracks(of: playback) { _ in screen }.count == 1)
    rule.kind = .mouse
    #expect(Playback(recording, rules: [rule]) == nil)
  }

  @Test func aContactBeginsWhereItsSlotWas() throws {
    var device = panel("a")
    for code in [EventCode.multitouchX, EventCode.multitouchY] {
      device.setAxis(code, range: AxisRange(minimum: 0, maximum: 99))
    }
    device.setAxis(EventCode.slot, range: AxisRange(minimum: 0, maximum: 1))
    let events = [
      InputEvent(time: .zero, type: 3, code: EventCode.trackingID, value: 4),
      InputEvent(time: .zero, type: 3, code: EventCode.multitouchY, value: 50),
      InputEvent(time: .zero, type: 0, code: 0, value: 0),
    ]
    let initial = [
      InitialValue(type: 3, code: EventCode.slot, value: 1),
      InitialValue(slot: 1, type: 3, code: EventCode.multitouchX, value: 25),
      InitialValue(slot: 1, type: 3, code: EventCode.trackingID, value: -1),
    ]
    let stream = RecordedStream(device: device, initial: initial, events: events)
    let playback = try #require(Playback(Recording(streams: [stream])))
    var decoder = playback.decoders(screen: Size(width: 100, height: 100), rotation: .none)[0]
    let frames = playback.steps.compactMap { decoder.consume($0.event) }
    #expect(frames.map { $0.contacts.map(\.position) } == [[Point(x: 25, y: 50)]])
  }

  @Test func rangesFromValuesTellSlotsFromProtocolA() throws {
    let lines = [
      "Event: time 1.000000, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 40",
      "Event: time 1.000000, type 3 (EV_ABS), code 54 (ABS_MT_POSITION_Y), value 30",
      "Event: time 1.000000, type 3 (EV_ABS), code 57 (ABS_MT_TRACKING_ID), value 3",
    ]
    let end = "Event: time 1.000000, -------------- SYN_REPORT ------------\n"
    let slots = try RecordingFixture.read((lines + [end]).joined(separator: "\n"))
    #expect(slots.recording.device.hasSlots && slots.recording.device.slotCount == 1)
    let mark = "Event: time 1.000000, ++++++++++++++ SYN_MT_REPORT ++++++++++++"
    let typeA = try RecordingFixture.read((lines + [mark, end]).joined(separator: "\n"))
    #expect(!typeA.recording.device.hasSlots)
  }

  @Test func theReportCountsWhatIsOdd() {
    var events = touch(at: 100, 108, 116)
    events[1].value = 500
    events += touch(at: 50, 60).dropLast(3)
    events.append(InputEvent(time: .zero, type: 0, code: 3, value: 0))
    events.append(InputEvent(time: .zero, type: 0, code: 0, value: 0))
    let report = RecordingReport(RecordedStream(device: panel("a"), events: events))
    #expect(report.events == 14 && report.frames == 5)
    #expect(report.contacts == 2 && report.mostContacts == 1)
    #expect(
      report.anomalies.map { "\($0.count) \($0.text)" } == [
        "1 contact that never lifts", "2 steps back in time", "1 loss of events (SYN_DROPPED)",
        "1 position outside the axis's range",
      ])
    #expect(abs(report.seconds - 0.016) < 1e-12)
  }

  /// Two fingers of a panel whose second slot still holds an earlier x.
  private var withoutAnX: [InputEvent] {
    let values: [(UInt64, UInt16, Int32)] = [
      (0, EventCode.slot, 0), (0, EventCode.trackingID, 5), (0, EventCode.multitouchX, 30),
      (0, EventCode.multitouchY, 40), (0, EventCode.slot, 1), (0, EventCode.trackingID, 6),
      (0, EventCode.multitouchY, 41), (10, EventCode.multitouchY, 42),
      (20, EventCode.multitouchX, 70), (30, EventCode.multitouchX, 72),
    ]
    return values.enumerated().flatMap { index, value in
      let moment = Instant(nanoseconds: value.0 * 1_000_000)
      let event = InputEvent(
        time: moment, type: EventCode.absolute, code: value.1, value: value.2)
      let isLast = index + 1 == values.count || values[index + 1].0 != value.0
      return isLast ? [event, InputEvent(time: moment, type: 0, code: 0, value: 0)] : [event]
    }
  }

  private func places(initial: [InitialValue]) throws -> [[Point]] {
    var device = DeviceProfile(name: "slots", keys: [EventCode.touch], properties: [1])
    device.setAxis(EventCode.slot, range: AxisRange(minimum: 0, maximum: 1))
    for code in [EventCode.multitouchX, EventCode.multitouchY, EventCode.trackingID] {
      device.setAxis(code, range: AxisRange(minimum: 0, maximum: 99))
    }
    let recording = Recording(streams: [
      RecordedStream(device: device, initial: initial, events: withoutAnX)
    ])
    let playback = try #require(Playback(recording))
    let tracks = ContactTrack.tracks(of: playback) { _ in Size(width: 100, height: 100) }
    return tracks.map { $0.samples.map(\.position) }
  }

  @Test func aCoordinateThatWasNeverToldIsTheFirstThatIs() throws {
    let places = try places(initial: [])
    #expect(places.count == 2)
    #expect(places[1].map(\.x) == [70, 70, 70, 72])
    #expect(places[1].map(\.y) == [41, 42, 42, 42])
  }

  @Test func aCoordinateThatTheFileHasIsBelieved() throws {
    let held = InitialValue(
      slot: 1, type: EventCode.absolute, code: EventCode.multitouchX, value: 68)
    #expect(try places(initial: [held])[1].map(\.x) == [68, 68, 70, 72])
  }
}
