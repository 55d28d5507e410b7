import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// A client that receives the changes since its revision knows all motions.
@Suite struct MotionJournalTests {
  private struct Key: Hashable {
    var view: Int
    var channel: MotionChannel
  }

  /// A client that evaluates motions itself and knows only what it was sent.
  private struct Client {
    var revision: UInt64 = 0
    var motions: [Key: ChannelMotion] = [:]

    mutating func listen(_ journal: MotionJournal, _ engine: borrowing Engine) {
      let list =
        revision == 0 ? journal.motions(of: engine) : journal.motions(since: revision, of: engine)
      for motion in list { motions[Key(view: motion.view, channel: motion.channel)] = motion }
      revision = journal.revision
    }

    /// The first difference from the engine. Opacities are compared now, with `frame`; all else is
    /// compared now and at future moments.
    func fault(_ engine: borrowing Engine, _ frame: SceneFrame, _ moments: [Instant]) -> String? {
      for view in engine.appearances.indices {
        let levers = engine.levers(of: view)
        for lever in [levers.x, levers.y] {
          let wanted = lever.presentation(at: frame.time)
          if seen(lever.channel, view, frame.time) != wanted {
            return "\(lever.channel) of \(view)"
          }
        }
        let opacity = min(max(seen(.animated(.alpha), view, frame.time).value, 0), 1)
        let drawn = min(max(frame.views[view].alpha, 0), 1)
        if !(abs(opacity - drawn) <= 1e-8) { return "\(view) is drawn \(drawn), told \(opacity)" }
        for channel in Channel.allCases where channel != .alpha {
          guard let wanted = engine.motion(of: channel, view: view) else { return "no motion" }
          let key = Key(view: view, channel: .animated(channel))
          // A radius that cannot move is in the snapshot only.
          if channel == .cornerRadius, !frame.views[view].hasMovingRadius { continue }
          if motions[key]?.map != wanted.map { return "map of \(channel) of \(view)" }
          for moment in moments {
            let (a, b) = (wanted.presentation(at: moment), seen(.animated(channel), view, moment))
            // The position of a term on its curve may differ in the last bits.
            let error = max(abs(a.value - b.value), abs(a.velocity - b.velocity) / 1000)
            if !(error <= 1e-8) { return "\(channel) of \(view) is \(a) and told \(b)" }
          }
        }
      }
      return nil
    }

    private func seen(_ channel: MotionChannel, _ view: Int, _ moment: Instant) -> MotionState {
      motions[Key(view: view, channel: channel)]?.presentation(at: moment)
        ?? MotionState(value: channel.defaultValue)
    }
  }

  @Test(arguments: 0..<UInt64(Effort.cases(24, inDebugBuilds: 8)))
  func aClientKnowsAllMotionsFromWhatItIsTold(seed: UInt64) throws {
    var world = try SamplingWorld(seed: seed)
    var generator = SeededGenerator(seed: seed &+ 77)
    var journal = MotionJournal()
    var clients = [Client(), Client(), Client()]
    for step in 0..<60 {
      let fault: String? = try world.step { driver, now in
        if generator.next() % 2 == 0 { driver.updateFrame(at: EngineDriver.moment(now)) }
        journal.note(driver.engine)
        let noted = journal.revision
        journal.note(driver.engine)
        guard journal.revision == noted else { return "nothing new is a revision" }
        let moments = (0..<3).map { _ in EngineDriver.moment(now + generator.number(0...1)) }
        for index in clients.indices where generator.next() % 3 != 0 {
          clients[index].listen(journal, driver.engine)
          var frame = driver.engine.makeFrame()
          driver.engine.sample(&frame, at: driver.engine.now, resampling: .none)
          if let fault = clients[index].fault(driver.engine, frame, moments) { return fault }
        }
        return nil
      }
      #expect(fault == nil, "seed \(seed), step \(step): \(fault ?? "")")
      guard fault == nil else { return }
    }
  }

