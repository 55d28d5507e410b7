import SnapbackBasics
import SnapbackProtocol
import Testing

@Suite struct ClientLanesTests {
  @Test func randomSchedulesKeepTheRules() {
    var (lagged, waited, behind) = (0, 0, 0)
    for seed in 0..<2000 as Range<UInt64> {
      let acknowledges = seed % 2 == 0
      var world = LaneWorld(acknowledges: acknowledges, seed: seed)
      var reads = true
      for _ in 0..<60 {
        world.now = world.now.advanced(
          byNanoseconds: UInt64.random(in: 0...20_000_000, using: &world.dice))
        if world.dice.happens(10) { reads.toggle() }
        if world.dice.happens(60) { world.revision += 1 }
        if world.dice.happens(20) { world.segmentRevision += 1 }
        if world.dice.happens(30) { world.addEvents(Int.random(in: 1...5, using: &world.dice)) }
        if world.dice.happens(2) { world.addEvents(1200) }
        if world.dice.happens(2) { world.lanes.requireSnapshot() }
        if world.dice.happens(4) { world.lanes.requestSnapshot() }
        let before = world.seen
        world.turn()
        if world.onTheWay > 2 { Issue.record("seed \(seed): \(world.onTheWay) pictures") }
        if acknowledges, world.unacknowledged > 2 { Issue.record("seed \(seed): too many frames") }
        if reads { world.read(Int.random(in: 0...12, using: &world.dice)) }
        if world.seen < before { Issue.record("seed \(seed): an old frame") }
        if world.dice.happens(50) { world.present() }
        if let deadline = world.lanes.deadline(after: world.now) {
          if deadline <= world.now { Issue.record("seed \(seed): a deadline has gone by") }
          waited += 1
        }
        if world.seen < world.revision { behind += 1 }
      }
      settle(&world)
      #expect(world.complaint == nil, "seed \(seed)")
      lagged += world.messages.contains { if case .lagged = $0 { true } else { false } } ? 1 : 0
    }
    // Make sure that the tested situations occurred.
    #expect(lagged > 100 && waited > 2000 && behind > 2000)
  }

  /// The client reads and acknowledges everything; in the end it has the last state, nothing waits,
  /// and no retry is scheduled.
  private func settle(_ world: inout LaneWorld) {
    for _ in 0..<3000 where !world.isQuiet {
      world.now = world.now.advanced(byNanoseconds: 10_000_000)
      world.read(.max)
      world.present()
      world.turn()
    }
    // A requested snapshot may be due later.
    for _ in 0..<20 {
      world.now = world.now.advanced(byNanoseconds: 10_000_000)
      world.turn()
      world.read(.max)
      world.present()
    }
    world.turn()
    #expect(world.isQuiet)
    #expect(world.lanes.deadline(after: world.now) == nil)
    #expect(!world.lanes.isStalled(at: world.now.advanced(bySeconds: 1000)))
  }

  @Test func whoReadsAgainHasTheLastStateByTheNextDeadline() {
    for seed in 0..<300 as Range<UInt64> {
      var world = LaneWorld(acknowledges: false, seed: seed, room: 20_000...40_000)
      world.turn()
      for _ in 0..<100 {
        world.now = world.now.advanced(byNanoseconds: 8_000_000)
        world.revision += 1
        world.turn()
      }
      #expect(world.onTheWay == 2 && world.seen < world.revision)
      // It reads everything once, and the scene does not change again.
      world.read(.max)
      guard let deadline = world.lanes.deadline(after: world.now) else {
        Issue.record("nobody looks after it")
        continue
      }
      #expect(deadline.seconds(since: world.now) <= 0.0101)
      world.now = deadline
      world.turn()
      world.read(.max)
      #expect(world.seen == world.revision)
    }
  }

  @Test func whoReadsNothingForFiveSecondsIsStalledAndNobodyElseIs() {
    for seed in 0..<200 as Range<UInt64> {
      var world = LaneWorld(acknowledges: seed % 2 == 0, seed: seed)
      let isSlow = seed % 3 == 0
      world.turn()
      let start = world.now
      var end: Instant?
      for _ in 0..<3000 where end == nil {
        // At the latest when the lanes ask for it, and otherwise when something happens.
        let step = world.now.advanced(
          byNanoseconds: UInt64.random(in: 1_000_000...40_000_000, using: &world.dice))
        world.now = min(step, world.lanes.deadline(after: world.now) ?? step)
        if world.dice.happens(50) { world.revision += 1 }
        if world.dice.happens(20) { world.addEvents(2) }
        // A slow client occasionally reads a piece and never catches up.
        if isSlow, world.dice.happens(5) { world.read(1) }
        world.turn()
        if world.lanes.isStalled(at: world.now) { end = world.now }
      }
      if isSlow {
        #expect(end == nil)
      } else {
        let seconds = end?.seconds(since: start) ?? .infinity
        #expect(seconds >= 5 && seconds < 5.6, "seed \(seed): \(seconds)")
      }
    }
  }

