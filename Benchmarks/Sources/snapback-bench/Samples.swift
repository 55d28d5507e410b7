import Glibc

/// Durations of one kind of frame, in nanoseconds, and how many simplex steps they took.
struct Samples {
  private(set) var durations: [Int] = []
  private var quietDurations: [Int] = []
  private var steps = 0

  struct Summary {
    var median: Int
    var best: Int
    /// The 95th percentile.
    var late: Int
    /// The median of the frames without steps; nil when every frame had some.
    var quiet: Int?
    /// The mean number of steps, to a tenth.
    var steps: Double
  }

  mutating func add(_ duration: Int, steps: Int) {
    durations.append(duration)
    self.steps += steps
    if steps == 0 { quietDurations.append(duration) }
  }

  /// The summary; nil without durations.
  var summary: Summary? {
    let sorted = durations.sorted()
    guard let best = sorted.first else { return nil }
    let quiet = quietDurations.sorted()
    return Summary(
      median: sorted[sorted.count / 2], best: best,
      late: sorted[min(sorted.count - 1, sorted.count * 95 / 100)],
      quiet: quiet.isEmpty ? nil : quiet[quiet.count / 2],
      steps: (10 * Double(steps) / Double(sorted.count)).rounded() / 10)
  }

  /// CLOCK_MONOTONIC, in nanoseconds.
  static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
