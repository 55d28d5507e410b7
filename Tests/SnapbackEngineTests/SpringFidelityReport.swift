import SnapbackTestSupport

/// The part of docs/fidelity.md about springs.
enum SpringFidelityReport {
  static func text() throws -> String {
    let durations = try SpringFidelity.durations().map { spring in
      row([
        fixed(spring.duration, 1), fixed(spring.ratio, 2), fixed(spring.velocity, 2),
        fixed(spring.recorded, 6), fixed(spring.spring.stiffness, 6),
        fixed(spring.difference * 1e9, 0),
      ])
    }
    let positions = try SpringFidelity.positions().map { position in
      row([
        "\(fixed(position.from, 0)) to \(fixed(position.to, 0)), "
          + "\(fixed(position.duration, 1)) s, \(fixed(position.ratio, 2))",
        fixed(position.time, 2), fixed(position.recorded, 2), fixed(position.position, 2),
        fixed(position.difference, 2), fixed(position.limit, 2), fixed(position.velocity, 0),
      ])
    }
    let perceptual = try SpringFidelity.perceptual().map { spring in
      row([
        fixed(spring.duration, 2), fixed(spring.ratio, 2), fixed(spring.recorded, 6),
        fixed(spring.recordedDamping ?? .nan, 6), fixed(spring.spring.stiffness, 6),
        fixed(2 * spring.spring.decayRate, 6),
      ])
    }
    return [
      opening, durations.joined(separator: "\n"), positionOpening,
      positions.joined(separator: "\n"), perceptualOpening, perceptual.joined(separator: "\n"), "",
    ].joined(separator: "\n")
  }

  private static func fixed(_ number: Double, _ decimals: Int) -> String {
    FidelityReport.fixed(number, decimals)
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }

  private static let opening = """
    ## Springs

    The stiffness, on a unit mass, of the springs that
    `animate(withDuration:delay:usingSpringWithDamping:initialSpringVelocity:)` makes, read on Mac
    Catalyst. The velocity is in distances per second. UIKit solves its equation to seven digits;
    the tests require that each relative difference is at most 100 parts per billion.

    | Duration | Damping ratio | Velocity | UIKit | Here | Difference, parts per billion |
    |---|---|---|---|---|---|
    """

  private static let positionOpening = """

    Positions of a view that such springs move, in points. They were read from pictures, which are
    precise to 0.16 points and to a millisecond. The limit is therefore 0.16 points plus the
    distance of a millisecond; at the duration, it is what is left of the motion.

    | Animation | Time | UIKit | Here | Difference | Limit | Velocity here, points a second |
    |---|---|---|---|---|---|---|
    """

  private static let perceptualOpening = """

    At its duration, UIKit sets the view to the target and reports the animation as finished. Here
    the animation is also reported as finished then, but the view is drawn with its spring until the
    rest is too small to be seen. What is left at the duration is at most a thousandth of the
    distance, divided by the damping ratio.

    The stiffness and the damping of `CASpringAnimation(perceptualDuration:bounce:)`, read on macOS.
    The tests require that each relative difference is at most 1e-14.

    | Duration | Bounce | UIKit, stiffness | UIKit, damping | Here, stiffness | Here, damping |
    |---|---|---|---|---|---|
    """
}
