import SnapbackTestSupport
import Testing

/// Anything that can interrupt a motion, at random times, from a seed.
///
/// A release build runs 10,000 sequences, and so does a debug build where SNAPBACK_LONG is set in
/// the environment; otherwise a debug build runs 500.
@Suite struct InterruptionTests {
  private static let chunks = 20
  private static let sequences = Effort.cases(10_000, inDebugBuilds: 500)

  @Test(arguments: 0..<chunks) func nothingJumpsTearsOrIsLost(chunk: Int) throws {
    let count = Self.sequences / Self.chunks
    for seed in (chunk * count)..<((chunk + 1) * count) {
      if let fault = try Self.fault(seed: UInt64(seed)) {
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

  /// What is wrong with the sequence of a seed.
  private static func fault(seed: UInt64) throws -> String? {
    var world = try InterruptionWorld(seed: seed, scene: scenes[Int(seed % 3)])
    for step in 0..<30 {
      if let fault = try world.step() {
        return "step \(step): \(fault)\n" + world.log.joined(separator: "\n")
      }
    }
    try world.finish()
    return world.faultAtRest().map { "\($0)\n" + world.log.joined(separator: "\n") }
  }
}
