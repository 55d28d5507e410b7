import Glibc

public struct Decay: Hashable, Sendable {
  public let rate: Double
  public func state(after seconds: Double, from start: MotionState) -> MotionState {
    let fading = exp(-rate * seconds)
    return MotionState(
      value: start.value + start.velocity * (1 - fading) / rate, velocity: start.velocity * fading)
  }
}
