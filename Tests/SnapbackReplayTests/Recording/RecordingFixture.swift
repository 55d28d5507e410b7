import SnapbackBasics
import SnapbackFiles
import SnapbackReplay
import SnapbackTestSupport
import SnapbackTouches

/// The files of `Tests/Fixtures/recordings`: one gesture in every format, written by hand.
struct RecordingFixture: CustomStringConvertible, Sendable {
  var name: String
  var format: RecordingFormat
  /// Whether the file describes the device.
  var isDescribed = true
  var hasTimes = true
  var description: String { name }

  static let all = [
    RecordingFixture(name: "evemu-1.0.evemu", format: .evemu),
    RecordingFixture(name: "evemu-1.1.evemu", format: .evemu),
    RecordingFixture(name: "evemu-1.2.evemu", format: .evemu),
    RecordingFixture(name: "evemu-1.3.evemu", format: .evemu),
    RecordingFixture(name: "evemu-events-only.evemu", format: .evemu, isDescribed: false),
    RecordingFixture(name: "evtest.txt", format: .evtest),
    RecordingFixture(name: "evtest-no-header.txt", format: .evtest, isDescribed: false),
    RecordingFixture(name: "evtest-old.txt", format: .evtest, isDescribed: false),
    RecordingFixture(name: "getevent-described.txt", format: .getevent),
    RecordingFixture(name: "getevent-raw.txt", format: .getevent),
    RecordingFixture(name: "getevent-names.txt", format: .getevent, isDescribed: false),
    RecordingFixture(
      name: "getevent-no-times.txt", format: .getevent, isDescribed: false, hasTimes: false),
    RecordingFixture(name: "getevent-adb.txt", format: .getevent, isDescribed: false),
    RecordingFixture(name: "cat-64-bit.bin", format: .raw, isDescribed: false),
    RecordingFixture(name: "cat-32-bit.bin", format: .raw, isDescribed: false),
    RecordingFixture(name: "umockdev-script.txt", format: .script, isDescribed: false),
    RecordingFixture(name: "umockdev-events.evemu", format: .evemu, isDescribed: false),
    RecordingFixture(name: "libinput.yml", format: .libinput),
    RecordingFixture(name: "snapback.jsonl", format: .snapback),
  ]

  /// The files whose records are lines of text.
  static let text = all.filter { $0.format != .raw && $0.format != .script }

  /// The gesture: microseconds, and the events of the frame without its report.
  static let gesture: [(time: UInt64, events: [(UInt16, UInt16, Int32)])] = [
    (0, [(3, 57, 7), (3, 53, 120), (3, 54, 240), (1, 330, 1), (3, 0, 120), (3, 1, 240)]),
    (8000, [(3, 53, 130), (3, 54, 236), (3, 0, 130), (3, 1, 236)]),
    (16000, [(3, 53, 150), (3, 47, 1), (3, 57, 8), (3, 53, 600), (3, 54, 300), (3, 0, 150)]),
    (24000, [(3, 47, 0), (3, 54, 230), (3, 47, 1), (3, 53, 610), (3, 1, 230)]),
    (32000, [(3, 57, -1)]),
    (40000, [(3, 47, 0), (3, 57, -1), (1, 330, 0)]),
  ]

  /// The events that every file should read as.
  static var events: [InputEvent] {
    gesture.flatMap { frame in
      (frame.events + [(0, 0, 0)]).map { type, code, value in
        InputEvent(
          time: Instant(nanoseconds: frame.time * 1000), type: type, code: code, value: value)
      }
    }
  }

  func bytes() throws -> [UInt8] {
    try Fixture.bytes(Fixture.repository + "/Tests/Fixtures/recordings/\(name)")
  }

  func read(isLenient: Bool = false) throws -> ReadRecording {
    try RecordingFile.read(bytes(), file: name, isLenient: isLenient)
  }

  /// Reads text; rethrows the reader's error.
  static func read(
    _ text: String, isLenient: Bool = false
  ) throws(RecordingError) -> ReadRecording {
    try RecordingFile.read(Array(text.utf8), file: "r", isLenient: isLenient)
  }
}
