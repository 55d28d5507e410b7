import SnapbackFiles
import SnapbackReplay
import SnapbackTestSupport
import Testing

/// Files that are not recordings of events, and recordings with traces of other programs.
@Suite struct ForeignFileTests {
  /// A file of another program, and a part of the error that explains what to do.
  struct Foreign: Sendable, CustomStringConvertible {
    var name: String
    var text: String
    var advice: String
    var description: String { name }
  }

  static let hidDescriptor = "# Panel\nR: 4 05 0d 09 04\nN: Panel\nP: usb-1/input0\n"
  static let foreign = [
    Foreign(
      name: "hid-recorder", text: hidDescriptor + "I: 3 0eef 7224\nE: 0.000000 3 01 ff 0a\n",
      advice: "play it with hid-replay and record the device that appears: snapback record"),
    Foreign(
      name: "hid-recorder, reports alone",
      text: "N: Panel\nI: 3 0eef 7224\nE: 000001.000000 3 01 ff 0a\n", advice: "hid-replay"),
    Foreign(
      name: "umockdev device",
      text:
        "P: /devices/virtual/input/input5/event5\nN: input/event5\nE: DEVNAME=/dev/input/event5\n",
      advice: "umockdev-record --evemu-events"),
    Foreign(
      name: "umockdev ioctls", text: "@DEV /dev/input/event5\nEVIOCGBIT(0) 8 0B00000000000000\n",
      advice: "has the answers of a device to ioctls and no events (umockdev)"),
    Foreign(
      name: "umockdev ioctls without a device", text: "EVIOCGVERSION 0 01000100\n",
      advice: "umockdev-record --evemu-events"),
    Foreign(
      name: "libinput debug-events",
      text: "-event5   DEVICE_ADDED            Panel          seat0 default group1  cap:t\n"
        + " event5   TOUCH_DOWN              +0.000s\t0 (0) 12.50/30.10 (40.00/60.00mm)\n",
      advice: "record with: libinput record"),
  ]

  private static func message(_ bytes: [UInt8], isLenient: Bool = false) -> String {
    do throws(RecordingError) {
      _ = try RecordingFile.read(bytes, file: "r", isLenient: isLenient)
      return "accepted"
    } catch {
      return error.description
    }
  }

  @Test(arguments: foreign)
  func aFileOfAnotherProgramIsNamedWithTheWayOut(file: Foreign) {
    for isLenient in [false, true] {
      let message = Self.message(Array(file.text.utf8), isLenient: isLenient)
      #expect(message.hasPrefix("r: ") && message.contains(file.advice), "\(message)")
      #expect(!message.contains("\n"))
    }
  }

  @Test func compressedFilesAndCapturesAreNamed() {
    // The first bytes by the formats' own documents: RFC 1952, .xz 1.2.0, RFC 8878, pcapng.
    let files: [([UInt8], String)] = [
      ([0x1f, 0x8b, 8, 0], "r: is compressed; unpack it with: gunzip r"),
      ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0], "r: is compressed; unpack it with: unxz r"),
      ([0x28, 0xb5, 0x2f, 0xfd, 0], "r: is compressed; unpack it with: unzstd r"),
      ([0x0a, 0x0d, 0x0d, 0x0a, 0], "r: is a capture of packets (pcap)"),
      ([0xff, 0xfe, 0x45, 0], "r: is UTF-16; convert it with: iconv -f UTF-16 -t UTF-8 r"),
    ]
    for (bytes, text) in files { #expect(Self.message(bytes).hasPrefix(text)) }
  }

  @Test func aDamagedLineIsNotTakenForChatter() {
    let event = "[ 1.000000] EV_ABS ABS_MT_SLOT 00000000\n"
    let damaged = ["[ 1.000000] EV_ABS ABS_NONE $ \n", "[ 1.0 # \n", "EV_ABS at ABS_MT_SLOT 0\n"]
    for line in damaged {
      #expect(Self.message(Array((event + line).utf8)).hasPrefix("r:2: cannot be read"), "\(line)")
    }
  }

  @Test(arguments: [
    "$ adb shell getevent -lt", "root@pi:~# ", "a50:/ $", "130|a50:/ # exit", "^C",
    "* daemon started successfully", "- waiting for device -",
    "adb server version (41) doesn't match this client (39); killing...",
  ])
  func linesOfAShellAndOfAdbAreIgnored(line: String) throws {
    let evtest = DamageTests.evtest + line + "\n" + DamageTests.report
    #expect(try RecordingFixture.read(evtest).recording.events.count == 2)
    let getevent = """
      [ 1.000000] EV_ABS ABS_MT_SLOT 00000000
      \(line)
      [ 1.000000] EV_SYN SYN_REPORT 00000000
      """
    let read = try RecordingFixture.read(getevent)
    #expect(read.recording.events.count == 2 && read.omissions.count == 0)
  }

  @Test func aFileThatEndsWithinALineIsCutOff() throws {
    let text = DamageTests.evtest + DamageTests.report + "Event: time 1.1, ty"
    #expect(
      Self.message(Array(text.utf8))
        == "r:3: cannot be read: an event needs its time as seconds.microseconds; found "
        + "\"Event: time 1.1, ty\"; the file ends within this line: record it again or delete the "
        + "last frame")
    let read = try RecordingFixture.read(text, isLenient: true)
    #expect(read.recording.events.count == 2 && read.omissions.count == 1)
  }
}
