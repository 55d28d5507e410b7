import Glibc
import SnapbackMotion
import SnapbackTestSupport
import Testing

/// Springs from the parameters of other toolkits, against tables computed with 60 digits.
@Suite struct SpringParametersTests {
  @Test func everyParameterisationGivesTheTabledSpring() throws {
    let table = try FixtureTable("physics/spring_params.csv")
    #expect(table.rows.count == 135)
    var counts: [String: Int] = [:]
    for row in table.rows {
      let (p1, p2) = (row.number("p1"), row.number("p2"))
      counts[row.text("model"), default: 0] += 1
      let spring: Spring
      switch row.text("model") {
      case "swiftui_duration_bounce": spring = try Spring(duration: p1, bounce: p2)
      case "response_dampingFraction": spring = try Spring(response: p1, dampingRatio: p2)
      case "motion_visualDuration_bounce": spring = try Spring(visualDuration: p1, bounce: p2)
      case "stiffness_dampingRatio": spring = try Spring(stiffness: p1, dampingRatio: p2)
      case "origami_tension_friction": spring = try Spring(origamiTension: p1, friction: p2)
      default:
        Issue.record("line \(row.line): \(row.text("model"))")
        continue
      }
      let (k, c) = (row.number("stiffness"), row.number("damping"))
      #expect(abs(spring.stiffness - k) <= 1e-12 * k, "line \(row.line)")
      #expect(abs(2 * spring.decayRate - c) <= 1e-12 * c, "line \(row.line)")
      let ratio = row.number("damping_ratio")
      #expect(abs(spring.dampingRatio - ratio) <= 1e-12 * ratio, "line \(row.line)")
    }
    #expect(
      counts == [
        "swiftui_duration_bounce": 64, "response_dampingFraction": 36,
        "motion_visualDuration_bounce": 24, "stiffness_dampingRatio": 8,
        "origami_tension_friction": 3,
      ])
  }

  @Test func uikitDurationsGiveTheTabledSprings() throws {
    let table = try FixtureTable("physics/uikit_duration.csv")
    #expect(table.rows.count == 238)
    for row in table.rows {
      let spring = try Spring(
        uikitDuration: row.number("duration"), dampingRatio: row.number("damping_ratio"))
      let omega = row.number("omega0")
      #expect(abs(spring.angularFrequency - omega) <= 1e-12 * omega, "line \(row.line)")
      let stiffness = row.number("stiffness")
      #expect(abs(spring.stiffness - stiffness) <= 1e-12 * stiffness, "line \(row.line)")
      let damping = row.number("damping")
      #expect(abs(2 * spring.decayRate - damping) <= 1e-12 * damping, "line \(row.line)")
    }
  }

  @Test func theRelativeVelocityBecomesAbsoluteWithTheDistance() throws {
    let timing = try UIKitSpringTiming(duration: 0.4, dampingRatio: 0.8, initialVelocity: 2.5)
    #expect(timing.start(from: 100, to: 300) == MotionState(value: -200, velocity: 500))
    #expect(timing.start(from: 300, to: 100) == MotionState(value: 200, velocity: -500))
    #expect(timing.start(from: 7, to: 7) == MotionState(value: 0, velocity: 0))
    #expect(UIKitSpringTiming.relativeVelocity(of: 500, over: 200) == 2.5)
    #expect(UIKitSpringTiming.relativeVelocity(of: 500, over: 0) == nil)
    #expect(UIKitSpringTiming.relativeVelocity(of: 0, over: 0) == nil)
    #expect(throws: MotionError.self) {
      try UIKitSpringTiming(duration: 1, dampingRatio: 1, initialVelocity: .infinity)
    }
    let keyboard = try UIKitSpringTiming(mass: 3, stiffness: 1000, damping: 500)
    #expect(keyboard.spring == .uikitDefault)
  }

  @Test func theKeyboardSpringSettlesWhenItIsSeenTo() {
    // Dumps of UIKit's default timing parameters show a duration of 0.5058 s.
    let threshold = RestThreshold(offset: 0.001, velocity: .infinity)
    let end = Spring.uikitDefault.settleTime(from: .init(value: 1), within: threshold)
    #expect(end >= 0.50574 && end < 0.50574 * 1.05, "\(end)")
    let state = Spring.uikitDefault.state(after: 0.50574, from: .init(value: 1))
    #expect(abs(state.value - 0.001) < 1e-6)
  }

  @Test func presetsAreTheirDocumentedParameters() throws {
    let expected: [(String, Spring)] = [
      ("smooth", try Spring(duration: 0.5, bounce: 0)),
      ("snappy", try Spring(duration: 0.5, bounce: 0.15)),
      ("bouncy", try Spring(duration: 0.5, bounce: 0.3)),
      ("interactive", try Spring(response: 0.15, dampingRatio: 0.86)),
      ("coreAnimationDefault", try Spring(mass: 1, stiffness: 100, damping: 10)),
      ("androidDefault", try Spring(stiffness: 1500, dampingRatio: 0.5)),
      ("origamiDefault", try Spring(origamiTension: 40, friction: 7)),
      ("reactDefault", try Spring(tension: 170, friction: 26)),
      ("reactGentle", try Spring(tension: 120, friction: 14)),
      ("reactWobbly", try Spring(tension: 180, friction: 12)),
      ("reactStiff", try Spring(tension: 210, friction: 20)),
      ("reactSlow", try Spring(tension: 280, friction: 60)),
      ("reactMolasses", try Spring(tension: 280, friction: 120)),
      ("materialExpressiveFastSpatial", try Spring(stiffness: 800, dampingRatio: 0.6)),
      ("materialSlowEffects", try Spring(stiffness: 800, dampingRatio: 1)),
    ]
    for (name, spring) in expected {
      let preset = try #require(Spring.preset(named: name))
      #expect(abs(preset.stiffness - spring.stiffness) <= 1e-13 * spring.stiffness, "\(name)")
      #expect(abs(preset.decayRate - spring.decayRate) <= 1e-13 * spring.decayRate, "\(name)")
    }
    // 2.5 bounces: Fluid Interfaces gives 157.9 and 17.6 for duration 0.5 and bounce 0.3.
    #expect(abs(Spring.bouncy.stiffness - 157.9) < 0.05)
    #expect(abs(2 * Spring.bouncy.decayRate - 17.6) < 0.05)
  }

  @Test func everyPresetNameIsFoundOnce() {
    let names = Spring.presetNames
    #expect(names.count == 23)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { Spring.preset(named: $0) != nil })
    #expect(Spring.preset(named: "Smooth") == nil)
    #expect(Spring.preset(named: "") == nil)
  }

  @Test func aBounceGoesFromStiffToUndamped() throws {
    #expect(try Spring(duration: 1, bounce: 1).decayRate == 0)
    #expect(try Spring(duration: 1, bounce: 0).dampingRatio == 1)
    #expect(try Spring(duration: 1, bounce: -0.75).dampingRatio == 4)
    #expect(throws: MotionError.self) { try Spring(duration: 1, bounce: -1) }
    #expect(throws: MotionError.self) { try Spring(duration: 1, bounce: 1.01) }
    #expect(throws: MotionError.self) { try Spring(duration: 0, bounce: 0) }
    #expect(throws: MotionError.self) { try Spring(duration: 1, bounce: .nan) }
    // Motion keeps the damping ratio instead.
    #expect(abs(try Spring(visualDuration: 1, bounce: 5).dampingRatio - 0.05) < 1e-15)
    #expect(try Spring(visualDuration: 1, bounce: -5).dampingRatio == 1)
    #expect(throws: MotionError.self) { try Spring(visualDuration: 1, bounce: .infinity) }
  }

  @Test func limitingToCriticalKeepsTheFrequency() throws {
    let over = try Spring(response: 0.5, dampingRatio: 4)
    #expect(over.limitedToCritical.stiffness == over.stiffness)
    #expect(over.limitedToCritical.dampingRatio == 1)
    #expect(over.limitedToCritical.overshoot == 0)
    #expect(Spring.bouncy.limitedToCritical == .bouncy)
    #expect(Spring.smooth.limitedToCritical == .smooth)
  }

  @Test func parametersThatNoSpringHasAreNamed() {
    #expect(throws: MotionError.self) { try Spring(mass: 0, stiffness: 1, damping: 1) }
    #expect(throws: MotionError.self) { try Spring(mass: 1, stiffness: -1, damping: 1) }
    #expect(throws: MotionError.self) { try Spring(mass: 1, stiffness: 1, damping: .nan) }
    #expect(throws: MotionError.self) { try Spring(mass: 1, stiffness: .infinity, damping: 1) }
    #expect(throws: MotionError.self) { try Spring(mass: 1e-300, stiffness: 1e300, damping: 1) }
    #expect(throws: MotionError.self) { try Spring(stiffness: 0, dampingRatio: 1) }
    #expect(throws: MotionError.self) { try Spring(stiffness: 1, dampingRatio: 1e200) }
    #expect(throws: MotionError.self) { try Spring(response: 0, dampingRatio: 1) }
    #expect(throws: MotionError.self) { try Spring(response: 1, dampingRatio: -0.1) }
    #expect(throws: MotionError.self) { try Spring(uikitDuration: .nan, dampingRatio: 1) }
    #expect(throws: MotionError.self) { try Spring(tension: -1, friction: 1) }
    #expect(throws: MotionError.self) { try Spring(tension: 1, friction: -1) }
    #expect(throws: MotionError.self) { try Spring(origamiTension: -30, friction: 8) }
    #expect(throws: MotionError.self) { try Spring(origamiTension: 30, friction: -1) }
    do throws(MotionError) {
      _ = try Spring(response: -2, dampingRatio: 1)
      Issue.record("accepted")
    } catch {
      #expect(
        error.description
          == "response is -2.0, but must be a number of seconds of at least 1.6e-05")
    }
  }
}
