import Glibc
import SnapbackMotion
import SnapbackTestSupport
import Testing

/// Animations of iOS by name, compared with the constants that others have published.
@Suite struct NamedAnimationTests {
  @Test func theyAreTheSpringsOfIOSWithCriticalDamping() throws {
    let table = try FixtureTable("uikit/named_springs.csv")
    #expect(table.rows.map { $0.text("name") } == NamedAnimation.allCases.map(\.rawValue))
    for row in table.rows {
      let animation = try #require(NamedAnimation(rawValue: row.text("name"))).animation
      let (mass, stiffness) = (row.number("mass"), row.number("stiffness"))
      let omega = (stiffness / mass).squareRoot()
      #expect(abs(omega - 18.2574) < 1e-4)
      #expect(row.number("damping") > 2 * (mass * stiffness).squareRoot(), "over-damped")
      for step in 0...100 {
        // Critical damping from rest: 1 − (1 + ωt) e^(−ωt).
        let time = Double(step) / 100
        let left = (1 + omega * time) * exp(-omega * time)
        #expect(abs(animation.progress(after: time).value - (1 - left)) < 1e-12)
      }
    }
  }

  @Test func aKeyboardIsFinishedAfterItsDurationAndAPushAfterItsResponse() throws {
    let table = try FixtureTable("uikit/named_springs.csv")
    let duration = try #require(table.rows.first).number("finished_s")
    #expect(NamedAnimation.keyboard.animation.logicalDuration == duration)
    let response = 2 * .pi / (1000.0 / 3).squareRoot()
    #expect(abs(NamedAnimation.push.animation.logicalDuration - response) < 1e-12)
  }
}
