import SnapbackBasics
import SnapbackGestures
import SnapbackTouches
import Testing

/// The duties of an arena other than arbitration: time, limits, odd input, and invalid relations.
@Suite struct GestureArenaTests {
  @Test func aDeadlineIsReachedAtItsNanosecond() throws {
    var hands = try #require(Hands([Settings.longPress]))
    hands.frame([down(1, 100, 100)])
    let due = hands.now.advanced(byNanoseconds: 500_000_000)
    #expect(hands.arena.deadline == due)
    hands.arena.advance(to: Instant(nanoseconds: due.nanoseconds - 1))
    let early = hands.steps()
    hands.arena.advance(to: due)
    let steps = hands.steps()
    #expect(early == [])
    #expect(steps.map(\.time) == [due])
    #expect(hands.arena.isActive(0))
    #expect(hands.arena.deadline == nil)
  }

  @Test func aDeadlineThatIsReachedLateHasItsOwnTime() throws {
    var hands = try #require(Hands([Settings.longPress]))
    hands.frame([down(1, 100, 100)])
    let due = hands.now.advanced(byNanoseconds: 500_000_000)
    hands.frame(after: 3000, [lift(1, 100, 100)])
    let steps = hands.steps()
    #expect(steps.map(\.outcome) == [.recognized, .ended])
    #expect(steps.map(\.time) == [due, hands.now])
  }

  /// The interval of a double tap ends 350 ms after the lift.
  @Test(arguments: [(349_999_999, true), (350_000_000, false)] as [(UInt64, Bool)])
  func theSecondTapMayTouchUpToTheDeadline(nanoseconds: UInt64, isInTime: Bool) throws {
    var hands = try #require(Hands([Settings.doubleTap]))
    hands.frame([down(1, 100, 100)])
    hands.frame([lift(1, 100, 100)])
    hands.frame(at: hands.now.advanced(byNanoseconds: nanoseconds), [down(2, 100, 100)])
    hands.frame([lift(2, 100, 100)])
    let outcomes = hands.outcomes()
    #expect(outcomes == [isInTime ? .recognized : .failed(.tooSlow(limit: 0.35))])
  }

  @Test func aSecondTouchThatIsTooLateIsAFirstOne() throws {
    var hands = try #require(Hands([Settings.doubleTap]))
    hands.frame([down(1, 100, 100)])
    hands.frame([lift(1, 100, 100)])
    hands.frame(after: 900, [down(2, 100, 100)])
    hands.frame([lift(2, 100, 100)])
    hands.frame(after: 50, [down(3, 100, 100)])
    hands.frame([lift(3, 100, 100)])
    let outcomes = hands.outcomes()
    #expect(outcomes == [.failed(.tooSlow(limit: 0.35)), .recognized])
  }

