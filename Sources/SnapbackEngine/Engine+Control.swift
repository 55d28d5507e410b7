import SnapbackFrames
import SnapbackGeometry
import SnapbackGestures
import SnapbackLayout
import SnapbackMotion
public import SnapbackTiming

/// A controlled transaction: pause, scrub, continue, reverse, stop, as a property animator's.
///
/// Its own time runs from 0 to a duration. Pausing and scrubbing set that time; what is seen is a
/// function of it. Where it stands still or jumps, velocities do too: that is what is asked for.
extension Engine {
  /// Where a controlled transaction can be ended.
  public enum EndPosition: String, Hashable, Sendable, CaseIterable {
    /// As it was asked for.
    case end
    /// As it was before; the changes are taken back.
    case start
    /// As it is seen; frames are then as if set by hand, until the next layout pass.
    case current
  }

  /// Stops a controlled transaction where it is; its velocity is then 0.
  public mutating func pause(_ id: UInt64, at time: Instant) throws(EngineError) {
    _ = try controlled(id, at: time)
    motion.setTime(of: id, toFraction: nil, isPaused: true)
  }

  /// Lets a controlled transaction that was paused or scrubbed go on from there.
  public mutating func resume(_ id: UInt64, at time: Instant) throws(EngineError) {
    _ = try controlled(id, at: time)
    motion.setTime(of: id, toFraction: nil, isPaused: false)
  }

  /// Shows a controlled transaction at a fraction of its duration, 0…1, and pauses it there.
  ///
  /// One that repeats for ever has no fractions: it counts its first run.
  public mutating func scrub(
    _ id: UInt64, to fraction: Double, at time: Instant
  ) throws(EngineError) {
    _ = try controlled(id, at: time)
    guard fraction >= 0, fraction <= 1 else { throw .notAFraction(fraction) }
    motion.setTime(of: id, toFraction: fraction, isPaused: true)
  }

  /// How much of a controlled transaction's duration has passed, 0…1; nil when there is none.
  public func fraction(of id: UInt64) -> Double? {
    motion.transactions[id]?.fraction(at: now)
  }

  /// Turns a controlled transaction round: its changes are taken back, and it goes where it came
  /// from; once more, and it goes on again.
  ///
  /// A curve runs backwards. A spring has a velocity and keeps it: it is aimed at the start. The
  /// way back is the transaction's new whole for ``scrub(_:to:at:)``.
  public mutating func reverse(_ id: UInt64, at time: Instant) throws(EngineError) {
    let control = try controlled(id, at: time)
    let wasUpright = isUpright
    motion.updateLinkedModels()
    let before = motion.models
    let hidden = motion.transactions[id]?.hidingViews ?? []
    let wasHidden = motion.tree.indices.map { motion.isHidden($0) }
    manipulation.dropAims(of: id)
    carryOutCommands()
    let again = takeBack(control.undo)
    // What a stack hid comes back, and what it showed goes, which is seen to the end.
    let hiding = motion.tree.indices.filter {
      hidden.contains($0) || motion.isHidden($0) && !wasHidden[$0] && isArranged($0)
    }
    motion.reverse(id, from: before, undo: again, hiding: hiding)
    updateDrive()
    turned(since: wasUpright)
    runDueActions()
  }

  /// Ends a controlled transaction at once.
  public mutating func end(
    _ id: UInt64, at position: EndPosition, time: Instant
  ) throws(EngineError) {
    let control = try controlled(id, at: time)
    let wasUpright = isUpright
    if position == .end { manipulation.freeAims(of: id) } else { manipulation.dropAims(of: id) }
    carryOutCommands()
    if position == .start { _ = takeBack(control.undo) }
    motion.end(id, keepsSeen: position == .current, isInterrupted: position != .end)
    updateDrive()
    reportTransactions()
    turned(since: wasUpright)
    runDueActions()
  }

