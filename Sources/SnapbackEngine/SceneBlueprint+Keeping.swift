import SnapbackFrames
import SnapbackGeometry
public import SnapbackLayout

/// A scene that is changed while it runs, and what had been changed of it before.
extension SceneBlueprint {
  /// This scene with what a running layout has come to, where this and `base` say the same.
  ///
  /// `base` is what the running scene was started from; this is a later version of it. What both
  /// say alike of a constraint, a property, the screen or an offset has not been edited, so what
  /// the running layout has made of it is kept: that is what an edit of something else leaves
  /// alone. What they say otherwise has been edited, and this one holds. Constraints that were
  /// added while the scene ran are kept if all they speak of is still there. Views, guides and
  /// constraints are the same by their names. O(views + constraints).
  public func keeping(changesOf running: LayoutTree, since base: SceneBlueprint) -> SceneBlueprint {
    var next = self
    let merge = LayoutMerge(base: base.layout, running: running, next: layout)
    merge.keepTraits(in: &next.layout)
    merge.keepConstraints(in: &next.layout)
    merge.keepProperties(in: &next.layout)
    next.screen.size = next.layout.screenSize
    return next
  }

  /// This scene with the opacities and colours of a running one, where this and `base` say the
  /// same.
  ///
  /// O(views).
  public func keeping(
    appearancesOf engine: borrowing Engine, since base: SceneBlueprint
  ) -> SceneBlueprint {
    var next = self
    for index in next.views.indices {
      let name = next.views[index].appearance.name
      guard let old = engine.loop.parts.layout.view(named: name), base.views.indices.contains(old)
      else {
        continue
      }
      engine.keepAppearance(of: old, since: base.views[old], in: &next.views[index])
    }
    return next
  }
}

extension Engine {
  /// Takes over the opacity and the colour of a view where a new version says what the old one did.
  fileprivate func keepAppearance(
    of view: Int, since base: SceneBlueprint.View, in next: inout SceneBlueprint.View
  ) {
    if base.alpha == next.alpha { next.alpha = loop.parts.motion.model(.alpha, of: view) }
    guard base.appearance.color == next.appearance.color, loop.parts.motion.hasColor(view) else {
      return
    }
    next.appearance.color = loop.parts.motion.modelColor(of: view)
  }
}
