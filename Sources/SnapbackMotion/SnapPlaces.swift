public import SnapbackBasics

/// Points in the plane where a motion may come to rest, such as the corners of a screen.
///
/// The velocity is projected as a vector, and the nearest point is chosen. Choosing along each axis
/// separately would find points that the flick does not aim at.
public struct SnapPlaces: Hashable, Sendable {
  /// The points, in the given order.
  public let places: [Point]

  /// Creates the list; coordinates must be finite. An empty list has no target.
  public init(_ places: [Point]) throws(MotionError) {
    for place in places {
      try MotionError.require(place.x.isFinite, "places", place.x, "finite numbers")
      try MotionError.require(place.y.isFinite, "places", place.y, "finite numbers")
    }
    self.places = places
  }

  /// The index in ``places`` of the target of a motion that is released at `position`.
  ///
  /// The target is the point nearest to the end of `decay`. If two points are equally near, the one
  /// further along the velocity is chosen, then the first in the list. Nil if there are no points
  /// or the release is not finite. O(points), no allocation.
  public func index(
    from position: Point, velocity: Vector, decay: Decay = .normal
  ) -> Int? {
    guard position.isFinite, velocity.isFinite else { return nil }
    let end = position + (1 / decay.rate) * velocity
    var best: (index: Int, distance: Double, advance: Double)?
    for (index, place) in places.enumerated() {
      let way = place - position
      let distance = end.distance(to: place)
      let advance = way.dx * velocity.dx + way.dy * velocity.dy
      guard let other = best else {
        best = (index, distance, advance)
        continue
      }
      if distance < other.distance || (distance == other.distance && advance > other.advance) {
        best = (index, distance, advance)
      }
    }
    return best?.index
  }

  /// The target of a motion that is released at `position`; see ``index(from:velocity:decay:)``.
  public func target(
    from position: Point, velocity: Vector, decay: Decay = .normal
  ) -> Point? {
    index(from: position, velocity: velocity, decay: decay).map { places[$0] }
  }
}
