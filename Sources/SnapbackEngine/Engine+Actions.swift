public import SnapbackTiming

/// Running the scene's own actions.
extension Engine {
  /// Runs the action with a name; if its changes are refused, it logs a warning.
  @discardableResult
  public mutating func run(
    action name: String, at time: Instant
  ) throws(EngineError) -> UInt64? {
    let index = try place(ofAction: name, at: time)
    let id = run(action: index)
    runDueActions()
    return id
  }

  /// Runs the action with a name; if its changes are refused, it throws the reason.
  @discardableResult
  public mutating func start(
    action name: String, at time: Instant
  ) throws(EngineError) -> UInt64? {
    let index = try place(ofAction: name, at: time)
    let id = try start(action: index)
    runDueActions()
    return id
  }

  private mutating func place(
    ofAction name: String, at time: Instant
  ) throws(EngineError) -> Int {
    advance(to: time)
    guard let index = actions.index(of: name) else { throw .unknownAction(name) }
    return index
  }

  /// Runs the actions that have been triggered, in the order in which they were.
  mutating func runDueActions() {
    while let index = actions.next(at: now) { run(action: index) }
  }

  @discardableResult
  private mutating func run(action index: Int) -> UInt64? {
    do throws(EngineError) {
      return try start(action: index)
    } catch {
      log.warn("action \"\(actions.name(of: index))\": \(error.description)")
      return nil
    }
  }

  private mutating func start(action index: Int) throws(EngineError) -> UInt64? {
    guard let step = actions.begin(index, at: now) else { return nil }
    let id = try applyNow(step.changes, animation: step.animation)
    if let id { motion.transactions.modify(id) { $0.action = index } }
    actions.noteStarted(index)
    return id
  }

  /// Takes what actions could not do since the last call, a line each.
  public mutating func takeActionWarnings() -> [String] {
    log.takeWarnings()
  }
}
