import SnapbackBasics
import SnapbackGestures
import SnapbackTouches
import Testing

/// Relations between recognizers, and arenas that follow each other.
@Suite struct GestureRelationTests {
  private func descriptions(_ edges: [[Int]]) -> [GestureDescription] {
    edges.map { GestureDescription(Settings.tap, requiredFailures: $0) }
  }

  /// The recognizers that reach themselves, by Warshall's closure of the relation.
  private func circle(_ edges: [[Int]]) -> [Int] {
    var reaches = edges.map { row in edges.indices.map { row.contains($0) } }
    for middle in edges.indices {
      for from in edges.indices where reaches[from][middle] {
        for to in edges.indices where reaches[middle][to] { reaches[from][to] = true }
      }
    }
    return edges.indices.filter { reaches[$0][$0] }
  }

  @Test func circlesAreFoundInEveryGraphOfThree() {
    for bits in 0..<512 {
      let edges = (0..<3).map { from in (0..<3).filter { bits >> (3 * from + $0) & 1 == 1 } }
      let expected = circle(edges)
      #expect(GestureArena.circle(in: descriptions(edges)) == (expected.isEmpty ? nil : expected))
      #expect((GestureArena(descriptions(edges)) == nil) == !expected.isEmpty)
    }
  }

  @Test func circlesAreFoundInLargerGraphs() {
    var dice = SeededGenerator(seed: 7)
    var found = 0
    for _ in 0..<500 {
      let share = dice.next(in: 0.02...0.3)
      let edges = (0..<8).map { _ in (0..<8).filter { _ in dice.next(in: 0...1) < share } }
      let expected = circle(edges)
      if !expected.isEmpty { found += 1 }
      #expect(GestureArena.circle(in: descriptions(edges)) == (expected.isEmpty ? nil : expected))
    }
    #expect(found > 100 && found < 450)
  }

  @Test func whoWaitsForACircleIsNotInIt() {
    #expect(GestureArena.circle(in: descriptions([[1], [2], [1], [0]])) == [1, 2])
  }

  @Test func relationsToNobodyAreRefused() {
    #expect(GestureArena([GestureDescription(Settings.tap, simultaneous: [1])]) == nil)
    #expect(GestureArena([GestureDescription(Settings.tap, requiredFailures: [-1])]) == nil)
    #expect(GestureArena([]) != nil)
    #expect(GestureArena.empty.count == 0)
  }

