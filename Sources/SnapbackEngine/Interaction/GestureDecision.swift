public import SnapbackBasics
public import SnapbackGestures
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

/// A decision about input and its reason, as shown by `snapback replay --explain`.
public enum GestureDecision: Hashable, Sendable {
  /// A contact touched a view, or no view.
  case hit(HitDecision)
  /// A recognizer received a contact, recognized its gesture, failed, or waits. The recognizer is
  /// given by its gesture's index in the scene.
  case step(GestureStep)
  /// The follower of a binding began to move or came to rest.
  case follower(FollowerDecision)
}

/// The beginning or the end of the motion of a binding's follower.
public struct FollowerDecision: Hashable, Sendable {
  /// The moment at which the source began to move the follower, or from which the follower rests.
  public var time: Instant
  /// The name of the binding.
  public var binding: String
  /// The index of the view whose number follows.
  public var view: Int
  /// Whether the follower moves from now on; otherwise it rests.
  public var isMoving: Bool
}

/// The view that a contact hit, and the reasons why it did not hit other views.
public struct HitDecision: Hashable, Sendable {
  /// The reason why a view under a contact is not hit.
  public enum Reason: Hashable, Sendable {
    /// The view or an ancestor is hidden; the value is the hidden view.
    case hidden(Int)
    /// The view or an ancestor is too faint to be touched; the values are the faint view and its
    /// alpha.
    case faint(Int, alpha: Double)
    /// The view or an ancestor receives no touches; the value is that view.
    case untouchable(Int)
    /// The view lets touches through.
    case passing
    /// The point is outside the hit area of an ancestor, or where an ancestor clips its contents;
    /// the value is that ancestor.
    case outside(Int)
    /// Another view covers the view.
    case covered
  }

  /// A view under a contact that is not hit.
  public struct Miss: Hashable, Sendable {
    /// The index of the view.
    public var view: Int
    /// The reason why the view is not hit.
    public var reason: Reason
  }

  /// The id of the contact.
  public var contact: UInt64
  /// The time of the touch.
  public var time: Instant
  /// The position of the touch, in points on the screen.
  public var point: Point
  /// The deepest, foremost view whose hit area contains the point; nil if there is none.
  public var view: Int?
  /// The views whose hit areas contain the point and that are neither the hit view nor its
  /// ancestors.
  public var misses: [Miss]
}
