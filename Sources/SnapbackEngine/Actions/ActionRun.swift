/// Running the scene's actions.
extension SceneLoop {
  /// Reports the transactions that have ended, and runs the actions that wait for them.
  mutating func reportTransactions() {
    for (action, end) in parts.motion.reportTransactions() {
      noteEnd(ofAction: action, end)
      actions.finish(action)
    }
    runDueActions()
  }

  /// Runs the triggered actions, in order. Logs a warning for each action whose changes are
  /// refused.
  mutating func runDueActions() {
    if !crossings.isEmpty { noteCrossings() }
    if actions.hasFeedback { noteFeedback() }
    while let index = actions.next(at: now) {
      run(action: index)
      if !crossings.isEmpty { noteCrossings(causedBy: index) }
    }
  }

  /// Runs the next step of an action; logs a warning if its changes are refused.
  @discardableResult
  mutating func run(action index: Int) -> UInt64? {
    do throws(EngineError) {
      return try start(action: index)
    } catch {
      log.warn("action \"\(actions.name(of: index))\": \(error.description)")
      return nil
    }
  }

  /// Runs the next step of an action; returns the transaction, or nil for an action that has no
  /// steps or that fingers hold.
  mutating func start(action index: Int) throws(EngineError) -> UInt64? {
    guard !scrubs.isHeld(action: index), let step = actions.begin(index, at: now) else {
      return nil
    }
    scrubs.forget(action: index)
    let id = try ChangeBlock(step.changes, animation: step.animation).make(in: &self)
    if let id {
      parts.motion.transactions.modify(id) { $0.action = index }
      noteBeginning(ofAction: index)
    }
    actions.noteStarted(index)
    return id
  }
}
