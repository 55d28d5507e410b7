import SnapbackBasics
import SnapbackProtocol
import SnapbackReplay
import SnapbackTouches
import Testing

/// Checks that wrong cases fail: the tests change expectations and recordings, and the project's
/// own cases have to detect it.
@Suite struct CaseJudgeTests {
  @Test(arguments: CaseRun.names)
  func theProjectsCasesPass(name: String) throws {
    #expect(try CaseRun(bundled: name).failures().map(\.expected) == [])
  }

  @Test(arguments: CaseRun.names)
  func anExpectationThatIsTurnedRoundFails(name: String) throws {
    let run = try CaseRun(bundled: name)
    let trace = try run.trace()
    for index in run.replayCase.expectations.indices {
      for wrong in Self.opposites(of: run.replayCase.expectations[index]) {
        var mutant = run.replayCase
        mutant.expectations[index] = wrong
        let failures = mutant.failures(of: trace, golden: run.golden)
        #expect(failures.count == 1, "\(wrong.claim) \(wrong.window) is not noticed")
        #expect(failures.first?.position == wrong.position)
        #expect(failures.first?.seen.isEmpty == false)
      }
    }
  }

  /// Expectations that must be false where the given one is true.
  private static func opposites(of expectation: CaseExpectation) -> [CaseExpectation] {
    func with(_ change: (inout CaseExpectation) -> Void) -> CaseExpectation {
      var copy = expectation
      change(&copy)
      return copy
    }
    switch expectation.claim {
    case .value(let value, let bounds):
      var results: [CaseExpectation] = []
      func add(_ change: (inout ValueBounds) -> Void) {
        var other = bounds
        change(&other)
        results.append(with { $0.claim = .value(value, other) })
      }
      if let near = bounds.near {
        add { $0.near = near + 2 * bounds.tolerance + 1e-6 }
        add { $0.near = near - 2 * bounds.tolerance - 1e-6 }
      }
      if bounds.minimum != nil { add { $0.minimum = 1e6 } }
      if bounds.maximum != nil { add { $0.maximum = -1e6 } }
      if let reached = bounds.reached { add { $0.reached = reached * 100 } }
      return results
    case .rests, .settled(true):
      guard expectation.window.origin == .lift else { return [] }
      return [with { $0.window = CaseWindow(.until(-0.05), since: .lift) }]
    case .settled(false): return [with { $0.claim = .settled(true) }]
    case .gesture(var claim):
      claim.count = claim.count.map { $0 + 1 } ?? 0
      return [with { $0.claim = .gesture(claim) }]
    case .done(var claim):
      claim.count = claim.count.map { $0 + 1 } ?? 0
      return [with { $0.claim = .done(claim) }]
    case .event(var claim):
      claim.count = claim.count.map { $0 + 1 } ?? 0
      return [with { $0.claim = .event(claim) }]
    case .state(var claim):
      claim.value += "!"
      return [with { $0.claim = .state(claim) }]
    case .layoutPasses(let count): return [with { $0.claim = .layoutPasses(count + 1) }]
    }
  }

  @Test(arguments: CaseRun.names.filter { $0 != "beside-the-card" })
  func aRecordingWithoutItsTouchesFails(name: String) throws {
    // The recording has only its first event: nothing touches, so nothing expected happens.
    let run = try CaseRun(bundled: name)
    let device = run.recording.device
    let empty = Recording(device: device, events: Array(run.recording.events.prefix(1)))
    #expect(try !run.failures(of: empty).isEmpty)
  }

  @Test(arguments: ["card-flick", "card-catch-in-flight", "todo-bar"])
  func aRecordingPlayedSlowerIsNoticedByTheGolden(name: String) throws {
    let run = try CaseRun(bundled: name)
    let events = run.recording.events.map { event in
      var slower = event
      slower.time = Instant.zero.advanced(bySeconds: event.time.seconds(since: .zero) * 1.05)
      return slower
    }
    let failures = try run.failures(of: Recording(device: run.recording.device, events: events))
    let isGolden = failures.contains {
      if case .golden = $0.subject { return true }
      return false
    }
    #expect(isGolden)
  }

