import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// Samples of future frames that do not advance the engine.
@Suite struct SamplingTests {
  @Test(arguments: 0..<20) func aSampleIsWhatAnUpdateThenShows(seed: UInt64) throws {
    var world = try InterruptionWorld(seed: seed)
    var (sampled, differences) = (world.driver.engine.makeFrame(), 0)
    for step in 0..<40 {
      world.now += world.generator.number(0...0.1)
      world.driver.updateFrame(at: world.moment)
      _ = try world.operate()
      // The next frame lays out staged changes; a replaced scene needs a new one.
      world.driver.updateFrame(at: world.moment)
      let before = world.driver.frame.views
      world.now += world.generator.number(0...0.9)
      world.driver.engine.sample(&sampled, at: world.moment, resampling: .none)
      #expect(sampled.time == world.moment)
      world.driver.updateFrame(at: world.moment)
      // A finger that has come to rest by then still has a velocity in the sample.
      let (seen, wanted) = (sampled.views.map(\.still), world.driver.frame.views.map(\.still))
      #expect(seen == wanted, "seed \(seed), step \(step)")
      if before != world.driver.frame.views { differences += 1 }
      guard seen == wanted else { return }
    }
    #expect(differences > 5)
  }

  @Test(arguments: 0..<UInt64(Effort.cases(20, inDebugBuilds: 8)))
  func samplesChangeNothing(seed: UInt64) throws {
    var alone = try SamplingWorld(seed: seed)
    var asked = try SamplingWorld(seed: seed)
    var generator = SeededGenerator(seed: ~seed)
    var journal = MotionJournal()
    for step in 0..<60 {
      let wanted = try alone.step { driver, now in
        driver.updateFrame(at: EngineDriver.moment(now))
        return Trace(&driver)
      }
      let seen = try asked.step { driver, now in
        var frame = driver.engine.makeFrame()
        for _ in 0..<4 {
          let target = EngineDriver.moment(max(0, now + generator.number(-0.2...1.5)))
          let policy = TouchResampling.allCases.randomElement(using: &generator) ?? .none
          driver.engine.sample(&frame, at: target, resampling: policy)
        }
        frame = driver.engine.makeFrame()
        let target = EngineDriver.moment(now + 0.01)
        driver.engine.sample(&frame, at: target, resampling: .predict, journal: &journal)
        driver.updateFrame(at: EngineDriver.moment(now))
        return Trace(&driver)
      }
      #expect(seen == wanted, "seed \(seed), step \(step)")
      guard seen == wanted else { return }
    }
  }

  /// All output of an engine.
  private struct Trace: Equatable {
    var views: [ViewState]
    var revision: UInt64
    var now: Instant
    var wakeUp: Engine.WakeUp
    var gestures: [GestureEvent]
    var ends: [TransactionEvent]
    var motions: [ChannelMotion]

    init(_ driver: inout EngineDriver) {
      (views, revision) = (driver.frame.views, driver.frame.revision)
      (now, wakeUp) = (driver.engine.now, driver.engine.wakeUp)
      gestures = driver.engine.drainGestureEvents()
      ends = driver.engine.drainTransactionEvents()
      motions = driver.engine.motions
    }
  }

  /// A client that draws at its own times and knows only what it was sent.
  private struct Client {
    let policy: TouchResampling
    /// The range of how far its moments lie ahead of now, in seconds.
    let reach: ClosedRange<Double>
    var mark = SampleMark(revision: 0, target: .zero)
    var views: [ViewState] = []
    var sent = 0
    var drawn = 0

    /// Applies the part of a frame that is sent to it, and nothing else.
    mutating func receive(_ frame: SceneFrame, _ journal: MotionJournal) {
      if views.count != frame.views.count {
        views = Array(repeating: ViewState(), count: frame.views.count)
      }
      for view in views.indices {
        drawn += 1
        guard journal.differs(view, since: mark, at: frame.time) else { continue }
        views[view] = frame.views[view]
        sent += 1
      }
      mark = SampleMark(frame)
    }
  }

