public import SnapbackLayout
public import SnapbackMotion
public import SnapbackProtocol

/// An action that a scene runs by itself: changes made as one transaction, and their triggers.
///
/// With actions, a scene can show its motions without client code.
public struct SceneAction: Hashable, Sendable {
  /// An event that triggers an action.
  public enum Trigger: Hashable, Sendable {
    /// The scene appears: triggered once, before its first frame.
    case appear
    /// A finger taps a view or one of its descendants. The finger lifts within 10 points of its
    /// touch-down position.
    case tap(view: Int)
    /// A finger touches a view or one of its descendants. In a scroll view that delays touches,
    /// this happens when the touch is not the beginning of a scroll. UIKit's `touchDown`.
    case touchDown(view: Int)
    /// A finger lifts inside the view that it touched, wherever the finger was in between; UIKit's
    /// `touchUpInside`.
    case touchUpInside(view: Int)
    /// A finger lifts outside the view that it touched; UIKit's `touchUpOutside`.
    case touchUpOutside(view: Int)
    /// A gesture or the system cancels a touch that was reported as down; UIKit's `touchCancel`.
    case touchCancel(view: Int)
    /// A tap gives the focus to a view that did not have it.
    case focus(view: Int)
    /// The screen changes between portrait and landscape.
    case rotate
    /// The gesture with this index in the scene enters a phase.
    case gesture(Int, GesturePhase)
    /// The content of a scroll view is pulled beyond an edge.
    case pull(PullTrigger)
    /// A release dismisses the sheet of the gesture with this index.
    case dismissal(Int)
    /// A release chooses the place where a view comes to rest, or the view rests there.
    case landing(LandingTrigger)
    /// A number of a view crosses a threshold.
    case crossing(CrossingTrigger)
    /// The transaction of another action completes.
    case completion(of: String)

    /// Whether one object in a scene can stand for several triggers of this kind: for several
    /// gestures with one name, or for both directions of a crossing.
    public var canBeSeveral: Bool {
      switch self {
      case .gesture, .pull, .landing, .crossing: true
      default: false
      }
    }
  }

  /// The crossings that trigger the action.
  public var crossings: [CrossingTrigger] {
    triggers.compactMap { if case .crossing(let crossing) = $0 { crossing } else { nil } }
  }

  /// The time at which an action advances to its next step.
  public enum Advance: String, Hashable, Sendable, CaseIterable {
    /// When a step has begun.
    case start
    /// When a step's transaction completes, like a flag that a completion handler toggles.
    case completion
  }

  /// The name, unique in the scene.
  public var name: String
  /// The events that trigger the action.
  public var triggers: [Trigger]
  /// The feedback, such as `light`, for which a trigger asks clients.
  public var feedback: [Trigger: String] = [:]
  /// The animation of the changes; nil to make them without animation.
  public var animation: Animation?
  /// The changes of each step. Each trigger runs the next step; after the last step, the first one
  /// runs again.
  public var steps: [[SceneChange]]
  /// The time at which the action advances to the next step.
  public var advance: Advance
  /// The condition under which triggers start the action; nil for any time.
  public var condition: VariationCondition?

  /// Creates an action from its parts.
  public init(
    name: String, triggers: [Trigger], animation: Animation? = nil, steps: [[SceneChange]],
    advance: Advance = .start
  ) {
    self.name = name
    self.triggers = triggers
    self.animation = animation
    self.steps = steps
    self.advance = advance
  }
}
