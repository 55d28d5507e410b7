import SnapbackBasics
import SnapbackGestures
import Testing

@Suite struct VelocityStrategyTests {
  private func time(_ seconds: Double) -> Instant { Instant.zero.advanced(bySeconds: seconds) }

  /// The estimator after a finger's samples at these times.
  private func estimator(
    _ strategy: VelocityStrategy, _ track: [(t: Double, x: Double, y: Double)]
  ) -> VelocityEstimator {
    var estimator = VelocityEstimator(strategy: strategy)
    for (t, x, y) in track { estimator.add(Point(x: x, y: y), at: time(t)) }
    return estimator
  }

  private func velocity(
    _ strategy: VelocityStrategy, _ track: [(t: Double, x: Double, y: Double)]
  ) -> Vector {
    estimator(strategy, track).velocity(at: time(track.last?.t ?? 0))
  }

  /// The track of a shaky finger at about 120 frames per second; each seed gives another one.
  private func shakyTrack(_ seed: UInt64, count: Int) -> [(t: Double, x: Double, y: Double)] {
    var random = SeededGenerator(seed: seed)
    var t = 3.0
    let (speed, gain) = (random.next(in: -2000...2000), random.next(in: -9000...9000))
    return (0..<count).map { _ in
      t = (t * 1e9 + random.next(in: 4e6...12e6)).rounded() * 1e-9
      let u = t - 3
      return (
        t, speed * u + gain * u * u + random.next(in: -3...3), 400 + random.next(in: -30...30)
      )
    }
  }

  @Test(arguments: VelocityStrategy.allCases)
  func aConstantVelocityComesOutExactly(_ strategy: VelocityStrategy) {
    let track = (0..<30).map { (t: Double($0) / 120, x: Double($0) * 5, y: -Double($0) * 2.5) }
    let found = velocity(strategy, track)
    #expect(abs(found.dx - 600) < 1e-3)
    #expect(abs(found.dy + 300) < 1e-3)
  }

  @Test(arguments: 1...100)
  func leastSquaresSolvesTheNormalEquations(_ seed: UInt64) {
    // The oracle solves the untransformed 3 × 3 system with pivoting, unlike the source.
    let track = shakyTrack(seed, count: 4 + Int(clamping: seed % 20))
    let newest = track[track.count - 1].t
    let window = track.suffix(VelocityEstimator.capacity).filter { newest - $0.t <= 0.1 }
    func slope(_ value: (Double, Double) -> Double) -> Double {
      var rows = (0..<3).map { row in
        (0..<4).map { column in
          window.reduce(0.0) { sum, sample in
            let t = sample.t - newest
            let factor = column < 3 ? power(t, column) : value(sample.x, sample.y)
            return sum + power(t, row) * factor
          }
        }
      }
      solve(&rows)
      return rows[1][3]
    }
    let found = velocity(.leastSquares, track)
    #expect(abs(found.dx - slope { x, _ in x }) < 1e-3 * max(1, abs(found.dx)))
    #expect(abs(found.dy - slope { _, y in y }) < 1e-3 * max(1, abs(found.dy)))
  }

  @Test func impulsesAreThoseOfTheTable() {
    // Computed by hand. One step of v gives v. Steps of u and v in the same direction give √((v −
    // u)² + v²).
    func track(_ speeds: Double...) -> [(t: Double, x: Double, y: Double)] {
      var track = [(t: 0.0, x: 0.0, y: 0.0)]
      for (index, speed) in speeds.enumerated() {
        track.append((Double(index + 1) * 0.01, track[index].x + speed * 0.01, 0))
      }
      return track
    }
    #expect(abs(velocity(.impulse, track(300)).dx - 300) < 1e-4)
    #expect(abs(velocity(.impulse, track(300, 400)).dx - 412.310_562_6) < 1e-4)
    // W = ½·300² + (−400 − 300)·400 = −235000: −√470000.
    #expect(abs(velocity(.impulse, track(300, -400)).dx + 685.565_460_0) < 1e-4)
    // Standing still after a push does no work, so the mass keeps its velocity.
    #expect(abs(velocity(.impulse, track(300, 0, 0)).dx - 300) < 1e-4)
  }

  @Test(arguments: 1...50)
  func impulsesInOneDirectionAreHeldByTheFastestStep(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var track = [(t: 0.0, x: 0.0, y: 0.0)]
    var fastest = 0.0
    for index in 1...12 {
      let speed = random.next(in: 0...3000)
      fastest = max(fastest, speed)
      track.append((Double(index) * 0.008, track[index - 1].x + speed * 0.008, 0))
    }
    let found = velocity(.impulse, track).dx
    #expect(found >= 0)
    #expect(found <= fastest * 2.0.squareRoot() * 1.000_001)
  }

