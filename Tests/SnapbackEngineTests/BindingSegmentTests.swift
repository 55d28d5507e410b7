import SnapbackBasics
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// A client that evaluates motions itself draws bound views as the engine does.
@Suite struct BindingSegmentTests {
  /// The first difference between what the client draws at a moment and the engine's frame.
  private func fault(
    _ client: SegmentClient, _ driver: inout EngineDriver, at moment: Instant
  ) -> String? {
    var frame = driver.engine.makeFrame()
    driver.engine.sample(&frame, at: moment, resampling: .none)
    let names = driver.engine.appearances.map(\.name)
    let drawn = BoundScene.drawn(frame, of: names)
    for (place, (view, channel)) in BoundScene.channels.enumerated() {
      let told = client.value(channel, names.firstIndex(of: view) ?? 0, moment)
      if !(abs(told - drawn[place]) <= 1e-6) {
        return "\(channel) of \(view) is drawn at \(drawn[place]) and told as \(told)"
      }
    }
    return nil
  }

  @Test func segmentsAreTheFramesAtEveryMillisecond() throws {
    var driver = try EngineDriver(scene: BoundScene.text)
    var client = SegmentClient()
    client.listen(&driver, at: .zero)
    var events = BoundScene.events[...]
    for step in 0...4000 {
      let now = EngineDriver.moment(Double(step) / 1000)
      try client.proceed(&driver, &events, to: now)
      let fault = fault(client, &driver, at: now)
      #expect(fault == nil, "at \(step) ms: \(fault ?? "")")
      guard fault == nil else { return }
    }
  }

  @Test func aBoundChannelIsItsSourceTimesTheSlope() throws {
    var driver = try EngineDriver(scene: BoundScene.text)
    for event in BoundScene.events where event.seconds < 0.26 {
      try event.perform(&driver, event.seconds)
    }
    // The sheet returns through the piece from −300 to −40.
    var moment = EngineDriver.moment(0.21)
    while driver.seen(.translationY, of: "sheet", at: moment).value < -200 {
      moment = moment.advanced(bySeconds: 0.001)
    }
    driver.updateFrame(at: moment)
    let motions = [(Channel.translationY, "sheet"), (.alpha, "shade"), (.scaleY, "dial")].compactMap
    {
      driver.motion($0, of: $1)
    }
    try #require(motions.count == 3)
    let (source, dim, grow) = (motions[0], motions[1], motions[2])
    let place = source.presentation(at: moment).value
    #expect(place < -40 && place > -300)
    let slope = (0.1 - 0.6) / 260
    #expect(abs(dim.held.value - (0.1 + slope * (source.held.value + 40))) < 1e-12)
    #expect(dim.terms.map(\.state.value) == source.terms.map { slope * $0.state.value })
    #expect(dim.terms.map(\.end) == source.terms.map(\.end))
    let factor = 2 * slope
    #expect(grow.terms.count == source.terms.count)
    for (term, own) in zip(grow.terms, source.terms) {
      #expect(abs(term.state.value - factor * own.state.value) < 1e-12)
    }
  }

  @Test func theNextKinkIsKnownAheadAndIsWhatIsSeenThen() throws {
    var driver = try EngineDriver(scene: BoundScene.text)
    for event in BoundScene.events where event.seconds < 0.26 {
      try event.perform(&driver, event.seconds)
    }
    let lift = EngineDriver.moment(0.205)
    var begin = lift
    var known: [Instant: Instant] = [:]
    var last: ScheduledMotions?
    var passed = 0
    for step in 1...2500 {
      let now = lift.advanced(bySeconds: Double(step) / 1000)
      driver.updateFrame(at: now)
      if let told = last, told.start <= now {
        passed += 1
        #expect(!told.motions.isEmpty)
        for motion in told.motions {
          guard case .animated(let channel) = motion.channel else { continue }
          let seen = driver.engine.motion(of: channel, view: motion.view)?.presentation(at: now)
          let error = (seen?.value ?? .nan) - motion.presentation(at: now).value
          #expect(abs(error) < 1e-6, "\(channel) of \(motion.view) at \(step) ms: \(error)")
        }
        let lead = told.start.seconds(since: known[told.start] ?? now)
        // The engine starts another search at the lift and at each kink.
        #expect(lead >= min(0.1, told.start.seconds(since: begin) - 0.002), "\(lead) s ahead")
        (last, begin) = (nil, told.start)
      }
      guard let next = driver.engine.scheduledMotions() else { continue }
      if known[next.start] == nil { known[next.start] = now }
      last = next
    }
    // The sheet passes the kinks at −40 and at 0, and returns several times; each passage is also
    // one of the kinks of the rotation.
    #expect(passed >= 6)
  }
}
