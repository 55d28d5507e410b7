import SnapbackDocument
import SnapbackFrames
import SnapbackRecording
import SnapbackTestSupport
import Testing

@Suite struct JSONWriterTests {
  private func text(_ precision: NumberPrecision, _ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(precision: precision)
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func structureAndCommasAreJSON() {
    let line = text(.fixed) { writer in
      writer.beginObject()
      writer.beginObject("a")
      writer.integer(.max, "n")
      writer.beginArray("list")
      writer.length(1)
      writer.length(2.5)
      writer.endArray()
      writer.beginArray("empty")
      writer.endArray()
      writer.endObject()
      writer.boolean(true, "b")
      writer.endObject()
      writer.endLine()
    }
    #expect(line == #"{"a":{"n":18446744073709551615,"list":[1,2.5],"empty":[]},"b":true}"# + "\n")
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (0.0004, "0"), (-0.0004, "0"),
      (0.0005, "0.001"), (1234.5678, "1234.568"), (-0.01, "-0.01"), (99.9996, "100"),
      (1e15, "1000000000000000.0"), (1e300, "1e+300"), (.nan, "null"), (.infinity, "null"),
    ] as [(Double, String)])
  func lengthsHaveThreeDecimals(value: Double, expected: String) {
    #expect(text(.fixed) { $0.length(value) } == expected)
  }

  @Test func factorsHaveSixDecimals() {
    #expect(text(.fixed) { $0.factor(0.123_456_789) } == "0.123457")
    #expect(text(.fixed) { $0.factor(-0.000_000_4) } == "0")
    #expect(text(.fixed) { $0.factor(1) } == "1")
  }

  @Test func shortestNumbersReadBackToTheSameBits() throws {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      let written = text(.shortest) { $0.length(value) }
      #expect(Double(written) == value, "\(written)")
    }
  }

  @Test func fixedNumbersAreWithinHalfAUnit() throws {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<20_000 {
      let value = Double.random(in: -5000...5000, using: &generator)
      let length = try #require(Double(text(.fixed) { $0.length(value) }))
      let factor = try #require(Double(text(.fixed) { $0.factor(value) }))
      #expect(abs(length - value) <= 0.0005 + 1e-12)
      #expect(abs(factor - value) <= 0.0000005 + 1e-12)
    }
  }

  @Test func textIsEscaped() throws {
    let nasty = "a\"b\\c\n\u{1}é👍"
    let written = text(.fixed) { $0.string(nasty) }
    #expect(written == "\"a\\\"b\\\\c\\u000a\\u0001é👍\"")
    let document = try DocumentNode.parse(written, file: "test")
    #expect(try document.string(file: "test") == nasty)
  }

  @Test func coloursAreSixHexadecimalDigits() {
    #expect(Color(hexadecimal: "#0a84FF") == Color(red: 10, green: 132, blue: 255))
    #expect(Color(hexadecimal: "#0a84ff")?.hexadecimal == "#0a84ff")
    for bad in ["", "#", "0a84ff0", "#0a84f", "#0a84ff0", "#+a84ff", "#gggggg", "#é84ff"] {
      #expect(Color(hexadecimal: bad) == nil, "\(bad)")
    }
  }
}
