import SnapbackBasics
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// The scene's own actions: the present step of each, and which are due.
///
/// Triggers put actions into a queue; the engine runs them when the step, transaction or change
/// that triggered them is complete.
struct ActionQueue: Sendable {
  private struct RunningAction: Sendable {
    let action: SceneAction
    var step = 0
    /// The time of the action's last run. Triggers that actions can cause do not run it again at
    /// that time; otherwise two actions that complete each other immediately would never end.
    var lastRun: Instant?
  }

  private struct Due: Sendable {
    let action: Int
    /// Whether the trigger is one that an action can cause.
    let isOwnDoing: Bool
  }

  /// The feedback of a trigger that has occurred.
  struct Feedback: Sendable {
    /// The index of the action.
    let action: Int
    let word: String
    /// Whether the trigger occurs at the time of a touch frame.
    let isOfInput: Bool
  }

  /// Whether a trigger has feedback.
  let hasFeedback: Bool
  /// The feedback of the triggers since the last call of ``drainFeedback()``.
  private var feedback: [Feedback] = []
  /// The touch events that the triggers depend on.
  let interest: TouchInterest
  private var actions: [RunningAction]
  private var due: [Due] = []
  /// The insertion index for the next triggered action. Actions that a running action triggers are
  /// inserted before those that already wait.
  private var place = 0
  /// Whether the actions for the scene's appearance have been triggered.
  private(set) var hasAppeared = false
  /// The size classes and states for which conditions are evaluated; nil before they are known.
  private var context: VariationContext?
  /// The view that received the focus by a tap.
  private var focusedView: Int?

  init(_ actions: [SceneAction]) {
    let waitsForDown = actions.contains { $0.triggers.contains(where: \.isOfTouchDown) }
    interest = actions.isEmpty ? .nothing : waitsForDown ? .downs : .lifts
    hasFeedback = actions.contains { !$0.feedback.isEmpty }
    self.actions = actions.map { RunningAction(action: $0) }
  }

  /// The names of the actions, in the order of the scene.
  var names: [String] { actions.map(\.action.name) }

  func index(of name: String) -> Int? { actions.firstIndex { $0.action.name == name } }
  func name(of index: Int) -> String { actions[index].action.name }

  /// Sets the size classes and states for which conditions are evaluated.
  mutating func setContext(_ context: VariationContext) { self.context = context }

  // MARK: Triggers

  /// Whether the condition of an action is true.
  func mayStart(_ index: Int) -> Bool {
    guard let context, let condition = actions[index].action.condition else { return true }
    return condition.matches(context)
  }

  /// Whether a trigger starts an action now.
  private func starts(_ index: Int, _ trigger: SceneAction.Trigger) -> Bool {
    actions[index].action.triggers.contains(trigger) && mayStart(index)
  }

  /// Makes the actions of a trigger due.
  mutating func trigger(_ trigger: SceneAction.Trigger) {
    for index in actions.indices where starts(index, trigger) {
      add(index, for: trigger)
    }
  }

  /// Makes the actions due that wait for a moment of a landing.
  mutating func trigger(_ landing: Landing, _ moment: LandingTrigger.Moment) {
    for index in actions.indices where mayStart(index) {
      let trigger = actions[index].action.triggers.first { landing.triggers($0, moment) }
      if let trigger { add(index, for: trigger) }
    }
  }

  /// Makes the actions due that wait for crossings at one moment, in the order of the document.
  /// Returns each action with its crossing.
  mutating func trigger(
    _ crossings: [CrossingWatch.Crossing]
  ) -> [(action: Int, crossing: CrossingWatch.Crossing)] {
    var found: [(action: Int, crossing: CrossingWatch.Crossing)] = []
    for index in actions.indices where mayStart(index) {
      let crossing = crossings.first { crossing in
        actions[index].action.triggers.contains(.crossing(crossing.trigger))
      }
      guard let crossing else { continue }
      add(index, for: .crossing(crossing.trigger))
      found.append((index, crossing))
    }
    return found
  }

  private mutating func add(_ index: Int, for trigger: SceneAction.Trigger) {
    due.insert(Due(action: index, isOwnDoing: trigger.isOwnDoing), at: place)
    place += 1
    guard hasFeedback, let word = actions[index].action.feedback[trigger] else { return }
    feedback.append(Feedback(action: index, word: word, isOfInput: trigger.isOfInput))
  }

  /// Removes and returns the feedback of the triggers since the last call, in order.
  mutating func drainFeedback() -> [Feedback] {
    defer { feedback.removeAll(keepingCapacity: true) }
    return feedback
  }

  /// Records that the scene has appeared, and triggers the actions for its appearance.
  mutating func appear() {
    hasAppeared = true
    trigger(.appear)
  }

  /// The view whose actions a touch triggers: the touched view, or its nearest ancestor with such a
  /// trigger. Nil if no view has one. Ignores actions whose conditions are false.
  private func target(
    of tap: Tap, _ motion: borrowing MotionStore, _ trigger: (Int) -> SceneAction.Trigger
  ) -> Int? {
    motion.tree.nearest(from: tap.view) { view in
      actions.indices.contains { starts($0, trigger(view)) }
    }
  }

