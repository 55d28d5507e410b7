import Glibc
import SnapbackBasics

/// An axis of a chart: a range of numbers, with ticks at round numbers.
struct ChartAxis {
  /// The lower end of the range.
  let low: Double
  /// The upper end of the range, greater than `low`.
  let high: Double
  /// Multiples of 1, 2 or 5 times a power of ten, ascending.
  let ticks: [Double]
  private let places: Int

  /// Creates an axis over `range` with about `count` ticks. A range whose ends are equal or nearly
  /// equal is widened.
  init(_ range: ClosedRange<Double>, ticks count: Int) {
    let range = range.clamped(to: -1e300...1e300)
    let middle = (range.lowerBound + range.upperBound) / 2
    // In a narrower range, the ticks would differ only by rounding errors.
    let least = max(1e-9, middle.magnitude * 1e-9)
    let isWide = range.upperBound - range.lowerBound >= least
    (low, high) = isWide ? (range.lowerBound, range.upperBound) : (middle - least, middle + least)
    let rough = (high - low) / Double(max(1, count))
    let power = log10(rough).rounded(.down)
    let unit = pow(10, power)
    // The round step whose ratio to `rough` is nearest to 1.
    let factor = [(1.4, 1.0), (3.2, 2), (7.1, 5)].first { rough < $0.0 * unit }?.1 ?? 10
    let step = factor * unit
    places = Int(saturating: max(0, factor == 10 ? -power - 1 : -power))
    var ticks: [Double] = []
    let (first, last) = ((low / step).rounded(.up), (high / step).rounded(.down))
    if step > 0, first.magnitude < 1e15, last.magnitude < 1e15, last - first < 100 {
      for index in 0...Int(saturating: max(0, last - first)) where last >= first {
        ticks.append((first + Double(index)) * step)
      }
    }
    self.ticks = ticks
  }

  /// Returns the position of a value along the axis: 0 at ``low``, 1 at ``high``.
  func share(of value: Double) -> Double { (value - low) / (high - low) }

  /// Formats a tick. All ticks of an axis have the same number of decimals.
  func label(_ tick: Double) -> String {
    places > 6 || tick.magnitude >= 1e9
      ? ReadableNumber.short(tick, digits: 6) : ReadableNumber.fixed(tick, places)
  }
}
