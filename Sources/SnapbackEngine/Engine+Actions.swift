import SnapbackGeometry
import SnapbackGestures
import SnapbackMotion
public import SnapbackTiming
import SnapbackTouches

/// The scene's own actions, and what sets them off.
extension Engine {
  /// An action and where it is in its steps.
  struct RunningAction {
    let action: SceneAction
    var step = 0
    /// When it was last set off; at one moment it is set off once, or two actions that complete
    /// each other at once would never end.
    var lastRun: Instant?
  }

  /// A finger that may become a tap.
  struct Tap {
    let contact: UInt64
    /// The view that was hit.
    let view: Int
    let start: Point
    /// Whether it has left its place, so that it is no tap any more.
    var hasMoved = false
  }

  /// How far a finger may move and still tap, in points; as far as it may and not pan.
  private static var tapSlop: Double { 10 }

  /// Sets off an action by its name; what it cannot do is a warning.
  @discardableResult
  public mutating func run(
    action name: String, at time: Instant
  ) throws(EngineError) -> UInt64? {
    run(action: try place(ofAction: name, at: time))
  }

  /// Sets off an action by its name, or throws what it cannot do.
  @discardableResult
  public mutating func start(
    action name: String, at time: Instant
  ) throws(EngineError) -> UInt64? {
    try start(action: try place(ofAction: name, at: time))
  }

  private mutating func place(
    ofAction name: String, at time: Instant
  ) throws(EngineError) -> Int {
    advance(to: time)
    guard let index = actions.firstIndex(where: { $0.action.name == name }) else {
      throw .unknownAction(name)
    }
    return index
  }

  /// Sets off the actions that a trigger is for.
  mutating func fire(_ trigger: SceneAction.Trigger) {
    for index in actions.indices where actions[index].action.triggers.contains(trigger) {
      guard actions[index].lastRun != now || !trigger.isOwnDoing else { continue }
      run(action: index)
    }
  }

  @discardableResult
  private mutating func run(action index: Int) -> UInt64? {
    do throws(EngineError) {
      return try start(action: index)
    } catch {
      log.warn("action \"\(actions[index].action.name)\": \(error.description)")
      return nil
    }
  }

  private mutating func start(action index: Int) throws(EngineError) -> UInt64? {
    let action = actions[index].action
    guard !action.steps.isEmpty else { return nil }
    actions[index].lastRun = now
    let step = action.steps[actions[index].step % action.steps.count]
    // Without an animation it is made at once, and still counts as made: a completion follows.
    let animation = action.animation ?? Self.immediately
    let id = try applyNow(step, animation: animation)
    if let id { motion.setAction(index, of: id) }
    if action.advance == .start { goOn(action: index) }
    return id
  }

  private static var immediately: Animation { .curve(.linear, duration: 0) }

  /// An action's transaction counts as made.
  mutating func finishAction(_ index: Int) {
    let action = actions[index].action
    if action.advance == .completion { goOn(action: index) }
    fire(.completion(of: action.name))
  }

  private mutating func goOn(action index: Int) {
    actions[index].step = (actions[index].step + 1) % max(1, actions[index].action.steps.count)
  }

  /// Takes what actions could not do since the last call, a line each.
  public mutating func takeActionWarnings() -> [String] {
    log.takeWarnings()
  }

  /// A finger touched a view.
  mutating func beginTap(_ contact: Contact, on view: Int) {
    taps.removeAll { $0.contact == contact.id }
    guard !actions.isEmpty, taps.count < 64 else { return }
    taps.append(Tap(contact: contact.id, view: view, start: contact.position))
  }

  /// A finger that may tap moved.
  mutating func moveTap(_ contact: Contact) {
    for index in taps.indices where taps[index].contact == contact.id {
      let way = contact.position.distance(to: taps[index].start)
      if !(way <= Self.tapSlop) { taps[index].hasMoved = true }
    }
  }

  /// A finger lifted, or was taken away.
  mutating func endTap(_ contact: Contact) {
    guard let index = taps.firstIndex(where: { $0.contact == contact.id }) else { return }
    moveTap(contact)
    let tap = taps.remove(at: index)
    guard contact.phase == .ended else { return }
    if !tap.hasMoved { tapped(tap.view) }
    release(tap, at: contact.position)
  }

  private mutating func tapped(_ view: Int) {
    if let target = nearest(from: view, where: { .tap(view: $0) }) { fire(.tap(view: target)) }
    guard let target = nearest(from: view, where: { .focus(view: $0) }), focusedView != target
    else { return }
    focusedView = target
    fire(.focus(view: target))
  }

  private mutating func release(_ tap: Tap, at point: Point) {
    guard let target = nearest(from: tap.view, where: { .touchUpInside(view: $0) }) else { return }
    let state = frame(of: target)
    guard let inverse = toScreen(target).inverse,
      Rect(x: 0, y: 0, width: state.size.width, height: state.size.height).contains(inverse(point))
    else { return }
    fire(.touchUpInside(view: target))
  }

  /// The nearest of a view and its ancestors that has an action by such a trigger.
  private func nearest(
    from view: Int, where trigger: (Int) -> SceneAction.Trigger
  ) -> Int? {
    var view = view
    while true {
      let wanted = trigger(view)
      if actions.contains(where: { $0.action.triggers.contains(wanted) }) { return view }
      guard view != 0 else { return nil }
      view = motion.tree.parent(of: view)
    }
  }
}

extension SceneAction.Trigger {
  /// Whether an action can cause it, and so set itself off.
  fileprivate var isOwnDoing: Bool {
    switch self {
    case .completion, .rotate: true
    case .appear, .tap, .touchUpInside, .focus, .gesture: false
    }
  }
}
