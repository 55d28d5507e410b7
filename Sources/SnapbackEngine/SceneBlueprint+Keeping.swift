import SnapbackBasics
public import SnapbackLayout
import SnapbackProtocol

/// Keeps changes that were made at run time when the scene is edited.
extension SceneBlueprint {
  /// This scene with the changes of a running layout, except where this scene was edited.
  ///
  /// `base` is the blueprint that the running scene was started from; this blueprint is a later
  /// version of `base`. A constraint, property, screen setting or offset that is equal in both
  /// blueprints has not been edited, so the value of the running layout is kept. If it differs, it
  /// has been edited, and this blueprint's value is used. Constraints that were added while the
  /// scene ran are kept if everything they refer to still exists. Views, guides and constraints are
  /// matched by name. O(views + constraints).
  public func keeping(changesOf running: LayoutTree, since base: SceneBlueprint) -> SceneBlueprint {
    var next = self
    let merge = LayoutMerge(base: base.layout, running: running, next: layout)
    merge.keepTraits(in: &next.layout)
    merge.keepConstraints(in: &next.layout)
    merge.keepProperties(in: &next.layout)
    next.screen.size = next.layout.screenSize
    return next
  }

  /// This scene with the opacities, corner radii, colors, looks and received touches of a running
  /// scene, where they are equal in this blueprint and in `base`.
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
  /// Keeps the running opacity, corner radius, color and received touches of a view where the new
  /// version equals the base version.
  fileprivate func keepAppearance(
    of view: Int, since base: SceneBlueprint.View, in next: inout SceneBlueprint.View
  ) {
    func isBound(_ channel: Channel) -> Bool {
      loop.parts.motion.bindings.place(of: channel.index(view: view)) != nil
    }
    if base.alpha == next.alpha, !isBound(.alpha) {
      next.alpha = loop.parts.motion.model(.alpha, of: view)
    }
    if base.appearance.cornerRadius == next.appearance.cornerRadius, !isBound(.cornerRadius) {
      next.appearance.cornerRadius = max(0, loop.parts.motion.model(.cornerRadius, of: view))
    }
    if base.touches == next.touches {
      next.touches = loop.parts.interaction.touchable.reception(of: view)
    }
    if base.look == next.look { keepLook(of: view, in: &next) }
    guard base.appearance.color == next.appearance.color, !isBound(.red),
      loop.parts.motion.hasColor(view)
    else { return }
    next.appearance.color = loop.parts.motion.modelColor(of: view)
  }

  /// Keeps the values of a look that changes have set.
  private func keepLook(of view: Int, in next: inout SceneBlueprint.View) {
    guard let rank = loop.parts.motion.looks.rank(of: view),
      let present = loop.parts.motion.modelLook(of: view)
    else { return }
    let start = loop.parts.motion.looks.entries[rank].look.moving
    for channel in LookChannel.all
    where present[channel] != start[channel]
      && !loop.parts.motion.looks.isBound(channel, rank: rank)
    {
      next.look?.update { $0.moving[channel] = present[channel] }
    }
  }
}

extension SceneBlueprint.View {
  /// The initial value of a channel. The first layout pass sets frames.
  func start(of channel: Channel, scrolled offset: Vector) -> Double {
    switch channel {
    case .scaleX, .scaleY: 1
    case .alpha: alpha
    case .red: Double(appearance.color?.red ?? 0)
    case .green: Double(appearance.color?.green ?? 0)
    case .blue: Double(appearance.color?.blue ?? 0)
    case .cornerRadius: appearance.cornerRadius
    case .scrollX: offset.dx
    case .scrollY: offset.dy
    default: 0
    }
  }
}
