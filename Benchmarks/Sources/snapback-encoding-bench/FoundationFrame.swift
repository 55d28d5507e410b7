import Foundation
import SnapbackBasics
import SnapbackProtocol

/// The benchmark's message as a value for Foundation's encoder.
struct FoundationFrame: Encodable {
  struct Body: Encodable {
    var seq: UInt64
    var time: UInt64
    var computed: UInt64
    var revision: UInt64
    var views: [View]
  }

  struct View: Encodable {
    var id: String
    var frame: [Double]
    var translation: [Double]
    var rotation: Double
    var scale: [Double]
    var shear: Double
    var alpha: Double
    var color: String
    var toScreen: [Double]
    var box: [Double]
    var velocity: Velocity
  }

  struct Velocity: Encodable {
    var frame: [Double]
    var translation: [Double]
    var rotation: Double
    var scale: [Double]
    var shear: Double
  }

  var frame: Body

  init(_ scene: SceneFrame, _ appearances: [ViewAppearance]) {
    frame = Body(
      seq: 1, time: scene.time.nanoseconds, computed: 0, revision: scene.revision,
      views: zip(appearances, scene.views).map(Self.view))
  }

  private static func view(_ appearance: ViewAppearance, _ state: ViewState) -> View {
    let (map, box) = (state.toScreen, state.boundingBox)
    let rates = state.frameVelocity
    return View(
      id: appearance.name,
      frame: [
        state.frame.left, state.frame.top, state.frame.size.width, state.frame.size.height,
      ],
      translation: [state.transform.translation.dx, state.transform.translation.dy],
      rotation: state.transform.rotation,
      scale: [state.transform.scale.dx, state.transform.scale.dy], shear: state.transform.shear,
      alpha: state.alpha, color: state.color?.hexadecimal ?? "",
      toScreen: [map.a, map.b, map.c, map.d, map.tx, map.ty],
      box: [box.left, box.top, box.size.width, box.size.height],
      velocity: Velocity(
        frame: [rates.x, rates.y, rates.width, rates.height],
        translation: [state.translationVelocity.dx, state.translationVelocity.dy],
        rotation: state.rotationVelocity,
        scale: [state.scaleVelocity.dx, state.scaleVelocity.dy], shear: state.shearVelocity))
  }
}
