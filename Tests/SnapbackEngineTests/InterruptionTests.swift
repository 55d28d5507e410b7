import SnapbackTestSupport
import Testing

/// Every kind of interruption of a motion, at random times, from a seed.
///
/// A release build runs 10,000 sequences of the first test and 2,000 of each of the others, a debug
/// build 200. With SNAPBACK_LONG in the environment all run 10,000, the last one 20,000.
@Suite struct InterruptionTests {
  private static let chunks = 20
  private static let sequences = Effort.cases(10_000, inDebugBuilds: 200)

  @Test(arguments: 0..<chunks) func nothingJumpsTearsOrIsLost(chunk: Int) throws {
    let count = Self.sequences / Self.chunks
    for seed in (chunk * count)..<((chunk + 1) * count) {
      if let fault = try Self.fault(seed: UInt64(seed), scene: Self.scenes[seed % 3]) {
        Issue.record("seed \(seed): \(fault)")
        return
      }
    }
  }

  private static let scenes = [
    InterruptionScene.text,
    InterruptionScene.text.replacing("tilt:", with: "follow: 'point', tilt:"),
    InterruptionScene.text.replacing("tilt:", with: "release: 'momentum', tilt:"),
  ]

  private static let drivenScenes = [
    InterruptionScene.driven("release: 'spring'"),
    InterruptionScene.driven("release: 'snap', snap: [0, 120, 260]"),
  ]

  /// Interruptions while a second finger drives a constant of the layout.
  @Test(arguments: 0..<chunks) func nothingTearsWhileAFingerHoldsAConstant(chunk: Int) throws {
    let count = Effort.cases(10_000, inReleaseBuilds: 2000, inDebugBuilds: 200) / Self.chunks
    for seed in chunk * count..<(chunk + 1) * count {
      let scene = Self.drivenScenes[seed % 2]
      if let fault = try Self.fault(seed: UInt64(seed), scene: scene) {
        Issue.record("seed \(seed): \(fault)")
      }
    }
  }

  /// Interruptions while fingers also scroll and pinch, a renderer measures texts, and a client
  /// retargets constraints and patches the scene.
  @Test(arguments: 0..<chunks) func nothingTearsInABusyScene(chunk: Int) throws {
    let count = Effort.cases(20_000, inReleaseBuilds: 2000, inDebugBuilds: 200) / Self.chunks
    for seed in chunk * count..<(chunk + 1) * count {
      if let fault = try Self.fault(seed: UInt64(seed), scene: InterruptionScene.busy) {
        Issue.record("seed \(seed): \(fault)")
      }
    }
  }

  /// Runs the sequence of a seed and returns the first fault; nil if there is none.
  private static func fault(seed: UInt64, scene: String) throws -> String? {
    var world = try InterruptionWorld(seed: seed, scene: scene)
    for step in 0..<30 {
      if let fault = try world.step() {
        return "step \(step): \(fault)\n" + world.log.joined(separator: "\n")
      }
    }
    try world.finish()
    return world.faultAtRest().map { "\($0)\n" + world.log.joined(separator: "\n") }
  }
}
