public import SnapbackGestures
public import SnapbackLayout
public import SnapbackMotion

/// A gesture of a scene: the recognizer on a view, and the property that it drives.
public struct SceneGesture: Hashable, Sendable {
  /// The name, unique in the scene; nil if nothing refers to it.
  public var name: String?
  /// The index of the view to which the recognizer is attached.
  public var view: Int
  /// The recognizer's settings, and its relations to the scene's other gestures by index.
  public var recognizer: GestureDescription
  /// The property that the gesture drives.
  public var binding: GestureBinding
  /// The numbers of ``binding`` that depend on the layout.
  public var places = LayoutPlaces()
  /// Whether the recognition of the gesture cancels the touch actions (`tap`, `touchDown` and the
  /// like) of the fingers that the gesture uses.
  public var cancelsTouches: Bool
  /// Whether actions are notified of the gesture's touches, and so also of their lifts, only once
  /// the gesture can no longer be recognized; as with `delaysTouchesBegan`.
  public var delaysTouchesBegan: Bool
  /// Whether actions are notified of the lifts of the gesture's touches only once the gesture can
  /// no longer be recognized; as with `delaysTouchesEnded`.
  public var delaysTouchesEnded: Bool
  /// The condition under which the gesture may begin; nil for any time.
  public var condition: VariationCondition?

  /// Whether actions are notified of touches only after a delay, because the gesture may become a
  /// scroll.
  var delaysContentTouches: Bool {
    if case .scrollOffset(let behavior) = binding { behavior.scroll.delaysTouches } else { false }
  }

  /// Creates a gesture from its parts.
  public init(
    name: String? = nil, view: Int, recognizer: GestureDescription,
    binding: GestureBinding = .none, cancelsTouches: Bool = true, delaysTouchesBegan: Bool = false,
    delaysTouchesEnded: Bool = false
  ) {
    self.name = name
    self.view = view
    self.recognizer = recognizer
    self.binding = binding
    self.cancelsTouches = cancelsTouches
    self.delaysTouchesBegan = delaysTouchesBegan
    self.delaysTouchesEnded = delaysTouchesEnded
  }

  /// Creates a pan that drives a view's transform.
  public init(pan view: Int, behavior: PanBehavior, settings: PanSettings = PanSettings()) {
    self.init(
      view: view, recognizer: GestureDescription(.pan(settings)), binding: .translation(behavior))
  }
}

/// The property that a gesture drives.
public enum GestureBinding: Hashable, Sendable {
  /// The gesture drives nothing; it only sends events and triggers actions.
  case none
  /// The gesture drives the translation of its view.
  case translation(PanBehavior)
  /// The gesture drives the scroll offset of its view.
  case scrollOffset(PanBehavior)
  /// The gesture drives the scale of its view, within `limits`. The translation of the view changes
  /// with the scale, so that the grabbed point stays under the fingers.
  case scale(PanBehavior, limits: PanLimits?)
  /// The gesture drives the rotation of its view, in radians, within `limits`. The translation of
  /// the view changes with the rotation, so that the grabbed point stays under the fingers.
  case rotation(PanBehavior, limits: PanLimits?)
  /// The gesture drives the constant of a constraint, so the layout changes as the finger moves.
  case constant(ConstantBehavior)
}

/// How a gesture drives the constant of a constraint, and what happens when the finger lifts.
public struct ConstantBehavior: Hashable, Sendable {
  /// The component of the finger's translation that drives the constant.
  public enum Axis: String, Hashable, Sendable, CaseIterable {
    /// The distance to the right.
    case horizontal
    /// The distance down.
    case vertical
  }

  /// The behavior when the last finger lifts.
  public enum Release: String, Hashable, Sendable, CaseIterable {
    /// The constant stays where it was released.
    case stay
    /// The constant springs back to its value at the beginning of the gesture.
    case spring
    /// The constant springs to the snap value nearest to the value at which its momentum would end.
    case snap
  }

  /// The identifier of the constraint.
  public var constraint: String
  /// The component of the finger's translation that drives the constant.
  public var axis: Axis
  /// The change of the constant per point of the finger's translation; −1 reverses the direction.
  public var factor: Double
  /// The limits of the constant, and its resistance beyond them.
  public var limits: PanLimits?
  /// The behavior when the last finger lifts.
  public var release: Release
  /// The values where the constant may come to rest.
  public var snap: SnapTargets?
  /// The rule for choosing among the snap values.
  public var snapRule = SnapTargets.Rule()
  /// The decay of momentum, for choosing among the snap values.
  public var decay = Decay.normal
  /// The spring to the final value.
  public var spring: Spring

  /// The animation of the constant after a release. Reduced motion leaves this animation unchanged,
  /// because it continues the motion of the finger.
  var homing: Animation { Animation(.spring(spring), reducedMotion: .keep) }

  /// Creates a behavior from its parts.
  public init(
    constraint: String, axis: Axis, factor: Double = 1, limits: PanLimits? = nil,
    release: Release = .stay, snap: SnapTargets? = nil, spring: Spring
  ) {
    self.constraint = constraint
    self.axis = axis
    self.factor = factor
    self.limits = limits
    self.release = release
    self.snap = snap
    self.spring = spring
  }
}
