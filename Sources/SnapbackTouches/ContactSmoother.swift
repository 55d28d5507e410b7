import SnapbackGeometry
import SnapbackTiming

/// The smoothing of a contact's places, and what was told of them last.
struct ContactSmoother: Sendable {
  private var filter: OneEuroFilter
  /// The last place that was smoothed.
  private var raw: Point
  /// What came of it.
  private(set) var told: Point

  /// The smoothing of a contact that begins.
  init(_ settings: OneEuroFilter.Settings, at position: Point) {
    filter = OneEuroFilter(settings)
    raw = position
    told = position
  }

  /// What to tell of a place. A contact that lifts where it was says nothing new of where it is.
  mutating func smooth(_ place: Point, at now: Instant, as phase: Contact.Phase) -> Point {
    guard phase == .began || phase == .moved || place != raw else { return told }
    raw = place
    told = filter.filter(place, at: now)
    return told
  }

  /// Forgets the way up to here: the next place is told as it is.
  mutating func reset() {
    filter.reset()
  }
}
