import SnapbackBasics
import SnapbackEngine
import SnapbackTestSupport
import Testing

/// The estimated positions of fingers between and after their scans.
@Suite struct FingerTrailTests {
  private static func moment(_ milliseconds: Double) -> Instant {
    EngineDriver.moment(1 + milliseconds / 1000)
  }

  /// A trail of scans, given as milliseconds and positions along x.
  private static func trail(_ scans: [(Double, Double)]) -> FingerTrail {
    var trail = FingerTrail()
    for (time, x) in scans {
      trail.add(FingerFigure(location: Point(x: x, y: 2 * x), scale: x), at: moment(time))
    }
    return trail
  }

  private static func place(
    _ trail: FingerTrail, _ milliseconds: Double, _ policy: TouchResampling
  ) -> Double {
    let figure = trail.figure(at: moment(milliseconds), by: policy)
    // All numbers must change in proportion.
    guard let figure, abs(figure.location.y - 2 * figure.location.x) < 1e-9,
      abs(figure.scale - figure.location.x) < 1e-9
    else { return .nan }
    return figure.location.x
  }

  @Test func aFingerOfConstantSpeedIsWhereItWasFiveMillisecondsBefore() {
    // 8 ms apart, 3 points a millisecond.
    let trail = Self.trail([(0, 0), (8, 24), (16, 48), (24, 72)])
    for target in stride(from: 5.0, through: 29, by: 0.5) {
      let wanted = 3 * (target - 5)
      #expect(abs(Self.place(trail, target, .interpolate) - wanted) < 1e-6, "\(target)")
      #expect(abs(Self.place(trail, target, .predict) - wanted) < 1e-6, "\(target)")
      #expect(Self.place(trail, target, .none) == 72)
    }
    // It continues for half an interval and then stops.
    for target in stride(from: 29.0, through: 64, by: 0.5) {
      let wanted = 72 + 3 * min(target - 29, 4)
      #expect(abs(Self.place(trail, target, .predict) - wanted) < 1e-6, "\(target)")
      #expect(Self.place(trail, target, .interpolate) == 72)
    }
  }

  @Test func aPredictionGoesEightMillisecondsAtMost() {
    let trail = Self.trail([(0, 0), (19, 19)])
    #expect(abs(Self.place(trail, 19 + 5 + 7, .predict) - 26) < 1e-6)
    #expect(abs(Self.place(trail, 19 + 5 + 9, .predict) - 27) < 1e-6)
    #expect(abs(Self.place(trail, 19 + 20, .predict) - 27) < 1e-6)
  }

  @Test func aFingerThatHasStoppedIsTakenBackWithoutAJump() throws {
    let trail = Self.trail([(0, 0), (10, 10)])
    var last = Self.place(trail, 0, .predict)
    for target in stride(from: 0.0, through: 120, by: 0.25) {
      let place = Self.place(trail, target, .predict)
      // It goes at most half of the last step beyond the finger, and never faster than the finger.
      #expect(place <= 10 + 5 + 1e-9)
      #expect(abs(place - last) <= 0.25 + 1e-9, "\(target)")
      last = place
    }
    #expect(abs(Self.place(trail, 50, .predict) - 15) < 1e-6)
    #expect(abs(Self.place(trail, 60, .predict) - 12.5) < 1e-6)
    #expect(Self.place(trail, 70, .predict) == 10)
    #expect(trail.restTime == Self.moment(70))
  }

  @Test(arguments: [1.9, 20.1, 300]) func intervalsThatSayNothingAreNotUsed(interval: Double) {
    let trail = Self.trail([(0, 0), (interval, 9)])
    for target in [0.5, 0.9, 1.1].map({ $0 * interval + 5 }) {
      for policy in TouchResampling.allCases {
        #expect(Self.place(trail, target, policy) == 9)
      }
    }
  }

  @Test func aRandomWalkIsBetweenItsTwoScansOrHalfAStepBeyond() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      var scans: [(Double, Double)] = []
      var (time, place) = (0.0, 0.0)
      for _ in 0..<6 {
        time += Double.random(in: 2.1...19.9, using: &generator)
        place += Double.random(in: -40...40, using: &generator)
        scans.append((time, place))
      }
      let trail = Self.trail(scans)
      let target = Double.random(in: scans[2].0...time + 80, using: &generator)
      let moment = target - 5
      let seen = Self.place(trail, target, .interpolate)
      if moment >= time {
        #expect(seen == place)
        let ahead = Self.place(trail, target, .predict) - place
        #expect(abs(ahead) <= abs(place - scans[4].1) / 2 + 1e-9)
        #expect(ahead * (place - scans[4].1) >= 0)
      } else if let later = scans.firstIndex(where: { $0.0 > moment }), later > 2 {
        let (a, b) = (scans[later - 1].1, scans[later].1)
        #expect(seen >= min(a, b) - 1e-9 && seen <= max(a, b) + 1e-9)
        #expect(Self.place(trail, target, .predict) == seen)
      }
    }
  }

  @Test func beforeWhatItRemembersItIsTheOldestScan() {
    let trail = Self.trail([(0, 0), (8, 8), (16, 16), (24, 24), (32, 32)])
    #expect(Self.place(trail, 1, .interpolate) == 8)
    #expect(Self.place(Self.trail([(0, 5)]), -100, .predict) == 5)
    #expect(FingerTrail().figure(at: .zero, by: .predict) == nil)
  }

  @Test func scansOfOneMomentAreOneAndWhatIsNoNumberIsNone() {
    var trail = Self.trail([(0, 0), (8, 8), (8, 10)])
    #expect(trail.count == 2)
    #expect(trail.last?.figure.location.x == 10)
    trail.add(FingerFigure(location: Point(x: .nan, y: 0)), at: Self.moment(16))
    trail.add(FingerFigure(location: .zero, scale: .infinity), at: Self.moment(16))
    #expect(trail.last?.time == Self.moment(8))
    trail.add(FingerFigure(location: Point(x: 1e308, y: 0)), at: Self.moment(16))
    trail.add(FingerFigure(location: Point(x: -1e308, y: 0)), at: Self.moment(24))
    #expect(trail.figure(at: Self.moment(26), by: .predict)?.isFinite == true)
    trail.reset()
    #expect(trail.last == nil)
  }
}