  /// Forgets a transaction, controlled or not, so that it is neither counted nor reported.
  ///
  /// A controlled one is ended as it was asked for; the motion of any other runs on. Does nothing
  /// when there is no transaction of this id.
  public mutating func abandon(_ id: UInt64, at time: Instant) {
    if isControlled(id) {
      // It is there, so it can be ended.
      try? end(id, at: .end, time: time)
    } else {
      advance(to: time)
      manipulation.freeAims(of: id)
      motion.transactions.forget(id)
    }
  }

  private mutating func controlled(
    _ id: UInt64, at time: Instant
  ) throws(EngineError) -> Transaction.Control {
    advance(to: time)
    guard let control = motion.transactions[id]?.control else { throw .unknownTransaction(id) }
    return control
  }

  /// Takes changes back and returns what makes them again.
  private mutating func takeBack(_ changes: [Undo]) -> [Undo] {
    let direct = changes.compactMap { undo -> SceneChange? in
      guard case .change(let change) = undo, !change.goesThroughLayout || layout.isDriven(change)
      else { return nil }
      return change
    }
    let again = directUndo(of: direct)
    let undo = layout.undo(changes)
    passLayout(animatedBy: nil)
    // What is in a view that is moved goes along, so frames are put back from the outside in.
    for change in framesLast(direct) where !isHeld(change) {
      drive(change, with: nil)
      makeDirectly(change, with: nil)
    }
    return undo + again
  }

  /// Changes with frames at the end, those of parents first.
  private func framesLast(_ changes: [SceneChange]) -> [SceneChange] {
    func place(_ change: SceneChange) -> Int {
      if case .frame(let name, _) = change { view(named: name) ?? 0 } else { -1 }
    }
    return changes.sorted { place($0) < place($1) }
  }

  private func isHeld(_ change: SceneChange) -> Bool {
    switch change {
    case .transform(let name, _), .translation(let name, _), .rotation(let name, _):
      return view(named: name).map { manipulation.isHeld($0, parts) } ?? false
    case .constant(let name, _):
      return parts.drive.place(ofConstant: name).map { manipulation.drives(.left, of: $0) } ?? false
    default: return false
    }
  }

  /// What takes back the changes that do not go through layout, as things are now.
  func directUndo(of changes: [SceneChange]) -> [Undo] {
    changes.flatMap { change -> [Undo] in
      if case .animate(_, let list) = change { return directUndo(of: list) }
      return directUndo(of: change).map { [.change($0)] } ?? []
    }
  }

  private func directUndo(of change: SceneChange) -> SceneChange? {
    switch change {
    case .gesture(let name, _):
      interaction.gestures.firstIndex { $0.name == name }.map {
        .gesture(name, isEnabled: interaction.arena.isEnabled($0))
      }
    case .constant(let name, _), .constantBy(let name, _):
      parts.drive.place(ofConstant: name).map { .constant(name, model(.left, of: $0)) }
    case .scrollOffset(let name, _):
      view(named: name).map {
        .scrollOffset(name, Vector(dx: model(.scrollX, of: $0), dy: model(.scrollY, of: $0)))
      }
    case .frame(let name, _), .center(let name, _, _), .centerBy(let name, _):
      view(named: name).map { .frame(name, motion.modelFrame(of: $0)) }
    case .transform(let name, _):
      view(named: name).map { .transform(name, motion.modelTransform(of: $0)) }
    case .translation(let name, _):
      view(named: name).map { .translation(name, motion.modelTransform(of: $0).translation) }
    case .rotation(let name, _):
      view(named: name).map { .rotation(name, model(.rotation, of: $0)) }
    case .scale(let name, _):
      view(named: name).map { .scale(name, motion.modelTransform(of: $0).scale) }
    case .alpha(let name, _):
      view(named: name).map { .alpha(name, model(.alpha, of: $0)) }
    case .color(let name, _):
      // One that had none keeps the first that it was given.
      view(named: name).flatMap {
        motion.hasColor($0) ? .color(name, motion.modelColor(of: $0)) : nil
      }
    default: nil
    }
  }
}
