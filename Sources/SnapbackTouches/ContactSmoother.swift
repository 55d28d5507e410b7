import SnapbackGeometry
import SnapbackTiming

/// The smoothing of a contact's places, with the place that was reported last.
struct ContactSmoother: Sendable {
  private var filter: OneEuroFilter
  /// The last place that was smoothed.
  private var raw: Point
  /// The place that was reported last.
  private(set) var told: Point

  /// The smoothing of a contact that begins.
  init(_ settings: OneEuroFilter.Settings, at position: Point) {
    filter = OneEuroFilter(settings)
    raw = position
    told = position
  }

  /// The place to report. A contact that lifts at its last place is reported where it was reported
  /// last.
  mutating func smooth(_ place: Point, at now: Instant, as phase: Contact.Phase) -> Point {
    guard phase == .began || phase == .moved || place != raw else { return told }
    raw = place
    told = filter.filter(place, at: now)
    return told
  }

  /// Forgets the earlier places: the next one is reported as it is.
  mutating func reset() {
    filter.reset()
  }
}
