/// Detects that a noisy measure has changed by more than a threshold since its first sample.
///
/// The newest sample is compared with the first one, and running means of the newest 2, 4 and 8
/// samples with the means of the first 2, 4 and 8. A change is detected when a difference exceeds
/// the threshold by ``certainty`` standard errors. A large change is therefore found in one sample,
/// and a small one within noise as soon as enough samples agree.
///
/// The noise is measured from second differences: those of a smooth movement are small, and those
/// of independent noise have six times the variance of the noise. An assumed noise has the weight
/// of `assumedCount` samples.
struct ChangeDetector: Sendable {
  /// The number of standard errors by which a change must exceed the threshold.
  private static let certainty = 2.5
  /// The number of samples whose weight the assumed noise has.
  private static let assumedCount = 4.0
  /// The number of samples in the means at the start, and the inverse weight of a new sample in the
  /// running means.
  private static var lengths: SIMD4<Double> { SIMD4(1, 2, 4, 8) }
  /// The variances of the differences between the two means, relative to the variance of one
  /// sample. A running mean has the variance w / (2 − w) for the weight w of a new sample, and a
  /// mean at the start has w.
  private static var variances: SIMD4<Double> {
    SIMD4(2, 1 / 3 + 0.5, 1 / 7 + 0.25, 1 / 15 + 0.125)
  }

  private var count = 0.0
  private var starts = SIMD4(repeating: 0.0)
  private var means = SIMD4(repeating: 0.0)
  private var last = 0.0
  private var lastStep = 0.0
  /// The sum of the squared second differences.
  private var bends = 0.0

  /// The first sample; 0 if there is none.
  var first: Double { starts.x }

  /// Removes all samples.
  mutating func reset() { self = ChangeDetector() }

  /// Adds a sample; one that is not finite is ignored. O(1), no allocation.
  mutating func add(_ value: Double) {
    guard value.isFinite else { return }
    let step = value - last
    if count > 1 { bends += (step - lastStep) * (step - lastStep) }
    (last, lastStep) = (value, step)
    count += 1
    // As long as a running mean has fewer samples than its length, it is their plain mean, and the
    // mean at the start equals it.
    let weights = 1 / pointwiseMin(Self.lengths, SIMD4(repeating: count))
    means += weights * (value - means)
    starts.replace(with: means, where: Self.lengths .>= count)
  }

  /// Whether the measure has changed by more than `threshold` in either direction; `noise` is the
  /// assumed standard deviation of a sample. O(1), no allocation.
  func hasChanged(by threshold: Double, noise: Double) -> Bool {
    let changes = means - starts
    // Usually nothing has changed, and the noise need not be computed.
    guard max(changes.max(), -changes.min()) > threshold else { return false }
    let variance =
      (Self.assumedCount * noise * noise + bends / 6) / (Self.assumedCount + max(0, count - 2))
    let errors = (variance * Self.variances).squareRoot()
    for place in 0..<4 where 2 * Self.lengths[place] <= count {
      let limit = threshold + Self.certainty * errors[place]
      if changes[place].magnitude > limit { return true }
    }
    return false
  }
}
