import SnapbackBasics
import SnapbackTestSupport
import Testing

@testable import SnapbackClient

/// A client's requests must match the vectors byte for byte.
@Suite struct RequestWriterTests {
  private static let time = Instant(nanoseconds: 4_612_457_405_444)

  private static let greeting = Greeting(
    name: "example", features: [.frames, .segments], views: ["card*"], rate: 60, pacing: .pull,
    acknowledges: true)

  private static let messages: [(name: String, write: @Sendable (inout RequestWriter) -> Void)] = [
    ("client-resync", { $0.resync() }),
    ("client-ping", { $0.ping(7) }),
    ("client-rate", { $0.text("rate") { $0.factor(30, "rate") } }),
    ("client-frame-request", { $0.frameRequest(for: time, refresh: 16_666_667) }),
    ("client-frame-request-variable", { $0.frameRequest(for: time, refresh: 0) }),
    (
      "client-presented",
      { $0.presented(9, at: time, refresh: 8_333_333, isDiscarded: false) }
    ),
    ("client-discarded", { $0.presented(10, at: time, refresh: 0, isDiscarded: true) }),
    ("client-shm-attach", { $0.text("shm_attach") { _ in } }),
    ("client-status", { $0.text("status") { $0.integer(1, "id") } }),
  ]

  private static func vector(_ name: String) throws -> [UInt8] {
    try Fixture.bytes(Fixture.repository + "/Tests/Fixtures/protocol/" + name)
  }

  @Test func everyMessageIsWrittenAsTheVectorsHaveIt() throws {
    for (name, write) in Self.messages {
      for (encoding, ending) in [(Greeting.Encoding.lines, "json"), (.binary, "bin")] {
        var writer = RequestWriter(encoding)
        write(&writer)
        #expect(writer.bytes == (try Self.vector("\(name).\(ending)")), "\(name).\(ending)")
      }
    }
  }

  @Test func aHelloSaysWhatIsWantedAndInBinaryBeginsWithTheEightBytes() throws {
    var lines = RequestWriter(.lines)
    lines.hello(Self.greeting)
    #expect(lines.bytes == (try Self.vector("client-hello-looks.json")))
    var binary = RequestWriter(.binary)
    binary.hello(Self.greeting)
    #expect(binary.bytes == Array("SNAPBK1\n".utf8) + (try Self.vector("client-hello-looks.bin")))
  }

  @Test func aWriterThatIsUsedAgainForgetsWhatItWrote() {
    var writer = RequestWriter(.binary)
    writer.ping(1)
    let first = writer.bytes
    writer.resync()
    #expect(writer.bytes.count == 24)
    writer.ping(1)
    #expect(writer.bytes == first && first.count == 32)
  }
}
