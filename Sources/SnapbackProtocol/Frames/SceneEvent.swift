public import SnapbackBasics

/// Something that has happened to an action, a release, a view or a state, in the terms of the
/// scene.
public struct SceneEvent: Hashable, Sendable {
  /// The kinds of events.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A step of an action has begun.
    case actionBegan
    /// An action has finished.
    case actionFinished
    /// An action has finished, and a part of its motion was ended before.
    case actionInterrupted
    /// A release has chosen the place where a view comes to rest.
    case landed
    /// A released view rests at the place that its release has chosen.
    case settled
    /// A view was tapped.
    case tapped
    /// A tap has given the focus to a view.
    case focused
    /// A trigger with feedback has occurred.
    case feedback
    /// A number of a view has crossed a threshold.
    case crossed
    /// A state of the scene has another value.
    case stateChanged

    /// Whether the event reveals touches, and so what a person types.
    public var revealsTouches: Bool {
      switch self {
      case .tapped, .focused, .feedback: true
      case .actionBegan, .actionFinished, .actionInterrupted, .landed, .settled, .crossed,
        .stateChanged:
        false
      }
    }
  }

  /// The kind of event.
  public var kind: Kind
  /// The exact time.
  public var time: Instant
  /// The name of the action, the gesture or the state; nil if there is none.
  public var name: String?
  /// The name of the view; nil for actions and states.
  public var view: String?
  /// The name of the place at which the view comes to rest, or the value of the state; nil if there
  /// is none.
  public var place: String?
  /// The velocity of the view after its release, in points per second. For a crossing, `dx` is the
  /// rate of the number. Zero for other events.
  public var velocity: Vector
  /// The feedback that the trigger asks for; nil for events of other kinds.
  public var feedback: String?
  /// The time of the touch frame at which a crossing under a finger was found; nil for other
  /// events.
  public var noticed: Instant?

  /// Creates an event.
  public init(
    kind: Kind, time: Instant, name: String? = nil, view: String? = nil, place: String? = nil,
    velocity: Vector = .zero, feedback: String? = nil, noticed: Instant? = nil
  ) {
    self.kind = kind
    self.time = time
    self.name = name
    self.view = view
    self.place = place
    self.velocity = velocity
    self.feedback = feedback
    self.noticed = noticed
  }
}