  @Test func timeAloneIsNoRevision() throws {
    var driver = try EngineDriver(scene: TransactionOrderTests.scene)
    var journal = MotionJournal()
    #expect(journal.revision == 0)
    try driver.apply([.constant("x1", 100)], .curve(.linear, duration: 1), 0)
    journal.note(driver.engine)
    #expect(journal.revision == 1)
    for step in 1...20 {
      driver.updateFrame(at: EngineDriver.moment(Double(step) / 10))
      journal.note(driver.engine)
    }
    let isAtRest = driver.engine.isAtRest
    #expect(isAtRest)
    // The only change is that ended terms are removed.
    #expect(journal.revision == 1)
    let none = journal.motions(since: 1, of: driver.engine)
    #expect(none.isEmpty)
    try driver.apply([.alpha("two", 0.5)], .curve(.linear, duration: 1), 3)
    journal.note(driver.engine)
    let told = journal.motions(since: 1, of: driver.engine)
    #expect(told.map(\.channel) == [.animated(.alpha)])
    let two = driver.place(of: "two")
    #expect(told.map(\.view) == [two])
    #expect(journal.revision == 2)
  }

  @Test func aSnapshotsMotionsLeaveOutWhatIsAtItsDefault() throws {
    let driver = try EngineDriver(
      scene: PanTests.scene("follow: 'point', tilt: { degrees: 12, reach: 160 }"))
    var journal = MotionJournal()
    journal.note(driver.engine)
    let told = journal.motions(of: driver.engine)
    let place = driver.place(of: "card")
    let card = told.filter { $0.view == place }
    // The tilt is sent although the rotation is at 0.
    let channels = card.map(\.channel)
    #expect(channels.contains(.animated(.rotation)))
    #expect(!channels.contains(.animated(.alpha)) && !channels.contains(.animated(.scaleX)))
    #expect(!channels.contains(.leverX))
    #expect(told.allSatisfy { !$0.isDefault })
  }

  @Test func aFingerIsToldOfWithItsVelocityAndTheGrabbedPoint() throws {
    var driver = try EngineDriver(
      scene: PanTests.scene("follow: 'point', tilt: { degrees: 12, reach: 160 }, slop: 5"))
    var journal = MotionJournal()
    journal.note(driver.engine)
    let first = journal.revision
    driver.drag(from: Point(x: 120, y: 300), to: Point(x: 220, y: 300), 0...0.2)
    journal.note(driver.engine)
    let told = journal.motions(since: first, of: driver.engine)
    let held = told.first { $0.channel == .animated(.translationX) }
    #expect(abs((held?.held.velocity ?? 0) - 500) < 1)
    let levers = driver.engine.levers(of: driver.place(of: "card"))
    for lever in [levers.x, levers.y] {
      #expect(told.first { $0.channel == lever.channel }?.held == lever.held)
      #expect(lever.held != .rest)
    }
    let second = journal.revision
    driver.finger(at: Point(x: 224, y: 300), 0.209)
    journal.note(driver.engine)
    #expect(journal.revision > second)
    let moved = journal.motions(since: second, of: driver.engine).map(\.channel)
    #expect(moved.contains(.animated(.translationX)))
    #expect(!moved.contains(.leverX) && !moved.contains(.leverY))
  }

  @Test func whatAStackHidesIsToldWhenItIsNoLongerDrawn() throws {
    var driver = try EngineDriver(scene: InterruptionScene.text)
    var journal = MotionJournal()
    journal.note(driver.engine)
    let row = driver.place(of: "row2")
    try driver.apply([.hidden("row2", true)], .curve(.linear, duration: 0.5), 0)
    journal.note(driver.engine)
    let hiding = journal.revision
    let told = journal.motions(since: 0, of: driver.engine)
    let before = told.first { $0.view == row && $0.channel == .animated(.alpha) }
    #expect(before?.held.value == 1)
    driver.updateFrame(at: EngineDriver.moment(0.6))
    journal.note(driver.engine)
    let after = journal.motions(since: hiding, of: driver.engine)
    let change = after.first { $0.view == row && $0.channel == .animated(.alpha) }
    #expect(change?.held.value == 0)
  }
}