  @Test func framesOfOneMomentAndAClockThatStepsBackEndEverythingOnce() throws {
    for step in [0.0, -0.005, -0.5, -100] {
      var hands = try #require(
        Hands([Settings.pan, Settings.longPress, Settings.doubleTap, Settings.swipe]))
      hands.frame([down(1, 100, 100)])
      for count in 1...9 {
        let time = hands.now.advanced(bySeconds: count == 5 ? step : 0)
        hands.frame(at: time, [move(1, 100 + 4 * Double(count), 100)])
      }
      hands.frame(at: hands.now, [lift(1, 136, 100)])
      let pan = hands.outcomes()
      #expect(pan.first == .recognized)
      #expect(pan.last == .ended)
      #expect(pan.dropFirst().dropLast().allSatisfy { $0 == .changed })
      hands.pass(milliseconds: 2_000_000)
      #expect(hands.arena.isAtRest)
      #expect(hands.arena.deadline == nil)
    }
  }

  @Test func twoHundredTapsWithOneIdAreTwoHundredTaps() throws {
    var hands = try #require(Hands([Settings.tap]))
    for count in 1...200 {
      hands.frame([down(1, 100, 100)])
      hands.frame([lift(1, 100, 100)])
      let outcomes = hands.outcomes()
      #expect(outcomes == [.recognized], "tap \(count)")
    }
  }

  @Test func moreFingersThanTheLimitAreRefused() throws {
    var hands = try #require(Hands([Settings.pan]))
    for id in 1...40 as ClosedRange<UInt64> {
      let isTaken = hands.arena.give(id, to: 0, at: hands.now)
      #expect(isTaken == (id <= UInt64(FingerSet.limit)))
    }
    hands.arena.handle(
      TouchFrame(
        time: hands.now,
        contacts: (1...40).map { down($0, Double($0) * 10, 100) }))
    #expect(hands.arena[0].fingers.count == FingerSet.limit)
    hands.frame((1...40).map { move($0, Double($0) * 10, 150) })
    hands.frame((1...40).map { lift($0, Double($0) * 10, 150) })
    let outcomes = hands.outcomes()
    #expect(outcomes == [.recognized, .ended])
    #expect(hands.arena.isAtRest)
  }

  @Test func aPanThatRunsFollowsAnyNumberOfFingersOneAfterTheOther() throws {
    var hands = try #require(Hands([Settings.pan]))
    hands.frame([down(1, 100, 100)])
    hands.frame([move(1, 150, 100)])
    for id in 2...400 as ClosedRange<UInt64> {
      hands.frame([down(id, 300, 300)])
      hands.frame([move(id, 310, 300)])
      // Half of ten points, because the first finger rests.
      hands.frame([lift(id, 310, 300)])
    }
    #expect(hands.arena.isActive(0))
    #expect(abs(hands.arena[0].translation.dx - 40 - 399 * 5) < 1e-6)
    #expect(hands.arena.hasSeen(1, 0))
    hands.frame([lift(1, 150, 100)])
    let last = hands.outcomes().last
    #expect(last == .ended)
  }

  @Test func anUndecidedRecognizerRefusesContactsAboveItsMemory() throws {
    var hands = try #require(Hands([Settings.endlessPan]))
    hands.frame([down(1, 100, 100)])
    var taken = 1
    for id in 2...150 as ClosedRange<UInt64> {
      hands.frame([down(id, 300, 300)])
      if hands.arena.hasSeen(id, 0) { taken += 1 }
      hands.frame([lift(id, 300, 300)])
    }
    #expect(taken == 100)
    hands.frame([lift(1, 100, 100)])
    let outcomes = hands.outcomes()
    #expect(outcomes == [.failed(.lifted)])
    hands.frame([down(500, 1, 1)])
    #expect(hands.arena.hasSeen(500, 0))
  }

  /// Switching off recognizers that are active, possible, waiting, failed, and idle.
  @Test func switchingOffEndsWhatItFindsAndNothingElse() throws {
    var hands = try #require(
      Hands([
        GestureDescription(Settings.pan, simultaneous: [1, 2, 3], requiredFailures: []),
        GestureDescription(Settings.endlessPan, simultaneous: [2, 3]),
        GestureDescription(Settings.pan, simultaneous: [3], requiredFailures: [1]),
        GestureDescription(Settings.tap),
        GestureDescription(.hover),
      ]))
    hands.frame([down(1, 100, 100)])
    hands.frame([move(1, 120, 100)])
    let states: [GestureArena.State] = [.active, .possible, .waiting, .failed, .possible]
    #expect(states.indices.map { hands.arena.state(of: $0) } == states)
    _ = hands.steps()
    for index in [0, 2, 3, 4, 1] { hands.arena.setEnabled(false, index, at: hands.now) }
    let steps = hands.steps().map { [$0.recognizer: $0.outcome] }
    #expect(
      steps == [
        [0: .cancelled], [2: .failed(.disabled)], [1: .failed(.disabled)],
      ])
    for index in 0...3 { hands.arena.setEnabled(false, index, at: hands.now) }
    hands.arena.cancelAll(at: hands.now)
    hands.arena.cancel(99, at: hands.now)
    hands.arena.setEnabled(false, -1, at: hands.now)
    let later = hands.steps()
    #expect(later == [])
    for index in [0, 77] {
      let isTaken = hands.arena.give(2, to: index, at: hands.now)
      #expect(!isTaken)
    }
    #expect(hands.arena.isAtRest)
    #expect(!hands.arena.isEnabled(0))
  }

  @Test func ofTwoRivalsThatRunOnlyOneGetsANewFinger() throws {
    var hands = try #require(Hands([Settings.pan, Settings.pan]))
    for (id, index) in [(1, 0), (2, 1)] as [(UInt64, Int)] {
      hands.arena.give(id, to: index, at: hands.now)
    }
    hands.arena.handle(
      TouchFrame(time: hands.now, contacts: [down(1, 100, 100), down(2, 300, 100)]))
    hands.frame([move(1, 100, 150), move(2, 300, 150)])
    #expect(hands.arena.isActive(0) && hands.arena.isActive(1))
    hands.frame([down(3, 500, 500)])
    #expect(hands.arena.hasSeen(3, 0))
    #expect(!hands.arena.hasSeen(3, 1))
    #expect(hands.arena.isClaimed(3))
    #expect(!hands.arena.isClaimed(4))
    hands.frame([lift(1, 100, 150), lift(3, 500, 500), lift(2, 300, 150)])
    #expect(!hands.arena.isClaimed(3))
    #expect(hands.arena.isAtRest)
  }

  @Test func factsAboutFingersFollowThem() throws {
    var hands = try #require(Hands([Settings.tap, .scroll]))
    #expect(hands.arena.isAtRest && !hands.arena.hasFingers(0) && !hands.arena.hasSeen(1, 0))
    hands.frame([down(1, 100, 100)])
    #expect(!hands.arena.isAtRest && hands.arena.hasFingers(0) && hands.arena.hasSeen(1, 0))
    #expect(!hands.arena.hasFingers(1) && !hands.arena.hasSeen(1, 1))
    hands.frame([down(2, 200, 100)])
    #expect(hands.arena.state(of: 0) == .failed)
    #expect(hands.arena.isAtRest && !hands.arena.hasFingers(0))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude])
  func noPositionTrapsOrSticks(value: Double) throws {
    for place in [Point(x: value, y: 100), Point(x: 100, y: value), Point(x: value, y: -value)] {
      let all: [GestureSettings] = [
        Settings.tap, Settings.doubleTap, Settings.longPress, Settings.pan, Settings.edgePan,
        Settings.swipe, Settings.pinch, Settings.rotation,
      ]
      for settings in all {
        var hands = try #require(Hands([settings]))
        hands.frame([down(1, 5, 100), down(2, place.x, place.y)])
        hands.frame([move(1, place.x, place.y), move(2, 300, 100)])
        hands.frame([move(1, 90, 100), move(2, place.x, place.y)])
        _ = hands.arena[0].velocity(at: hands.now)
        _ = hands.arena[0].scaleVelocity(at: hands.now)
        _ = hands.arena[0].rotationVelocity(at: hands.now)
        hands.frame([down(3, place.x, 7), lift(1, place.x, place.y)])
        hands.frame([lift(2, 0, 0), palm(3, place.x, place.y)])
        hands.pass(milliseconds: 5000)
        #expect(hands.arena.isAtRest, "\(settings.kind)")
        // The next fingers are not affected by it.
        _ = hands.steps()
        hands.frame([down(4, 10, 100)])
        hands.frame([lift(4, 10, 100)])
        hands.pass(milliseconds: 5000)
        let count = hands.steps().count
        #expect(count == 1, "\(settings.kind)")
        #expect(hands.arena.isAtRest)
        if !value.isFinite || value.magnitude <= 1e300 {
          #expect(hands.arena[0].location.isFinite, "\(settings.kind)")
        }
      }
    }
  }

  @Test func aFingerThatIsNowhereIsNoFinger() throws {
    for value in [Double.nan, .infinity] {
      for settings in [Settings.tap, Settings.pan, Settings.pinch, Settings.longPress] {
        var hands = try #require(Hands([settings]))
        hands.frame([down(1, value, 100)])
        #expect(hands.arena[0].fingers.isEmpty)
        hands.frame([lift(1, value, 100)])
        let outcomes = hands.outcomes()
        #expect(outcomes == [.failed(.lifted)], "\(settings.kind)")
        #expect(hands.arena.isAtRest)
      }
    }
  }

  @Test func aPositionThatIsNoneIsNotAMove() throws {
    for settings in [Settings.tap, Settings.longPress { $0.duration = 0.025 }] {
      var hands = try #require(Hands([settings]))
      hands.frame([down(1, 100, 100)])
      hands.frame([move(1, .nan, 100)])
      hands.frame([move(1, 100, .infinity)])
      hands.frame([lift(1, .nan, .nan)])
      let first = hands.outcomes().first
      #expect(first == .recognized, "\(settings.kind)")
    }
    var hands = try #require(Hands([.scroll]))
    for delta in [3.0, .nan, .infinity, 4] {
      let phase: ScrollInput.Phase = delta == 3 ? .began : .changed
      hands.arena.scroll(
        ScrollInput(phase: phase, position: .zero, delta: Vector(dx: delta, dy: 0)), on: 0,
        at: hands.now)
    }
    #expect(hands.arena[0].translation == Vector(dx: 7, dy: 0))
  }

  @Test func durationsThatMakeNoSenseTrapNothing() throws {
    for value in [Double.nan, .infinity, -1, 0, 1e300] {
      var hands = try #require(
        Hands([
          Settings.longPress { $0.duration = value }, Settings.swipe { $0.duration = value },
          Settings.tap {
            $0.duration = value
            $0.interval = value
            $0.taps = 2
          },
        ]))
      hands.frame([down(1, 100, 100)])
      hands.frame([lift(1, 100, 100)])
      hands.arena.advance(to: .distantFuture)
      #expect(hands.arena.isAtRest)
    }
  }
}
