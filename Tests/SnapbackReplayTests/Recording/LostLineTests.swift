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
