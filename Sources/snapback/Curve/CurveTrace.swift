import Glibc
import SnapbackMotion

/// Samples a motion for a picture, with as few points as its line needs to be accurate.
struct CurveTrace {
  let motion: CurveMotion
  /// The end of the picture, in seconds.
  let length: Double

  /// The shortest interval that is divided, as a fraction of the picture's length; less than a
  /// pixel.
  private static let resolution = 1.0 / 4000

  /// Returns the range of the drawn values; nil if none of them is finite.
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

  /// Returns the line of a number over time, split into pieces at jumps.
  ///
  /// Halfway between neighboring points, the line deviates from the motion by at most `tolerance`,
  /// unless the points are too close to be distinguished in a picture.
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

  /// Returns the initial sample times: evenly spaced times, the corners, and further times near the
  /// start, where a stiff spring moves most.
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
    // Stop just before the end of the span, where the value may jump.
    shares.append(1 - 1e-9)
    let corners = motion.corners.map { span.lowerBound + $0 }.filter { span.contains($0) }
    return (shares.map { span.lowerBound + $0 * width } + corners).sorted()
  }
}