  @Test(arguments: [24.0, 60, 144])
  func aValueIsThatOfTheFrameOnTheScreen(rate: Double) throws {
    // The oracle searches all frames of the replay from the start for each moment.
    var run = try CaseRun(flick: "{ value: \"card.translation.x\", near: 0 }", rate: rate)
    guard var driver = ReplayDriver(run.recording, scene: run.blueprint, rate: rate) else {
      throw CaseRun.Unplayable()
    }
    var frames: [(time: Instant, x: Double)] = []
    let place = try #require(driver.appearances.firstIndex { $0.name == "card" })
    _ = driver.run { moment in
      switch moment {
      case .start(let frame, _):
        frames.append((frame.time, frame.views[place].transform.translation.dx))
      case .frame(let shown):
        frames.append((shown.frame.time, shown.frame.views[place].transform.translation.dx))
      default: break
      }
    }
    let trace = try run.trace()
    var generator = SeededGenerator(seed: 11)
    var bounds = ValueBounds()
    bounds.tolerance = 1e-9
    for _ in 0..<300 {
      let seconds = generator.unit() * 1.3
      let now = Instant.zero.advanced(bySeconds: seconds)
      let shown = try #require(frames.last { $0.time <= now }).x
      for (offset, isMet) in [(0.0, true), (1e-6, false), (-1e-6, false)] {
        bounds.near = shown + offset
        run.replayCase.expectations[0].claim = .value(
          ViewValue(view: "card", property: .translationX), bounds)
        run.replayCase.expectations[0].window = CaseWindow(.at(seconds))
        #expect(run.replayCase.failures(of: trace, golden: nil).isEmpty == isMet)
      }
    }
    #expect(frames.count > Int(saturating: rate * 0.8))
  }

  @Test(arguments: [
    // At 60 frames per second, frame 12 is at 0.2 s. The finger also lifts there.
    ("{ value: \"card.translation.x\", near: 118.28, at: 0.2 }", true),
    ("{ value: \"card.translation.x\", near: 118.28, at: 0.2166 }", true),
    ("{ value: \"card.translation.x\", near: 118.28, at: 0.2167 }", false),
    ("{ value: \"card.translation.x\", near: 118.28, at: 0.1999 }", false),
    ("{ value: \"card.translation.x\", near: 0, at: \"end\" }", true),
    ("{ value: \"card.translation.x\", near: 0 }", false),
    // A window includes the state when it opens and the frame at which it closes.
    ("{ value: \"card.translation.x\", min: 118, max: 132, between: [0.2, 0.2167] }", true),
    ("{ value: \"card.translation.x\", min: 119, max: 132, between: [0.21, 0.2167] }", false),
    ("{ value: \"card.translation.x\", min: 118, max: 132, between: [0.2, 0.2334] }", false),
    // A value that is crossed between two frames counts as reached.
    ("{ value: \"card.translation.x\", reaches: 100 }", true),
    ("{ value: \"card.translation.x\", reaches: 136 }", false),
    ("{ value: \"card.translation.x\", reaches: -7 }", false),
    // The step of a view at rest is 0.
    ("{ value: \"card.step\", max: 0, between: [0, 0.06] }", true),
    ("{ value: \"card.step\", max: 0, between: [1.2, 3] }", true),
    ("{ value: \"card.step\", max: 34 }", false),
    ("{ value: \"card.step\", max: 36 }", true),
    ("{ gesture: \"pan\", phase: \"began\", by: 0.0667 }", true),
    ("{ gesture: \"pan\", phase: \"began\", by: 0.0666 }", false),
    ("{ gesture: \"pan\", phase: \"began\", between: [0.0667, 1] }", false),
    ("{ gesture: \"pan\", view: \"screen\" }", false),
    ("{ gesture: \"pinch\", count: 0 }", true),
    ("{ gesture: \"pan\", phase: \"ended\", speed: [1081, 1082] }", true),
    ("{ gesture: \"pan\", phase: \"ended\", speed: [1082, 1083] }", false),
    ("{ done: \"settled\", count: 0 }", true),
    ("{ event: \"landed\", view: \"card\", at: \"home\", count: 1 }", true),
    ("{ event: \"landed\", between: [0.15, 0.25] }", true),
    ("{ event: \"landed\", at: \"left\" }", false),
    ("{ event: \"landed\", name: \"drag\" }", false),
    ("{ event: \"settled\", at: \"home\", between: [1, 1.017] }", true),
    ("{ event: \"settled\", by: 1 }", false),
    ("{ event: \"tapped\", count: 0 }", true),
    ("{ rests: \"card\", by: 1.017 }", true),
    ("{ rests: \"card\", by: 1.016 }", false),
    ("{ rests: \"screen\", by: 0 }", true),
    ("{ settled: false }", false),
  ])
  func windowsAndBoundsIncludeTheirEnds(text: String, isMet: Bool) throws {
    let failures = try CaseRun(flick: text).failures()
    #expect(failures.isEmpty == isMet, "\(failures.map(\.seen))")
  }

