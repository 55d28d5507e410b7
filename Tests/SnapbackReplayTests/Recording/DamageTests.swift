import SnapbackReplay
import SnapbackTestSupport
import Testing

/// The errors that readers report for damaged files.
@Suite struct DamageTests {
  static let evtest = "Event: time 1.000000, type 3 (EV_ABS), code 0 (ABS_X), value 5\n"
  static let report = "Event: time 1.000000, -------------- SYN_REPORT ------------\n"
  static let head = "{\"recording\":{\"version\":1,\"clock\":\"0.000000000\"}}\n"
  static let yaml = "# libinput record\ndevices:\n- node: a\n  events:\n  - evdev:\n"

  /// A damaged file, and the beginning of its error.
  struct Fault: Sendable {
    var text: String
    var expected: String

    init(_ text: String, _ expected: String) {
      self.text = text
      self.expected = expected
    }
  }

  static let faults: [Fault] = [
    Fault("", "r: has no known recording format; expected evemu"),
    Fault("\u{1}\u{2}", "r: has no known recording format"),
    Fault("A: 00 0 1 0 0\n", "r: is not an evemu recording"),
    Fault("Input device name: \"x\"\n", "r: has no events of evtest"),
    Fault(evtest + "Event: time x\n", "r:2: cannot be read: an event needs its time"),
    Fault(
      evtest + "Event: time 1.000000, type 3\n", "r:2: cannot be read: an event needs its type"),
    Fault(
      evtest + "\nnonsense\n", "r:3: cannot be read: events start with \"Event: time\"; found "),
    Fault(evtest, "r:1: is cut off"),
    Fault(
      "Event: time 1.000000, type 3 (EV_ABS), code 0 (ABS_X), value 3000000000\n", "r:1: cannot"),
    Fault("Event: time 1.000000, type 70000 (?), code 0 (?), value 3\n", "r:1: cannot be read"),
    Fault("add device 1: /dev/input/event2\n", "r: describes devices but has no events"),
    Fault(
      "[ 1.000000] EV_ABS ABS_MT_SLOT 00000000\n[ 1.000000] EV_ABS ABS_NONE 00000001\n",
      "r:2: cannot be read: an event needs a known code"
    ),
    Fault(
      "[ 1.000000] EV_ABS ABS_MT_SLOT 00000000\n[ 1.000000] EV_ABS ABS_MT_SLOT 1ffffffff\n",
      "r:2: cannot be read: an event needs a value"
    ),
    Fault("[ 1.000000] EV_ABS ABS_MT_SLOT 00000000\n[ 1.000000\n", "r:2: cannot be read: the time"),
    Fault(head, "r: has no frames"),
    Fault(
      head + "{\"frame\":{\"device\":0}}\n", "r:2: cannot be read: column 10: a frame must follow"),
    Fault(
      head + "{\"device\":{\"name\":\"x\"}}\n{\"frame\":{\"device\":1,\"time\":0,\"events\":[]}}\n",
      "r:3: cannot be read: column 20:"
    ),
    Fault(head + "{\"device\":\n", "r:2: cannot be read: column "),
    Fault("{\"recording\":{\"version\":2}}\n", "r:1: cannot be read: column 25:"),
    Fault(yaml, "r: has no events; nothing was touched"),
    Fault(yaml + "    - [0, 0, 3, 0, 1]\n", "r:6: is cut off"),
    Fault(yaml + "    - [0, 0, 3, 0]\n", "r:6: cannot be read: an event is [seconds"),
    Fault(yaml + "    - [0, 0, 3, 0, x]\n", "r:6: cannot be read: an event is [seconds"),
    Fault(yaml + "    - [0, 1000000, 0, 0, 0]\n", "r:6: cannot be read: an event is [seconds"),
    Fault(yaml + "    - [99999999999999999999, 0, 0, 0, 0]\n", "r:6: cannot be read: an event is"),
    Fault(
      yaml + "    - [18446744073709, 0, 0, 0", "r:6: cannot be read: while parsing a flow"),
    Fault(
      "# libinput record\nversion: 2\n", "r:2: has format version 2; only version 1 is supported"),
    Fault("# libinput record\ndevices: 5\n", "r: has no list \"devices:\""),
    Fault("# libinput record\n\tx: 5\n", "r:2: cannot be read: "),
    Fault("# libinput record\nx: \u{1}\n", "r:2: cannot be read: "),
  ]

