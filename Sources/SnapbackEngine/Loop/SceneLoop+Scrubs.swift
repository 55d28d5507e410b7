import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// Actions that gestures scrub, as `UIPercentDrivenInteractiveTransition` does.
extension SceneLoop {
  /// Starts the actions of a gesture that begins, or catches those that are still moving after its
  /// last release.
  mutating func beginScrubs(of gesture: Int) {
    for index in scrubs.indices where scrubs[index].binding.number.gesture == gesture {
      let number = scrubs[index].binding.number
      if let control = control(ofScrub: index) {
        control.setTime(isPaused: true, in: &self)
        if scrubs[index].isUndone { control.reverse(in: &self) }
        let way = parts.motion.fraction(of: scrubs[index].transaction) ?? 0
        scrubs[index].base = scrubs[index].fraction(atWay: min(max(way, 0), 1))
      } else {
        guard let id = startPaused(action: scrubs[index].action) else { continue }
        scrubs[index].transaction = id
        scrubs[index].base = scrubs[index].binding.map.state(at: number.rest).value
      }
      scrubs[index].base -= scrubs[index].binding.map.state(at: number.rest).value
      scrubs[index].isRunning = true
      scrubs[index].isUndone = false
      parts.motion.transactions.modify(scrubs[index].transaction) {
        [action = scrubs[index].action]
        in $0.action = action
      }
      scrub(index)
    }
  }

  /// Shows the actions of a gesture at the fractions for its present fingers.
  mutating func followScrubs(of gesture: Int) {
    for index in scrubs.indices where scrubs.isRunning(index, by: gesture) { scrub(index) }
  }

  /// Finishes the actions of a gesture, or undoes them, at its release.
  ///
  /// An action finishes if its fraction of the distance, plus the way that the velocity would carry
  /// it with the deceleration of a scroll view, is at least a half. A cancelled gesture undoes it.
  mutating func endScrubs(of gesture: Int, isCancelled: Bool) {
    for index in scrubs.indices where scrubs.isRunning(index, by: gesture) {
      scrubs[index].isRunning = false
      guard let control = control(ofScrub: index) else { continue }
      let way = scrubs[index].way(at: scrubs[index].binding.number.fingers(parts))
      let goal = way.value + way.velocity / Decay.normal.rate
      if goal >= 0.5, !isCancelled {
        actions.noteStarted(scrubs[index].action)
        finish(control, after: 1 - way.value, at: way.velocity, with: scrubs[index].spring)
      } else {
        undo(index, control)
        finish(control, after: way.value, at: -way.velocity, with: scrubs[index].spring)
      }
    }
    updateDrive()
    reportTransactions()
  }

  private mutating func scrub(_ index: Int) {
    let way = scrubs[index].way(at: scrubs[index].binding.number.fingers(parts))
    control(ofScrub: index)?.scrub(to: way.value, linearly: true, in: &self)
    updateDrive()
  }

  /// Makes the changes of an action's present step and pauses their transaction at its beginning;
  /// nil if the action has no steps or its changes are refused.
  private mutating func startPaused(action index: Int) -> UInt64? {
    guard let step = actions.begin(index, at: now) else { return nil }
    do throws(EngineError) {
      let block = ChangeBlock(step.changes, animation: step.animation, isControlled: true)
      guard let id = try block.make(in: &self) else { return nil }
      parts.motion.setTime(of: id, toFraction: nil, isPaused: true)
      noteBeginning(ofAction: index)
      return id
    } catch {
      log.warn("action \"\(actions.name(of: index))\": \(error.description)")
      return nil
    }
  }

  /// The control of a scrub's transaction; nil if it has ended.
  private func control(ofScrub index: Int) -> TransactionControl? {
    let id = scrubs[index].transaction
    guard let transaction = parts.motion.transactions[id], !transaction.isFinished else {
      return nil
    }
    return try? TransactionControl(of: id, in: self)
  }

  /// Undoes the changes of a scrub's action. The action does not complete.
  private mutating func undo(_ index: Int, _ control: TransactionControl) {
    let (id, action) = (scrubs[index].transaction, scrubs[index].action)
    scrubs[index].isUndone = true
    parts.motion.transactions.modify(id) { $0.action = nil }
    noteEnd(
      ofAction: action, TransactionEvent(id: id, moment: .finished, isInterrupted: true, time: now))
    control.reverse(in: &self)
  }

  /// Continues a paused transaction over a fraction of its distance. `velocity` is the rate at
  /// which the fraction decreases, per second.
  private mutating func finish(
    _ control: TransactionControl, after rest: Double, at velocity: Double, with spring: Spring
  ) {
    // The velocity of a timing is relative to the distance that is left.
    let relative = rest > 1e-6 ? velocity / rest / parts.motion.rate : 0
    control.resume(
      with: Animation(.spring(spring, initialVelocity: relative), reducedMotion: .keep), in: &self)
  }
}
