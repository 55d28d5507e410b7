import SnapbackBasics
import SnapbackMotion
import SnapbackTestSupport
import Testing

@Suite struct AnimatedValueTests {
  private static let threshold = RestThreshold(offset: 1e-9)

  private func moment(_ seconds: Double) -> Instant { Instant.zero.advanced(bySeconds: seconds) }

  @Test func retargetingFollowsTheReferenceChains() throws {
    let table = try FixtureTable("physics/retarget_chain.csv")
    #expect(table.rows.count == 52)
    for row in table.rows {
      let (k, c) = (row.number("stiffness"), row.number("damping"))
      let spring = try Spring(mass: 1, stiffness: k, damping: c)
      var value = AnimatedValue(row.number("x0"))
      let start = MotionState(value: 0, velocity: row.number("v0"))
      value.add(start, spring: spring, threshold: Self.threshold, at: .zero)
      let now = row.number("t")
      for event in row.text("events_t_target").split(separator: ";") {
        let parts = event.split(separator: ":").compactMap { Double($0) }
        guard parts[0] <= now else { break }
        value.animate(to: parts[1], with: spring, threshold: Self.threshold, at: moment(parts[0]))
      }
      let seen = value.presentation(at: moment(now))
      // Times are whole nanoseconds here: the tolerance is half a nanosecond at this speed.
      let speed = 300 * k.squareRoot() + abs(row.number("v0"))
      #expect(abs(seen.value - row.number("x")) <= 1e-9 * speed, "line \(row.line)")
      #expect(abs(seen.velocity - row.number("v")) <= 1e-9 * speed * k.squareRoot() + 1e-6)
    }
  }

  @Test func termsOfOneSpringMergeAndOfTwoAddUp() throws {
    let soft = try Spring(response: 0.5, dampingRatio: 0.7)
    let hard = try Spring(response: 0.2, dampingRatio: 1)
    var value = AnimatedValue(0)
    value.animate(to: 100, with: soft, threshold: Self.threshold, at: .zero)
    value.animate(to: 40, with: soft, threshold: Self.threshold, at: moment(0.1))
    #expect(value.terms.count == 1)
    value.animate(to: 70, with: hard, threshold: Self.threshold, at: moment(0.15))
    #expect(value.terms.count == 2)
    var lone = AnimatedValue(0)
    lone.animate(to: 100, with: soft, threshold: Self.threshold, at: .zero)
    lone.animate(to: 40, with: soft, threshold: Self.threshold, at: moment(0.1))
    let extra = hard.state(after: 0.05, from: MotionState(value: -30, velocity: 0))
    let both = lone.presentation(at: moment(0.2)).value + 30 + extra.value
    #expect(abs(value.presentation(at: moment(0.2)).value - both) < 1e-9)
  }

  @Test func sumsKeepALinearEquationThatRetargetingWouldTear() throws {
    // C = (A + B) / 2, with A and B on springs of their own (UIKit's additive animations).
    let slow = try Spring(uikitDuration: 1, dampingRatio: 0.33)
    let quick = try Spring(uikitDuration: 0.3, dampingRatio: 1)
    var (a, b, c) = (AnimatedValue(0), AnimatedValue(100), AnimatedValue(50))
    b.animate(to: 240, with: slow, threshold: Self.threshold, at: .zero)
    c.animate(to: 120, with: slow, threshold: Self.threshold, at: .zero)
    a.animate(to: 140, with: quick, threshold: Self.threshold, at: moment(0.1))
    c.animate(to: 190, with: quick, threshold: Self.threshold, at: moment(0.1))
    for step in 0..<200 {
      let now = moment(0.1 + Double(step) / 120)
      let middle = (a.presentation(at: now).value + b.presentation(at: now).value) / 2
      #expect(abs(c.presentation(at: now).value - middle) < 1e-9)
    }
  }

  @Test func releaseStartsWhereTheFingerLetGoAndAsFast() throws {
    let spring = try Spring(response: 0.4, dampingRatio: 0.8)
    var value = AnimatedValue(0)
    value.hold(120, velocity: -900)
    value.animate(to: 0, with: spring, threshold: RestThreshold(offset: 0.05), at: .zero)
    let first = value.presentation(at: .zero)
    #expect(first.value == 120)
    #expect(first.velocity == -900)
    #expect(value.presentation(at: value.restTime).value == 0)
    #expect(value.presentation(at: value.restTime).velocity == 0)
    let before = value.presentation(at: Instant(nanoseconds: value.restTime.nanoseconds - 1))
    #expect(abs(before.value) <= 0.05)
  }

  /// A curve starts without velocity, so a second term takes up the velocity of the finger.
  @Test func aVelocityThatACurveTakesUpEndsWithItsTransaction() {
    var value = AnimatedValue(0)
    value.follow(0, velocity: 300)
    let end = value.animate(
      to: 10, with: .curve(.linear, duration: 0.01), threshold: Self.threshold, at: .zero, owner: 7)
    #expect(value.presentation(at: .zero).velocity == 300)
    #expect(end == value.restTime && end > moment(0.05))
    _ = value.removeTerms(at: moment(0.005)) { $0.owner == 7 }
    #expect(value.terms.isEmpty)
  }

  @Test func aJumpLeavesRunningTermsAlone() throws {
    let spring = try Spring(response: 0.4, dampingRatio: 0.8)
    var value = AnimatedValue(0)
    value.animate(to: 100, with: spring, threshold: Self.threshold, at: .zero)
    let before = value.presentation(at: moment(0.1))
    value.jump(to: 130)
    let after = value.presentation(at: moment(0.1))
    #expect(abs(after.value - before.value - 30) < 1e-12)
    #expect(after.velocity == before.velocity)
  }

  /// An endless animation is scrubbed over its first run.
  @Test(arguments: [(false, 1.0), (true, 1.75)])
  func theFirstRunOfAnEndlessAnimationIsItsDelayAndItsWayThereAndPerhapsBack(
    autoreverses: Bool, seconds: Double
  ) {
    let animation = Animation(
      .curve(.easeInOut, duration: 0.75), delay: 0.25, repeatCount: .infinity,
      autoreverses: autoreverses)
    let term = ResidualTerm(
      .animation(animation), from: MotionState(value: 100), clock: MotionClock(anchor: .zero),
      duration: animation.duration)
    #expect(term.duration == .infinity)
    #expect(term.firstRun == seconds)
  }

  @Test func aCollapsedCurveGoesOnWhereItIsAndAsFast() throws {
    var value = AnimatedValue(0)
    let curve = Animation.curve(.easeInOut, duration: 0.8)
    value.animate(to: 100, with: curve, threshold: Self.threshold, at: .zero)
    value.animate(to: 160, with: .spring(.catching), threshold: Self.threshold, at: moment(0.1))
    let before = value.presentation(at: moment(0.3))
    value.collapse(
      to: .critical(response: 0.5), threshold: Self.threshold, at: moment(0.3)
    ) { if case .animation = $0.course { true } else { false } }
    let after = value.presentation(at: moment(0.3))
    #expect(abs(before.value - after.value) < 1e-12)
    #expect(abs(before.velocity - after.velocity) < 1e-9)
    #expect(value.terms.count == 2)
    #expect(value.presentation(at: value.restTime).value == 160)
  }
}
