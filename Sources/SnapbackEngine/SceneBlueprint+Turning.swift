public import SnapbackBasics
import SnapbackLayout
import SnapbackProtocol
public import SnapbackTouches

/// The scene on a panel with a rotated picture.
///
/// A scene describes its screen for an unrotated picture. A quarter turn swaps the width and the
/// height of the screen, and the size classes of the two axes. The safe area stays at the same
/// physical edges of the panel.
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

  /// The changes that rotate the picture of the running scene to `rotation`.
  func changes(turningTo rotation: PanelRotation) -> [SceneChange] {
    let turned = turned(by: rotation)
    return [.screenSize(turned.screen.size), .traits(turned.layout.traits)]
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

extension RunningScene {
  /// The changes that rotate the picture by `rotation`, in addition to its present rotation.
  ///
  /// They rotate the present screen size and traits, so changes of them that were made at run time
  /// are kept.
  public func changes(turningBy rotation: PanelRotation) -> [SceneChange] {
    [
      .screenSize(rotation.picture(on: layout.screenSize)),
      .traits(layout.traits.turned(by: rotation)),
    ]
  }
}

extension Engine {
  /// Changes the rotation of the picture on its panel and lays the scene out again.
  ///
  /// All gestures are cancelled, because the rotation moves a different point of the picture under
  /// each finger. A finger that is down has no effect until it lifts and touches again. If the
  /// screen changes between portrait and landscape, the scene's actions on `rotate` are triggered.
  ///
  /// - Parameters:
  ///   - blueprint: the scene for the unrotated picture, as it was read from its document.
  ///   - rehearsal: the layout pass of these changes, if it was run ahead of time.
  public mutating func turn(
    to rotation: PanelRotation, of blueprint: SceneBlueprint, rehearsal: LayoutRehearsal? = nil,
    at time: Instant
  ) throws(EngineError) {
    cancelContacts(at: time)
    try apply(
      blueprint.changes(turningTo: rotation), animation: nil, rehearsal: rehearsal, at: time)
  }

  /// Rotates the picture by `rotation`, in addition to its present rotation.
  ///
  /// In contrast to ``turn(to:of:rehearsal:at:)``, this method rotates the present screen size and
  /// traits (``RunningScene/changes(turningBy:)``). The effects on gestures, fingers and actions
  /// are the same.
  ///
  /// - Parameter rehearsal: the layout pass of these changes, if it was run ahead of time.
  public mutating func turn(
    by rotation: PanelRotation, rehearsal: LayoutRehearsal? = nil, at time: Instant
  ) throws(EngineError) {
    cancelContacts(at: time)
    try apply(
      RunningScene(self).changes(turningBy: rotation), animation: nil, rehearsal: rehearsal,
      at: time)
  }
}
