import SnapbackBasics
import SnapbackDocument
import SnapbackProtocol
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

  /// The expected text: the number in whole units of its last decimal, put together from strings.
  private func expected(_ value: Double, decimals: Int) -> String? {
    let scaled = (value * 1000 * (decimals == 6 ? 1000 : 1)).rounded()
    guard let units = Int64(exactly: scaled), units.magnitude < 9_000_000_000_000_000 else {
      return nil
    }
    var digits = String(units.magnitude)
    while digits.count <= decimals { digits = "0" + digits }
    let whole = digits.dropLast(decimals)
    var rest = digits.suffix(decimals)
    while rest.last == "0" { rest = rest.dropLast() }
    return (units < 0 ? "-" : "") + whole + (rest.isEmpty ? "" : ".\(rest)")
  }

  /// Numbers of all sizes, with halves of the last decimal, and at the limits of each format.
  @Test func fixedNumbersAreTheRoundedUnits() throws {
    var generator = SeededGenerator(seed: 10)
    var values: [Double] = [
      0.0005, 0.0015, 0.0025, 0.0625, 0.1875, 99.999998, 99.9999994, 99.9999995, 100,
      99_999.998, 99_999.9985, 99_999.999, 100_000, 1e6, 123_456_789.0625, 1e9, 9e9, 8.999e12,
    ]
    for exponent in -30..<44 {
      for _ in 0..<200 {
        let size = Double(sign: .plus, exponent: exponent, significand: 1)
        let value = Double.random(in: 1..<2, using: &generator) * size
        values += [value, (value * 2048).rounded() / 2048, value.rounded()]
      }
    }
    var count = 0
    for value in values.flatMap({ [$0, -$0] }) {
      for (decimals, written) in [
        (3, text(.fixed) { $0.length(value) }), (6, text(.fixed) { $0.factor(value) }),
      ] {
        guard let expected = expected(value, decimals: decimals) else { continue }
        count += 1
        #expect(written == expected, "\(value) with \(decimals) decimals")
      }
    }
    #expect(count > 60_000)
  }

  @Test func wholeNumbersOfAnyLengthAreWritten() {
    var number: UInt64 = 1
    while true {
      for value in [number - 1, number, number + 7] {
        #expect(text(.fixed) { $0.integer(value) } == String(value))
      }
      let (next, isOver) = number.multipliedReportingOverflow(by: 10)
      guard !isOver else { break }
      number = next
    }
    #expect(text(.fixed) { $0.integer(.max) } == "18446744073709551615")
  }

  @Test func bytesInHexadecimalHaveTwoDigits() {
    for byte in UInt8.min ... .max {
      let two = Color(red: byte, green: 0, blue: 255 - byte).hexadecimal
      #expect(
        text(.fixed) { $0.color(Color(red: byte, green: 0, blue: 255 - byte)) } == "\"\(two)\"")
    }
    #expect(text(.fixed) { $0.hexadecimal(0x0123_4567_89ab_cdef) } == "\"0123456789abcdef\"")
  }

  @Test func textIsEscaped() throws {
    let nasty = "a\"b\\c\n\u{1}é👍"
    let written = text(.fixed) { $0.string(nasty) }
    #expect(written == "\"a\\\"b\\\\c\\u000a\\u0001é👍\"")
    let document = try DocumentNode.parse(written, file: "test")
    #expect(try document.string(file: "test") == nasty)
  }

  @Test func colorsAreSixHexadecimalDigits() {
    #expect(Color(hexadecimal: "#0a84FF") == Color(red: 10, green: 132, blue: 255))
    #expect(Color(hexadecimal: "#0a84ff")?.hexadecimal == "#0a84ff")
    for bad in ["", "#", "0a84ff0", "#0a84f", "#0a84ff0", "#+a84ff", "#gggggg", "#é84ff"] {
      #expect(Color(hexadecimal: bad) == nil, "\(bad)")
    }
  }
}