  @Test(arguments: 0..<UInt64(Effort.cases(40, inDebugBuilds: 12)))
  func aClientHasAllWithWhatItIsSent(seed: UInt64) throws {
    var world = try SamplingWorld(seed: seed)
    var generator = SeededGenerator(seed: seed &+ 1000)
    var journal = MotionJournal()
    var clients = [
      Client(policy: .none, reach: 0...0.02), Client(policy: .predict, reach: 0...0.05),
      Client(policy: .predict, reach: -0.1...1.2), Client(policy: .interpolate, reach: -0.05...0),
    ]
    var shared: [TouchResampling: SceneFrame] = [:]
    for step in 0..<80 {
      let fault = try world.step { driver, now in
        if generator.next() % 2 == 0 { driver.updateFrame(at: EngineDriver.moment(now)) }
        for index in clients.indices where generator.next() % 3 != 0 {
          let policy = clients[index].policy
          let target = EngineDriver.moment(
            max(0, now + Double.random(in: clients[index].reach, using: &generator)))
          var whole = driver.engine.makeFrame()
          driver.engine.sample(&whole, at: target, resampling: policy)
          var frame = shared[policy] ?? driver.engine.makeFrame()
          driver.engine.sample(&frame, at: target, resampling: policy, journal: &journal)
          shared[policy] = frame
          guard frame.views == whole.views else { return "the shared frame of \(policy)" }
          clients[index].receive(frame, journal)
          guard clients[index].views == whole.views else { return "client \(index)" }
        }
        return ""
      }
      #expect(fault == "", "seed \(seed), step \(step)")
      guard fault.isEmpty else { return }
    }
    for client in clients { #expect(client.sent < client.drawn) }
  }

  @Test func aSceneAtRestSendsNothingAndOneViewThatMovesIsSentAlone() throws {
    var driver = try EngineDriver(scene: TransactionOrderTests.scene)
    var (journal, frame) = (MotionJournal(), driver.engine.makeFrame())
    func look(_ seconds: Double, _ driver: inout EngineDriver) -> SampleMark {
      driver.engine.sample(
        &frame, at: EngineDriver.moment(seconds), resampling: .predict, journal: &journal)
      return SampleMark(frame)
    }
    let first = look(0.1, &driver)
    #expect(frame.views.indices.allSatisfy { frame.revisions[$0] == first.revision })
    let second = look(0.2, &driver)
    #expect(second.revision == first.revision)
    #expect(!journal.differs(since: first, at: second.target))
    try driver.apply([.alpha("two", 0)], .curve(.linear, duration: 0.5), 0.2)
    let two = driver.place(of: "two")
    let third = look(0.3, &driver)
    func differing(_ mark: SampleMark) -> [Int] {
      frame.views.indices.filter { journal.differs($0, since: mark, at: frame.time) }
    }
    #expect(differing(second) == [two])
    _ = look(0.4, &driver)
    #expect(differing(third) == [two])
    // This holds also when the engine has passed its end in between.
    driver.updateFrame(at: EngineDriver.moment(2))
    let last = look(2, &driver)
    #expect(differing(third) == [two])
    #expect(frame.views[two].alpha == 0)
    _ = look(2.1, &driver)
    #expect(differing(last) == [])
  }

  @Test func aMomentMoreThanASecondAheadIsHeldToThat() throws {
    var driver = try EngineDriver(scene: TransactionOrderTests.scene)
    var frame = driver.engine.makeFrame()
    for target in [Instant.distantFuture, EngineDriver.moment(1.5)] {
      driver.engine.sample(&frame, at: target, resampling: .predict)
      #expect(frame.time == EngineDriver.moment(1))
    }
    driver.engine.sample(&frame, at: .zero, resampling: .predict)
    #expect(frame.time == .zero)
  }
}
