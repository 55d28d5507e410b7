import SnapbackBasics
import SnapbackEngine
import SnapbackScene
import SnapbackTestSupport
import SnapbackTouches
import Testing

/// Damaged scenes with gestures are refused or run, whatever the gestures ask for.
@Suite struct GestureMutationTests {
  @Test(arguments: [
    ("Tests/Schema/whole.json5", 31 as UInt64), ("configs/scenes/photo.json5", 32),
    ("configs/scenes/list.json5", 33), ("configs/scenes/sheet.json5", 34),
    ("configs/scenes/drawer.json5", 35),
  ])
  func mutatedGesturesNeverTrap(path: String, seed: UInt64) throws {
    let bytes = try Fixture.bytes(Fixture.repository + "/" + path)
    let start = try #require(bytes.ranges(of: Array("gestures:".utf8)).first?.upperBound)
    var generator = SeededGenerator(seed: seed)
    var accepted = 0
    let digits = bytes.indices.filter { $0 >= start && (48...57).contains(bytes[$0]) }
    let count = Effort.cases(150, inDebugBuilds: 50)
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
      #expect(
        Self.run(scene, &generator), "\(String(decoding: mutant[start...], as: UTF8.self))")
    }
    #expect(accepted > count / 5)
  }

  /// Touches, moves and lifts random fingers; returns whether all visible values are finite.
  private static func run(_ scene: SceneBlueprint, _ generator: inout SeededGenerator) -> Bool {
    var engine = Engine(scene)
    var frames = FrameSource(engine)
    var isFinite = true
    var seconds = 0.0
    for round in 0..<3 {
      for scan in 0..<12 {
        seconds += 0.01
        let phase: Contact.Phase = scan == 0 ? .began : scan == 11 ? .ended : .moved
        let contacts = (0..<2).map { finger in
          Contact(
            id: UInt64(round * 2 + finger), phase: phase,
            position: Point(
              x: Double.random(in: 0...400, using: &generator),
              y: Double.random(in: 0...850, using: &generator)))
        }
        engine.handle(
          TouchFrame(time: Instant.zero.advanced(bySeconds: seconds), contacts: contacts))
        frames.update(&engine, at: engine.now)
        isFinite =
          isFinite
          && frames.frame.views.allSatisfy { view in
            let map = view.toScreen
            return [map.a, map.b, map.c, map.d, map.tx, map.ty].allSatisfy(\.isFinite)
              && view.frame.right.isFinite && view.frame.bottom.isFinite && view.alpha.isFinite
          }
      }
      seconds += 1
    }
    return isFinite
  }
}