  @Test(arguments: 1...30)
  func endToEndIsTheWayOfTheLast150Milliseconds(_ seed: UInt64) {
    let track = shakyTrack(seed, count: 40)
    let newest = track[39]
    let oldest = track.first { newest.t - $0.t <= 0.15 } ?? newest
    let found = velocity(.endToEnd, track)
    #expect(newest.t - oldest.t > 0.13)
    #expect(abs(found.dx - (newest.x - oldest.x) / (newest.t - oldest.t)) < 1e-3)
    #expect(abs(found.dy - (newest.y - oldest.y) / (newest.t - oldest.t)) < 1e-3)
  }

  @Test func recentDifferencesAreWeighed() {
    // Steps of 1000, 500, 200 and 100 points per second, 10 ms each.
    let track = [
      (t: 0.0, x: 0.0, y: 0.0), (0.01, 10, 0), (0.02, 15, 0), (0.03, 17, 0), (0.04, 18, 0),
    ]
    let touch = 0.6 * 500 + 0.35 * 200 + 0.05 * 100
    let trackpad = 0.15 * 500 + 0.65 * 200 + 0.2 * 100
    #expect(abs(velocity(.recentTouch, track).dx - touch) < 1e-4)
    #expect(abs(velocity(.recentTrackpad, track).dx - trackpad) < 1e-4)
    // A flick of three samples: the weights 0.35 and 0.05, divided by 0.4.
    let short = Array(track.prefix(3))
    #expect(abs(velocity(.recentTouch, short).dx - (0.35 * 1000 + 0.05 * 500) / 0.4) < 1e-4)
  }

  @Test(arguments: VelocityStrategy.allCases)
  func twoFramesOfOneScanAreOneSample(_ strategy: VelocityStrategy) {
    // Panels with 448 and 463 frames per second: they scan every 11.2 ms and send a second frame
    // 2.16 ms later, with the finger at the same position.
    var split: [(t: Double, x: Double, y: Double)] = []
    for scan in 0..<20 {
      let t = Double(scan) * 0.0112
      split.append((t, 800 * t, 0))
      split.append((t + 0.00216, 800 * t, 0))
    }
    #expect(abs(velocity(strategy, split).dx - 800) < 1e-3)
  }

  @Test(arguments: VelocityStrategy.allCases)
  func aThousandFramesASecondAreRead(_ strategy: VelocityStrategy) {
    let track = (0..<200).map { (t: Double($0) / 1000, x: Double($0) * 0.7, y: 0.0) }
    for count in [4, 5, 6, 50, 199, 200] {
      #expect(abs(velocity(strategy, Array(track.prefix(count))).dx - 700) < 1e-3)
    }
  }

  @Test(arguments: VelocityStrategy.allCases)
  func aFingerThatRestsHasNoVelocityWhateverTheStrategy(_ strategy: VelocityStrategy) {
    let track = (0..<20).map { (t: Double($0) / 120, x: Double($0) * 5, y: 0.0) }
    let seen = estimator(strategy, track)
    // The default falls after 1.5 intervals, the others stop.
    let kept = strategy == .boundedFit ? 0.012 : 0.039
    #expect(seen.velocity(at: time(19.0 / 120 + kept)).dx > 500)
    #expect(seen.velocity(at: time(19.0 / 120 + 0.041)) == .zero)
    #expect(seen.confidence(at: time(19.0 / 120 + 0.041)) == 0)
    // The samples before the rest are discarded.
    let after = track + [(t: 0.3, x: 96, y: 0.0), (t: 0.31, x: 97, y: 0.0)]
    #expect(abs(velocity(strategy, after).dx - 100) < 1e-3)
  }

  @Test(arguments: VelocityStrategy.allCases)
  func nothingThatADeviceSendsExplodes(_ strategy: VelocityStrategy) {
    let extremes = [0, 1, -1, 1e-300, 1e18, -1e150, 1e300, -1e308, .infinity, .nan]
    for seed in UInt64(1)...200 {
      var random = SeededGenerator(seed: seed)
      var estimator = VelocityEstimator(strategy: strategy)
      var now = Instant.zero
      for _ in 0..<30 {
        let step = UInt64(saturating: random.next(in: 0...2e7))
        now = random.next(in: 0...1) < 0.05 ? .distantFuture : now.advanced(byNanoseconds: step)
        if random.next(in: 0...1) < 0.1 { now = Instant(nanoseconds: now.nanoseconds / 2) }
        let x = extremes[Int(saturating: random.next(in: 0...9.99))]
        let y = extremes[Int(saturating: random.next(in: 0...9.99))]
        estimator.add(Point(x: x, y: y), at: now)
        let velocity = estimator.velocity(at: now)
        #expect(velocity.length <= VelocityEstimator.limit * 1.000_001, "seed \(seed)")
        #expect((0...1).contains(estimator.confidence(at: now)), "seed \(seed)")
      }
    }
  }
}
