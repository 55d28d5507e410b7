public import SnapbackMotion

/// How a pan drives the transform of a view, and what happens when the finger lifts.
public struct PanBehavior: Hashable, Sendable {
  /// The point of the view that moves with the finger.
  public enum Follow: String, Hashable, Sendable, CaseIterable {
    /// The anchor moves by the same distance as the finger; a tilt rotates the view about its
    /// anchor.
    case center
    /// The grabbed point stays under the finger, also when the view tilts.
    case point
  }

  /// The start position of a pan on a view that is away from its frame.
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// The layout frame: the view first jumps to its frame.
    case frame
    /// The position at which the view is drawn.
    case presentation
  }

  /// The behavior when the last finger lifts.
  public enum Release: String, Hashable, Sendable, CaseIterable {
    /// The view stays where it was released.
    case stay
    /// The view jumps back to its frame.
    case reset
    /// The view springs back to its frame, starting with the finger's velocity.
    case spring
    /// The view continues with its momentum; if it reaches a limit, a spring takes over.
    case momentum
    /// The view springs to the snap position nearest to the end of its momentum.
    case snap
  }

  /// The directions in which a pan moves its view.
  public enum Axes: String, Hashable, Sendable, CaseIterable {
    /// All directions.
    case both
    /// Left and right only.
    case horizontal
    /// Up and down only.
    case vertical
  }

  /// The point of the view that moves with the finger.
  public var follow: Follow
  /// The start position of the pan.
  public var origin: Origin
  /// The behavior when the last finger lifts.
  public var release: Release
  /// The rotation as a function of the translation along x; nil for no tilt.
  public var tilt: TiltMap?
  /// The spring that returns the view to its frame.
  public var spring: Spring
  /// The directions in which the view moves.
  public var axes = Axes.both
  /// Whether a drag that begins along one axis moves the view along that axis only.
  public var locksDirection = false
  /// The traits of a scroll view; unused for translations.
  public var scroll = ScrollTraits()
  /// The detents of a sheet, which replace limits and snap positions along y; nil for other views.
  public var detents: SheetDetents?
  /// The limits of the translation along x and y; nil if unlimited.
  public var limits: (x: PanLimits?, y: PanLimits?) {
    get { (limitX, limitY) }
    set { (limitX, limitY) = newValue }
  }
  private var limitX: PanLimits?
  private var limitY: PanLimits?
  /// The decay of momentum.
  public var decay = Decay.normal
  /// The translations along x where the view may come to rest; nil for its frame only.
  public var snapX: SnapTargets?
  /// The translations along y where the view may come to rest; nil for its frame only.
  public var snapY: SnapTargets?
  /// The rule for choosing among the snap positions.
  public var snapRule = SnapTargets.Rule()

  /// The animation of the view after a release. Reduced motion leaves this animation unchanged,
  /// because it continues the motion of the finger.
  var homing: Animation { Animation(.spring(spring), reducedMotion: .keep) }

  /// Creates a behavior from its parts.
  public init(
    follow: Follow = .center, origin: Origin = .presentation, release: Release = .spring,
    tilt: TiltMap? = nil, spring: Spring
  ) {
    self.follow = follow
    self.origin = origin
    self.release = release
    self.tilt = tilt
    self.spring = spring
  }
}
