import Glibc

/// Durations of one kind of frame, in nanoseconds.
struct Samples {
  private(set) var durations: [Int] = []

  mutating func add(_ duration: Int) {
    durations.append(duration)
  }

  /// The median, the best and the 95th percentile; nil without durations.
  var summary: (median: Int, best: Int, late: Int)? {
    let sorted = durations.sorted()
    guard let best = sorted.first else { return nil }
    let late = sorted[min(sorted.count - 1, sorted.count * 95 / 100)]
    return (sorted[sorted.count / 2], best, late)
  }

  /// CLOCK_MONOTONIC, in nanoseconds.
  static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
