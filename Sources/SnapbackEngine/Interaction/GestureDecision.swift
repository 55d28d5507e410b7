import SnapbackFrames
public import SnapbackGeometry
public import SnapbackGestures
import SnapbackLayout
import SnapbackMotion
public import SnapbackTiming

/// One decision about input, and its reason: what `snapback replay --explain` shows.
public enum GestureDecision: Hashable, Sendable {
  /// A contact touched, and which view it is on.
  case hit(HitDecision)
  /// A recogniser was touched, recognised, failed, or waits; the recogniser by its place among the
  /// scene's gestures.
  case step(GestureStep)
}

/// Why a contact is on the view that it is on.
public struct HitDecision: Hashable, Sendable {
  /// Why a view under a contact is not hit.
  public enum Reason: Hashable, Sendable {
    /// It or what it is in is hidden; the view that is.
    case hidden(Int)
    /// It or what it is in is fainter than can be touched; the view that is, and its alpha.
    case faint(Int, alpha: Double)
    /// What it is in does not reach to there; the view that does not.
    case outside(Int)
    /// Another view lies over it.
    case covered
  }

  /// A view under a contact that is not hit.
  public struct Miss: Hashable, Sendable {
    /// The view, by its place.
    public var view: Int
    /// Why it is not.
    public var reason: Reason
  }

  /// The contact.
  public var contact: UInt64
  /// When it touched.
  public var time: Instant
  /// Where, in points on the screen.
  public var point: Point
  /// The deepest, foremost view that contains the point; nil for none.
  public var view: Int?
  /// The views that contain the point and are neither that view nor around it.
  public var misses: [Miss]
}
