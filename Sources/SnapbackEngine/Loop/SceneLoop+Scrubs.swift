import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// Actions that gestures scrub, as `UIPercentDrivenInteractiveTransition` does.
extension SceneLoop {
  /// Starts the actions of a gesture that begins, or catches those that are still moving after
  /// their last release. Does nothing to an action that other fingers hold, or whose condition is
  /// false.
  mutating func beginScrubs(of gesture: Int) {
    for index in scrubs.indices where scrubs[index].binding.number.gesture == gesture {
      let action = scrubs[index].action
      guard !scrubs.isHeld(action: action) else { continue }
      let wasUpright = isUpright
      let way = takeBack(index)
      if way != nil || actions.mayStart(action),
        let id = startPaused(action: action, since: wasUpright)
      {
        scrubs[index].hold(id, from: way)
        scrub(index)
      } else {
        turned(since: wasUpright)
      }
      // Numbers that a catch has moved back and forth at this moment cross no threshold, and a
      // screen that it has turned back and forth has not rotated.
      if way != nil { reportTransactions() }
    }
  }

  /// Shows the actions of a gesture at the fractions for its present fingers.
  mutating func followScrubs(of gesture: Int) {
    for index in scrubs.indices where scrubs.isHeld(index, by: gesture) { scrub(index) }
  }

  /// Finishes the actions of a gesture, or undoes them, at its release.
  ///
  /// An action finishes if its fraction of the distance, plus the way that the velocity would carry
  /// it with the deceleration of a scroll view, is at least a half. A cancelled gesture undoes it.
  mutating func endScrubs(of gesture: Int, isCancelled: Bool) {
    for index in scrubs.indices where scrubs.isHeld(index, by: gesture) {
      let way = scrubs[index].way(parts)
      let isUndone = isCancelled || way.value + way.velocity / Decay.normal.rate < 0.5
      let animation = scrubs[index].letGo(at: way, isUndone: isUndone)
      guard let control = control(ofScrub: index) else { continue }
      if isUndone {
        interruptAction(ofScrub: index)
        control.reverse(in: &self)
      } else {
        actions.noteStarted(scrubs[index].action)
      }
      control.resume(with: animation, in: &self)
      updateDrive()
    }
  }

  private mutating func scrub(_ index: Int) {
    let way = scrubs[index].way(parts).value
    control(ofScrub: index)?.scrub(to: way, linearly: true, in: &self)
    updateDrive()
  }

  /// Makes the changes of an action's present step and pauses their transaction at its beginning;
  /// nil if the action has no steps or its changes are refused.
  ///
  /// The fingers, not the action's animation, determine the motion. It is not reduced.
  ///
  /// - Parameter wasUpright: whether the screen was upright at the moment from which a rotation
  ///   counts.
  private mutating func startPaused(action index: Int, since wasUpright: Bool) -> UInt64? {
    guard let step = actions.begin(index, at: now) else { return nil }
    do throws(EngineError) {
      let animation = Animation(.curve(.linear, duration: 1), reducedMotion: .keep)
      let block = ChangeBlock(step.changes, animation: animation, isControlled: true)
      guard let id = try block.make(in: &self, since: wasUpright) else { return nil }
      parts.motion.setTime(of: id, toFraction: nil, isPaused: true)
      parts.motion.transactions.modify(id) { $0.action = index }
      noteBeginning(ofAction: index)
      return id
    } catch {
      log.warn("action \"\(actions.name(of: index))\": \(error.description)")
      return nil
    }
  }

  /// Undoes an action that is still moving after its last release, without animation. Returns the
  /// fraction of the distance that was shown; nil if the action does not move.
  private mutating func takeBack(_ index: Int) -> Double? {
    guard let release = scrubs[index].release, let control = control(ofScrub: index),
      let clock = parts.motion.transactions[scrubs[index].transaction]?.control?.clock
    else { return nil }
    let way = release.way(after: clock.seconds(at: now))
    if release.isUndone {
      control.stop(at: .end, in: &self)
    } else {
      interruptAction(ofScrub: index)
      actions.noteUndone(scrubs[index].action)
      control.stop(at: .start, in: &self)
    }
    return way
  }

  /// The control of a scrub's transaction; nil if it has finished.
  private func control(ofScrub index: Int) -> TransactionControl? {
    let id = scrubs[index].transaction
    guard let transaction = parts.motion.transactions[id], !transaction.isFinished else {
      return nil
    }
    return try? TransactionControl(of: id, in: self)
  }

  /// Separates a scrub's transaction from its action, which does not complete.
  private mutating func interruptAction(ofScrub index: Int) {
    let id = scrubs[index].transaction
    parts.motion.transactions.modify(id) { $0.action = nil }
    noteEnd(
      ofAction: scrubs[index].action,
      TransactionEvent(id: id, moment: .finished, isInterrupted: true, time: now))
  }
}
