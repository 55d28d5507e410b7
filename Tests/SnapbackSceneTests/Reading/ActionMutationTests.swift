import SnapbackBasics
import SnapbackEngine
import SnapbackScene
import SnapbackTestSupport
import Testing

/// Damaged scenes with actions are refused or run, whatever the actions ask for.
@Suite struct ActionMutationTests {
  /// Scenes whose actions use all keys and triggers, and constraints that are added and removed.
  @Test(arguments: [
    ("Tests/Schema/whole.json5", 21 as UInt64), ("configs/scenes/slider.json5", 22),
    ("configs/scenes/login-by-hand.json5", 23),
  ])
  func mutatedActionsNeverTrap(path: String, seed: UInt64) throws {
    let bytes = try Fixture.bytes(Fixture.repository + "/" + path)
    // Only the actions are damaged here.
    let start = try #require(bytes.ranges(of: Array("actions:".utf8)).last?.upperBound)
    var generator = SeededGenerator(seed: seed)
    var accepted = 0
    // A digit can be replaced by another one and still be valid.
    let digits = bytes.indices.filter { $0 >= start && (48...57).contains(bytes[$0]) }
    let count = Effort.cases(300, inDebugBuilds: 100)
    for _ in 0..<count {
      var mutant = bytes
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        guard let place = digits.randomElement(using: &generator) else { break }
        mutant[place] = UInt8.random(in: 48...57, using: &generator)
      }
      let place = Int.random(in: start..<mutant.count, using: &generator)
      switch Int.random(in: 0...4, using: &generator) {
      case 0: mutant[place] = UInt8.random(in: 32...126, using: &generator)
      case 1: mutant.insert(UInt8.random(in: 48...57, using: &generator), at: place)
      case 2: mutant.remove(at: place)
      default: break
      }
      guard let scene = try? SceneReader.read(mutant, file: "mutant") else { continue }
      accepted += 1
      let isFinite = Self.run(scene)
      #expect(isFinite, "\(String(decoding: mutant[start...], as: UTF8.self))")
    }
    #expect(accepted > count / 5)
  }

  /// Triggers every action, runs its first steps, and returns whether all visible values are
  /// finite.
  private static func run(_ scene: SceneBlueprint) -> Bool {
    var engine = Engine(scene)
    var frames = FrameSource(engine)
    var isFinite = true
    for (round, seconds) in [0, 0.05, 0.3, 7, 300].enumerated() {
      let now = Instant.zero.advanced(bySeconds: seconds)
      // An action that cannot run reports a warning and does nothing else.
      for action in scene.actions where round > 0 {
        _ = try? engine.run(action: action.name, at: now)
      }
      frames.update(&engine, at: now)
      for view in frames.frame.views {
        let map = view.toScreen
        isFinite =
          isFinite && [map.a, map.b, map.c, map.d, map.tx, map.ty].allSatisfy(\.isFinite)
          && view.frame.right.isFinite && view.frame.bottom.isFinite && view.alpha.isFinite
      }
    }
    return isFinite
  }
}
