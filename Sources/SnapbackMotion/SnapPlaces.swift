public import SnapbackGeometry

/// Places in the plane where a motion may come to rest, such as the corners of a screen.
///
/// The velocity is projected as a vector and the nearest place in the plane taken; each axis by
/// itself would find places that the flick does not point at.
public struct SnapPlaces: Hashable, Sendable {
  /// The places, in the order given.
  public let places: [Point]

  /// The places; each with finite coordinates. None is allowed: then there is no target.
  public init(_ places: [Point]) throws(MotionError) {
    for place in places {
      try MotionError.require(place.x.isFinite, "places", place.x, "finite numbers")
      try MotionError.require(place.y.isFinite, "places", place.y, "finite numbers")
    }
    self.places = places
  }

  /// The index in ``places`` of where a motion that is let go at `position` comes to rest.
  ///
  /// Nearest to the end of `decay`; of two equally near, the one further along the velocity, and
  /// of those the first. Nil when there are no places or the release is not finite. O(places), no
  /// allocation.
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

  /// Where a motion that is let go at `position` comes to rest; see
  /// ``index(from:velocity:decay:)``.
  public func target(
    from position: Point, velocity: Vector, decay: Decay = .normal
  ) -> Point? {
    index(from: position, velocity: velocity, decay: decay).map { places[$0] }
  }
}
