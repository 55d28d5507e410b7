import SnapbackBasics

/// One round of serving clients. Frames of clients that report no display times are computed for
/// the beginning of the round, so that clients with equal subscriptions get the same frame.
struct ServingRound {
  /// The engine's time at the beginning of the round; nil between rounds.
  private(set) var start: Instant?
  /// The frame intervals of the clients that report no display times and for which a frame is due,
  /// in nanoseconds.
  private var intervals: [UInt64] = []

  /// Begins a round.
  mutating func begin(at start: Instant) {
    self.start = start
    intervals.removeAll(keepingCapacity: true)
  }

  /// Ends the round.
  mutating func end() { start = nil }

  /// Records that a frame is due for a client with an interval.
  mutating func note(_ interval: UInt64) {
    if !intervals.contains(interval) { intervals.append(interval) }
  }

  /// Whether a frame that is due at `due` is sent at `now`.
  ///
  /// If one is due for another client with the same interval, a frame is sent up to half an
  /// interval early. From then on, frames for both clients are due at the same times.
  func includes(_ due: Instant, _ interval: UInt64?, at now: Instant) -> Bool {
    guard due > now else { return true }
    guard let interval, start != nil, intervals.contains(interval) else { return false }
    return due.nanoseconds - now.nanoseconds < interval / 2
  }
}
