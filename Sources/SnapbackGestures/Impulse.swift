/// A unit mass on one axis that a finger pushes from one velocity to the next.
struct Impulse {
  private var work = 0.0
  private var isFirst = true

  /// The velocity that the work done so far gives the mass.
  var velocity: Double {
    let speed = (2 * work.magnitude).squareRoot()
    return work < 0 ? -speed : speed
  }

  /// The finger goes on at `next`.
  ///
  /// At the first step half is added: nothing is known of how the finger came to that velocity,
  /// and half makes a constant velocity come out as itself.
  mutating func push(to next: Double) {
    let gain = (next - velocity) * next.magnitude
    work += isFirst ? gain / 2 : gain
    isFirst = false
  }
}
