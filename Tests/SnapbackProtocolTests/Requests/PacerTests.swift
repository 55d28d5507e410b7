import SnapbackBasics
import SnapbackProtocol
import Testing

@Suite struct PacerTests {
  private func moment(_ milliseconds: Double) -> Instant {
    Instant.zero.advanced(bySeconds: milliseconds / 1000)
  }

  @Test(arguments: [60, 59.94, 50, 90, 120, 144, 240])
  func everyPictureIsNewAndForTheMomentThatItIsSeen(hertz: Double) {
    var screen = Screen(hertz: hertz)
    screen.drawing = { _ in 0.5e9 / hertz }
    var pacer = Pacer(pacing: .timer, rate: nil, greatestRate: hertz.rounded())
    let shown = screen.run(&pacer, seconds: 10).dropFirst(3)
    #expect(Double(shown.count) >= 10 * hertz - 6)
    for (one, next) in zip(shown, shown.dropFirst()) { #expect(next.flip == one.flip + 1) }
    // Flip times are given to the microsecond.
    for frame in shown { #expect(abs(frame.target - frame.seen) <= 1100) }
  }

  @Test(arguments: [
    (30, 2), (24, 3), (20, 3), (59, 1), (57.5, 1), (57.2, 1), (57, 2), (15, 4), (45, 2), (1, 60),
  ])
  func aSlowerClientGetsEverySoManyth(rate: Double, stride: Int) {
    var screen = Screen(hertz: 60)
    var pacer = Pacer(pacing: .timer, rate: rate, greatestRate: 120)
    let shown = screen.run(&pacer, seconds: 10).dropFirst(2)
    #expect(shown.count >= 600 / stride - 5)
    for (one, next) in zip(shown, shown.dropFirst()) {
      #expect(next.flip - one.flip == stride)
      #expect(abs(next.target - next.seen) <= 1100)
    }
  }

  @Test func momentsThatAreToldBadlyStayInStep() {
    var screen = Screen(hertz: 60)
    screen.jitter = 2_000_000
    screen.lateness = 1_000_000
    var pacer = Pacer(pacing: .timer, rate: nil, greatestRate: 60)
    let shown = screen.run(&pacer, seconds: 20).dropFirst(3)
    for (one, next) in zip(shown, shown.dropFirst()) {
      #expect(next.flip == one.flip + 1 && next.target > one.target)
    }
    for frame in shown { #expect(abs(frame.target - frame.seen) <= 2_001_100) }
  }

  @Test func missedFlipsCostOneFrameEach() {
    var screen = Screen(hertz: 60)
    // One frame in ten takes longer than a refresh to draw.
    screen.drawing = { $0.happens(10) ? 20_000_000 : 4_000_000 }
    var pacer = Pacer(pacing: .timer, rate: nil, greatestRate: 60)
    let shown = screen.run(&pacer, seconds: 20).dropFirst(3)
    let right = shown.count { abs($0.target - $0.seen) <= 1100 }
    let late = shown.count { abs($0.target + 1e9 / 60 - $0.seen) <= 1100 }
    #expect(right + late == shown.count)
    #expect(late < shown.count / 8 && right > shown.count * 7 / 8)
  }

  @Test func aScreenThatDriftsFromWhatItSaysIsFollowed() {
    // A deviation of 1000 parts per million, ten times that of a typical quartz.
    var screen = Screen(hertz: 60.06, toldRefresh: 16_666_667)
    var pacer = Pacer(pacing: .timer, rate: nil, greatestRate: 60)
    let shown = screen.run(&pacer, seconds: 20).dropFirst(3)
    #expect(shown.count > 1190)
    // At most two refreshes of drift lie between the reported time and its use.
    for frame in shown { #expect(abs(frame.target - frame.seen) < 35_000) }
  }

  @Test func withoutAScreenFramesAreForNowAndEvenlySpaced() {
    for told: UInt64 in [0, 1, 499_999, 2_000_000_001, .max] {
      var screen = Screen(hertz: 144, toldRefresh: told)
      var pacer = Pacer(pacing: .timer, rate: 100, greatestRate: 1000)
      let shown = screen.run(&pacer, seconds: 5)
      #expect(pacer.refresh == 0)
      #expect((498...501).contains(shown.count), "\(shown.count)")
      for frame in shown { #expect(frame.target < frame.seen) }
    }
    // Delays of the timer do not accumulate.
    var pacer = Pacer(pacing: .timer, rate: 50, greatestRate: 60)
    var now = moment(100)
    for _ in 0..<100 {
      pacer.sent(target: pacer.target(at: now), at: now)
      #expect(pacer.target(at: now) == now)
      now = (pacer.due(.motion, at: now) ?? now).advanced(byNanoseconds: 3_000_000)
    }
    #expect(abs(now.seconds(since: moment(100)) - 2) < 0.004)
  }

  @Test func aRateIsHeldToWhatTheDaemonGrants() {
    #expect(Pacer(pacing: .timer, rate: 500, greatestRate: 120).rate == 120)
    #expect(Pacer(pacing: .timer, rate: nil, greatestRate: 90).rate == 90)
    #expect(Pacer(pacing: .timer, rate: .nan, greatestRate: .nan).rate == 60)
    var pacer = Pacer(pacing: .timer, rate: 0, greatestRate: .infinity)
    #expect(pacer.rate == 1)
    pacer.setRate(2000)
    #expect(pacer.rate == 1000)
    pacer.setRate(-.infinity)
    #expect(pacer.rate == 1)
  }

  @Test func atRestNothingIsDue() {
    for pacing in Pacing.allCases {
      #expect(Pacer(pacing: pacing, rate: nil, greatestRate: 60).due([], at: moment(5)) == nil)
    }
  }

  @Test func whoPullsGetsWhatItAsksForAndNothingElse() {
    var pacer = Pacer(pacing: .pull, rate: nil, greatestRate: 60)
    #expect(pacer.due([.input, .motion], at: moment(1)) == nil)
    for time in [20.0, 28, 36] {
      let isTaken = pacer.request(moment(time), refresh: 8_333_333)
      #expect(isTaken)
    }
    #expect(pacer.refresh == 8_333_333)
    var targets: [Instant] = []
    while let due = pacer.due([], at: moment(2)), due == moment(2), targets.count < 9 {
      targets.append(pacer.target(at: due))
      #expect(pacer.requestedTime == targets.last)
      pacer.sent(target: pacer.target(at: due), at: due)
    }
    #expect(targets == [moment(20), moment(36)])
    var timer = Pacer(pacing: .timer, rate: nil, greatestRate: 60)
    let isTaken = timer.request(moment(20), refresh: 0)
    #expect(!isTaken && timer.requestedTime == nil)
  }

  @Test func aPushComesWithTheInput() {
    var pacer = Pacer(pacing: .push, rate: 60, greatestRate: 60)
    #expect(pacer.due(.input, at: moment(100)) == moment(100))
    pacer.sent(target: moment(100), at: moment(100))
    // At most four thousand times a second, and motion alone at the rate.
    #expect(pacer.due(.input, at: moment(100.1)) == moment(100.25))
    #expect(pacer.due(.input, at: moment(100.9)) == moment(100.9))
    #expect(pacer.due([.input, .motion], at: moment(103)) == moment(103))
    let next = pacer.due(.motion, at: moment(103))
    #expect(abs((next ?? .zero).seconds(since: moment(100)) - 1.0 / 60) < 1e-8)
    // With a screen: for the next picture that can still be drawn.
    pacer.presented(at: moment(104), refresh: 10_000_000, now: moment(105))
    #expect(pacer.target(at: moment(106)) == moment(114))
    #expect(pacer.target(at: moment(112.5)) == moment(124))
    pacer.sent(target: moment(114), at: moment(106))
    #expect(pacer.target(at: moment(108)) == moment(114))
    #expect(pacer.due(.input, at: moment(108)) == moment(108))
    // Motion alone runs at the rate, which is every second picture of this screen.
    #expect(pacer.due(.motion, at: moment(108)) == moment(124))
  }

  @Test func whatWasDiscardedOrIsFarFromNowSaysNothing() {
    var pacer = Pacer(pacing: .timer, rate: nil, greatestRate: 60)
    let now = moment(20_000)
    pacer.presented(at: moment(19_990), refresh: 16_666_667, isDiscarded: true, now: now)
    pacer.presented(at: moment(9000), refresh: 16_666_667, now: now)
    pacer.presented(at: moment(21_001), refresh: 16_666_667, now: now)
    #expect(pacer.refresh == 0 && pacer.target(at: now) == now)
    var slow = Pacer(pacing: .timer, rate: nil, greatestRate: 60, clockSpeed: 0.1)
    slow.presented(at: now, refresh: 16_666_667, now: now)
    #expect(slow.target(at: now) == now)
    slow.sent(target: now, at: now)
    let due = slow.due(.motion, at: now) ?? .zero
    #expect(abs(due.seconds(since: now) - 0.1 / 60) < 1e-8)
  }

  @Test func aPhaseIsBelievedForAsLongAsItIsKnown() {
    var pacer = Pacer(pacing: .timer, rate: nil, greatestRate: 100)
    pacer.presented(at: moment(1000), refresh: 10_000_000, now: moment(1001))
    // A quarter of a refresh at 100 parts in a million: 25 s.
    #expect(pacer.target(at: moment(25_994)) == moment(26_000))
    #expect(pacer.target(at: moment(26_100)) == moment(26_110))
    #expect(pacer.due(.motion, at: moment(26_100)) == moment(26_100))
    // A flip that is reported ahead of time is also valid before it.
    pacer.presented(at: moment(27_500), refresh: 10_000_000, now: moment(27_001))
    #expect(pacer.target(at: moment(27_005)) == moment(27_010))
  }
}
