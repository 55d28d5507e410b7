import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import Testing

@testable import SnapbackDaemon

/// Clients with equal subscriptions share frames, and the frames that are due for them.
@Suite struct SharedMessagesTests {
  private static func reader(
    _ views: [String], _ encoding: WireEncoder.Encoding = .ndjson, readsLooks: Bool = false
  ) -> SharedMessages.Reader {
    SharedMessages.Reader(
      encoding: encoding, readsRadii: false, readsLooks: readsLooks, views: ViewFilter(views))
  }

  private static func content(_ revision: UInt64) -> SharedMessages.Content {
    SharedMessages.Content(
      start: SampleMark(revision: 1, target: .zero),
      end: SampleMark(revision: revision, target: Instant(nanoseconds: 5)), lead: 0,
      computed: Instant(nanoseconds: 5), epoch: 1)
  }

  /// Encodes a text in place of a frame.
  private static func encode(
    _ text: String, _ revision: UInt64, _ reader: SharedMessages.Reader,
    in messages: inout SharedMessages
  ) -> [UInt8] {
    messages.encode(content(revision), for: reader) { $0.text(Array(text.utf8)) }
  }

  @Test func aFrameIsKnownOnlyToEqualReadersUntilTheNextOne() {
    var messages = SharedMessages()
    let (cards, lines) = (Self.reader(["card*"]), Self.reader(["line*"]))
    let bytes = Self.encode("one", 2, cards, in: &messages)
    #expect(bytes == Array("one\n".utf8))
    #expect(messages.known(Self.content(2), for: Self.reader(["card*"])) == bytes)
    for other in [
      lines, Self.reader(["card*"], .binary), Self.reader(["card*"], readsLooks: true),
    ] {
      #expect(messages.known(Self.content(2), for: other) == nil)
    }
    #expect(messages.known(Self.content(3), for: cards) == nil)
    let next = Self.encode("two", 3, cards, in: &messages)
    #expect(next == Array("two\n".utf8))
    #expect(messages.known(Self.content(2), for: cards) == nil)
  }

  @Test func manyReadersGetTheirOwnFrames() {
    var messages = SharedMessages()
    for number in 0..<40 {
      let reader = Self.reader(["view\(number)"], number % 3 == 0 ? .binary : .ndjson)
      let bytes = Self.encode("\(number)", 2, reader, in: &messages)
      var encoder = WireEncoder(reader.encoding)
      encoder.text(Array("\(number)".utf8))
      #expect(bytes == encoder.bytes)
      #expect(messages.known(Self.content(2), for: reader) == bytes)
    }
  }

  @Test func framesWithTheSameIntervalAreSentTogether() {
    let (now, interval) = (Instant(nanoseconds: 1_000_000), 8_000_000 as UInt64)
    func due(_ nanoseconds: UInt64) -> Instant { now.advanced(byNanoseconds: nanoseconds) }
    var round = ServingRound()
    round.begin(at: now)
    #expect(round.includes(now, interval, at: now))
    #expect(!round.includes(due(1), interval, at: now))
    round.note(interval)
    #expect(round.includes(due(interval / 2 - 1), interval, at: now))
    #expect(!round.includes(due(interval / 2), interval, at: now))
    // A client with another interval, or with display times, has times of its own.
    #expect(!round.includes(due(1), interval + 1, at: now))
    #expect(!round.includes(due(1), nil, at: now))
    round.end()
    #expect(!round.includes(due(1), interval, at: now))
    round.begin(at: now)
    #expect(!round.includes(due(1), interval, at: now))
  }
}
