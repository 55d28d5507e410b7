public import SnapbackMotion

/// How a pan drives the transform of a view, and what happens when it lets go.
public struct PanBehavior: Hashable, Sendable {
  /// What stays with the finger.
  public enum Follow: String, Hashable, Sendable, CaseIterable {
    /// The anchor moves as the finger does; a tilt turns the view about its anchor.
    case centre
    /// The grabbed point stays under the finger, tilt or not.
    case point
  }

  /// Where a pan on a view that is not at home starts from.
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// From the layout frame: the view visibly snaps there first.
    case frame
    /// From where the view is seen.
    case presentation
  }

  /// What happens when the last finger lifts.
  public enum Release: String, Hashable, Sendable, CaseIterable {
    /// The view stays where it was let go.
    case stay
    /// The view is back at its frame at once.
    case reset
    /// The view springs back to its frame, starting with the finger's velocity.
    case spring
    /// The view goes on by its momentum; at a limit a spring takes it over.
    case momentum
    /// The view springs to the snap place nearest to where its momentum would take it.
    case snap
  }

  /// The directions in which a pan moves its view.
  public enum Axes: String, Hashable, Sendable, CaseIterable {
    /// Both.
    case both
    /// Left and right only.
    case horizontal
    /// Up and down only.
    case vertical
  }

  /// What stays with the finger.
  public var follow: Follow
  /// Where the pan starts from.
  public var origin: Origin
  /// What happens at the end.
  public var release: Release
  /// The rotation as a function of the translation along x; none by default.
  public var tilt: TiltMap?
  /// The spring that brings the view home.
  public var spring: Spring
  /// The directions in which the view moves.
  public var axes = Axes.both
  /// How far it may go along x and y; nil for as far as the finger goes.
  public var limits: (x: PanLimits?, y: PanLimits?) {
    get { (limitX, limitY) }
    set { (limitX, limitY) = newValue }
  }
  private var limitX: PanLimits?
  private var limitY: PanLimits?
  /// How momentum dies out.
  public var decay = Decay.normal
  /// The translations along x where it may come to rest; nil for its home.
  public var snapX: SnapTargets?
  /// The same along y.
  public var snapY: SnapTargets?
  /// What the choice among them keeps to.
  public var snapRule = SnapTargets.Rule()

  /// How the view moves when it is let go; also where a person has asked for less motion, because
  /// it goes on from what the finger did.
  var homing: Animation { Animation(.spring(spring), reducedMotion: .keep) }

  /// A behaviour by its parts.
  public init(
    follow: Follow = .centre, origin: Origin = .presentation, release: Release = .spring,
    tilt: TiltMap? = nil, spring: Spring
  ) {
    self.follow = follow
    self.origin = origin
    self.release = release
    self.tilt = tilt
    self.spring = spring
  }
}
