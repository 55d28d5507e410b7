import SnapbackBasics
import SnapbackGestures
import Testing

@Suite struct VelocityConfidenceTests {
  private func confidence(
    _ track: [(t: Double, x: Double, y: Double)], _ strategy: VelocityStrategy = .leastSquares
  ) -> Double {
    var estimator = VelocityEstimator(strategy: strategy)
    var now = Instant.zero
    for (t, x, y) in track {
      now = Instant.zero.advanced(bySeconds: t)
      estimator.add(Point(x: x, y: y), at: now)
    }
    return estimator.confidence(at: now)
  }

  @Test func aParabolaIsExplained() {
    let track = (0..<10).map { index in
      let t = Double(index) * 0.01
      return (t: t, x: 300 * t + 4000 * t * t, y: 7 - 900 * t * t)
    }
    #expect(confidence(track) > 0.999_999)
    #expect(confidence(Array(track.prefix(2))) > 0.999_999)
    #expect(confidence(Array(track.prefix(1))) == 0)
    #expect(confidence([]) == 0)
  }

  @Test func whatDoesNotMoveIsExplained() {
    #expect(confidence((0..<8).map { (t: Double($0) * 0.01, x: 812.25, y: -4.1) }) == 1)
  }

  @Test func aFingerThatJumpsToAndFroIsNot() {
    // Alternating +1 and −1: no parabola fits.
    let track = (0..<10).map { (t: Double($0) * 0.01, x: $0 % 2 == 0 ? 1.0 : -1, y: 0.0) }
    #expect(confidence(track) < 0.2)
  }

  @Test(arguments: 1...50)
  func noParabolaLeavesLess(_ seed: UInt64) {
    // R² is the largest share that any parabola explains. A stepwise search must find the same.
    var random = SeededGenerator(seed: seed)
    let track = (0..<9).map { index in
      (t: Double(index) * 0.01, x: 20 * Double(index) + random.next(in: -40...40), y: 0.0)
    }
    let mean = track.reduce(0) { $0 + $1.x } / 9
    let total = track.reduce(0) { $0 + ($1.x - mean) * ($1.x - mean) }
    func left(_ c: [Double]) -> Double {
      track.reduce(0) { sum, sample in
        // In units of the window, so that steps of all three coefficients weigh alike.
        let u = sample.t / 0.04 - 1
        let error = sample.x - c[0] - c[1] * u - c[2] * u * u
        return sum + error * error
      }
    }
    var best = [mean, 0, 0]
    var step = 64.0
    while step > 1e-7 {
      var improved = false
      for index in 0..<3 {
        for change in [-step, step] {
          var next = best
          next[index] += change
          if left(next) < left(best) {
            best = next
            improved = true
          }
        }
      }
      if !improved { step /= 2 }
    }
    #expect(abs(confidence(track) - (1 - left(best) / total)) < 1e-6)
  }

  @Test func itIsTheSameForStrategiesOfOneHorizon() {
    var random = SeededGenerator(seed: 5)
    let track = (0..<12).map { index in
      (t: Double(index) * 0.008, x: random.next(in: 0...50), y: random.next(in: 0...50))
    }
    let reference = confidence(track)
    #expect(reference > 0 && reference < 1)
    for strategy in VelocityStrategy.allCases where strategy.horizon == 0.1 {
      #expect(confidence(track, strategy) == reference)
    }
  }
}