  @Test func aClientThatAcknowledgesNothingAndReadsIsNotStalled() {
    var world = LaneWorld(acknowledges: true, seed: 3)
    for _ in 0..<1000 {
      world.now = world.now.advanced(byNanoseconds: 16_000_000)
      world.revision += 1
      world.turn()
      world.read(.max)
      #expect(!world.lanes.isStalled(at: world.now))
    }
    let frames = world.messages.count { if case .frame = $0 { true } else { false } }
    #expect(frames == 2)
    world.present()
    world.turn()
    world.read(.max)
    #expect(world.seen == world.revision)
  }

  @Test func whoReadsAtOnceGetsEveryFrameAmongEvents() {
    for acknowledges in [false, true] {
      var world = LaneWorld(acknowledges: acknowledges, seed: 8)
      for _ in 0..<500 {
        world.now = world.now.advanced(byNanoseconds: 8_000_000)
        world.addEvents(2)
        world.turn()
        world.read(.max)
        world.present()
        #expect(world.seen == world.revision)
        world.revision += 1
      }
      #expect(world.snapshots == 1)
    }
  }

  /// Lanes with two frames of 1000 bytes each, written but unread.
  private func full(acknowledges: Bool, at start: Instant) -> ClientLanes {
    var lanes = ClientLanes(acknowledges: acknowledges)
    lanes.observe(unread: 0, at: start)
    lanes.composed(.snapshot, sequence: 1, at: start)
    lanes.noteWritten(1000, at: start)
    _ = lanes.emptyEvents()
    lanes.observe(unread: 0, at: start)
    for sequence in 2...3 as ClosedRange<UInt64> {
      _ = lanes.emptyEvents()
      let may = lanes.mayComposeFrame(at: start)
      #expect(may)
      lanes.composed(.frame, sequence: sequence, at: start)
      lanes.noteWritten(1000, at: start)
    }
    _ = lanes.emptyEvents()
    return lanes
  }

  private func second(_ number: Double) -> Instant { Instant.zero.advanced(bySeconds: number) }

  /// A deadline in the past would wake the loop again and again.
  @Test func aRetryThatHasPassedIsForgotten() throws {
    var lanes = full(acknowledges: false, at: second(1))
    let isRefused = !lanes.mayComposeFrame(at: second(2))
    let retry = try #require(lanes.deadline(after: second(2)))
    #expect(isRefused && retry < second(2.1))
    lanes.observe(unread: 2500, at: second(2.1))
    let next = try #require(lanes.deadline(after: second(2.1)))
    #expect(next > second(2.1))
    // Composing sets another deadline.
    let isRefusedAgain = !lanes.mayComposeFrame(at: second(2.1))
    #expect(isRefusedAgain)
    #expect(try #require(lanes.deadline(after: second(2.1))) < second(2.2))
  }

  @Test func whatNothingWaitsForIsNotStalled() {
    var lanes = full(acknowledges: false, at: second(1))
    let isRefused = !lanes.mayComposeFrame(at: second(2))
    #expect(isRefused && lanes.deadline(after: second(2)) != nil)
    // One was read, as the client's acknowledgment shows; the last frame is sent and the scene is
    // at rest.
    #expect(!lanes.mayTry(at: second(2)) && lanes.mayTry(at: second(2.01)))
    lanes.presented(sequence: 2)
    #expect(lanes.mayTry(at: second(2)) && lanes.deadline(after: second(2)) == second(7))
    lanes.observe(unread: 2500, at: second(3))
    let isAllowed = lanes.mayComposeFrame(at: second(3))
    lanes.composed(.frame, sequence: 4, at: second(3))
    #expect(isAllowed && lanes.deadline(after: second(3)) == nil)
    #expect(!lanes.isStalled(at: second(100)))
  }

  @Test func aFrameWaitsForTheSnapshot() {
    var lanes = ClientLanes()
    let first = lanes.mayComposeFrame(at: second(1))
    #expect(!first && lanes.needsSnapshot(at: second(1)))
    lanes.composed(.snapshot, sequence: 1, at: second(1))
    let second = lanes.mayComposeFrame(at: second(1))
    #expect(second)
  }

  @Test func whoNeitherReadsNorAcknowledgesIsStalled() {
    var lanes = full(acknowledges: true, at: second(1))
    lanes.observe(unread: 3000, at: second(2))
    let isRefused = !lanes.mayComposeFrame(at: second(2))
    #expect(isRefused && lanes.deadline(after: second(2)) == second(7))
    #expect(!lanes.isStalled(at: second(6.9)) && lanes.isStalled(at: second(7)))
    // It is enough that the client has read everything.
    lanes.observe(unread: 0, at: second(7))
    let isRefusedStill = !lanes.mayComposeFrame(at: second(7))
    #expect(isRefusedStill && !lanes.isStalled(at: second(100)))
    #expect(lanes.deadline(after: second(7)) == nil)
  }