  @Test(
    arguments: [
      (
        "{ event: \"landed\", name: \"card\" }", "an event landed \"card\"",
        "landed of \"card\" at \"home\"",
        "\"name\" is absent",
        "\"name\" is that of a gesture, and the scene has none with a name; "
          + "\"card\" is a view, so give it as \"view\""
      ),
      (
        "{ event: \"landed\", view: \"screen\", at: \"left\" }",
        "an event landed of \"screen\" at \"left\"", "landed of \"card\" at \"home\"",
        "\"view\" is \"card\", \"at\" is \"home\"", nil
      ),
      (
        "{ event: \"landed\", at: \"home\", by: 0.01 }", "an event landed at \"home\" by 0.01 s",
        "landed of \"card\" at \"home\"", "at another time", nil
      ),
      (
        "{ event: \"landed\", count: 2 }", "2 events landed", "landed of \"card\" at \"home\"", nil,
        nil
      ),
    ] as [(String, String, String, String?, String?)])
  func aMissedEventIsComparedWithThoseOfItsKind(
    text: String, expected: String, seen: String, difference: String?, names: String?
  ) throws {
    let failure = try #require(try CaseRun(flick: text).failures().first)
    #expect(failure.expected == expected)
    #expect(failure.seen.count == (names == nil ? 2 : 3))
    let line = try #require(failure.seen.dropFirst().first)
    #expect(line.hasPrefix("\(seen), at "))
    #expect(line.hasSuffix(difference.map { "): \($0)" } ?? ")"), "\(line)")
    #expect(names == nil || failure.seen.last == names)
  }

