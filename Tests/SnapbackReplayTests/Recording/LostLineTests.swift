import SnapbackFiles
import SnapbackReplay
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// Files that have lost the description of an axis, or ends of lines.
@Suite struct LostLineTests {
  /// The lines of the evemu fixture, without those that `isLost` returns true for.
  private static func evemu(without isLost: (String) -> Bool) throws -> String {
    try Fixture.text("recordings/evemu-1.3.evemu").split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init).filter { !isLost($0) }.joined(separator: "\n")
  }

  @Test(arguments: [
    (EventCode.multitouchX, "ABS_MT_POSITION_X", "ABS_X, 0...799"),
    (EventCode.multitouchY, "ABS_MT_POSITION_Y", "ABS_Y, 0...479"),
    (EventCode.x, "ABS_X", "ABS_MT_POSITION_X, 0...799"),
  ])
  func aLostAxisHasTheRangeOfItsTwin(code: UInt16, name: String, source: String) throws {
    let mark = "A: " + (code < 16 ? "0" : "") + String(code, radix: 16)
    let text = try Self.evemu { $0.hasPrefix(mark) }
    let whole = try RecordingFixture.read(Self.evemu { _ in false })
    let read = try RecordingFixture.read(text)
    #expect(read.recording == whole.recording)
    #expect(read.warnings == ["lacks the range of \(name); it is that of \(source)"])
  }

  @Test func anAxisWithoutATwinHasTheValuesThatOccur() throws {
    let text = try Self.evemu { $0.hasPrefix("A: 35") || $0.hasPrefix("A: 00") }
    let read = try RecordingFixture.read(text)
    #expect(read.recording.device.axis(EventCode.multitouchX)?.maximum == 610)
    #expect(
      read.warnings == [
        "lacks the range of ABS_X; it is taken from the values that occur, 0...150",
        "lacks the range of ABS_MT_POSITION_X; it is taken from the values that occur, 0...610",
      ])
    // A lost slot axis would make the device one that sends lists.
    let slots = try RecordingFixture.read(Self.evemu { $0.hasPrefix("A: 2f") })
    #expect(slots.recording.device.slotCount == 2)
  }

  @Test func anAxisThatNothingTellsIsNamed() throws {
    let text = """
      N: Panel
      B: 03 03 00 00 00 00 00 00 00
      A: 00 0 799 0 0
      E: 0.000000 0003 0000 5
      E: 0.000000 0000 0000 0

      """
    #expect(
      try RecordingFixture.read(text).warnings == [
        "lacks the range of ABS_Y; no event tells it; add it to the description"
      ])
  }

  /// Joins the line that contains `mark` with the next one.
  private static func merging(_ text: String, at mark: String, with blanks: String = "") -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let place = lines.firstIndex(where: { $0.contains(mark) }) else { return text }
    lines[place] += blanks + lines.remove(at: place + 1)
    return lines.joined(separator: "\n")
  }

  @Test(
    arguments: [
      ("evemu-1.3.evemu", "0003 0035 0130"), ("evemu-1.3.evemu", "A: 35 "),
      ("evemu-1.3.evemu", "P: "), ("evtest.txt", "value 130"),
      ("getevent-names.txt", "48483.149250] EV_ABS       ABS_MT_POSITION_X"),
      ("getevent-raw.txt", "00000082"), ("snapback.jsonl", "\"time\":8000000"),
      ("libinput.yml", "53,     130]"), ("libinput.yml", "- evdev:"),
      ("libinput.yml", "0,   0,   0,       0]"), ("libinput.yml", "# Current time"),
      ("libinput.yml", "events:"), ("libinput.yml", "codes:"), ("libinput.yml", "0: [0, 799"),
      ("libinput.yml", "absinfo:"), ("libinput.yml", "57: [0"), ("libinput.yml", "3: [0, 1,"),
      ("libinput.yml", "# Touch device"),
    ], ["", " "])
  func recordsOfAMergedLineAreReadOneByOne(
    place: (file: String, mark: String), blanks: String
  ) throws {
    let text = try Fixture.text("recordings/" + place.file)
    let merged = Self.merging(text, at: place.mark, with: blanks)
    try #require(merged != text)
    let read = try RecordingFixture.read(merged)
    #expect(try read.recording == RecordingFixture.read(text).recording)
    #expect(read.omissions.count == 0)
    #expect(read.warnings.first?.hasSuffix("which holds several records; each is read") == true)
  }

  /// A comment hides what follows it in a line, so YAML alone would lose events without an error.
  @Test func everyLostLineEndOfAYAMLRecordingIsMendedOrNamed() throws {
    let text = try Fixture.text("recordings/libinput.yml")
    let whole = try RecordingFixture.read(text).recording
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var mended = 0
    for place in lines.indices.dropLast() {
      var joined = lines.map(String.init)
      joined[place] += joined.remove(at: place + 1)
      do throws(RecordingError) {
        let read = try RecordingFixture.read(joined.joined(separator: "\n"))
        // The name of a device is arbitrary text, so it is not searched for records.
        let isName = lines[place].contains("# Name:")
        #expect(read.recording == whole || isName, "line \(place + 1)")
        mended += 1
      } catch {
        // libyaml finds some faults only in the next line.
        #expect(error.line == place + 1 || error.line == place + 2, "\(error)")
      }
    }
    #expect(mended >= 70)
  }

  @Test func rowsOfOneFrameMayBeAList() throws {
    let rows = "[0, 0, 3, 0, 5], [0, 0, 0, 0, 0]"
    let head = "# libinput record\ndevices:\n- node: a\n  events:\n"
    let list = try RecordingFixture.read(head + "  - evdev: [\(rows)]\n")
    let merged = try RecordingFixture.read(
      head + "  - evdev:\n    - [0, 0, 3, 0, 5] - [0, 0, 0, 0, 0]\n")
    #expect(list.recording.events.count == 2)
    #expect(list.recording == merged.recording)
    #expect(list.warnings.contains { $0.contains("line end") } == false)
  }

  @Test func anErrorBehindAMergedLineNamesTheLineOfTheFile() throws {
    let text =
      DamageTests.yaml + "    - [0, 0, 3, 0, 5] # x    - [0, 0, 3, 0, y]\n"
      + "    - [0, 0, 0, 0, 0]\n    - [0, 0, 0]\n"
    do throws(RecordingError) {
      _ = try RecordingFixture.read(text)
      Issue.record("accepted")
    } catch {
      #expect(error.line == 6, "\(error)")
    }
    let read = try RecordingFixture.read(text, isLenient: true)
    #expect(read.recording.events.count == 2)
    #expect(read.omissions.first.map(\.line) == [6, 8])
  }

  @Test func ofAMergedLineADamagedRecordIsLostAlone() throws {
    let text = DamageTests.evtest.dropLast() + "Event: time x" + DamageTests.report
    do throws(RecordingError) {
      _ = try RecordingFixture.read(String(text))
      Issue.record("accepted")
    } catch {
      #expect(
        error.description == "r:1: cannot be read: an event needs its time as "
          + "seconds.microseconds; found \"Event: time x\"")
    }
    let read = try RecordingFixture.read(String(text), isLenient: true)
    #expect(read.recording.events.count == 2 && read.omissions.count == 1)
  }
}
