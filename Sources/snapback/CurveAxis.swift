import Glibc
import SnapbackTiming

/// A range of numbers with ticks at round ones.
struct CurveAxis {
  /// Where the axis begins.
  let low: Double
  /// Where it ends, above `low`.
  let high: Double
  /// Multiples of 1, 2 or 5 times a power of ten, ascending.
  let ticks: [Double]
  private let places: Int

  /// An axis over `range` with about `count` ticks; a range without extent is widened.
  init(_ range: ClosedRange<Double>, ticks count: Int) {
    let range = range.clamped(to: -1e300...1e300)
    let middle = (range.lowerBound + range.upperBound) / 2
    // Below this the ticks would differ by roundings only.
    let least = max(1e-9, middle.magnitude * 1e-9)
    let isWide = range.upperBound - range.lowerBound >= least
    (low, high) = isWide ? (range.lowerBound, range.upperBound) : (middle - least, middle + least)
    let rough = (high - low) / Double(max(1, count))
    let power = log10(rough).rounded(.down)
    let unit = pow(10, power)
    // Of the round steps the one that is nearest, by ratio.
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

  /// How far along the axis a value is: 0 at its beginning, 1 at its end.
  func share(of value: Double) -> Double { (value - low) / (high - low) }

  /// A tick as text; all of an axis have as many decimals.
  func label(_ tick: Double) -> String {
    places > 6 || tick.magnitude >= 1e9
      ? CurveNumber.short(tick, digits: 6) : CurveNumber.fixed(tick, places)
  }
}