  @Test func theNamesThatAnEventCanHaveAreListed() throws {
    func last(_ claim: String) throws -> String? {
      let text = """
        { recording: "../../recordings/flick.evemu", scene: "states.json5",
          expect: [{ \(claim) }] }
        """
      return try CaseRun(text).failures().first?.seen.last
    }
    #expect(
      try last("event: \"stateChanged\", name: \"shet\"")
        == "\"name\" is that of a state: \"sheet\"")
    #expect(
      try last("event: \"tapped\", name: \"pull\"") == "events of this kind have no \"name\"")
  }

  /// A client sets the state `sheet` to `middle` at 0.5 s, and to `low` and then `high` at 0.75 s.
  private static func setting(_ expectation: String) -> String {
    """
    { recording: "../../recordings/flick.evemu", scene: "states.json5",
      commands: [
        { at: 0.5, change: { changes: [{ state: "sheet", value: "middle" }] } },
        { at: 0.75, change: { changes: [{ state: "sheet", value: "low" }] } },
        { at: 0.75, change: { changes: [{ state: "sheet", value: "high" }] } },
      ],
      expect: [\(expectation)] }
    """
  }

  @Test(arguments: [
    ("{ state: \"sheet\", is: \"low\", at: 0 }", true),
    ("{ state: \"sheet\", is: \"low\", by: 0.4999 }", true),
    ("{ state: \"sheet\", is: \"low\", by: 0.5 }", false),
    ("{ state: \"sheet\", is: \"middle\", at: 0.5 }", true),
    ("{ state: \"sheet\", is: \"middle\", between: [0.5, 0.7499] }", true),
    ("{ state: \"sheet\", is: \"middle\", between: [0.4999, 0.7499] }", false),
    ("{ state: \"sheet\", is: \"middle\", between: [0.5, 0.75] }", false),
    // The value that was replaced at the same moment does not count.
    ("{ state: \"sheet\", is: \"high\", between: [0.75, 9] }", true),
    ("{ state: \"sheet\", is: \"high\", at: \"end\" }", true),
    ("{ state: \"sheet\", is: \"low\", at: \"end\" }", false),
    ("{ state: \"sheet\", is: \"low\" }", false),
  ])
  func aStateHasItsValueFromItsChangeOn(text: String, isMet: Bool) throws {
    let failures = try CaseRun(Self.setting(text)).failures()
    #expect(failures.isEmpty == isMet, "\(failures.map(\.seen))")
  }

  @Test func aFailureOfAStateSaysWhichValuesItHad() throws {
    let failures = try CaseRun(
      Self.setting(
        "{ state: \"sheet\", is: \"low\" }, { state: \"sheet\", is: \"high\", by: 0.6 }")
    ).failures()
    #expect(
      failures.map(\.expected) == [
        "the state \"sheet\" to be \"low\" throughout",
        "the state \"sheet\" to be \"high\" by 0.6 s",
      ])
    try #require(failures.count == 2 && failures[0].seen.count == 2)
    #expect(failures[0].seen[0].hasPrefix("seen \"middle\", set at 0.500 s (touch frame "))
    #expect(failures[0].seen[1].hasPrefix("seen \"high\", set at 0.750 s (touch frame "))
    #expect(failures[1].seen.first == "seen \"low\", from the start")
  }

  @Test func aTimeSinceATouchNeedsATouch() throws {
    let run = try CaseRun(flick: "{ settled: true, by: 9, since: \"touch\" }")
    let empty = Recording(
      device: run.recording.device, events: Array(run.recording.events.prefix(1)))
    #expect(try run.failures().isEmpty)
    let failure = try #require(try run.failures(of: empty).first)
    #expect(failure.seen == ["the recording has no contact to count from"])
  }

  @Test func whatRestsOutOfPlaceIsNotInTheIdentity() throws {
    // The scene has no spring, so the second stage stays where the finger leaves it.
    let text = """
      { recording: "../../recordings/flick.evemu",
        scene: "../../configs/scenes/transform-2-from-frame.json5",
        expect: [{ rests: "square" }, { rests: "square", at: "identity" }] }
      """
    let failures = try CaseRun(text).failures()
    #expect(failures.map(\.expected) == ["\"square\" to rest in the identity"])
    #expect(failures.first?.seen.first?.hasPrefix("it rests with translation.x 11") == true)
  }

  @Test func whatNeverStopsIsNeitherAtRestNorSettled() throws {
    let run = try CaseRun(
      """
      { recording: "../../recordings/tap.evemu", scene: "../Fixtures/cases/endless.json5",
        rate: 10, expect: [{ settled: false }, { rests: "screen" },
          { value: "box.frame.x", near: 200, at: 300.5 }, { rests: "box" }, { settled: true }] }
      """)
    let failures = try run.failures()
    #expect(failures.map(\.expected) == ["\"box\" to rest", "everything to rest"])
    #expect(failures.allSatisfy { $0.seen.first?.hasPrefix("\"box\" still moves at 600") == true })
    // A recording that exceeds the storage is not judged.
    let cutOff = try #require(
      CaseTrace(run.recording, scene: run.blueprint, rate: 10, rotation: .none, limit: 1000))
    let failure = run.replayCase.failures(of: cutOff, golden: nil)
    #expect(failure.map(\.seen) == [["more; lower the rate"]])
  }

  @Test func gesturesAreToldApartByKindNameAndPhase() throws {
    let text = """
      { recording: "../../recordings/taps.evemu", scene: "../Fixtures/cases/gestures.json5",
        expect: [
          { gesture: "tap", name: "poke", phase: "recognized", count: 6 },
          { gesture: "tap", name: "poke", by: 0.2, count: 1 },
          { gesture: "tap", phase: "began", count: 0 },
          { gesture: "pan", count: 0 },
          { gesture: "pan", name: "drag", count: 1 },
        ] }
      """
    #expect(try CaseRun(text).failures().map(\.expected) == ["1 pan \"drag\""])
    let pans = text.replacing("taps.evemu", with: "flick.evemu")
    #expect(
      try CaseRun(pans).failures().map(\.expected) == [
        "6 taps \"poke\" that were recognized", "1 tap \"poke\" by 0.2 s", "no pan",
      ])
  }

  @Test func aFailureSaysWhatWhereAndWhen() throws {
    let run = try CaseRun(flick: "{ value: \"card.translation.x\", near: 120, at: 0.2 }")
    let failure = try #require(try run.failures().first)
    #expect(failure.expected == "card.translation.x near 120 ± 0.01 at 0.2 s")
    #expect(failure.seen == ["seen 118.276 at 0.200 s (frame 12, touch frame 23 of 23)"])
    #expect(failure.position.line == 2)
  }
}
