import SnapbackBasics
import SnapbackFiles
import SnapbackReplay
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// Reading intact files.
@Suite struct FormatTests {
  @Test(arguments: RecordingFixture.all)
  func everyFormatReadsAsTheSameGesture(fixture: RecordingFixture) throws {
    let read = try fixture.read()
    let events = read.recording.events
    #expect(read.format == fixture.format)
    #expect(read.omissions.count == 0)
    #expect(events.map(\.type) == RecordingFixture.events.map(\.type))
    #expect(events.map(\.code) == RecordingFixture.events.map(\.code))
    #expect(events.map(\.value) == RecordingFixture.events.map(\.value))
    if fixture.hasTimes {
      #expect(events.map(\.time) == RecordingFixture.events.map(\.time))
    } else {
      #expect(events.last?.time.nanoseconds == 50_000_000)
    }
  }

  @Test(arguments: RecordingFixture.all)
  func descriptionsAreReadAndTheirLackIsTold(fixture: RecordingFixture) throws {
    let read = try fixture.read()
    let device = read.recording.device
    #expect(device.kind == .touchscreen)
    guard fixture.isDescribed else {
      #expect(read.warnings.contains { $0.contains("ranges are taken from the values that occur") })
      #expect(device.axis(EventCode.multitouchX) == AxisRange(minimum: 0, maximum: 610))
      #expect(device.axis(EventCode.multitouchY) == AxisRange(minimum: 0, maximum: 300))
      #expect(device.slotCount == 2)
      return
    }
    #expect(read.warnings.isEmpty)
    #expect(device.name == "Test panel")
    #expect(device.identity == [0x18, 0x1209, 1, 0x100])
    #expect(device.keys == [330] && device.properties == [1])
    let resolution: Int32 = ["evemu-1.0.evemu", "evemu-1.1.evemu"].contains(fixture.name) ? 0 : 5
    for (code, greatest) in [(EventCode.multitouchX, Int32(799)), (EventCode.multitouchY, 479)] {
      #expect(
        device.axis(code)
          == AxisRange(minimum: 0, maximum: greatest, resolution: resolution))
    }
    #expect(device.axes.map(\.code) == [0, 1, 47, 53, 54, 57])
  }

  @Test func severalDevicesAreOnOneClock() throws {
    let yaml = try RecordingFile.read(
      Fixture.bytes(Fixture.repository + "/Tests/Fixtures/recordings/libinput.yml"), file: "r")
    let mouse = try #require(yaml.recording.streams.last)
    #expect(yaml.recording.streams.map(\.node) == ["/dev/input/event5", "/dev/input/event6"])
    // Written without escapes, as libinput record does.
    #expect(mouse.device.name == "Mouse \"Five\" \\ Buttons")
    #expect(mouse.device.kind == .mouse && mouse.device.codes(ofType: 4) == [4])
    #expect(mouse.events.map(\.value) == [3, 0, 589_825, 1, 0])
    #expect(mouse.events.map(\.time.nanoseconds) == [4, 4, 52, 52, 52].map { $0 * 1_000_000 })
  }

  @Test func aMouseThatIsNotDescribedIsKnownByWhatItSent() throws {
    let text = """
      Event: time 1.000000, type 2 (EV_REL), code 0 (REL_X), value 3
      Event: time 1.000000, type 2 (EV_REL), code 1 (REL_Y), value -2
      Event: time 1.000000, -------------- SYN_REPORT ------------
      Event: time 1.200000, type 1 (EV_KEY), code 272 (BTN_LEFT), value 1
      Event: time 1.200000, -------------- SYN_REPORT ------------
      """
    let device = try RecordingFixture.read(text).recording.device
    #expect(device.kind == .mouse)
    #expect(device.relativeCodes == [0, 1] && device.keys == [272])
  }

  @Test func ourOwnFormatKeepsNanosecondsTheTimeOfDayAndWhatSlotsHeld() throws {
    let text = try Fixture.text("recordings/snapback.jsonl")
    let recording = try RecordingFixture.read(text).recording
    #expect(recording.origin == 4_711_000_000_123)
    // 2026-05-04T12:00:00Z, from date(1).
    let noon: Int64 = 1_777_896_000_000_000_000
    #expect(recording.unixTime == noon)
    #expect(recording.streams[1].events.map(\.time.nanoseconds) == [20_000_001, 20_000_001])
    #expect(
      recording.streams[0].initial == [InitialValue(slot: 1, type: 3, code: 53, value: 9)])
    #expect(FrameLinesWriter.text(recording) == text)
  }

  @Test func evemuStatesAndEvtestValuesAreWhatTheDeviceHeld() throws {
    let evemu = try #require(RecordingFixture.all.first { $0.name == "evemu-1.3.evemu" })
    #expect(
      try evemu.read().recording.streams[0].initial
        == [
          InitialValue(type: EventCode.lights, code: 1, value: 1),
          InitialValue(type: EventCode.switches, code: 0, value: 1),
        ])
    let evtest = try #require(RecordingFixture.all.first { $0.name == "evtest.txt" })
    #expect(
      try evtest.read().recording.streams[0].initial
        == [InitialValue(type: EventCode.absolute, code: 0, value: 9)])
  }

  @Test func synchronizationsAreToldApart() throws {
    let text = """
      Event: time 1.000000, ++++++++++++++ SYN_MT_REPORT ++++++++++++
      Event: time 1.000000, >>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<
      Event: time 1.000000, -------------- SYN_DROPPED ------------
      Event: time 1.000000, -------------- Config Sync ------------
      Event: time 1.000000, type 4 (EV_MSC), code 4 (MSC_SCAN), value 90001
      Event: time 1.000000, type 3 (EV_ABS), code 62 ((null)), value -8
      Event: time 1.000000, -------------- EV_SYN ------------
      """
    let events = try RecordingFixture.read(text).recording.events
    #expect(events.map(\.code) == [2, 3, 3, 1, 4, 62, 0])
    #expect(events[4].value == 0x90001 && events[5].value == -8)
  }

  @Test func geteventKnowsNamesLabelsAndSeveralDevices() throws {
    let text = """
      [ 1.000000] /dev/input/event1: EV_KEY       KEY_POWER            DOWN
      [ 1.000000] /dev/input/event1: EV_SYN       SYN_REPORT           00000000
      [ 1.500000] /dev/input/event4: EV_ABS       ABS_MT_TOOL_TYPE     MT_TOOL_PALM
      [ 1.500000] /dev/input/event4: EV_ABS       ABS_MT_TRACKING_ID   ffffffff
      [ 1.500000] /dev/input/event4: EV_ABS       ABS_MT_POSITION_X    0000002a
      [ 1.500000] /dev/input/event4: EV_ABS       003e                 00000001
      [ 1.500000] /dev/input/event4: EV_SYN       SYN_REPORT           00000000   rate 60
      """
    let recording = try RecordingFixture.read(text).recording
    #expect(recording.streams.map(\.node) == ["/dev/input/event1", "/dev/input/event4"])
    #expect(recording.events.map(\.code) == [116, 0])
    #expect(recording.streams[1].events.map(\.code) == [55, 57, 53, 62, 0])
    #expect(recording.streams[1].events.map(\.value) == [2, -1, 42, 1, 0])
    #expect(recording.streams[1].events[0].time.nanoseconds == 500_000_000)
  }

  @Test func timesThatLibinputPrintsUnsignedAreBelowZero() throws {
    // 2⁶⁴ − 3 s in microseconds, which is how libinput prints −3 s.
    let text = """
      # libinput record
      devices:
      - node: a
        events:
        - evdev:
          - [18446744073706, 551616, 3, 0, 5]
          - [18446744073706, 551616, 0, 0, 0]
      - node: b
        events:
        - evdev:
          - [1, 0, 0, 0, 0]
      """
    let recording = try RecordingFixture.read(text).recording
    #expect(recording.origin == -3_000_000_000)
    #expect(recording.streams[1].events[0].time.nanoseconds == 4_000_000_000)
  }

  @Test func windowsLineEndsAndAByteOrderMarkAreNoMatter() throws {
    let bytes = try #require(RecordingFixture.all.first { $0.format == .evtest }).bytes()
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let text = lines.joined(separator: "\r\n")
    let read = try RecordingFixture.read("\u{feff}" + text + "\r\n")
    #expect(read.recording.events == RecordingFixture.events)
  }

  @Test func aPanelOfAnyRangeTouchesTheSamePlaceOfTheScreen() throws {
    // The gesture again, on panels with other minima and 1, 2 and 7 times as many units.
    for (factor, shift) in [(Int32(1), Int32(0)), (2, -100), (7, 4711)] {
      var device = DeviceProfile(name: "Other", properties: [1])
      device.setAxis(EventCode.slot, range: AxisRange(minimum: 0, maximum: 1))
      device.setAxis(
        EventCode.multitouchX, range: AxisRange(minimum: shift, maximum: shift + 800 * factor - 1))
      device.setAxis(
        EventCode.multitouchY, range: AxisRange(minimum: shift, maximum: shift + 480 * factor - 1))
      device.setAxis(EventCode.trackingID, range: AxisRange(minimum: 0, maximum: 65535))
      let events = RecordingFixture.events.map { event in
        var event = event
        let isPosition = event.type == 3 && (event.code == 53 || event.code == 54)
        if isPosition { event.value = event.value * factor + shift }
        return event
      }
      let recording = Recording(device: device, events: events)
      for text in [
        FrameLinesWriter.text(recording), LibinputWriter.text(recording),
        EvemuWriter.text(recording),
      ] {
        let read = try RecordingFixture.read(text).recording
        let playback = try #require(Playback(read))
        var decoder = playback.decoders(
          screen: Size(width: 800, height: 480), rotation: .none, isRaw: true)[0]
        let frames = playback.steps.compactMap { decoder.consume($0.event) }
        let places = frames.map { $0.contacts.map(\.position) }
        #expect(places[0] == [Point(x: 120, y: 240)])
        #expect(places[3] == [Point(x: 150, y: 230), Point(x: 610, y: 300)])
      }
    }
  }
}
