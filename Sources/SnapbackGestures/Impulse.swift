/// A unit mass on one axis that a finger accelerates from one velocity to the next.
struct Impulse {
  private var work = 0.0
  private var isFirst = true

  /// The velocity of the mass from the work done so far.
  var velocity: Double {
    let speed = (2 * work.magnitude).squareRoot()
    return work < 0 ? -speed : speed
  }

  /// Adds the work for a change of the finger's velocity to `next`.
  ///
  /// The first step adds only half, because the velocity before it is unknown. With half, a
  /// constant velocity yields itself.
  mutating func push(to next: Double) {
    let gain = (next - velocity) * next.magnitude
    work += isFirst ? gain / 2 : gain
    isFirst = false
  }
}
