import SnapbackBasics
import SnapbackReplay
import SnapbackTestSupport
import SnapbackTouches
import Testing

@Suite struct EvemuTests {
  private static let head = """
    # EVEMU 1.3
    # Kernel: 6.1
    N: Panel of  a test\u{20}
    I: 0018 04f3 2a1c 0100
    P: 02 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 01 00 00 00 00 00 00 00
    B: 03 03 00 00 00 00 00 00 00
    A: 00 0 1279 0 0 12
    A: 01 -5 0767 4 2

    """

  private func read(_ text: String) throws(RecordingError) -> Recording {
    try EvemuReader.read(Array(text.utf8), file: "r.evemu")
  }

  @Test func descriptionAndEventsAreRead() throws {
    let recording = try read(
      Self.head + """
        E: 12.000100 0003 0000 0089\t# comment
        E: 12.000100 0003 0001 -001
        E: 12.000100 0000 0000 0

        # ---- a comment
        E: 13.500000 0003 0000 7
        E: 13.500000 0000 0000 0
        """ + "\r\n")
    let device = recording.device
    #expect(device.name == "Panel of  a test")
    #expect(device.identity == [0x18, 0x4f3, 0x2a1c, 0x100])
    #expect(device.properties == [1])
    #expect(device.keys == [64])
    #expect(device.axis(0) == AxisRange(minimum: 0, maximum: 1279, resolution: 12))
    #expect(device.axis(1) == AxisRange(minimum: -5, maximum: 767, fuzz: 4, flat: 2))
    #expect(recording.events.map(\.value) == [89, -1, 0, 7, 0])
    #expect(recording.events.map(\.time.nanoseconds) == [0, 0, 0, 1_499_900_000, 1_499_900_000])
    #expect(recording.duration.nanoseconds == 1_499_900_000)
  }

  @Test(arguments: [
    ("", "r.evemu: is not an evemu recording"),
    ("\u{1}\u{2}garbage", "r.evemu:1: cannot be read: a line is a letter, a colon"),
    ("N: x\nQ: 5\n", "r.evemu:2: cannot be read: lines start with one of"),
    ("N: x\nI: 1 2 3\n", "r.evemu:2: cannot be read: I: needs four"),
    ("N: x\nP: 0g\n", "r.evemu:2: cannot be read: \"0g\" is not a hexadecimal byte"),
    ("N: x\nB: zz 00\n", "r.evemu:2: cannot be read: B: needs"),
    ("N: x\nA: 00 1 2\n", "r.evemu:2: cannot be read: A: needs"),
    ("N: x\nA: 00 1 99999999999 0 0 0\n", "r.evemu:2: cannot be read: A: needs"),
    ("N: x\n", "r.evemu: describes a device but has no events"),
    ("N: x\nE: 0.000001 0003 0000 5\nE: 0.0000", "r.evemu:3: cannot be read: E: needs"),
    ("N: x\nE: 0.000001 0003 0000 5\n", "r.evemu:2: is cut off: the last frame has no SYN_REPORT"),
    ("N: x\nE: 0.000001 0003 0000 5", "r.evemu:2: is cut off"),
    ("N: x\nE: -1.000001 0003 0000 5\n", "r.evemu:2: cannot be read: E: needs"),
    ("N: x\nE: 1.5 0003 0000 5\n", "r.evemu:2: cannot be read: E: needs"),
    ("N: x\nE: 0.000001 10003 0000 5\n", "r.evemu:2: cannot be read: E: needs"),
    ("N: x\nE: 0.000001 0003 0000 5 9\n", "r.evemu:2: cannot be read: E: needs"),
  ])
  func faultsNameTheLine(text: String, expected: String) {
    do throws(RecordingError) {
      _ = try read(text)
      Issue.record("accepted \(text)")
    } catch {
      #expect(error.description.hasPrefix(expected), "\(error.description)")
    }
  }

  @Test(arguments: BundledGesture.allCases)
  func whatIsWrittenIsReadBack(gesture: BundledGesture) throws {
    let recording = gesture.recording
    let again = try read(EvemuWriter.text(recording))
    #expect(again.device == recording.device)
    #expect(again.events.map(\.value) == recording.events.map(\.value))
    let first = recording.events[0].time.nanoseconds / 1000
    for (read, written) in zip(again.events, recording.events) {
      #expect(read.time.nanoseconds / 1000 == written.time.nanoseconds / 1000 - first)
      #expect(read.type == written.type && read.code == written.code)
    }
  }

  @Test(arguments: BundledGesture.allCases)
  func theBundledRecordingsAreWhatTheSynthesizerWrites(gesture: BundledGesture) throws {
    let path = Fixture.repository + "/recordings/\(gesture.rawValue).evemu"
    let bundled = String(decoding: try Fixture.bytes(path), as: UTF8.self)
    #expect(bundled == gesture.text, "run: snapback synth bundled")
  }

  @Test func mutatedRecordingsNeverTrap() throws {
    let seed = Array(EvemuWriter.text(BundledGesture.flick.recording).utf8)
    var generator = SeededGenerator(seed: 11)
    var accepted = 0
    let count = Effort.cases(3000, inDebugBuilds: 1000)
    for _ in 0..<count {
      var bytes = seed
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0...3, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.insert(UInt8.random(in: 32...126, using: &generator), at: place)
        case 2: bytes.removeSubrange(place...)
        default: bytes.remove(at: place)
        }
        if bytes.isEmpty { break }
      }
      if let recording = try? EvemuReader.read(bytes, file: "m") {
        accepted += 1
        do {
          _ = try ReplayRun(recording, scene: "card")
        } catch is ReplayRun.NoPositions {
          // An axis is missing: refusing the file is a valid result, too.
        }
      }
    }
    #expect(accepted > count / 30)
  }
}
