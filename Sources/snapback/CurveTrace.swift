import Glibc
import SnapbackMotion

/// Where a motion runs in a picture: as few points as its line needs.
struct CurveTrace {
  let motion: CurveMotion
  /// The end of the picture, in seconds.
  let length: Double

  /// A share of the picture that is a fraction of a pixel.
  private static let resolution = 1.0 / 4000

  /// The extremes of what is drawn; nil when nothing is a number.
  func range(_ number: (MotionState) -> Double) -> ClosedRange<Double>? {
    var range: ClosedRange<Double>?
    for span in motion.spans(upTo: length) {
      for time in times(of: span, steps: 2000) {
        let found = number(motion.state(at: time))
        guard found.isFinite else { continue }
        range = min(range?.lowerBound ?? found, found)...max(range?.upperBound ?? found, found)
      }
    }
    return range
  }

  /// The line of a number over time, in pieces where it jumps.
  ///
  /// Half way between neighbouring points it deviates by at most `tolerance` from what is drawn,
  /// unless they are nearer to each other than a picture shows.
  func lines(
    tolerance: Double, _ number: (MotionState) -> Double
  ) -> [[(time: Double, value: Double)]] {
    motion.spans(upTo: length).map { span in
      func point(_ time: Double) -> (time: Double, value: Double) {
        (time, number(motion.state(at: time)))
      }
      var line: [(time: Double, value: Double)] = []
      func add(to end: (time: Double, value: Double)) {
        guard let start = line.last else { return line.append(end) }
        let middle = point(start.time + (end.time - start.time) / 2)
        let deviation = (middle.value - (start.value + end.value) / 2).magnitude
        if deviation > tolerance, end.time - start.time > length * Self.resolution {
          add(to: middle)
          add(to: end)
        } else {
          line.append(end)
        }
      }
      for time in times(of: span, steps: 240) { add(to: point(time)) }
      return line.filter { $0.value.isFinite }
    }
  }

  /// Times to begin with: evenly spread, with the corners, and denser toward the beginning, where a
  /// strong spring does what it does at once.
  private func times(of span: Range<Double>, steps: Double) -> [Double] {
    let width = span.upperBound - span.lowerBound
    let count = max(8, steps * width / length)
    var shares: [Double] = []
    var index = 0.0
    while index < count {
      shares.append(index / count)
      index += 1
    }
    if width > length / 50 { for power in 8..<40 { shares.append(exp2(-Double(power))) } }
    // Up to the end of the span, behind which the value may be another.
    shares.append(1 - 1e-9)
    let corners = motion.corners.map { span.lowerBound + $0 }.filter { span.contains($0) }
    return (shares.map { span.lowerBound + $0 * width } + corners).sorted()
  }
}
