public import SnapbackGestures
public import SnapbackMotion

/// A gesture of a scene: what is looked for on a view, and what it drives.
public struct SceneGesture: Hashable, Sendable {
  /// Its name, unique in the scene; nil when nothing refers to it.
  public var name: String?
  /// The view that it is on, by its place.
  public var view: Int
  /// What is looked for, and how it stands to the scene's other gestures, by their places.
  public var recognizer: GestureDescription
  /// What it drives.
  public var binding: GestureBinding
  /// Whether fingers that it recognises are taps of actions no more.
  public var cancelsTouches: Bool

  /// A gesture by its parts.
  public init(
    name: String? = nil, view: Int, recognizer: GestureDescription,
    binding: GestureBinding = .none, cancelsTouches: Bool = true
  ) {
    self.name = name
    self.view = view
    self.recognizer = recognizer
    self.binding = binding
    self.cancelsTouches = cancelsTouches
  }

  /// A pan that drives a view's transform.
  public init(pan view: Int, behavior: PanBehavior, settings: PanSettings = PanSettings()) {
    self.init(
      view: view, recognizer: GestureDescription(.pan(settings)), binding: .translation(behavior))
  }
}

/// What a gesture drives.
public enum GestureBinding: Hashable, Sendable {
  /// Nothing; it is reported, and sets actions off.
  case none
  /// The translation of its view.
  case translation(PanBehavior)
  /// The scroll offset of its view.
  case scrollOffset(PanBehavior)
  /// The scale of its view, between limits; the translation keeps what is grabbed under the
  /// fingers.
  case scale(PanBehavior, limits: PanLimits?)
  /// The rotation of its view, in radians, between limits; the translation as for the scale.
  case rotation(PanBehavior, limits: PanLimits?)
  /// The constant of a constraint: the layout follows the finger.
  case constant(ConstantBehavior)
}

/// How a gesture drives the constant of a constraint, and what happens when it lets go.
public struct ConstantBehavior: Hashable, Sendable {
  /// What of the finger's way counts.
  public enum Axis: String, Hashable, Sendable, CaseIterable {
    /// The way to the right.
    case horizontal
    /// The way down.
    case vertical
  }

  /// What happens when the last finger lifts.
  public enum Release: String, Hashable, Sendable, CaseIterable {
    /// The constant stays.
    case stay
    /// It springs back to what it was when the gesture began.
    case spring
    /// It springs to the snap place nearest to where its momentum would take it.
    case snap
  }

  /// The identifier of the constraint.
  public var constraint: String
  /// What of the finger's way counts.
  public var axis: Axis
  /// How much the constant changes for each point of the finger's way; −1 turns it round.
  public var factor: Double
  /// The bounds of the constant, and how it gives way beyond them.
  public var limits: PanLimits?
  /// What happens at the end.
  public var release: Release
  /// The constants where it may come to rest.
  public var snap: SnapTargets?
  /// What the choice among them keeps to.
  public var snapRule = SnapTargets.Rule()
  /// How momentum dies out, for the choice among snap places.
  public var decay = Decay.normal
  /// The spring that takes it there.
  public var spring: Spring

  /// The animation of the constant after a release. Reduced motion does not change it, because it
  /// continues the motion of the finger.
  var homing: Animation { Animation(.spring(spring), reducedMotion: .keep) }

  /// A behaviour by its parts.
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
