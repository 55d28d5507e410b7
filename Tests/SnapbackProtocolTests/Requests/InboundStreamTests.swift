import SnapbackBasics
import SnapbackProtocol
import Testing

@Suite struct InboundStreamTests {
  static let hello = "{\"hello\":{}}\n"

  @Test func theFirstBytesTellTheEncoding() {
    for (bytes, encoding): ([UInt8], InboundStream.Encoding?) in [
      (Array("{".utf8), .ndjson), (Array("\n".utf8), .ndjson), (Array(" ".utf8), .ndjson),
      (Bytes.magic, .binary), (Array("SNAPBK".utf8), nil), ([], nil),
    ] {
      var stream = InboundStream()
      stream.append(bytes[...])
      #expect((try? stream.next()) == .some(nil))
      #expect(stream.encoding == encoding)
      #expect(stream.needsBytes)
    }
    #expect(Heard.hear("GET / HTTP/1.1\n").code == .badMessage)
    #expect(Heard.hear("SNAPBK2\n").code == .version)
    #expect(Heard.hear("SNAPBAK\n").code == .badMessage)
    #expect(Heard.hear("SNAPBK1 ").code == .badMessage)
  }

  @Test func blankLinesAreNothing() {
    let heard = Heard.hear(
      "\n \r\n\t\n" + Self.hello + "\r\n\n{\"ping\":{\"id\":1}}\r\n\n", ends: true)
    #expect(heard.requests == [.hello(HelloRequest()), .ping(id: 1)] && heard.error == nil)
  }

  @Test func bothEncodingsSayTheSame() {
    let lines = Heard.hear(
      Self.hello + """
        {"frame_request":{"time":1,"refresh":2}}
        {"presented":{"seq":3,"time":4,"refresh":5,"discarded":true}}
        {"ping":{"id":6}}
        {"resync":{}}
        {"rate":{"rate":30}}

        """)
    var binary = Bytes.magic + Bytes.text("{\"hello\":{}}")
    binary += Bytes.message(2, Bytes.numbers(1, 2))
    binary += Bytes.message(3, Bytes.numbers(3, 4, 5) + Bytes.little(1, 4) + Bytes.little(0, 4))
    binary += Bytes.message(4, Bytes.numbers(6))
    binary += Bytes.message(5, [])
    binary += Bytes.text("{\"rate\":{\"rate\":30}}")
    #expect(Heard.hear(binary) == lines)
    #expect(lines.requests.count == 6)
  }

