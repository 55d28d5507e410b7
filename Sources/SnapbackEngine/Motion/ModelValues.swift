import SnapbackBasics
import SnapbackProtocol

/// The model values of views: their goals, without terms.
extension MotionStore {
  /// The frame on the screen, without the effect of scrolling.
  func modelFrame(of view: Int) -> Rect {
    Rect(
      left: model(.left, of: view), top: model(.top, of: view), right: model(.right, of: view),
      bottom: model(.bottom, of: view))
  }

  func modelTransform(of view: Int) -> TransformComponents {
    TransformComponents(
      translation: Vector(dx: model(.translationX, of: view), dy: model(.translationY, of: view)),
      rotation: model(.rotation, of: view), shear: model(.shear, of: view),
      scale: Vector(dx: model(.scaleX, of: view), dy: model(.scaleY, of: view)))
  }

  func modelColor(of view: Int) -> Color {
    Color(
      red: UInt8(saturating: model(.red, of: view)),
      green: UInt8(saturating: model(.green, of: view)),
      blue: UInt8(saturating: model(.blue, of: view)))
  }
}
