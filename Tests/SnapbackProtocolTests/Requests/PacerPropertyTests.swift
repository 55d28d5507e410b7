import SnapbackBasics
import SnapbackProtocol
import Testing

@Suite struct PacerPropertyTests {
  @Test func anyNumbersAreTaken() {
    var dice = SeededGenerator(seed: 9)
    for _ in 0..<2000 {
      let pacing = Pacing.allCases.randomElement(using: &dice) ?? .timer
      let rates = [Double.nan, -1, 0, 1e-300, 24, 60, 1000, 1e300, .infinity]
      var pacer = Pacer(
        pacing: pacing, rate: rates.randomElement(using: &dice),
        greatestRate: rates.randomElement(using: &dice) ?? 60,
        clockSpeed: rates.randomElement(using: &dice) ?? 1)
      for _ in 0..<30 {
        let now = Instant(nanoseconds: dice.absurd())
        switch Int.random(in: 0..<4, using: &dice) {
        case 0:
          let near = now.advanced(bySeconds: Double.random(in: -10...1, using: &dice))
          let time = dice.happens(70) ? near : Instant(nanoseconds: dice.absurd())
          let refresh = dice.happens(50) ? dice.absurd() % 2_000_000_001 : dice.absurd()
          pacer.presented(at: time, refresh: refresh, now: now)
        case 1: _ = pacer.request(Instant(nanoseconds: dice.absurd()), refresh: dice.absurd())
        case 2: pacer.setRate(rates.randomElement(using: &dice) ?? 60)
        default: pacer.sent(target: pacer.target(at: now), at: now)
        }
        check(pacer, now)
      }
    }
  }

  /// Checks that nothing is overdue, nothing is due that was not requested, and no frame is for the
  /// past.
  private func check(_ pacer: Pacer, _ now: Instant) {
    for activity: Pacer.Activity in [[], .input, .motion, [.input, .motion]] {
      guard let due = pacer.due(activity, at: now) else { continue }
      #expect(due >= now)
    }
    guard pacer.pacing != .pull else { return }
    let target = pacer.target(at: now)
    #expect(target >= now && target.seconds(since: now) < 10)
  }

  @Test func aClockThatJumpsStopsNothing() {
    for told: UInt64 in [0, 16_666_667] {
      for jump in [-3600.0, -5, -0.03, 0.03, 5, 3600] {
        var pacer = Pacer(pacing: .timer, rate: nil, greatestRate: 60)
        var now = Instant(nanoseconds: 10_000_000_000_000)
        for _ in 0..<10 {
          let target = pacer.target(at: now)
          pacer.sent(target: target, at: now)
          now = now.advanced(byNanoseconds: 16_666_667)
          pacer.presented(at: now, refresh: told, now: now)
        }
        now = now.advanced(bySeconds: jump)
        for _ in 0..<3 {
          guard let due = pacer.due(.motion, at: now) else {
            Issue.record("nothing is due")
            break
          }
          #expect(due.seconds(since: now) < 0.1)
          now = due
          pacer.sent(target: pacer.target(at: now), at: now)
        }
      }
    }
  }

  @Test func pacingAllocatesNothing() {
    var pacer = Pacer(pacing: .timer, rate: 60, greatestRate: 120)
    var lanes = ClientLanes(acknowledges: true)
    var now = Instant(nanoseconds: 1_000_000_000)
    var sequence: UInt64 = 0
    func frame() -> UInt64 {
      let before = Allocations.count()
      now = pacer.due(.motion, at: now) ?? now
      let target = pacer.target(at: now)
      lanes.observe(unread: 900, at: now)
      lanes.blocked(at: now)
      lanes.noteWritten(1000, at: now)
      if lanes.needsSnapshot(at: now), lanes.mayCompose(at: now) {
        sequence += 1
        lanes.composed(.snapshot, sequence: sequence, at: now)
      } else if lanes.mayComposeFrame(at: now) {
        sequence += 1
        lanes.composed(.frame, sequence: sequence, at: now)
      }
      if lanes.admitsEvent() { lanes.addEvent(bytes: 100) }
      _ = lanes.emptyEvents()
      pacer.sent(target: target, at: now)
      pacer.presented(at: target, refresh: 16_666_667, now: now)
      lanes.presented(sequence: sequence)
      _ = lanes.deadline(after: now)
      return Allocations.count() - before
    }
    for _ in 0..<10 { _ = frame() }
    let allocations = (0..<1000).reduce(0) { sum, _ in sum + frame() }
    #expect(sequence > 1000)
    #if !DEBUG
      #expect(allocations == 0)
    #else
      #expect(allocations < 100_000)
    #endif
  }
}