  @Test(arguments: faults)
  func faultsNameTheLineAndWhatWasExpected(fault: Fault) {
    do throws(RecordingError) {
      _ = try RecordingFixture.read(fault.text)
      Issue.record("accepted \(fault.text)")
    } catch {
      #expect(error.description.hasPrefix(fault.expected), "\(error.description)")
      #expect(!error.description.contains("\n"))
    }
  }

  @Test func aFileOfAnotherEncodingIsToldHowToMendIt() {
    #expect(throws: RecordingError.self) {
      try RecordingReader.format(of: [0xff, 0xfe, 0x45, 0x00], file: "r")
    }
  }

  @Test(arguments: RecordingFixture.text)
  func aFileWithABrokenLineLosesThatLineAlone(fixture: RecordingFixture) throws {
    // The line of the second frame's first position is replaced by nonsense.
    let lines = try fixture.bytes().split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    let isTarget: (String) -> Bool = { line in
      switch fixture.format {
      case .evemu:
        [".008000 0003 0035", ".131456 0003 0035", ".008001 0003 0035", ".258000 0003 0035"]
          .contains { line.contains($0) }
      case .getevent: line.contains("00000082")
      case .evtest: line.contains("code 53 ") && line.hasSuffix("value 130")
      case .libinput: line.contains("53,     130]")
      case .snapback: line.contains("\"time\":8000000")
      case .raw, .script: false
      }
    }
    let place = try #require(lines.firstIndex(where: isTarget))
    var broken = lines
    broken[place] = "  ]!@ }" + String(lines[place].prefix(4))
    let text = broken.joined(separator: "\n")
    #expect(throws: RecordingError.self) { try RecordingFixture.read(text) }
    let read = try RecordingFixture.read(text, isLenient: true)
    #expect(read.omissions.count == 1)
    #expect(read.omissions.first[0].line == place + 1)
    let lost = fixture.format == .snapback ? 5 : 1
    #expect(read.recording.events.count == RecordingFixture.events.count - lost)
  }

  @Test func ofManyFaultsTheFirstAreKeptAndAllAreCounted() throws {
    let text = Self.evtest + Self.report + String(repeating: "nonsense\n", count: 100_000)
    let read = try RecordingFixture.read(text, isLenient: true)
    #expect(read.omissions.count == 100_000)
    #expect(read.omissions.first.map(\.line) == [3, 4, 5, 6, 7])
    #expect(read.omissions.descriptions.last == "and 99995 more")
    #expect(read.recording.events.count == 2)
  }

  @Test func aLineThatIsTooLongIsLeftOut() throws {
    let text = Self.evtest + String(repeating: "x", count: 70_000) + "\n" + Self.report
    let read = try RecordingFixture.read(text, isLenient: true)
    #expect(read.omissions.first.first?.message.hasPrefix("is 70000 bytes long") == true)
    #expect(read.recording.events.count == 2)
  }

  @Test func moreDevicesThanTheLimitAreRefused() throws {
    let line = "{\"device\":{\"name\":\"x\"}}\n"
    let text = Self.head + String(repeating: line, count: 65)
    #expect(throws: RecordingError.self) { try RecordingFixture.read(text) }
  }

  @Test func aDeviceWithManyFaultsInYAMLKeepsWhatCameBefore() throws {
    let whole = Self.yaml + "    - [0, 0, 0, 0, 0]\n"
    let broken = String(repeating: "    - [0, 0\n    - ]}\n", count: 40)
    let read = try RecordingFixture.read(whole + broken, isLenient: true)
    #expect(read.recording.events.count == 1)
    #expect(read.omissions.count > 16)
    #expect(read.omissions.count < 200)
  }
}
