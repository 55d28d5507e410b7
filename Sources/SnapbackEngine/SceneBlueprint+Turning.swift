public import SnapbackBasics
import SnapbackLayout
import SnapbackProtocol
public import SnapbackTouches

/// The scene on a panel with a rotated picture.
///
/// A scene describes its screen for an unrotated picture. A quarter turn swaps width and height,
/// and the size classes that the scene sets. The safe area stays at the same physical edges of the
/// panel.
extension SceneBlueprint {
  /// Returns the scene for a picture that is rotated on its panel.
  public func turned(by rotation: PanelRotation) -> SceneBlueprint {
    guard rotation != .none else { return self }
    var turned = self
    turned.screen.size = rotation.picture(on: screen.size)
    // These calls succeed if the unrotated values were valid.
    try? turned.layout.setScreenSize(turned.screen.size)
    try? turned.layout.setTraits(layout.traits.turned(by: rotation))
    return turned
  }
}

extension LayoutTraits {
  func turned(by rotation: PanelRotation) -> LayoutTraits {
    var traits = self
    if rotation.swapsSides {
      traits.widthClass = heightClass
      traits.heightClass = widthClass
    }
    let area = safeArea
    traits.safeArea =
      switch rotation {
      case .none: area
      case .clockwise90:
        EdgeInsets(left: area.top, top: area.right, right: area.bottom, bottom: area.left)
      case .half:
        EdgeInsets(left: area.right, top: area.bottom, right: area.left, bottom: area.top)
      case .clockwise270:
        EdgeInsets(left: area.bottom, top: area.left, right: area.top, bottom: area.right)
      }
    return traits
  }
}

extension Engine {
  /// Changes the rotation of the picture on its panel and lays the scene out again.
  ///
  /// `blueprint` is the scene as it was read. After the rotation, a contact that is down lies over
  /// a different point of the picture. Pans are therefore cancelled, and such contacts are ignored
  /// until they lift. The scene's actions for a rotation of the screen are triggered.
  public mutating func turn(
    to rotation: PanelRotation, of blueprint: SceneBlueprint, at time: Instant
  ) throws(EngineError) {
    cancelContacts(at: time)
    let turned = blueprint.turned(by: rotation)
    try apply(
      [.screenSize(turned.screen.size), .traits(turned.layout.traits)], animation: nil, at: time)
  }

  /// Rotates the picture by a further `rotation`. Changes of screen size and traits that were made
  /// at run time are kept, rotated.
  ///
  /// Otherwise the same as ``turn(to:of:at:)``.
  public mutating func turn(
    by rotation: PanelRotation, at time: Instant
  ) throws(EngineError) {
    cancelContacts(at: time)
    let traits = loop.parts.layout.traits.turned(by: rotation)
    try apply(
      [.screenSize(rotation.picture(on: loop.parts.layout.screenSize)), .traits(traits)],
      animation: nil,
      at: time)
  }
}
