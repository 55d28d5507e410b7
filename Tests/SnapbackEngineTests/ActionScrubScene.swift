import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport

/// A scene in which gestures scrub the action `open`, and the numbers that the action changes.
enum ActionScrubScene {
  /// The channels of the card that the action changes, from their values before to those after it.
  static let channels: [(channel: Channel, from: Double, to: Double)] = [
    (.translationX, 0, 200), (.alpha, 1, 0.2), (.left, 0, 100), (.red, 0, 100), (.green, 0, 200),
    (.blue, 0, 50),
  ]

  /// The changes of the action.
  private static let changes = """
    [{ view: 'card', translation: [200, 0], alpha: 0.2, color: '#64c832' },
     { constraint: 'x', constant: 100 }, { state: 'page', value: 'detail' }]
    """

  /// The scene. A pan without slop scrubs the action over 300 points; so does a long press of
  /// 0.1 s, which begins while the finger is still. A pan of the card scrubs the action `toggle`,
  /// which has two steps.
  ///
  /// - Parameters:
  ///   - action: more keys of the action, each after a comma.
  ///   - binding: more keys of the bindings, each after a comma.
  ///   - gesture: more keys of the pan, each after a comma.
  static func text(action: String = "", binding: String = "", gesture: String = "") -> String {
    """
    { snapback: 1, screen: { width: 400, height: 800 },
      states: { page: ["list", "detail"] },
      views: [ { id: "card", color: "#000000" }, { id: "pad" } ],
      constraints: [ { id: "x", rule: "card.left = 0" }, "card.top = 0", "card.width = 50",
        "card.height = 50", "pad.left = 0", "pad.top = 100", "pad.width = 400",
        "pad.height = 300" ],
      gestures: [ { pan: "screen", name: "swipe", slop: 0, drives: "nothing" \(gesture) },
        { longPress: "pad", name: "press", duration: 0.1, drives: "nothing" },
        { pan: "card", name: "slide", slop: 0, drives: "nothing" } ],
      actions: [ { name: "open", on: { tap: "card" }, changes: \(changes) \(action) },
        { name: "after", on: { completion: "open" }, changes: [{ view: "pad", alpha: 0.5 }] },
        { name: "toggle", on: [], steps: [ [{ view: "pad", translation: [60, 0] }],
          [{ view: "pad", translation: [0, 0] }] ] } ],
      bindings: [
        { from: "swipe.translation.x", to: "open.progress", map: [[0, 0], [300, 1]] \(binding) },
        { from: "press.translation.x", to: "open.progress", map: [[0, 0], [300, 1]] \(binding) },
        { from: "slide.translation.x", to: "toggle.progress", map: [[0, 0], [300, 1]] } ] }
    """
  }

  /// A point of the pad, and one below it, where only the pan begins.
  static let pad = Point(x: 50, y: 200)
  static let floor = Point(x: 50, y: 500)
}

extension EngineDriver {
  /// An engine on the scene of an action that gestures scrub, which records events.
  init(scrubbing keys: String = "", binding: String = "", gesture: String = "") throws {
    try self.init(
      scene: ActionScrubScene.text(action: keys, binding: binding, gesture: gesture))
    engine.recordsEvents = true
    engine.advance(to: .zero)
  }

  /// The drawn translation of the card, which goes from 0 to 200.
  func card(_ seconds: Double) -> Double { seen(.translationX, of: "card", seconds).value }

  /// Moves the finger of the pan along x from one offset to another, with a constant velocity.
  mutating func swipe(_ start: Double, to end: Double, _ seconds: ClosedRange<Double>) {
    drag(
      from: ActionScrubScene.floor + Vector(dx: start, dy: 0),
      to: ActionScrubScene.floor + Vector(dx: end, dy: 0), seconds)
  }

  /// The events of actions up to a time, as `name kind`, since the last call.
  mutating func actionEvents(_ seconds: Double) -> [String] {
    engine.advance(to: Self.moment(seconds))
    let kinds: [SceneEvent.Kind] = [.actionBegan, .actionFinished, .actionInterrupted]
    return engine.drainEvents().filter { kinds.contains($0.kind) }.map {
      "\($0.name ?? "") \($0.kind.rawValue)"
    }
  }
}