  @Test func anOrderWithRepeatsAndStrangersAsksEachOnce() throws {
    let pans = [GestureDescription(Settings.pan), GestureDescription(Settings.pan)]
    var hands = try #require(Hands(pans))
    hands.arena = try #require(GestureArena(pans, order: [1, 9, 1, -1, 0, 0]))
    hands.frame([down(1, 100, 100)])
    hands.frame([move(1, 120, 100)])
    hands.frame([move(1, 130, 100)])
    hands.frame([lift(1, 130, 100)])
    let steps = hands.steps().map { [$0.recognizer: $0.outcome] }
    #expect(
      steps == [
        [1: .recognized], [0: .failed(.prevented(by: 1))], [1: .changed], [1: .ended],
      ])
  }

  @Test func failuresNameWhoseFaultTheyAre() throws {
    var hands = try #require(
      Hands([
        GestureDescription(Settings.tap), GestureDescription(Settings.tap),
        GestureDescription(Settings.doubleTap, requiredFailures: [0]),
      ]))
    hands.frame([down(1, 100, 100)])
    hands.frame([lift(1, 100, 100)])
    let steps = hands.steps().map { [$0.recognizer: $0.outcome] }
    #expect(
      steps == [
        [0: .recognized], [1: .failed(.prevented(by: 0))], [2: .failed(.preceded(by: 0))],
      ])
  }

  @Test func aWaitNamesWhomItIsForAndIsToldOnce() throws {
    var hands = try #require(
      Hands([
        GestureDescription(Settings.tap, requiredFailures: [2, 1]),
        GestureDescription(Settings.tap { $0.taps = 3 }),
        GestureDescription(Settings.doubleTap),
      ]))
    hands.frame([down(1, 100, 100)])
    hands.frame([lift(1, 100, 100)])
    hands.frame(after: 100, [down(2, 100, 100)])
    hands.pass(milliseconds: 10)
    hands.frame([lift(2, 100, 100)])
    let outcomes = hands.outcomes()
    #expect(outcomes == [.waits(for: 2), .failed(.preceded(by: 2))])
  }

  @Test func oneWhoWasThereBeforeIsNoRivalWithoutACommonFinger() throws {
    var hands = try #require(Hands([Settings.pan, Settings.tap]))
    hands.arena.give(1, to: 0, at: hands.now)
    hands.arena.handle(TouchFrame(time: hands.now, contacts: [down(1, 0, 0)]))
    hands.frame([move(1, 50, 0)])
    hands.arena.give(2, to: 1, at: hands.now)
    hands.arena.handle(TouchFrame(time: hands.now, contacts: [down(2, 9, 9)]))
    hands.frame([lift(2, 9, 9)])
    let outcomes = hands.outcomes(of: 1)
    #expect(outcomes == [.recognized])
  }

  @Test func aPanGoesOnInAnotherArena() throws {
    var hands = try #require(Hands([Settings.pan]))
    hands.frame([down(1, 100, 100)])
    hands.frame([move(1, 150, 100)])
    _ = hands.steps()
    let slow = Settings.pan { $0.slop.points = 200 }
    var next = try #require(Hands([Settings.tap, slow]))
    next.arena.adopt(1, from: hands.arena, 0)
    next.arena.adopt(5, from: hands.arena, 0)
    next.arena.adopt(0, from: hands.arena, 5)
    next.now = hands.now
    #expect(next.arena.isActive(1))
    next.frame([move(1, 170, 100)])
    // 50 points less the slop, and 20 more.
    #expect(next.arena[1].translation == Vector(dx: 60, dy: 0))
    next.frame([lift(1, 170, 100)])
    let outcomes = next.outcomes(of: 1)
    #expect(outcomes == [.changed, .ended])
    // The next pan uses the settings of the new arena.
    next.frame([down(2, 100, 100)])
    next.frame([move(2, 250, 100)])
    #expect(!next.arena.isActive(1))
    next.frame([move(2, 310, 100)])
    #expect(next.arena.isActive(1))
  }

  @Test func aRecognizerWithNewSettingsKnowsTheScreen() throws {
    var hands = try #require(Hands([Settings.pan]))
    hands.frame([down(1, 100, 100)])
    var next = try #require(Hands([Settings.pan { $0.edge = .right }]))
    next.arena.adopt(0, from: hands.arena, 0)
    next.now = hands.now
    next.frame([lift(1, 100, 100)])
    // The screen is 800 points wide.
    next.frame([down(2, 700, 100)])
    let outcomes = next.outcomes()
    #expect(outcomes == [.failed(.lifted), .failed(.farFromEdge(100, limit: 20))])
  }

  @Test func anIdleRecognizerLeavesNothingToAnother() throws {
    var hands = try #require(Hands([Settings.tap]))
    hands.frame([down(1, 100, 100)])
    hands.frame([lift(1, 100, 100)])
    #expect(hands.arena.state(of: 0) == .ended)
    var next = try #require(Hands([Settings.tap]))
    next.arena.adopt(0, from: hands.arena, 0)
    #expect(next.arena.state(of: 0) == .possible)
  }

  @Test func whoWaitedForNobodyThatIsLeftIsRecognized() throws {
    var hands = try #require(
      Hands([
        GestureDescription(Settings.tap, requiredFailures: [1]),
        GestureDescription(Settings.doubleTap),
      ]))
    hands.frame([down(1, 100, 100)])
    hands.frame([lift(1, 100, 100)])
    #expect(hands.arena.state(of: 0) == .waiting)
    var next = try #require(Hands([Settings.tap]))
    next.arena.adopt(0, from: hands.arena, 0)
    next.now = hands.now
    next.pass(milliseconds: 1)
    let outcomes = next.outcomes()
    #expect(outcomes == [.recognized])
    next.frame([down(2, 100, 100)])
    next.frame([lift(2, 100, 100)])
    let again = next.outcomes()
    #expect(again == [.recognized])
  }

  @Test func aPauseBetweenTwoTapsGoesOnInAnotherArena() throws {
    var hands = try #require(Hands([Settings.doubleTap]))
    hands.frame([down(1, 100, 100)])
    hands.frame([lift(1, 100, 100)])
    var next = try #require(Hands([Settings.doubleTap]))
    next.arena.adopt(0, from: hands.arena, 0)
    next.now = hands.now
    next.frame(after: 100, [down(2, 100, 100)])
    next.frame([lift(2, 100, 100)])
    let outcomes = next.outcomes()
    #expect(outcomes == [.recognized])
  }
}
