import SnapbackBasics
import SnapbackProtocol
import Testing

/// Looks in messages. A program that shares no code with the encoders writes the bytes of the
/// vectors.
@Suite struct LookMessageTests {
  /// A frame of one view, with or without a look that can move.
  private func frame(isFree: Bool) -> SceneFrame {
    var frame = SceneFrame(count: 1)
    frame.views[0] = ViewState(frame: Rect(x: 1, y: 2, width: 3, height: 4))
    var look = SceneFrame.Look(view: 0, values: MovingLook(borderWidth: 2))
    look.isFree = isFree
    frame.looks = [look]
    return frame
  }

  private func bytes(_ frame: SceneFrame, _ encoder: WireEncoder) -> [UInt8] {
    var encoder = encoder
    encoder.frame(
      frame, views: [0], computed: .zero, appearances: [ViewAppearance(name: "a", parent: nil)],
      sequence: 1)
    return encoder.bytes
  }

  @Test func aClientThatDoesNotReadLooksGetsTheBytesAsBefore() {
    for encoding in [WireEncoder.Encoding.binary, .ndjson] {
      let plain = bytes(frame(isFree: false), WireEncoder(encoding, writesRadii: true))
      let old = WireEncoder(encoding, writesRadii: true)
      let new = WireEncoder(encoding, writesRadii: true, writesLooks: true)
      #expect(bytes(frame(isFree: true), old) == plain)
      #expect(bytes(frame(isFree: false), new) == plain)
      #expect(bytes(frame(isFree: true), new) != plain)
    }
    let new = WireEncoder(.binary, writesLooks: true)
    // Two colors and six numbers.
    #expect(
      bytes(frame(isFree: true), new).count == bytes(frame(isFree: false), new).count + 32)
  }

  @Test func aMirrorHasTheLooksOfTheLastMessageAndFrame() throws {
    var mirror = SceneMirror()
    for name in ["snapshot", "looks", "frame-look"] {
      let messages = try Vectors.binaryMessages(Vectors.bytes(name + ".bin"))
      mirror.apply(try #require(messages.first))
    }
    let card = try #require(mirror.views.first { $0.name == "card" })
    #expect(card.data == "{\"a\":[1,2.50,{\"b\":null}],\"ü\":\"\"}")
    #expect(card.look?.image == "weather/sun ☀")
    #expect(card.look?.textAlignment == .right && card.look?.fontWeight == 700)
    let label = try #require(mirror.views.first { $0.name == "label" })
    #expect(label.look?.moving.borderWidth == 2.25 && label.look?.truncation == .tail)
    #expect(mirror.views[0].look == nil)
    let none = try Vectors.binaryMessages(Vectors.bytes("looks.bin"))
    #expect(mirror.apply(none[1]) == .looks)
    #expect(mirror.views.allSatisfy { $0.look == nil })
  }

  @Test func colorsHaveSixOrEightDigits() {
    #expect(Paint(hexadecimal: "#0a84ff")?.alpha == 255)
    #expect(Paint(hexadecimal: "#0a84ff40")?.alpha == 0x40)
    #expect(Paint(hexadecimal: "#0A84FF04")?.hexadecimal == "#0a84ff04")
    for text in ["#0a84ff4", "#0a84ff+4", "#0a84f", "0a84ff40", "#0a84ff400"] {
      #expect(Paint(hexadecimal: text) == nil)
    }
  }
}
