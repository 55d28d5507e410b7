import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// The operations on a controlled transaction: pause, scrub, resume, reverse and end, like those of
/// a property animator.
///
/// The time of the transaction runs from 0 to its duration, and the drawn values are a function of
/// that time. Pausing sets the time of the transaction. Scrubbing sets it too, or sets the time of
/// each timing separately, so that all values have covered the same fraction of their distances.
struct TransactionControl {
  private let id: UInt64
  private let control: Transaction.Control

  /// The control of the transaction with an id; throws if no controlled transaction has it.
  init(of id: UInt64, in loop: borrowing SceneLoop) throws(EngineError) {
    guard let control = loop.parts.motion.transactions[id]?.control else {
      throw .unknownTransaction(id)
    }
    (self.id, self.control) = (id, control)
  }

  func setTime(toFraction fraction: Double? = nil, isPaused: Bool, in loop: inout SceneLoop) {
    loop.parts.motion.setTime(of: id, toFraction: fraction, isPaused: isPaused)
  }

  /// Shows a fraction of the distance, or of the time, and pauses there.
  func scrub(to fraction: Double, linearly: Bool, in loop: inout SceneLoop) {
    if linearly {
      loop.parts.motion.scrub(id, to: fraction)
    } else {
      setTime(toFraction: fraction, isPaused: true, in: &loop)
    }
  }

  /// Continues the transaction, with another animation if one is given.
  func resume(with animation: Animation?, in loop: inout SceneLoop) {
    if let animation {
      loop.parts.motion.carryOn(id, with: animation)
    } else {
      setTime(isPaused: false, in: &loop)
    }
  }

  /// Undoes the changes and sends the transaction back to its start.
  func reverse(in loop: inout SceneLoop) {
    let wasUpright = loop.isUpright
    loop.parts.motion.updateLinkedModels()
    var before = loop.parts.motion.models
    let hidden = loop.parts.motion.transactions[id]?.hidingViews ?? []
    let wasHidden = loop.parts.motion.tree.indices.map { loop.parts.motion.isHidden($0) }
    loop.manipulate { manipulation, _ in manipulation.dropAims(of: id) }
    let again = undo(in: &loop, keepsSeen: true)
    loop.parts.motion.takeBoundModels(into: &before)
    // A view that a stack hid reappears. A view that the stack showed is hidden again, but stays
    // drawn until the transaction ends.
    let hiding = loop.parts.motion.tree.indices.filter {
      hidden.contains($0)
        || loop.parts.motion.isHidden($0) && !wasHidden[$0] && loop.parts.isArranged($0)
    }
    loop.parts.motion.reverse(id, from: before, undo: again, hiding: hiding)
    loop.keepOffsets(with: Animation(.spring(control.reversalSpring)))
    loop.updateDrive()
    loop.turned(since: wasUpright)
    loop.runDueActions()
  }

  /// Ends the transaction immediately, and runs the actions that this triggers.
  func end(at position: Engine.EndPosition, in loop: inout SceneLoop) {
    let wasUpright = loop.isUpright
    stop(at: position, in: &loop)
    loop.reportTransactions()
    loop.turned(since: wasUpright)
    loop.runDueActions()
  }

  /// Ends the transaction immediately. Its end is reported, and the actions that it triggers run,
  /// with the next report of transactions.
  func stop(at position: Engine.EndPosition, in loop: inout SceneLoop) {
    loop.manipulate { manipulation, _ in
      if position == .end { manipulation.freeAims(of: id) } else { manipulation.dropAims(of: id) }
    }
    if position == .start { _ = undo(in: &loop) }
    loop.keepOffsets(with: nil)
    loop.parts.motion.end(id, keepsSeen: position == .current, isInterrupted: position != .end)
    loop.updateDrive()
  }

  /// Undoes the changes without animation and returns the changes that redo them. With `keepsSeen`,
  /// maps that depend on the layout leave the differences in the models of bound channels.
  private func undo(in loop: inout SceneLoop, keepsSeen: Bool = false) -> [Undo] {
    let direct = control.undo.compactMap { undo -> SceneChange? in
      guard case .change(let change) = undo,
        !change.goesThroughLayout || loop.parts.layout.isDriven(change)
      else { return nil }
      return change
    }
    let again = direct.flatMap { $0.directUndo(loop.parts) }
    let undo = loop.parts.undo(control.undo)
    if loop.parts.layout.hasVaried { loop.setStaged(with: nil) }
    if loop.parts.needsPass { loop.runPass(animatedBy: nil, keepsSeen: keepsSeen) }
    loop.followContext(with: nil, keepsSeen: keepsSeen)
    // Descendants move with a view, so frames are restored from the outermost views inward.
    for change in framesLast(direct, in: loop) where !isHeld(change, in: loop) {
      change.drive(in: &loop, with: nil)
      change.makeDirectly(in: &loop, with: nil)
    }
    loop.keepPoints(with: nil)
    loop.noteContext()
    return undo + again
  }

  /// The changes with those of frames last, and among these, frames of parents first.
  private func framesLast(
    _ changes: [SceneChange], in loop: borrowing SceneLoop
  ) -> [SceneChange] {
    let places = changes.map { change in
      if case .frame(let name, _) = change { loop.parts.layout.view(named: name) ?? 0 } else { -1 }
    }
    return changes.indices.sorted { places[$0] < places[$1] }.map { changes[$0] }
  }

  private func isHeld(_ change: SceneChange, in loop: borrowing SceneLoop) -> Bool {
    switch change {
    case .transform(let name, _), .translation(let name, _), .rotation(let name, _):
      guard let view = loop.parts.layout.view(named: name) else { return false }
      return loop.manipulation.isHeld(view, loop.parts)
    case .constant(let name, _):
      guard let place = loop.parts.drive.index(ofConstant: name) else { return false }
      return loop.manipulation.drives(.left, of: place)
    default: return false
    }
  }
}
