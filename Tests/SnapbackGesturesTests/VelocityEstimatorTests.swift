import SnapbackBasics
import SnapbackGestures
import Testing

@Suite struct VelocityEstimatorTests {
  private func time(_ seconds: Double) -> Instant { Instant.zero.advanced(bySeconds: seconds) }

  private func estimate(
    _ times: [Double], at now: Double, _ strategy: VelocityStrategy = .boundedFit,
    _ position: (Double) -> Point
  ) -> Vector {
    var estimator = VelocityEstimator(strategy: strategy)
    for t in times { estimator.add(position(t), at: time(t)) }
    return estimator.velocity(at: time(now))
  }

  private let scans = (0..<12).map { Double($0) / 120 }

  @Test func aConstantVelocityComesOutExactly() {
    let velocity = estimate(scans, at: 11.0 / 120) { Point(x: 40 + 900 * $0, y: -300 * $0) }
    // Times are whole nanoseconds, so the error is 1e-9 s in 0.1 s.
    #expect(abs(velocity.dx - 900) < 1e-4)
    #expect(abs(velocity.dy + 300) < 1e-4)
  }

  @Test func aConstantAccelerationGivesTheVelocityAtTheLastSample() {
    // x = ½·a·t²: the velocity at t is a·t, which an average over the window would miss.
    let last = 11.0 / 120
    let velocity = estimate(scans, at: last, .leastSquares) {
      Point(x: 0.5 * 8000 * $0 * $0, y: 0)
    }
    #expect(abs(velocity.dx - 8000 * last) < 1e-4)
  }

  @Test func twoSamplesGiveTheirSlopeAndOneGivesNothing() {
    let pair = estimate([0, 0.01], at: 0.01) { Point(x: 500 * $0, y: 0) }
    #expect(abs(pair.dx - 500) < 1e-4)
    #expect(estimate([0], at: 0) { _ in Point(x: 5, y: 5) } == .zero)
    #expect(VelocityEstimator().velocity(at: .zero) == .zero)
  }

  @Test func aFlickOfThreeSamplesHasAVelocity() {
    let velocity = estimate([0, 0.008, 0.016], at: 0.016) { Point(x: 1500 * $0, y: 0) }
    #expect(abs(velocity.dx - 1500) < 1e-4)
  }

  @Test func aFingerThatRestsHasNoVelocity() {
    // A resting finger sends nothing. After 40 ms of silence its velocity is zero.
    let last = 11.0 / 120
    #expect(estimate(scans, at: last + 0.039, .leastSquares) { Point(x: 900 * $0, y: 0) }.dx > 800)
    #expect(estimate(scans, at: last + 0.012) { Point(x: 900 * $0, y: 0) }.dx > 800)
    for strategy in [VelocityStrategy.leastSquares, .boundedFit] {
      #expect(estimate(scans, at: last + 0.041, strategy) { Point(x: 900 * $0, y: 0) } == .zero)
    }
  }

  @Test func whatLiesBeforeAPauseDoesNotCount() {
    let velocity = estimate([0, 0.01, 0.02, 0.1, 0.11], at: 0.11) {
      Point(x: $0 < 0.05 ? 5000 * $0 : 120 + 200 * ($0 - 0.1), y: 0)
    }
    #expect(abs(velocity.dx - 200) < 1e-4)
  }

  @Test func aClockThatStepsBackStartsAnew() {
    let velocity = estimate([1, 1.01, 0.5, 0.51, 0.52], at: 0.52) { Point(x: 100 * $0, y: 0) }
    #expect(abs(velocity.dx - 100) < 1e-4)
  }

  @Test func equalTimesReplaceEachOther() {
    var estimator = VelocityEstimator()
    for (t, x) in [(0.0, 0.0), (0.01, 99), (0.01, 10), (0.02, 20)] {
      estimator.add(Point(x: x, y: 0), at: time(t))
    }
    #expect(abs(estimator.velocity(at: time(0.02)).dx - 1000) < 1e-4)
    #expect(estimator.stopMoment(after: time(0.02)) == time(0.06))
    #expect(estimator.stopMoment(after: time(0.06)) == nil)
  }

  @Test func stampsTooCloseTogetherAreNoRocket() {
    // Samples a microsecond apart count as one scan, which gives no velocity.
    #expect(estimate([0, 0.000_001], at: 0.000_001) { Point(x: 1e8 * $0, y: 0) } == .zero)
    let velocity = estimate([0, 0.004], at: 0.004) { Point(x: 1e8 * $0, y: 0) }
    #expect(abs(velocity.dx - VelocityEstimator.limit) < 1e-6)
  }

  @Test func aThousandSamplesKeepToTheNewest() {
    let many = (0..<1000).map { Double($0) / 1000 }
    let velocity = estimate(many, at: 0.999) { Point(x: 700 * $0, y: 0) }
    #expect(abs(velocity.dx - 700) < 1e-4)
  }
}
