import SnapbackBasics

/// Smooths a contact's positions and keeps the last reported one.
struct ContactSmoother: Sendable {
  private var filter: OneEuroFilter
  /// The last unsmoothed position.
  private var raw: Point
  /// The last reported position.
  private(set) var told: Point

  /// Starts smoothing a new contact at `position`.
  init(_ settings: OneEuroFilter.Settings, at position: Point) {
    filter = OneEuroFilter(settings)
    raw = position
    told = position
  }

  /// Returns the position to report. A contact that lifts at its last input position keeps its last
  /// reported position.
  mutating func smooth(_ place: Point, at now: Instant, as phase: Contact.Phase) -> Point {
    guard phase == .began || phase == .moved || place != raw else { return told }
    raw = place
    told = filter.filter(place, at: now)
    return told
  }

  /// Resets the filter: the next position is reported unchanged.
  mutating func reset() {
    filter.reset()
  }
}
