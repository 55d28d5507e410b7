public import SnapbackTiming

/// How often something may be asked for: so many times in a second that begins with the first.
public struct RequestRate: Sendable {
  private let limit: Int
  private var start: Instant?
  private var count = 0

  /// A rate of at most `limit` in a second.
  public init(limit: Int) {
    self.limit = limit
  }

  /// Whether it may be asked for once more; if so, that counts. O(1).
  public mutating func admits(at now: Instant) -> Bool {
    if let start, now < start.advanced(bySeconds: 1) {
      guard count < limit else { return false }
      count += 1
      return true
    }
    start = now
    count = 1
    return limit > 0
  }
}
