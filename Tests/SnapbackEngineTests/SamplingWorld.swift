import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackReplay
import SnapbackTestSupport

/// A scene for random tests: either motions that are interrupted, or fingers on all gestures.
struct SamplingWorld: ~Copyable {
  private let hasFingers: Bool
  private var interruptions: InterruptionWorld
  private var gestures: GestureSimulationTests.World

  init(seed: UInt64) throws {
    let first = try InterruptionWorld(seed: seed)
    let second = try GestureSimulationTests.World(seed: seed)
    hasFingers = seed % 2 == 1
    interruptions = first
    gestures = second
  }

  /// Lets time pass and does something, then hands the driver and the time to `body`.
  mutating func step<Result>(
    _ body: (inout EngineDriver, Double) throws -> Result
  ) throws -> Result {
    if hasFingers {
      try gestures.step()
      return try body(&gestures.driver, gestures.now)
    }
    interruptions.now += interruptions.generator.number(0...0.06)
    if interruptions.generator.once(in: 8) {
      interruptions.now += interruptions.generator.number(0...2)
    }
    interruptions.driver.engine.advance(to: interruptions.moment)
    _ = try interruptions.operate()
    return try body(&interruptions.driver, interruptions.now)
  }
}

extension ViewState {
  /// The state without the velocities of translation and rotation, which differ until a finger is
  /// known to rest.
  var still: ViewState {
    var state = self
    state.translationVelocity = .zero
    state.rotationVelocity = 0
    return state
  }
}
