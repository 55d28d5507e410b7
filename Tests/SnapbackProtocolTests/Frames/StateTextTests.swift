import SnapbackBasics
import SnapbackDocument
import SnapbackProtocol
import SnapbackReplay
import SnapbackTestSupport
import Testing

/// The text of a view's state, compared with the values that a JSON reader finds in it.
@Suite struct StateTextTests {
  private func line(_ state: ViewState, _ precision: NumberPrecision) -> String {
    var frame = SceneFrame(count: 1)
    frame.views[0] = state
    frame.revisions[0] = 1
    var encoder = MessageEncoder(precision: precision)
    encoder.frame(
      frame, views: [0], computed: .zero, appearances: [ViewAppearance(name: "a", parent: nil)],
      sequence: 1)
    return String(decoding: encoder.bytes, as: UTF8.self)
  }

  /// A view all of whose numbers are `number`.
  private func state(_ number: Double) -> ViewState {
    let vector = Vector(dx: number, dy: number)
    return ViewState(
      frame: Rect(x: number, y: number, width: number, height: number),
      transform: TransformComponents(
        translation: vector, rotation: number, shear: number, scale: vector),
      alpha: number, color: Color(red: 255, green: 255, blue: 255),
      toScreen: AffineTransform(
        a: number, b: number, c: number, d: number, tx: number, ty: number),
      isVisible: false,
      frameVelocity: FrameVelocity(x: number, y: number, width: number, height: number),
      translationVelocity: vector, rotationVelocity: number, scaleVelocity: vector,
      shearVelocity: number)
  }

  /// The longest texts of numbers fit, and a value that is not a number becomes null.
  @Test(arguments: [NumberPrecision.fixed, .shortest])
  func numbersOfAnyLengthFit(precision: NumberPrecision) throws {
    let numbers = [
      -1.7976931348623157e308, -2.2250738585072014e-308, -1.2345678901234567e-300,
      -8_999_999_999_999.123, -123_456_789.123456, 1e300, .nan, .infinity, -.infinity,
      .leastNonzeroMagnitude, 9e15, 0.1 + 0.2,
    ]
    for number in numbers {
      let line = line(state(number), precision)
      let message = try DocumentNode.parse(line, file: "test")
      let views = try #require(message.member("frame")?.member("views")).array(file: "test")
      #expect(try views.first?.members(file: "test").count == 12, "\(number)")
      let rotation = line.firstMatch(of: /"rotation":([^,]*),/)?.output.1
      if !number.isFinite {
        #expect(rotation == "null")
      } else if precision == .shortest {
        #expect(rotation.flatMap { Double($0) } == number)
      } else {
        let read = try #require(rotation.flatMap { Double($0) })
        #expect(abs(read - number) <= 0.5e-6 + abs(number) * 1e-15, "\(number)")
      }
    }
  }
}
