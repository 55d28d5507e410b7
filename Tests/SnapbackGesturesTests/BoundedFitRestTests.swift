import SnapbackBasics
import SnapbackGestures
import Testing

/// The default estimator on reports without movement, and its standard error.
@Suite struct BoundedFitRestTests {
  private func time(_ seconds: Double) -> Instant {
    Instant.zero.advanced(bySeconds: 10 + seconds)
  }

  /// An estimator that has seen 12 reports of a finger with 800 points per second, the last at 0.
  private func moved(interval: Double) -> VelocityEstimator {
    var estimator = VelocityEstimator()
    for index in -11...0 {
      let t = Double(index) * interval
      estimator.add(Point(x: 5, y: 800 * t), at: time(t))
    }
    return estimator
  }

  @Test(arguments: [0.001, 0.004, 1.0 / 120, 1.0 / 60, 0.033, 0.055])
  func withoutMovementItStaysAndThenFallsToZero(_ interval: Double) throws {
    let estimator = moved(interval: interval)
    let full = estimator.velocity(at: time(0)).dy
    #expect(abs(full - 800) < 1e-3)
    #expect(estimator.velocity(at: time(1.49 * interval)).dy == full)
    let stop = max(0.04, 2.5 * interval)
    let moment = try #require(estimator.stopMoment(after: time(0)))
    #expect(moment.seconds(since: time(0)) <= stop + 1e-6)
    #expect(moment.seconds(since: time(0)) >= 0.04 - 1e-6)
    #expect(estimator.velocity(at: moment) == .zero)
    #expect(estimator.velocity(at: time(stop + 0.0005)) == .zero)
    // It falls, and never by more than 5 % in half a millisecond.
    var last = full
    for step in 1...Int(stop * 2000) + 1 {
      let next = estimator.velocity(at: time(Double(step) * 0.0005)).dy
      #expect(next <= last && last - next < 0.05 * full)
      last = next
    }
    #expect(last == 0)
  }

  @Test func aReportWithoutMovementIsNoSample() {
    // A finger at rest on a panel that reports pressure, with 800 points per second before.
    var pressed = moved(interval: 0.008)
    let silent = pressed
    for step in 1...8 {
      let now = time(Double(step) * 0.008)
      pressed.add(Point(x: 5, y: 0), at: now)
      #expect(pressed.velocity(at: now) == silent.velocity(at: now))
      #expect(pressed.standardError(at: now) == silent.standardError(at: now))
    }
    #expect(pressed.velocity(at: time(0.064)) == .zero)
  }

  @Test func framesOfOtherContactsAreNoSamples() {
    // Ten fingers, each in a frame of its own every 2 ms: each moves with every tenth.
    var estimator = VelocityEstimator()
    for frame in 0..<100 {
      let now = time(Double(frame) * 0.002)
      let report = frame / 10
      estimator.add(Point(x: 3, y: -10 * Double(report)), at: now)
      if report >= 2 { #expect(abs(estimator.velocity(at: now).dy + 500) < 1e-3) }
    }
  }

  @Test func aPauseDiscardsWhatWasBefore() {
    var estimator = moved(interval: 0.008)
    estimator.add(Point(x: 5, y: -1), at: time(0.1))
    #expect(estimator.velocity(at: time(0.1)) == .zero)
    estimator.add(Point(x: 5, y: -2), at: time(0.11))
    #expect(abs(estimator.velocity(at: time(0.11)).dy + 100) < 1e-3)
  }

  // MARK: The standard error

  @Test func threeSamplesAreNotCertain() throws {
    var estimator = VelocityEstimator()
    for (t, x) in [(0.0, 0.0), (0.008, 3), (0.016, 12)] {
      estimator.add(Point(x: x, y: 0), at: time(t))
    }
    #expect(estimator.confidence(at: time(0.016)) < 0.99)
    let error = try #require(estimator.standardError(at: time(0.016)))
    #expect(error.dx > 50 && error.dy == 0)
  }

  @Test func noiseWidensTheError() throws {
    func error(_ shake: Double) throws -> Double {
      var estimator = VelocityEstimator()
      var random = SeededGenerator(seed: 3)
      for index in 0..<20 {
        let t = Double(index) * 0.008
        estimator.add(Point(x: 500 * t + shake * random.normal(), y: 0), at: time(t))
      }
      return try #require(estimator.standardError(at: time(19 * 0.008))).dx
    }
    let errors = [try error(0), try error(0.5), try error(2)]
    #expect(errors == errors.sorted())
    #expect(errors[2] > 2 * errors[0])
  }

  @Test func whatIsLostToSilenceIsUncertain() throws {
    let estimator = moved(interval: 0.008)
    let before = try #require(estimator.standardError(at: time(0)))
    let later = try #require(estimator.standardError(at: time(0.026)))
    #expect(before.dy < 0.1 * 800)
    #expect(later.dy > 0.4 * 800)
    #expect(estimator.confidence(at: time(0.026)) < 0.7)
  }

  @Test(arguments: VelocityStrategy.allCases)
  func onlyTheBoundedFitHasAnError(_ strategy: VelocityStrategy) {
    let estimator = VelocityEstimator(strategy: strategy)
    #expect((estimator.standardError(at: time(0)) != nil) == (strategy == .boundedFit))
  }
}