  @Test func whatLaterVersionsAddIsSkipped() {
    var binary = Bytes.magic + Bytes.message(999, [1, 2, 3])
    binary += Bytes.message(1, Array("{\"hello\":{\"new\":1}}".utf8), flags: 0xFF)
    binary += Bytes.message(0x8000, Array(repeating: 0xFF, count: 5000))
    binary += Bytes.message(4, Bytes.numbers(6) + [9, 9, 9])
    binary += Bytes.message(5, [1])
    binary += Bytes.message(1, [0x20, 0x0A])
    let heard = Heard.hear(binary, ends: true)
    #expect(
      heard.requests == [.hello(HelloRequest()), .ping(id: 6), .resync] && heard.error == nil)
  }

  @Test func binaryMistakesHaveTheirCodes() {
    let greeted = Bytes.magic + Bytes.text("{\"hello\":{}}")
    #expect(Heard.hear(Bytes.magic + Bytes.message(5, [])).code == .noHello)
    #expect(Heard.hear(Bytes.magic + Bytes.text("{\"resync\":{}}")).code == .noHello)
    #expect(Heard.hear(greeted + Bytes.message(2, [0])).code == .badMessage)
    #expect(Heard.hear(greeted + Bytes.message(3, Bytes.numbers(1, 2, 3))).code == .badMessage)
    #expect(Heard.hear(greeted + Bytes.message(4, [], version: 2)).code == .version)
    #expect(
      Heard.hear(greeted + Bytes.little(65_537, 4) + [77, 0, 1, 0] + Bytes.little(0, 16)).code
        == .tooLong)
    #expect(
      Heard.hear(greeted + Bytes.little(.max, 4) + [1, 0, 1, 0] + Bytes.little(0, 16)).code
        == .tooLong)
    #expect(Heard.hear(greeted + [1, 2, 3], ends: true).code == .badMessage)
    #expect(Heard.hear(Array("SNA".utf8), ends: true).code == .noHello)
  }

  @Test func aLineHasALength() {
    func line(_ count: Int) -> String {
      "{\"resync\":\"" + String(repeating: "x", count: count - 13) + "\"}"
    }
    let limit = 65_536
    let fits = Heard.hear(Self.hello + line(limit) + "\n")
    #expect(fits.requests.last == .resync && fits.error == nil)
    #expect(Heard.hear(Self.hello + line(limit + 1) + "\n").code == .tooLong)
    let endless = Heard.hear(Self.hello + line(2 << 20))
    #expect(endless.code == .tooLong && endless.greatest <= limit + 4096)
    let name = String(repeating: "x", count: limit)
    #expect(Heard.hear("{\"hello\":{\"name\":\"\(name)\"}}\n").code == .tooLong)
  }

  @Test func theLastLineMayDoWithoutItsNewline() {
    #expect(Heard.hear("{\"hello\":{}}", ends: true).requests == [.hello(HelloRequest())])
    #expect(Heard.hear("{\"hello\":{}}", ends: true).error == nil)
    #expect(Heard.hear("", ends: true).code == .noHello)
    #expect(Heard.hear("{\"hello\":", ends: true).code == .badMessage)
    #expect(Heard.hear(Self.hello + "{\"ping\"", ends: true).code == .badMessage)
  }

  @Test func anErrorIsFinal() {
    var stream = InboundStream()
    stream.append(Array("{\"nope\":{}}\n".utf8)[...])
    for _ in 0..<3 {
      #expect(throws: ProtocolError.self) { _ = try stream.next() }
      stream.append(Array(Self.hello.utf8)[...])
      #expect(stream.waitingBytes == 0 && !stream.needsBytes)
    }
    stream.end()
    #expect(stream.failure?.code == .noHello)
  }

  @Test func bytesAreNeededOnceAllRequestsAreTaken() throws {
    var stream = InboundStream()
    stream.append(Array((Self.hello + "\n{\"resync\":{}}\n").utf8)[...])
    _ = try stream.next()
    #expect(stream.hasRequests && stream.hasGreeted && !stream.needsBytes)
    _ = try stream.next()
    #expect(try stream.next() == nil && stream.needsBytes && !stream.hasRequests)
  }

  @Test func aFinishedClientWantsNothingMore() throws {
    var stream = InboundStream()
    stream.append(Array(Self.hello.utf8)[...])
    stream.end()
    #expect(try stream.next() != nil && stream.hasRequests)
    #expect(try stream.next() == nil)
    // A loop that serves while there are requests stops here.
    #expect(!stream.hasRequests && !stream.needsBytes)
    stream.end()
    #expect(!stream.hasRequests && !stream.needsBytes)
  }

  @Test func onlyTrustedClientsSendLongMessages() throws {
    let text = "{\"ping\":{\"id\":\(String(repeating: " ", count: 70_000))1}}"
    var stream = InboundStream(limit: ProtocolLimits.trustedMessage)
    stream.append(Array((Self.hello + text + "\n").utf8)[...])
    _ = try stream.next()
    guard case .long(let bytes) = try stream.next() else {
      Issue.record("a long message is not handed on as it is")
      return
    }
    #expect(try ClientRequest.read(bytes) == .ping(id: 1))
    #expect(Heard.hear(Self.hello + text + "\n").code == .tooLong)
  }
}
