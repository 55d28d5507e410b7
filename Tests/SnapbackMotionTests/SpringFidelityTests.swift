import Glibc
import SnapbackMotion
import SnapbackTestSupport
import Testing

/// UIKit's springs with a duration, compared with recordings of UIKit and with another
/// implementation of its equation.
@Suite struct SpringFidelityTests {
  /// UIKit solves the equation to seven digits.
  @Test func stiffnessesAreThoseOfUIKit() throws {
    let springs = try SpringFidelity.durations()
    #expect(springs.count == 17)
    for spring in springs { #expect(spring.difference.magnitude <= 1e-7, "\(spring)") }
  }

  @Test func perceptualSpringsAreThoseOfCoreAnimation() throws {
    let springs = try SpringFidelity.perceptual()
    #expect(springs.count == 7)
    for spring in springs {
      #expect(spring.difference.magnitude <= 1e-14, "\(spring)")
      #expect(spring.dampingDifference.magnitude <= 1e-14, "\(spring)")
    }
  }

  @Test func positionsAreThoseOfUIKit() throws {
    let positions = try SpringFidelity.positions()
    #expect(positions.count == 11)
    #expect(positions.filter(\.isEnd).count == 2)
    for position in positions {
      #expect(position.difference.magnitude <= position.limit, "\(position)")
    }
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