  @Test func readingSlowlyIsReading() {
    for step in [0, 1] {
      var lanes = full(acknowledges: false, at: second(1))
      for tick in 0..<20 {
        let now = second(2 + Double(tick))
        lanes.observe(unread: 3000 - step * tick, at: now)
        let isRefused = !lanes.mayComposeFrame(at: now)
        #expect(isRefused && lanes.isStalled(at: now) == (step == 0 && tick >= 5))
      }
    }
    // Also next to newly written bytes: the kernel holds at least that many more.
    var lanes = full(acknowledges: false, at: second(1))
    for tick in 0..<20 {
      let now = second(2 + Double(tick))
      lanes.observe(unread: 3000 + 900 * tick, at: now)
      _ = lanes.mayComposeFrame(at: now)
      lanes.noteWritten(1000, at: now)
      #expect(!lanes.isStalled(at: now))
    }
  }

  @Test func whereTheKernelCannotSayRoomIsWhatCounts() {
    var lanes = ClientLanes()
    let start = Instant(nanoseconds: 1_000_000_000)
    lanes.observe(unread: nil, at: start)
    lanes.noteWritten(1000, at: start)
    lanes.blocked(at: start)
    for second in 1...4 {
      let now = start.advanced(bySeconds: Double(second))
      lanes.observe(unread: nil, at: now)
      lanes.blocked(at: now)
      #expect(!lanes.isStalled(at: now))
    }
    let end = start.advanced(bySeconds: 5)
    #expect(lanes.deadline(after: start) == end && lanes.isStalled(at: end))
    lanes.observe(unread: nil, at: end)
    lanes.noteWritten(1, at: end)
    #expect(!lanes.isStalled(at: end))
  }

  @Test func atRestNobodyLooksAfterAClient() {
    // Also if the client is not known to have read the last frame.
    var world = LaneWorld(acknowledges: false, seed: 4)
    world.turn()
    #expect(world.unread > 0)
    #expect(world.lanes.deadline(after: world.now) == nil)
    #expect(!world.lanes.isStalled(at: world.now.advanced(bySeconds: 100)))
  }

  @Test func askingForSnapshotsWithoutEndGivesTenASecond() {
    var world = LaneWorld(acknowledges: false, seed: 5)
    for _ in 0..<1000 {
      world.now = world.now.advanced(byNanoseconds: 2_000_000)
      world.lanes.requestSnapshot()
      world.turn()
      world.read(.max)
    }
    #expect((20...21).contains(world.snapshots))
    // A snapshot that the daemon itself requires is sent at once.
    world.lanes.requireSnapshot()
    world.turn()
    world.read(.max)
    #expect((21...22).contains(world.snapshots))
  }

  @Test func whoAsksAndDoesNotReadIsNotHeard() {
    var lanes = ClientLanes()
    var answers = 0
    while lanes.takesRequests, answers < 10_000 {
      lanes.addEvent(bytes: 40)
      answers += 1
    }
    #expect(answers == ProtocolLimits.eventMessages / 2)
    let event = lanes.admitsEvent()
    let missed = lanes.emptyEvents()
    #expect(event && missed == 0 && lanes.takesRequests)
    lanes.addEvent(bytes: .max)
    lanes.addEvent(bytes: .max)
    let another = lanes.admitsEvent()
    #expect(!lanes.takesRequests && !another)
    let missedNow = lanes.emptyEvents()
    #expect(missedNow == 1 && lanes.needsSnapshot(at: .zero))
  }

  @Test func anyNumbersAreTaken() {
    var dice = SeededGenerator(seed: 6)
    var lanes = ClientLanes(acknowledges: true)
    for _ in 0..<20_000 {
      let now = Instant(nanoseconds: dice.absurd())
      let unread = Int(truncatingIfNeeded: dice.absurd())
      switch Int.random(in: 0..<8, using: &dice) {
      case 0: lanes.noteWritten(unread, at: now)
      case 1: lanes.blocked(at: now)
      case 2: lanes.presented(sequence: dice.absurd())
      case 3:
        if lanes.mayCompose(at: now) { lanes.composed(.frame, sequence: dice.absurd(), at: now) }
      case 4: _ = lanes.mayComposeFrame(at: now)
      case 5: lanes.composed(.snapshot, sequence: dice.absurd(), at: now)
      case 6: lanes.observe(unread: dice.happens(10) ? nil : unread, at: now)
      default: lanes.requestSnapshot()
      }
      _ = lanes.isStalled(at: now)
      _ = lanes.deadline(after: now)
    }
    lanes.presented(sequence: .max)
    lanes.requireSnapshot()
    lanes.observe(unread: 0, at: .zero)
    let mayGoOn = lanes.mayCompose(at: .zero)
    #expect(mayGoOn)
  }
}
