import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol
import Testing

/// A message that is encoded once and then gets a sequence number equals one that was encoded with
/// that number.
@Suite struct SharedMessageTests {
  private static let sequences: [UInt64] = [0, 1, 9, 10, 4_294_967_296, .max]

  private static func bytes(
    _ encoding: WireEncoder.Encoding, _ write: (inout WireEncoder) -> Void
  ) -> [UInt8] {
    var encoder = WireEncoder(encoding)
    write(&encoder)
    return encoder.bytes
  }

  @Test(arguments: [WireEncoder.Encoding.ndjson, .binary], sequences)
  func theNumberIsThatOfTheClient(encoding: WireEncoder.Encoding, sequence: UInt64) {
    var frame = SceneFrame(count: 3)
    (frame.time, frame.revision) = (Instant(nanoseconds: 10), 5)
    let appearances = ["screen", "seq", "zero"].map { ViewAppearance(name: $0, parent: nil) }
    let motion = ChannelMotion(
      view: 1, channel: .animated(.alpha), generation: 0, held: MotionState(value: 0))
    let messages: [(inout WireEncoder, UInt64) -> Void] = [
      { encoder, sequence in
        encoder.frame(
          frame, views: [1, 2], computed: .zero, appearances: appearances, sequence: sequence)
      },
      { encoder, sequence in
        encoder.frame(
          frame, views: [], computed: .zero, appearances: appearances, sequence: sequence)
      },
      { encoder, sequence in
        encoder.segment(
          [motion], revision: 7, at: .zero, appearances: appearances, sequence: sequence)
      },
    ]
    for write in messages {
      let earlier = Array("earlier\n".utf8)
      var sent = earlier
      let shared = Self.bytes(encoding) { write(&$0, 0) }
      SharedMessage.append(shared, encoding, sequence: sequence, to: &sent)
      let wanted = Self.bytes(encoding) { write(&$0, sequence) }
      #expect(sent == earlier + wanted)
    }
  }
}
