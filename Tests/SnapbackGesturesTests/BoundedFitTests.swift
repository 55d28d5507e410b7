import SnapbackBasics
import SnapbackGestures
import Testing

/// The promises of the default estimator, checked with strokes of known velocity.
///
/// Reports have the noise of panels: positions with a standard error of 0.1 points, rounded to 0.36
/// points as on a panel of 1080 units, and times that are up to 0.3 ms off.
@Suite struct BoundedFitTests {
  private static let rates = [60.0, 90, 120, 144, 200, 240, 300, 500, 1000]
  private static let pitch = 0.36

  private func time(_ seconds: Double) -> Instant {
    Instant.zero.advanced(bySeconds: 10 + seconds)
  }

  private func reported(_ position: Double, _ random: inout SeededGenerator) -> Double {
    ((position + 0.1 * random.normal()) / Self.pitch).rounded() * Self.pitch
  }

  // MARK: Accuracy

  /// The shapes of strokes: the velocity at their beginning, as a share of that at the end, or the
  /// inverse.
  enum Shape: CaseIterable { case constant, faster, slower }

  @Test(arguments: rates, Shape.allCases)
  func aStrokeIsWithinFivePercent(_ rate: Double, _ shape: Shape) {
    var sum = 0.0
    let seeds = UInt64(1)...80
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let (speed, duration) = (random.next(in: 500...2500), random.next(in: 0.15...0.3))
      let start = shape == .faster ? 0.5 * speed : speed
      let gain = shape == .constant ? 0 : (shape == .faster ? 0.5 : -0.5) * speed / duration
      let angle = random.next(in: 0...6.28)
      let unit = Vector(dx: cosine(angle), dy: cosine(angle - 1.570_796_326_8))
      var estimator = VelocityEstimator()
      var (t, end, now) = (random.next(in: 0...1 / rate), 0.0, Instant.zero)
      while t <= duration {
        let way = start * t + 0.5 * gain * t * t
        let place = Point(
          x: reported(way * unit.dx, &random), y: reported(way * unit.dy, &random))
        now = time(t + random.next(in: -0.0003...0.0003))
        estimator.add(place, at: now)
        end = t
        t += 1 / rate
      }
      let truth = (start + gain * end) * unit
      let error = (estimator.velocity(at: now) - truth).length / truth.length
      sum += error * error
      #expect(error < 0.2, "seed \(seed)")
    }
    // The root of the mean squared error.
    #expect((sum / Double(seeds.count)).squareRoot() < 0.05, "\(rate) Hz, \(shape)")
  }

  /// The Taylor series of the cosine, which is exact enough on ±6.3.
  private func cosine(_ angle: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for index in 1...20 {
      term *= -angle * angle / Double((2 * index - 1) * (2 * index))
      sum += term
    }
    return sum
  }

  @Test func aConstantVelocityComesOutExactly() {
    var estimator = VelocityEstimator()
    for index in 0..<40 {
      let t = Double(index) / 120
      estimator.add(Point(x: 900 * t, y: -300 * t), at: time(t))
      guard index > 0 else { continue }
      let velocity = estimator.velocity(at: time(t))
      #expect((velocity - Vector(dx: 900, dy: -300)).length < 1e-3)
    }
  }

  // MARK: Turns and bounds

  /// A finger that turns after 80 to 300 ms, again and again, with another speed each time.
  private struct Walk {
    var random: SeededGenerator
    var position = 0.0
    /// The velocity, in points per second.
    var velocity: Double
    var turn = -1.0
    var nextTurn: Double

    init(seed: UInt64, slowest: Double) {
      random = SeededGenerator(seed: seed)
      velocity = random.next(in: slowest...2000)
      nextTurn = random.next(in: 0.08...0.3)
    }

    mutating func pass(from start: Double, to end: Double, slowest: Double) {
      guard end >= nextTurn else {
        position += velocity * (end - start)
        return
      }
      position += velocity * (nextTurn - start)
      velocity = (velocity < 0 ? 1 : -1) * random.next(in: slowest...2000)
      position += velocity * (end - nextTurn)
      turn = nextTurn
      nextTurn += random.next(in: 0.08...0.3)
    }
  }

  @Test(arguments: rates)
  func theSignIsThatOfTheMovementSinceTheLastTurn(_ rate: Double) {
    for seed in UInt64(1)...60 {
      var walk = Walk(seed: seed, slowest: 400)
      var noise = SeededGenerator(seed: ~seed)
      var estimator = VelocityEstimator()
      var t = 0.0
      while t < 1.2 {
        let now = time(t + noise.next(in: -0.0003...0.0003))
        estimator.add(
          Point(x: reported(walk.position, &noise), y: reported(100, &noise)), at: now)
        let found = estimator.velocity(at: now).dx
        // From 16 ms after a turn; a panel that reports every 16.7 ms tells it with the report
        // after the first.
        if t - walk.turn > max(0.0163, rate < 100 ? 1.5 / rate : 0), t > 0.05 {
          #expect(found * walk.velocity > 0, "seed \(seed), \(rate) Hz, at \(t)")
        }
        walk.pass(from: t, to: t + 1 / rate, slowest: 400)
        t += 1 / rate
      }
    }
  }

  @Test(arguments: rates)
  func itNeverExceedsTheFastestStep(_ rate: Double) {
    for seed in UInt64(1)...40 {
      var (x, y) = (Walk(seed: seed, slowest: 0), Walk(seed: seed + 1000, slowest: 0))
      var noise = SeededGenerator(seed: ~seed)
      var estimator = VelocityEstimator()
      // The speed of each step and when it ended.
      var steps: [(time: Double, speed: Double)] = []
      var last: (time: Double, place: Point)?
      var t = 0.0
      while t < 1 {
        let moment = t + noise.next(in: -0.0003...0.0003)
        let place = Point(x: reported(x.position, &noise), y: reported(y.position, &noise))
        estimator.add(place, at: time(moment))
        if let last, place != last.place {
          steps.append((moment, place.distance(to: last.place) / (moment - last.time)))
        }
        if place != last?.place { last = (moment, place) }
        let fastest = steps.filter { moment - $0.time < 0.1 }.map(\.speed).max() ?? 0
        let found = estimator.velocity(at: time(moment)).length
        #expect(found <= fastest * 1.001 + 1e-9, "seed \(seed), \(rate) Hz, at \(t)")
        x.pass(from: t, to: t + 1 / rate, slowest: 0)
        y.pass(from: t, to: t + 1 / rate, slowest: 0)
        t += 1 / rate
      }
    }
  }

  @Test func aFingerThatSlowsDownIsNotReleasedBackwards() {
    // A quintic from rest to rest over 500 points in 0.4 s, cut at every report of its second half.
    for rate in Self.rates {
      for seed in UInt64(1)...20 {
        var random = SeededGenerator(seed: seed)
        var estimator = VelocityEstimator()
        var t = 0.0
        while t < 0.4 {
          let share = t / 0.4
          let way = 500 * share * share * share * (10 - 15 * share + 6 * share * share)
          let now = time(t + random.next(in: -0.0003...0.0003))
          estimator.add(Point(x: 0, y: -reported(way, &random)), at: now)
          // In the last 40 ms the finger moves by less than 4 points, which noise may turn.
          if t > 0.2, t < 0.36 {
            #expect(estimator.velocity(at: now).dy < 0, "seed \(seed), \(rate) Hz, at \(t)")
          }
          t += 1 / rate
        }
      }
    }
  }
}
