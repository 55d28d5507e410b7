import SnapbackBasics
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// Changes that are made as one transaction, all or none.
///
/// Every channel that changes gets a residual term that starts at the old value minus the new one
/// and has the timing of the block. Views that the layout ties together therefore stay together
/// while they move.
struct ChangeBlock {
  private let changes: [SceneChange]
  private let animation: Animation?
  private let isControlled: Bool

  init(_ changes: [SceneChange], animation: Animation?, isControlled: Bool = false) {
    (self.changes, self.animation, self.isControlled) = (changes, animation, isControlled)
  }

  /// Makes the changes and returns the id of the transaction, nil without an animation. If a change
  /// is invalid, makes none and throws.
  ///
  /// - Parameter wasUpright: whether the screen was upright at the moment from which a rotation
  ///   counts; nil for the present moment.
  func make(
    in loop: inout SceneLoop, since wasUpright: Bool? = nil
  ) throws(EngineError) -> UInt64? {
    let animation = animation ?? loop.delay(for: changes)
    for change in changes { try change.check(in: animation, loop.parts, loop.manipulation) }
    let undo = try loop.parts.make(changes)
    let isNested = changes.contains(where: \.isStructure)
    // Nested changes are made one by one, with passes between them. Making them all together only
    // checked that they are valid, so undo them first.
    if isNested { loop.parts.undo(undo) }
    let wasUpright = wasUpright ?? loop.isUpright
    if animation != nil || isNested {
      loop.parts.motion.transactions.begin(isControlled: isControlled)
    }
    if isControlled {
      loop.parts.motion.transactions.setUndo(undo + changes.flatMap { $0.directUndo(loop.parts) })
    }
    if isNested {
      make(changes, animation, in: &loop)
    } else {
      finish(direct: changes, animation, in: &loop)
    }
    loop.noteContext()
    let id = loop.parts.motion.endTransaction()
    loop.updateDrive()
    loop.turned(since: wasUpright)
    return id
  }

  /// Makes changes one by one, with the layout passes that they request.
  private func make(
    _ changes: [SceneChange], _ animation: Animation?, in loop: inout SceneLoop
  ) {
    var direct: [SceneChange] = []
    for change in changes {
      switch change {
      case .layoutIfNeeded:
        finish(direct: direct, animation, in: &loop)
        direct.removeAll()
      case .animate(let inner, let list):
        for change in direct { change.drive(in: &loop, with: animation) }
        makeDirectly(direct, animation, in: &loop)
        direct.removeAll()
        make(list, inner ?? animation, in: &loop)
      case let change where change.goesThroughLayout && !loop.parts.layout.isDriven(change):
        _ = try? loop.parts.make([change])
      default: direct.append(change)
      }
    }
    finish(direct: direct, animation, in: &loop)
  }

  /// Makes the changes of driven constants in `direct`, runs the layout pass for these and all
  /// earlier changes, then makes the changes in `direct` that do not go through layout.
  private func finish(
    direct: [SceneChange], _ animation: Animation?, in loop: inout SceneLoop
  ) {
    for change in direct { change.drive(in: &loop, with: animation) }
    loop.passLayout(animatedBy: animation)
    loop.followContext(with: animation)
    makeDirectly(direct, animation, in: &loop)
    // A change of the scale of zoomed content changes the range of its offset.
    if loop.manipulation.hasZooms { loop.keepOffsets(with: animation) }
  }

  private func makeDirectly(
    _ changes: [SceneChange], _ animation: Animation?, in loop: inout SceneLoop
  ) {
    loop.parts.motion.transactions.note(animation)
    for change in changes { change.makeDirectly(in: &loop, with: animation) }
    loop.keepPoints(with: animation)
  }
}

extension SceneLoop {
  /// An animation without duration if changes without animation set a state while a finger holds a
  /// driven constant. The constant of the new state then waits for the release.
  fileprivate func delay(for changes: [SceneChange]) -> Animation? {
    guard changes.contains(where: \.setsState), manipulation.holdsConstants else { return nil }
    return .curve(.linear, duration: 0)
  }
}
