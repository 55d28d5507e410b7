import Testing

@testable import SnapbackProtocol

@Suite struct OSCWriterTests {
  /// Bytes from hexadecimal digits with spaces.
  private func bytes(_ text: String) -> [UInt8] {
    let digits = Array(text.filter { !$0.isWhitespace })
    return stride(from: 0, to: digits.count, by: 2).map {
      UInt8(String(digits[$0...($0 + 1)]), radix: 16) ?? 0
    }
  }

  /// The first example of the OSC 1.0 specification, with its length as in a bundle.
  @Test func theSpecificationsOscillatorIsWrittenByteByByte() {
    var writer = OSCWriter()
    writer.message("/oscillator/4/frequency", [.float(440)])
    #expect(
      writer.bytes
        == bytes(
          """
          00000020
          2f6f7363 696c6c61 746f722f 342f6672 65717565 6e637900
          2c660000 43dc0000
          """))
  }

  /// The second example: 1000, −1, "hello", 1.234, 5.678.
  @Test func theSpecificationsSecondExampleIsWrittenByteByByte() {
    var writer = OSCWriter()
    writer.message(
      "/foo", [.integer(1000), .integer(-1), .string("hello"), .float(1.234), .float(5.678)])
    #expect(
      writer.bytes
        == bytes(
          """
          00000028
          2f666f6f 00000000 2c696973 66660000
          000003e8 ffffffff 68656c6c 6f000000 3f9df3b6 40b5b22d
          """))
  }

  @Test func aBundleBeginsWithItsNameAndTheTimeThatMeansAtOnce() {
    var writer = OSCWriter()
    writer.beginBundle()
    #expect(writer.bytes == bytes("2362756e 646c6500 00000000 00000001"))
  }

  @Test func aTextOfAnyLengthEndsInOneToFourZeros() {
    for count in 0...40 {
      var writer = OSCWriter()
      let text = String(repeating: "a", count: count)
      writer.message("/a", [.string(text)])
      let body = writer.bytes.dropFirst(12)
      #expect(body.prefix { $0 != 0 }.count == count)
      #expect(body.count.isMultiple(of: 4))
      #expect((1...4).contains(body.count - count))
      #expect(writer.bytes.count == OSCWriter.length("/a", [.string(text)]))
    }
  }

  @Test func whatIsNoNumberIsWrittenAsOne() {
    let odd: [(Float, Float)] = [
      (.nan, 0), (.signalingNaN, 0), (.infinity, .greatestFiniteMagnitude),
      (-.infinity, -.greatestFiniteMagnitude), (-0.0, -0.0), (.leastNonzeroMagnitude, 0x1p-149),
    ]
    for (value, written) in odd {
      var writer = OSCWriter()
      writer.message("/a", [.float(value)])
      let word = writer.bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      #expect(word == written.bitPattern)
    }
  }

  @Test func whatIsNoPrintableASCIIIsAQuestionMark() {
    var writer = OSCWriter()
    writer.message("/a", [.string("é\u{1B}\u{0}🙂a\u{7F}")])
    #expect(Array(writer.bytes.dropFirst(12)) == Array("????a?\0\0".utf8))
  }
}
