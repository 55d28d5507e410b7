import SnapbackFrames
import SnapbackGeometry
import SnapbackLayout
public import SnapbackTiming
public import SnapbackTouches

/// The scene on a panel whose picture is turned.
///
/// A scene describes its screen for a picture that is not turned. With the picture turned by a
/// quarter, width and height change places, and with them the size classes that the scene sets;
/// the safe area stays at the edges of the panel that it is of.
extension SceneBlueprint {
  /// The same scene for a picture that is turned on its panel.
  public func turned(by rotation: PanelRotation) -> SceneBlueprint {
    guard rotation != .none else { return self }
    var turned = self
    turned.screen.size = rotation.picture(on: screen.size)
    // What could be set for the screen as it was can be set for its sides changed.
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
  /// Lays the scene out for a picture that is turned on its panel, from one turn to another.
  ///
  /// `blueprint` is the scene as it was read. What touches was on another place of the picture a
  /// moment ago: pans are cancelled, and contacts count again when they have lifted. The scene's
  /// actions for a turn of the screen are set off.
  public mutating func turn(
    to rotation: PanelRotation, of blueprint: SceneBlueprint, at time: Instant
  ) throws(EngineError) {
    cancelContacts(at: time)
    let turned = blueprint.turned(by: rotation)
    try apply(
      [.screenSize(turned.screen.size), .traits(turned.layout.traits)], animation: nil, at: time)
  }

  /// Turns the picture further by `rotation` from how it lies now; what has been changed of screen
  /// and traits since the scene was read stays, turned.
  ///
  /// Otherwise as ``turn(to:of:at:)``.
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
