import SnapbackBasics
import SnapbackProtocol
import Testing

/// Corner radii in frames and snapshots; the bytes of `frame-radius.bin` are written by a program
/// that shares no code with the encoders.
@Suite struct CornerRadiusTests {
  private func update(_ messages: [ServerMessage]) -> FrameUpdate? {
    if case .frame(let update)? = messages.first { update } else { nil }
  }

  @Test func aFrameHasTheRadiiThatCanMove() throws {
    let lines = try Vectors.messages(Vectors.lines("frame-radius.json"))
    for messages in [try Vectors.binaryMessages(Vectors.bytes("frame-radius.bin")), lines] {
      let views = try #require(update(messages)).views
      #expect(views.map { $0.parts.contains(.cornerRadius) } == [true, true, false])
      #expect(views.map(\.state.cornerRadius) == [12.5, 3.25, 0])
      var known = ViewState(cornerRadius: 7)
      views[2].apply(to: &known)
      #expect(known.cornerRadius == 7 && !known.hasMovingRadius)
      views[0].apply(to: &known)
      #expect(known.cornerRadius == 12.5 && known.hasMovingRadius)
    }
  }

  /// A frame of one view, with or without a velocity.
  private func frame(_ radius: Double, canMove: Bool, rate: Double) -> SceneFrame {
    var frame = SceneFrame(count: 1)
    frame.views[0] = ViewState(
      frame: Rect(x: 1, y: 2, width: 3, height: 4), cornerRadius: radius,
      hasMovingRadius: canMove, rotationVelocity: rate)
    return frame
  }

  private func bytes(_ frame: SceneFrame, _ encoder: WireEncoder) -> [UInt8] {
    var encoder = encoder
    encoder.frame(
      frame, views: [0], computed: .zero, appearances: [ViewAppearance(name: "a", parent: nil)],
      sequence: 1)
    return encoder.bytes
  }

  @Test(arguments: [0, 1.5])
  func aClientThatDoesNotReadRadiiGetsTheBytesAsBefore(rate: Double) {
    let (moving, fixed) = (
      frame(24, canMove: true, rate: rate), frame(24, canMove: false, rate: rate)
    )
    let plain = bytes(fixed, WireEncoder(.binary))
    #expect(bytes(moving, WireEncoder(.binary)) == plain)
    #expect(bytes(fixed, WireEncoder(.binary, writesRadii: true)) == plain)
    #expect(bytes(moving, WireEncoder(.binary, writesRadii: true)).count == plain.count + 4)
  }

  @Test func aSnapshotHasThePresentRadius() throws {
    let appearance = ViewAppearance(name: "a", parent: nil, cornerRadius: 24)
    for (canMove, radius) in [(false, 24.0), (true, 5.5)] {
      for encoding in [WireEncoder.Encoding.binary, .ndjson] {
        var encoder = WireEncoder(encoding, writesRadii: true)
        encoder.snapshot(
          frame(5.5, canMove: canMove, rate: 0),
          screen: ScreenDescription(
            size: Size(width: 9, height: 9), background: Color(red: 0, green: 0, blue: 0)),
          appearances: [appearance], sequence: 1, epoch: 1)
        let messages =
          encoding == .binary
          ? try Vectors.binaryMessages(encoder.bytes)
          : try Vectors.messages([Array(encoder.bytes.dropLast())])
        guard case .snapshot(let snapshot)? = messages.first else {
          Issue.record("no snapshot")
          continue
        }
        #expect(snapshot.appearances.map(\.cornerRadius) == [radius])
        #expect(snapshot.states.map(\.cornerRadius) == [radius])
      }
    }
  }
}
