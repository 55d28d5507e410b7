import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Motions that are sent once must match what is drawn until an interruption.
@Suite struct SegmentTests {
  private static let scenes = [
    InterruptionScene.text,
    InterruptionScene.text.replacing("tilt:", with: "follow: 'point', tilt:"),
    InterruptionScene.text.replacing("tilt:", with: "release: 'momentum', tilt:"),
  ]

  /// Interrupts a scene and compares what is drawn with the motions sent, at random times, until
  /// the next interruption.
  @Test(arguments: 0..<Effort.cases(60, inDebugBuilds: 20))
  func whatIsToldIsWhatIsDrawn(seed: Int) throws {
    var world = try InterruptionWorld(
      seed: UInt64(90_000 + seed), scene: Self.scenes[seed % Self.scenes.count])
    for step in 0..<20 {
      _ = try world.operate()
      // The next frame lays out an unanimated change.
      world.driver.updateFrame(at: world.moment)
      let told = SegmentPicture(world.driver.engine)
      for _ in 0..<3 {
        world.now += world.generator.number(0...0.2)
        world.driver.updateFrame(at: world.moment)
        for (view, state) in world.driver.frame.views.enumerated() {
          if let fault = told.fault(of: state, view: view, at: world.moment) {
            Issue.record("seed \(seed), step \(step): \(fault)\n\(world.log.suffix(8))")
            return
          }
          let corner = Point(x: 12, y: -7)
          let way = told.place(corner, of: view, at: world.moment) - state.toScreen(corner)
          #expect(way.length < 1e-8)
        }
      }
    }
  }

  @Test(arguments: 0..<Effort.cases(30, inDebugBuilds: 10))
  func theGenerationCountsWhatChangesTheMotionAndNothingElse(
    seed: Int
  ) throws {
    var world = try InterruptionWorld(
      seed: UInt64(95_000 + seed), scene: Self.scenes[seed % Self.scenes.count])
    var changes = 0
    for step in 0..<40 {
      world.driver.updateFrame(at: world.moment)
      let before = Self.motions(of: world.driver.engine)
      // Frames alone do not change the generation, unless a finger has come to rest or a scene was
      // replaced.
      if world.finger == nil {
        world.now += world.generator.number(0...0.3)
        world.driver.updateFrame(at: world.moment)
        let later = Self.motions(of: world.driver.engine)
        #expect(zip(before, later).allSatisfy { $0.generation == $1.generation })
      }
      let start = Self.motions(of: world.driver.engine)
      let logged = world.log.count
      _ = try world.operate()
      if world.log.dropFirst(logged).contains("replace the scene") { continue }
      // A finger may take or release a view without a change of its motion, and still change the
      // generation.
      let mayCount = world.log.last.map { $0.contains("finger") || $0 == "lift" } ?? false
      for (old, new) in zip(start, Self.motions(of: world.driver.engine)) {
        var same = new
        same.generation = old.generation
        let isCounted = new.generation > old.generation
        #expect(new.generation >= old.generation && (isCounted || same == old))
        #expect(
          !isCounted || same != old || mayCount,
          "step \(step), \(new.channel) of \(new.view) after \(world.log.last?.prefix(60) ?? "")")
        changes += same == old ? 0 : 1
      }
    }
    #expect(changes > 100)
  }

  private static func motions(of engine: borrowing Engine) -> [ChannelMotion] {
    var motions: [ChannelMotion] = []
    for view in engine.appearances.indices {
      for channel in Channel.allCases {
        if let motion = engine.motion(of: channel, view: view) { motions.append(motion) }
      }
    }
    return motions
  }

  @Test(arguments: 0..<20) func afterItsEndAMotionOnlyHolds(seed: Int) throws {
    var world = try InterruptionWorld(
      seed: UInt64(97_000 + seed), scene: Self.scenes[seed % Self.scenes.count])
    for _ in 0..<15 {
      world.now += world.generator.number(0...0.1)
      world.driver.updateFrame(at: world.moment)
      _ = try world.operate()
      let told = SegmentPicture(world.driver.engine)
      for (end, view, channel, value) in told.ends {
        for later: UInt64 in [0, 1, 1_000_000, 3_600_000_000_000] {
          let moment = max(world.moment, end).advanced(byNanoseconds: later)
          #expect(told.value(channel, of: view, at: moment) == value)
          let own = world.driver.engine.motion(of: channel, view: view)
          #expect(own?.presentation(at: moment) == own?.held)
        }
      }
    }
  }

  @Test func whatMovesIsListedAndNothingElse() throws {
    var driver = try EngineDriver(scene: InterruptionScene.text)
    #expect(driver.engine.motions.isEmpty)
    try driver.apply([.constantBy("lh", 8), .alpha("card", 0.5)], .curve(.linear, duration: 1), 0)
    let listed = driver.engine.motions
    let (card, left) = (driver.place(of: "card"), driver.place(of: "left"))
    #expect(listed.contains { $0.channel == .animated(.alpha) && $0.view == card })
    #expect(listed.contains { $0.channel == .animated(.bottom) && $0.view == left })
    #expect(!listed.contains { $0.channel == .animated(.left) })
    driver.updateFrame(at: EngineDriver.moment(1))
    #expect(driver.engine.motions.isEmpty)
    #expect(driver.engine.motion(of: .alpha, view: 99) == nil)
  }

  @Test func twoEnginesAtOtherFrameRatesTellTheSame() throws {
    func run(_ rate: Double) throws -> [ChannelMotion] {
      var driver = try EngineDriver(scene: InterruptionScene.text)
      try driver.apply([.constantBy("lh", 8)], .curve(.ease, duration: 3), 0)
      try driver.apply([.constantBy("lx", 80)], .spring(.critical(response: 1)), 0)
      for frame in 1...Int(rate) {
        driver.updateFrame(at: EngineDriver.moment(Double(frame) / rate))
      }
      return driver.engine.motions
    }
    let (slow, quick) = (try run(1), try run(240))
    #expect(slow == quick && !slow.isEmpty)
  }
}