  /// Triggers the actions of a touch that is down, lifts or is cancelled. Returns the view that
  /// gets the focus; nil if no view gets it.
  mutating func trigger(
    _ event: TouchEvent, _ touchable: TouchableViews, _ motion: borrowing MotionStore
  ) -> Int? {
    switch event.phase {
    case .down: trigger(event.tap, motion) { .touchDown(view: $0) }
    case .cancelled: trigger(event.tap, motion) { .touchCancel(view: $0) }
    case .lifted(let point): return trigger(liftOf: event.tap, at: point, touchable, motion)
    }
    return nil
  }

  private mutating func trigger(
    _ tap: Tap, _ motion: borrowing MotionStore, by trigger: (Int) -> SceneAction.Trigger
  ) {
    if let view = target(of: tap, motion, trigger) { self.trigger(trigger(view)) }
  }

  /// Triggers the tap, focus and touch-up actions of a finger that has lifted at a point on the
  /// screen. Returns the view that gets the focus.
  private mutating func trigger(
    liftOf tap: Tap, at point: Point, _ touchable: TouchableViews, _ motion: borrowing MotionStore
  ) -> Int? {
    var focused: Int?
    func target(_ trigger: (Int) -> SceneAction.Trigger) -> Int? {
      self.target(of: tap, motion, trigger)
    }
    if !tap.hasMoved {
      if let view = target({ .tap(view: $0) }) { trigger(.tap(view: view)) }
      if let view = target({ .focus(view: $0) }), focusedView != view {
        (focusedView, focused) = (view, view)
        trigger(.focus(view: view))
      }
    }
    if let view = target({ .touchUpInside(view: $0) }),
      HitTest.contains(point, in: view, touchable, motion)
    {
      trigger(.touchUpInside(view: view))
    }
    if let view = target({ .touchUpOutside(view: $0) }),
      !HitTest.contains(point, in: view, touchable, motion)
    {
      trigger(.touchUpOutside(view: view))
    }
    return focused
  }

  /// Advances an action whose transaction has completed to its next step, if it advances at
  /// completion. Triggers the actions that wait for the completion.
  mutating func finish(_ index: Int) {
    if actions[index].action.advance == .completion { advance(index) }
    trigger(.completion(of: actions[index].action.name))
  }

  // MARK: Running

  /// Removes and returns the next action that is due; nil when there is none left.
  mutating func next(at now: Instant) -> Int? {
    place = 0
    while !due.isEmpty {
      let first = due.removeFirst()
      if actions[first.action].lastRun != now || !first.isOwnDoing { return first.action }
    }
    return nil
  }

  /// The changes of an action's present step, and their animation; nil for an action without steps.
  ///
  /// Changes without an animation take effect immediately, and their completion is reported as
  /// well.
  mutating func begin(
    _ index: Int, at now: Instant
  ) -> (changes: [SceneChange], animation: Animation)? {
    let action = actions[index].action
    guard !action.steps.isEmpty else { return nil }
    actions[index].lastRun = now
    let animation = action.animation ?? .curve(.linear, duration: 0)
    return (action.steps[actions[index].step % action.steps.count], animation)
  }

  /// Advances an action whose step has started to its next step, if it advances at the start.
  mutating func noteStarted(_ index: Int) {
    if actions[index].action.advance == .start { advance(index) }
  }

  /// Returns an action whose step has started, and was then undone, to this step, if it advances
  /// at the start.
  mutating func noteUndone(_ index: Int) {
    if actions[index].action.advance == .start { advance(index, by: -1) }
  }

  private mutating func advance(_ index: Int, by count: Int = 1) {
    let steps = max(1, actions[index].action.steps.count)
    actions[index].step = (actions[index].step + count + steps) % steps
  }

  /// Takes over the state of the actions from an earlier version of the scene.
  mutating func adopt(_ other: ActionQueue) {
    hasAppeared = other.hasAppeared
    for index in actions.indices {
      let action = actions[index].action
      guard let old = other.actions.first(where: { $0.action.name == action.name }) else {
        continue
      }
      actions[index].lastRun = old.lastRun
      if old.action.steps.count == action.steps.count { actions[index].step = old.step }
    }
  }
}

extension SceneAction.Trigger {
  /// Whether an action can cause the trigger, and so trigger itself.
  fileprivate var isOwnDoing: Bool {
    switch self {
    case .completion, .rotate, .crossing: true
    case .appear, .tap, .touchDown, .touchUpInside, .touchUpOutside, .touchCancel, .focus,
      .gesture, .pull, .dismissal, .landing:
      false
    }
  }

  /// Whether the trigger occurs while a touch frame is handled, at the time of the touch frame.
  fileprivate var isOfInput: Bool {
    switch self {
    case .landing(let landing): landing.moment == .landed
    default: !isOwnDoing && self != .appear
    }
  }

  /// Whether the trigger depends on the time at which a touch is down.
  fileprivate var isOfTouchDown: Bool {
    switch self {
    case .touchDown, .touchCancel: true
    default: false
    }
  }
}
