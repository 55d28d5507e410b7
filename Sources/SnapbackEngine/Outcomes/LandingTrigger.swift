/// A trigger of an action: the release of a gesture chooses the place where its view comes to rest,
/// or the view rests there.
public struct LandingTrigger: Hashable, Sendable {
  /// The moments of a release that can trigger an action.
  public enum Moment: Hashable, Sendable {
    /// The release has chosen the place.
    case landed
    /// The view rests at the place.
    case settled
  }

  /// The index of the gesture.
  public var gesture: Int
  /// The name of the place; nil for any place.
  public var place: String?
  /// The moment that triggers the action.
  public var moment: Moment

  /// Creates a trigger from its parts.
  public init(_ gesture: Int, at place: String? = nil, _ moment: Moment = .landed) {
    (self.gesture, self.place, self.moment) = (gesture, place, moment)
  }
}
