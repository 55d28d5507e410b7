import SnapbackBasics
import SnapbackLayout
import SnapbackMotion

/// The search for the end of a piece of the layout. A piece ends when a driver in free motion
/// leaves it, or when the end of a scroll offset's range begins or ceases to limit the offset.
///
/// The search covers half a second and continues 150 ms before that time has passed, so an end is
/// known at least 150 ms ahead. It samples every 4 ms; a driver that leaves the piece and returns
/// between two samples is not noticed.
struct PieceEnd: Sendable {
  /// The time step of the search, in seconds.
  private static let step = 1.0 / 250
  /// The look-ahead of the search, in seconds.
  private static let horizon = 0.5
  /// The time by which the next search starts before the last one's half second has passed, in
  /// seconds.
  private static let overlap = 0.15
  /// The minimum time between two layout passes, in seconds, if rates are valid at one point only.
  /// Between these passes, edges move by the rates of that point.
  private static let pointStep = 1.0 / 120

  /// The moment at which a driver may leave the piece, or at which the search continues; nil if no
  /// driver leaves the piece.
  private(set) var next: Instant?
  /// Whether a driver leaves the piece at ``next``.
  private(set) var isFound = false
  /// The moment up to which the drivers are known to stay in the piece.
  private var searched = Instant.zero
  /// The moment at which the piece began.
  private var start = Instant.zero
  /// The moment until which the piece is used if its rates are valid at one point only.
  private var pointEnd = Instant.zero
  /// The values of the drivers at a moment; reused storage.
  private var values: [Double] = []

  /// Whether the piece may still be used at a moment, if its rates are valid at one point only.
  func holdsPoint(at moment: Instant) -> Bool { moment < pointEnd }

  /// Clears the result because a layout pass is due, with which a new piece begins.
  mutating func forget() { (next, isFound) = (nil, false) }

  /// Begins a piece at the present moment; `links` is nil if no edge depends on drivers.
  mutating func begin(_ links: EdgeLinks?, _ motion: borrowing MotionStore) {
    start = motion.now
    pointEnd = motion.now.advanced(bySeconds: Self.pointStep)
    search(links, motion, from: motion.now)
  }

  /// Searches again after the motions of drivers have changed. O(look-ahead × limits of the piece).
  mutating func search(_ links: EdgeLinks, _ motion: borrowing MotionStore) {
    search(links, motion, from: motion.now)
  }

  /// Continues the search once ``next`` is reached, unless a driver leaves the piece at that
  /// moment.
  mutating func advance(_ links: EdgeLinks, _ motion: borrowing MotionStore) {
    guard let next, next <= motion.now else { return }
    search(links, motion, from: max(searched, motion.now))
  }

  private mutating func search(
    _ links: EdgeLinks?, _ motion: borrowing MotionStore, from start: Instant
  ) {
    forget()
    guard let links else { return }
    let now = motion.now
    let end = links.sources.reduce(now) { max($0, motion.restTime(ofDriverAt: $1)) }
    guard !links.piece.isPoint else {
      if now < end {
        next = holdsPoint(at: now) ? pointEnd : now.advanced(bySeconds: Self.pointStep)
      }
      return
    }
    let limit = min(end, now.advanced(bySeconds: Self.horizon))
    var moment = start
    searched = start
    while moment < limit {
      moment = min(moment.advanced(bySeconds: Self.step), limit)
      guard holds(links, motion, at: moment) else { break }
      searched = moment
    }
    guard searched < moment else {
      if limit < end { next = now.advanced(bySeconds: Self.horizon - Self.overlap) }
      return
    }
    while moment.seconds(since: searched) > 1e-6 {
      let middle = searched.advanced(bySeconds: moment.seconds(since: searched) / 2)
      if holds(links, motion, at: middle) { searched = middle } else { moment = middle }
    }
    // With an empty piece, the loop would otherwise wake up again immediately. A kink of the map of
    // a bound constant can be at the end of a piece, so the search then begins shortly before it.
    let first = motion.bindings.setsConstants ? self.start : now
    next = max(moment, first.advanced(bySeconds: Self.step))
    isFound = true
  }

  private mutating func holds(
    _ links: EdgeLinks, _ motion: borrowing MotionStore, at moment: Instant
  ) -> Bool {
    if values.count != links.sources.count {
      values = Array(repeating: 0, count: links.sources.count)
    }
    guard links.hasOffsets || motion.bindings.setsConstants else {
      for driver in links.sources.indices {
        values[driver] = motion[links.sources[driver]].presentation(at: moment).value
      }
      return links.piece.holds(at: values)
    }
    for driver in links.sources.indices {
      values[driver] = motion.value(ofDriver: driver, of: links, at: moment).value
    }
    guard links.holds(at: values) else { return false }
    for offset in links.offsets where offset.isFlying {
      let end = offset.end(at: offset.overflow(at: values, from: links.piece.origin))
      guard motion[offset.index].presentation(at: moment).value <= end else { return false }
    }
    return true
  }
}
