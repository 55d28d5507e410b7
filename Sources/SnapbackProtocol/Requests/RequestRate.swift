public import SnapbackBasics

/// A rate limit: a maximum number of requests per second. Each second begins with its first
/// request.
public struct RequestRate: Sendable {
  private let limit: Int
  private var start: Instant?
  private var count = 0

  /// Creates a limit of `limit` requests per second.
  public init(limit: Int) {
    self.limit = limit
  }

  /// Returns whether another request is allowed. If it is, counts the request. O(1).
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
