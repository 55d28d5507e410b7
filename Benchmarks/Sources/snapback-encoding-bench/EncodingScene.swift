import SnapbackBasics
import SnapbackProtocol

/// A scene of a hundred views that all changed and move.
///
/// A formula gives every number as a multiple of 1/64, so Benchmarks/encoding/twin.c computes the
/// same numbers without a shared file.
enum EncodingScene {
  static let views = 100

  /// Number `k` of a view.
  static func number(_ view: Int, _ k: Int) -> Double {
    Double((view * 131 + k * 29) % 2003) / 16 - 60
  }

  static func frame() -> SceneFrame {
    var frame = SceneFrame(count: views)
    frame.revision = 17
    for view in 0..<views {
      func n(_ k: Int) -> Double { number(view, k) }
      frame.revisions[view] = 17
      frame.views[view] = ViewState(
        frame: Rect(x: n(0), y: n(1), width: n(2).magnitude + 1, height: n(3).magnitude + 1),
        transform: TransformComponents(
          translation: Vector(dx: n(4), dy: n(5)), rotation: n(6) / 64, shear: n(9) / 64,
          scale: Vector(dx: n(7), dy: n(8))),
        alpha: 0.5,
        color: Color(
          red: UInt8(clamping: view), green: 64, blue: UInt8(clamping: 255 - view)),
        toScreen: AffineTransform(
          a: n(10) / 64, b: n(11) / 64, c: n(12) / 64, d: n(13) / 64, tx: n(14), ty: n(15)),
        frameVelocity: FrameVelocity(x: n(17), y: n(18), width: n(19), height: n(20)),
        translationVelocity: Vector(dx: n(21), dy: n(22)), rotationVelocity: n(23) / 64,
        scaleVelocity: Vector(dx: n(24), dy: n(25)), shearVelocity: n(26) / 64)
    }
    return frame
  }

  static func appearances() -> [ViewAppearance] {
    (0..<views).map { ViewAppearance(name: "view\($0)", parent: $0 == 0 ? nil : 0) }
  }
}
