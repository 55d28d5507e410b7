import SnapbackBasics
import SnapbackReplay

/// Figures about the distance between the drawn view and the finger.
struct PacingFigures {
  /// The root mean square of the distance from the finger, in points.
  let rms: Double
  /// The 95th percentile of the distance from the finger, in points.
  let p95: Double
  /// The delay in milliseconds whose compensation leaves the smallest distance.
  let lag: Double
  /// The root mean square of the distance that remains after compensation for `lag`, in points.
  /// This is how much the view trembles.
  let tremble: Double

  init(_ runs: [PacingRun]) {
    let errors = runs.flatMap { run in
      run.pictures.map { $0.drawn.distance(to: $0.finger) }
    }.sorted()
    rms = Self.root(errors)
    p95 = errors.isEmpty ? 0 : errors[min(errors.count - 1, errors.count * 95 / 100)]
    var best = (lag: 0.0, left: Double.infinity)
    for tenth in 0...600 {
      let delay = Double(tenth) / 10_000
      let left = Self.root(
        runs.flatMap { run in
          run.pictures.map { picture in
            let past = run.stroke.position(at: picture.time - delay) ?? run.stroke.start
            return picture.drawn.distance(to: past)
          }
        })
      if left < best.left { best = (delay, left) }
    }
    (lag, tremble) = (best.lag * 1000, best.left)
  }

  private static func root(_ values: [Double]) -> Double {
    let sum = values.reduce(0) { $0 + $1 * $1 }
    return values.isEmpty ? 0 : (sum / Double(values.count)).squareRoot()
  }
}
