import AllocationCounter
import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol
import Testing

/// Frames are encoded without an allocation after a warm-up.
///
/// Only release builds are checked: a debug build allocates where the optimizer avoids it.
@Suite struct EncodingAllocationTests {
  /// A scene of a hundred views that have all changed and are moving.
  static func scene() -> (frame: SceneFrame, appearances: [ViewAppearance]) {
    var generator = SeededGenerator(seed: 7)
    var frame = SceneFrame(count: 100)
    frame.revision = 9
    frame.revisions = Array(repeating: 9, count: 100)
    func number() -> Double { Double.random(in: -500...500, using: &generator) }
    for view in frame.views.indices {
      frame.views[view] = ViewState(
        frame: Rect(x: number(), y: number(), width: abs(number()), height: abs(number())),
        transform: TransformComponents(
          translation: Vector(dx: number(), dy: number()), rotation: number() / 500,
          shear: 0.1, scale: Vector(dx: 1.25, dy: number() / 100)),
        color: Color(red: 1, green: 2, blue: 3),
        toScreen: AffineTransform(
          a: 0.9, b: number() / 500, c: -0.1, d: 1.1, tx: number(), ty: number()),
        frameVelocity: FrameVelocity(x: number(), y: 0, width: 2, height: 3),
        translationVelocity: Vector(dx: number(), dy: number()), rotationVelocity: 0.5,
        scaleVelocity: Vector(dx: 0.1, dy: 0.2), shearVelocity: 0.01)
    }
    let appearances = frame.views.indices.map {
      ViewAppearance(name: "view number \($0) of them", parent: $0 == 0 ? nil : 0)
    }
    return (frame, appearances)
  }

  @Test(arguments: [WireEncoder.Encoding.ndjson, .binary])
  func aFrameOfAHundredViewsAllocatesNothing(encoding: WireEncoder.Encoding) {
    let (frame, appearances) = Self.scene()
    var encoder = WireEncoder(encoding)
    let all = Array(frame.views.indices)
    func write() {
      encoder.reset()
      encoder.frame(
        frame, views: all, computed: .zero, appearances: appearances, sequence: 1)
      encoder.idle(at: .zero, sequence: 2)
    }
    for _ in 0..<3 { write() }
    let size = encoder.bytes.count
    let before = allocation_count()
    for _ in 0..<20 { write() }
    let allocations = allocation_count() - before
    #expect(encoder.bytes.count == size && size > 14_000)
    #if !DEBUG
      #expect(allocations == 0)
    #else
      #expect(allocations >= 0)
    #endif
  }

  @Test func aFrameHasTheViewsThatAreNamed() {
    let (frame, appearances) = Self.scene()
    var encoder = WireEncoder(.ndjson)
    // One of the views does not exist.
    encoder.frame(
      frame, views: [7, 100], computed: .zero, appearances: appearances, sequence: 1)
    let text = String(decoding: encoder.bytes, as: UTF8.self)
    #expect(text.contains("view number 7 of") && !text.contains("view number 8 of"))
    encoder.reset()
    encoder.frame(frame, views: [], computed: .zero, appearances: appearances, sequence: 1)
    #expect(String(decoding: encoder.bytes, as: UTF8.self).contains("\"views\":[]"))
  }

  /// Strings longer than the limit of a message are cut between characters, whatever the characters
  /// are.
  @Test(arguments: ["a", "é", "世", "👍"]) func longStringsAreCutBetweenCharacters(unit: String) {
    for lead in 0..<4 {
      let text = String(repeating: "x", count: lead) + String(repeating: unit, count: 70_000)
      var encoder = BinaryEncoder()
      encoder.error(code: "", message: text)
      let start = 24 + 2 + 2
      let bytes = encoder.bytes[start...]
      let kept = String(validating: bytes, as: UTF8.self)
      #expect(kept.map { text.hasPrefix($0) } == true)
      #expect(bytes.count > 65_535 - 4 && bytes.count <= 65_535)
      #expect(Int(encoder.bytes[26]) | Int(encoder.bytes[27]) << 8 == bytes.count)
    }
  }

  /// The bounding box is that of the four corners.
  @Test func theBoundingBoxHoldsTheCorners() {
    for state in Self.scene().frame.views {
      let (width, height) = (state.frame.size.width, state.frame.size.height)
      let corners = [(0, 0), (width, 0), (0, height), (width, height)].map {
        state.toScreen(Point(x: $0.0, y: $0.1))
      }
      let box = state.boundingBox
      #expect(abs(box.left - (corners.map(\.x).min() ?? .nan)) < 1e-9)
      #expect(abs(box.right - (corners.map(\.x).max() ?? .nan)) < 1e-9)
      #expect(abs(box.top - (corners.map(\.y).min() ?? .nan)) < 1e-9)
      #expect(abs(box.bottom - (corners.map(\.y).max() ?? .nan)) < 1e-9)
    }
  }
}
