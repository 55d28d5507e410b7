import SnapbackDocument
import Testing

struct NumberTests {
  /// Bit patterns from Python's `json.loads`.
  static let strict: [(String, UInt64)] = [
    ("0", 0x0000000000000000),
    ("1", 0x3FF0000000000000),
    ("-1", 0xBFF0000000000000),
    ("10", 0x4024000000000000),
    ("123456789", 0x419D6F3454000000),
    ("0.1", 0x3FB999999999999A),
    ("-0.1", 0xBFB999999999999A),
    ("1.5e3", 0x4097700000000000),
    ("1E3", 0x408F400000000000),
    ("1e+3", 0x408F400000000000),
    ("1e-3", 0x3F50624DD2F1A9FC),
    ("3.141592653589793", 0x400921FB54442D18),
    ("9007199254740993", 0x4340000000000000),
    ("1.7976931348623157e308", 0x7FEFFFFFFFFFFFFF),
    ("2.2250738585072011e-308", 0x000FFFFFFFFFFFFF),
    ("5e-324", 0x0000000000000001),
    ("2e-324", 0x0000000000000000),
    ("1e-999", 0x0000000000000000),
    ("123456789012345678901234567890", 0x45F8EE90FF6C373E),
    ("0.30000000000000004", 0x3FD3333333333334),
    ("1e23", 0x44B52D02C7E14AF6),
    ("8.41e21", 0x447C7E83209E90B2),
    ("9.5367431640625e-07", 0x3EB0000000000000),
    ("0e999", 0x0000000000000000),
  ]

  /// Bit patterns from an ECMAScript engine; JSON5 numbers are a subset of its literals.
  static let extended: [(String, UInt64)] = [
    ("+1", 0x3FF0000000000000),
    ("+0", 0x0000000000000000),
    ("-0", 0x8000000000000000),
    ("5.", 0x4014000000000000),
    ("-5.", 0xC014000000000000),
    ("5.e2", 0x407F400000000000),
    (".5", 0x3FE0000000000000),
    ("-.5", 0xBFE0000000000000),
    ("+.25e-2", 0x3F647AE147AE147B),
    ("0x0", 0x0000000000000000),
    ("0XfF", 0x406FE00000000000),
    ("-0x10", 0xC030000000000000),
    ("+0xDecaf", 0x412BD95E00000000),
    ("0x1fffffffffffff", 0x433FFFFFFFFFFFFF),
    ("0x20000000000001", 0x4340000000000000),
    ("0x20000000000003", 0x4340000000000002),
    ("0xffffffffffffffffffff", 0x44F0000000000000),
    ("0.", 0x0000000000000000),
    ("0.e1", 0x0000000000000000),
    (".0", 0x0000000000000000),
  ]

  @Test(arguments: strict + extended)
  func everyLiteralIsTheNearestDouble(literal: String, pattern: UInt64) throws {
    let node = try parse(literal)
    #expect(node.value == .number(Double(bitPattern: pattern)))
    guard case .number(let number) = node.value else { return }
    #expect(number.bitPattern == pattern)
  }

  @Test(arguments: [
    ("NaN", "1:1", "NaN — text needs quotes"),
    ("{id: Infinity}", "1:6", "Infinity — text needs quotes"), ("-Infinity", "1:1", "-Infinity"),
    ("+Infinity", "1:1", "Infinity"), ("[1, -NaN]", "1:5", "-NaN"), ("+NaN", "1:1", "NaN"),
  ])
  func wordsForNonFiniteNumbersAreRejected(text: String, place: String, found: String) {
    #expect(fault(in: text) == "t:\(place): numbers must be finite, found \(found)")
  }

  @Test(arguments: [
    "1e999", "-1e309", "1.7976931348623159e308", "1e99999999999999999999",
    String(repeating: "9", count: 400), "0x" + String(repeating: "f", count: 257),
  ])
  func numbersThatOverflowAreRejected(text: String) {
    #expect(
      fault(in: text) == "t:1:1: numbers must be finite — the largest number is about 1.8e308")
  }

  @Test(arguments: [
    ("010", "1:1"), ("-010", "1:1"), ("00", "1:1"), ("[08]", "1:2"), ("01.5", "1:1"),
  ])
  func numbersWithASuperfluousZeroAreRejected(text: String, place: String) {
    let message = "a number cannot start with 0 and another digit"
    #expect(fault(in: text) == "t:\(place): \(message) — JSON5 has no octal numbers")
  }

  @Test func aNumberOfManyDigitsIsRead() throws {
    let text = "0." + String(repeating: "1", count: 1_000_000)
    #expect(try parse(text).value == .number(0.1111111111111111))
  }

  /// The oracle is the standard library, which uses C's `strtod`.
  @Test func decimalsAreTheNearestNumbers() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<5000 {
      let digits = (0..<Int.random(in: 1...19, using: &generator)).map { place in
        "\(Int.random(in: place == 0 ? 1...9 : 0...9, using: &generator))"
      }
      let point = Int.random(in: 0...digits.count, using: &generator)
      let whole = digits[..<point].joined()
      let text = point == digits.count ? whole : "\(whole).\(digits[point...].joined())"
      let number = try #require(Double(point == 0 ? "0\(text)" : text))
      #expect(try parse(text).value == .number(number), "\(text)")
    }
  }
}
