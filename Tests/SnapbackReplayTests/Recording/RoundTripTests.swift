import Glibc
import SnapbackBasics
import SnapbackFiles
import SnapbackLinux
import SnapbackReplay
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// Written recordings read back unchanged, as far as the format can represent them.
@Suite struct RoundTripTests {
  /// A random recording that is valid but not plausible.
  private static func random(_ generator: inout SeededGenerator) -> Recording {
    let names = ["Panel", "a \"quoted\\ name\"", "Ünïcødé 触摸屏 😀", "#x: [y]", "e\u{301}", "'"]
    let streams = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      var device = DeviceProfile(
        name: names.randomElement(using: &generator) ?? "",
        identity: (0..<4).map { _ in UInt16.random(in: 0 ... .max, using: &generator) })
      func codes(upTo greatest: UInt16) -> [UInt16] {
        (0..<Int.random(in: 0...6, using: &generator)).map { _ in
          UInt16.random(in: 0...greatest, using: &generator)
        }
      }
      device.add(codes: codes(upTo: 0x2ff), ofType: EventCode.key)
      device.add(codes: codes(upTo: 15), ofType: EventCode.relative)
      for type: UInt16 in [4, 5, 0x11] { device.add(codes: codes(upTo: 7), ofType: type) }
      device.properties = Set(codes(upTo: 31))
      // A device sends only events of axes that it has; a reader takes others for lost ones.
      let events = Self.events(&generator)
      let sent = events.filter { $0.type == EventCode.absolute && $0.code <= 0x3f }.map(\.code)
      for code in codes(upTo: 0x3f) + sent {
        func number() -> Int32 { Int32.random(in: .min ... .max, using: &generator) }
        device.setAxis(
          code,
          range: AxisRange(
            minimum: number(), maximum: number(), fuzz: number(), flat: number(),
            resolution: number()))
      }
      // At least one axis: without any, the ranges come from the events.
      device.setAxis(0, range: AxisRange(minimum: 0, maximum: 9))
      return RecordedStream(
        device: device, node: Bool.random(using: &generator) ? "/dev/input/event7" : nil,
        initial: [InitialValue(slot: 3, type: 3, code: 53, value: -7)],
        events: events)
    }
    return Recording(
      streams: streams, origin: Int64.random(in: 0...(1 << 60), using: &generator),
      unixTime: Int64.random(in: 0...(1 << 60), using: &generator))
  }

  private static func events(_ generator: inout SeededGenerator) -> [InputEvent] {
    // A time may be before the previous one; the first is 0, the recording's earliest.
    var time: UInt64 = 0
    var events: [InputEvent] = []
    for _ in 0..<Int.random(in: 1...40, using: &generator) {
      events.append(
        InputEvent(
          time: Instant(nanoseconds: time),
          type: UInt16.random(in: 0...0x1f, using: &generator),
          code: UInt16.random(in: 1...0x2ff, using: &generator),
          value: Int32.random(in: .min ... .max, using: &generator)))
      time = UInt64.random(in: 0...20_000_000_000, using: &generator)
    }
    events.append(
      InputEvent(time: Instant(nanoseconds: time), type: 0, code: 0, value: 0))
    return events
  }

  @Test func ourOwnFormatLosesNothing() throws {
    var generator = SeededGenerator(seed: 71)
    for round in 0..<200 {
      let recording = Self.random(&generator)
      let read = try RecordingFixture.read(FrameLinesWriter.text(recording))
      #expect(read.recording == recording, "round \(round)")
    }
  }

  @Test func libinputsFormatLosesNanosecondsTheTimeOfDayAndWhatWasHeld() throws {
    var generator = SeededGenerator(seed: 72)
    for round in 0..<200 {
      let recording = Self.random(&generator)
      let read = try RecordingFixture.read(LibinputWriter.text(recording)).recording
      #expect(read.origin == recording.origin / 1000 * 1000)
      for (stream, expected) in zip(read.streams, recording.streams) {
        #expect(stream.device == expected.device, "round \(round)")
        #expect(stream.node == expected.node ?? "unknown")
        check(stream.events, expected.events, origin: recording.origin)
      }
      // The second round trip loses nothing more.
      #expect(try RecordingFixture.read(LibinputWriter.text(read)).recording == read)
    }
  }

  @Test func evemusFormatKeepsOneDevice() throws {
    var generator = SeededGenerator(seed: 73)
    for round in 0..<200 {
      let recording = Self.random(&generator)
      for (index, expected) in recording.streams.enumerated() {
        let text = EvemuWriter.text(recording, stream: index)
        let read = try RecordingFixture.read(text).recording
        #expect(read.device == expected.device, "round \(round)")
        check(read.events, expected.events, origin: recording.origin)
        #expect(try RecordingFixture.read(EvemuWriter.text(read)).recording == read)
      }
    }
  }

  /// Checks that events are equal, except for differences below a microsecond.
  private func check(_ events: [InputEvent], _ expected: [InputEvent], origin: Int64) {
    #expect(events.map(\.type) == expected.map(\.type))
    #expect(events.map(\.code) == expected.map(\.code))
    #expect(events.map(\.value) == expected.map(\.value))
    let base = UInt64(origin)
    let first = base / 1000 * 1000
    #expect(
      events.map(\.time.nanoseconds)
        == expected.map { ($0.time.nanoseconds + base) / 1000 * 1000 - first })
  }

  @Test func negativeAndVastTimesSurvive() throws {
    for origin: Int64 in [-3_000_000_000, -1, 0, 1 << 62] {
      let exact: UInt64 = 1 << 53
      for late: UInt64 in [0, exact - 1, exact, exact + 1, 1 << 61] {
        let events = [UInt64(0), late].map {
          InputEvent(time: Instant(nanoseconds: $0), type: 0, code: 0, value: 0)
        }
        var recording = Recording(device: DeviceProfile(name: "x"), events: events)
        recording.origin = origin
        #expect(try RecordingFixture.read(FrameLinesWriter.text(recording)).recording == recording)
        recording.origin = origin / 1000 * 1000
        let read = try RecordingFixture.read(LibinputWriter.text(recording)).recording
        #expect(read.origin == recording.origin)
        #expect(read.events.map { $0.time.nanoseconds / 1000 } == [0, late / 1000])
      }
    }
  }

  /// Recordings of real devices, from the folder in SNAPBACK_RECORDINGS.
  static let real: [String] = {
    guard let folder = getenv("SNAPBACK_RECORDINGS").map({ String(cString: $0) }) else {
      return []
    }
    return Files.names(in: folder)
      .filter { name in [".evemu", ".evtest", ".yml"].contains(where: name.hasSuffix) }
      .map { folder + "/" + $0 }
  }()

  @Test(.enabled(if: !real.isEmpty, "SNAPBACK_RECORDINGS names no folder of recordings"))
  func recordingsOfRealDevicesSurviveEveryFormat() throws {
    for path in Self.real {
      let bytes = try Fixture.bytes(path)
      let read = try RecordingFile.read(bytes, file: path, isLenient: true).recording
      let own = try RecordingFixture.read(FrameLinesWriter.text(read)).recording
      #expect(own == read, "\(path)")
      let yaml = try RecordingFixture.read(LibinputWriter.text(read)).recording
      #expect(yaml.origin == read.origin, "\(path)")
      for (index, stream) in read.streams.enumerated() {
        #expect(yaml.streams[index].device == stream.device, "\(path)")
        #expect(yaml.streams[index].events == stream.events, "\(path)")
        let evemu = try RecordingFixture.read(EvemuWriter.text(read, stream: index)).recording
        let start = stream.events.map(\.time).min() ?? .zero
        #expect(evemu.device == stream.device, "\(path)")
        #expect(
          evemu.events.map(\.time.nanoseconds)
            == stream.events.map { $0.time.nanoseconds - start.nanoseconds }, "\(path)")
        #expect(evemu.events.map(\.value) == stream.events.map(\.value), "\(path)")
      }
    }
  }
}
