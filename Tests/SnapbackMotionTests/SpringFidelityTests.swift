import Glibc
import SnapbackMotion
import SnapbackTestSupport
import Testing

/// UIKit's springs with a duration, compared with recordings of UIKit and with another
/// implementation of its equation.
@Suite struct SpringFidelityTests {
  @Test func stiffnessesAreThoseOfUIKit() throws {
    let table = try FixtureTable("uikit/springs.csv")
    #expect(table.rows.count == 17)
    for row in table.rows {
      let spring = try Spring(
        uikitDuration: row.number("duration"), dampingRatio: row.number("damping_ratio"),
        initialVelocity: row.number("velocity"))
      let stiffness = row.number("stiffness")
      // UIKit solves the equation to seven digits.
      #expect(
        abs(spring.stiffness - stiffness) <= 1e-7 * stiffness,
        "line \(row.line): \(spring.stiffness)")
    }
  }

  @Test func positionsAreThoseOfUIKit() throws {
    let table = try FixtureTable("uikit/spring_positions.csv")
    #expect(table.rows.count == 11)
    var ends = 0
    for row in table.rows {
      let (from, to) = (row.number("from"), row.number("to"))
      let duration = row.number("duration")
      let timing = try UIKitSpringTiming(
        duration: duration, dampingRatio: row.number("damping_ratio"))
      let time = row.number("time")
      let state = timing.spring.state(after: time, from: timing.start(from: from, to: to))
      let difference = abs(to + state.value - row.number("position"))
      // The pictures are precise to 0.16 points, and to a millisecond of the clock.
      var tolerance = 0.16 + 0.001 * state.velocity.magnitude
      // UIKit cuts the motion off at its duration. Here it runs until it is too small to see.
      if time == duration {
        ends += 1
        tolerance = 0.001 * abs(to - from) / timing.spring.dampingRatio
      }
      #expect(difference <= tolerance, "line \(row.line): \(difference)")
    }
    #expect(ends == 2)
  }

  /// The equation for ω₀: the part of the motion that shrinks to a thousandth after the duration.
  private func partLeft(
    _ omega: Double, duration: Double, ratio: Double, velocity: Double
  ) -> Double {
    let decay = exp(-ratio * omega * duration)
    guard ratio < 1 else { return (1 + (omega - velocity) * duration) * decay }
    return (ratio * omega - velocity) / (omega * (1 - ratio * ratio).squareRoot()) * decay
  }

  @Test func velocitiesAreSolvedAsElsewhere() throws {
    let table = try FixtureTable("physics/uikit_duration_velocity_framer.csv")
    #expect(table.rows.count == 90)
    var unsolved = 0
    for row in table.rows {
      let (duration, ratio) = (row.number("duration"), row.number("damping_ratio"))
      let velocity = row.number("rel_velocity")
      let spring = try Spring(
        uikitDuration: duration, dampingRatio: ratio, initialVelocity: velocity)
      let left = partLeft(
        spring.angularFrequency, duration: duration, ratio: ratio, velocity: velocity)
      if row.text("omega0").isEmpty {
        // The other implementation finds no positive part. UIKit's equation has its magnitude.
        unsolved += 1
        #expect(abs(left + 0.001) <= 1e-9, "line \(row.line): \(left)")
      } else {
        let omega = row.number("omega0")
        #expect(abs(spring.angularFrequency - omega) <= 1e-9 * omega, "line \(row.line)")
        #expect(abs(left - 0.001) <= 1e-9, "line \(row.line): \(left)")
      }
    }
    #expect(unsolved == 9)
  }

  @Test func everyVelocityHasASpring() throws {
    for ratio in [0, 0.01, 0.05, 0.3, 0.99, 0.999_999, 1, 7] {
      for duration in [0, 0.01, 0.3, 10, 1e9] {
        for velocity in [-1e9, -1e6, -1000, -1, -1e-9, 1e-9, 0.5, 3, 50, 1000, 1e9] {
          let spring = try Spring(
            uikitDuration: duration, dampingRatio: ratio, initialVelocity: velocity)
          #expect(
            spring.angularFrequency > 0 && spring.angularFrequency.isFinite,
            "\(ratio), \(duration), \(velocity): \(spring.angularFrequency)")
        }
      }
    }
    #expect(throws: MotionError.self) {
      try Spring(uikitDuration: 1, dampingRatio: 1, initialVelocity: .nan)
    }
  }
}
