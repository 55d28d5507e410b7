import SnapbackBasics
import SnapbackTestSupport
import Testing

@testable import SnapbackDaemon

/// The processor time that the loop may use at real-time priority.
@Suite struct RealTimeAllowanceTests {
  private static let millisecond: UInt64 = 1_000_000

  private static func at(_ milliseconds: UInt64) -> Instant {
    Instant(nanoseconds: milliseconds * millisecond)
  }

  @Test func aLoopThatUsesAQuarterOfTheTimeIsNeverLowered() {
    var allowance = RealTimeAllowance()
    for turn in 1...10_000 as ClosedRange<UInt64> {
      allowance.charge(2 * Self.millisecond, at: Self.at(1000 + 8 * turn))
      #expect(!allowance.isSpent && allowance.renewal == nil, "turn \(turn)")
    }
  }

  @Test func tenMillisecondsAtOnceUseUpTheAllowanceForForty() {
    var allowance = RealTimeAllowance()
    allowance.charge(9 * Self.millisecond, at: Self.at(1000))
    #expect(!allowance.isSpent)
    allowance.charge(1 * Self.millisecond, at: Self.at(1000))
    #expect(allowance.isSpent && allowance.renewal == Self.at(1040))
    allowance.charge(0, at: Self.at(1039))
    #expect(allowance.isSpent && allowance.renewal == Self.at(1040))
    allowance.charge(0, at: Self.at(1040))
    #expect(!allowance.isSpent && allowance.renewal == nil)
  }

  @Test func aLongTurnIsPaidBackInFull() {
    var allowance = RealTimeAllowance()
    allowance.charge(400 * Self.millisecond, at: Self.at(5000))
    #expect(allowance.renewal == Self.at(6600))
    allowance.charge(0, at: Self.at(6599))
    #expect(allowance.isSpent)
    allowance.charge(0, at: Self.at(6600))
    #expect(!allowance.isSpent)
  }

  @Test func aLoopThatHasBeenIdleMayNotUseMoreAtOnce() {
    var allowance = RealTimeAllowance()
    allowance.charge(0, at: Self.at(1_000_000_000))
    allowance.charge(10 * Self.millisecond, at: Self.at(1_000_000_000))
    #expect(allowance.isSpent)
  }

  @Test func extremeTimesDoNotTrap() {
    var allowance = RealTimeAllowance()
    allowance.charge(.max, at: Self.at(7))
    allowance.charge(.max, at: Self.at(5))
    #expect(allowance.isSpent && allowance.renewal == .distantFuture)
    allowance.charge(0, at: .distantFuture)
    #expect(allowance.isSpent)
  }

  /// The use at real-time priority of a loop that is busy at random and obeys its allowance: the
  /// end of each turn and the time used in it, in nanoseconds.
  private static func turns(seed: UInt64) -> [(end: UInt64, used: UInt64)] {
    var generator = SeededGenerator(seed: seed)
    var allowance = RealTimeAllowance()
    var (now, turns) = (UInt64(1_000_000_000), [(end: UInt64, used: UInt64)]())
    for _ in 0..<600 {
      let isBusy = Int.random(in: 0..<3, using: &generator) > 0
      let wait = isBusy ? 0 : UInt64.random(in: 0...30_000_000, using: &generator)
      let isLong = Int.random(in: 0..<50, using: &generator) == 0
      let work = UInt64.random(in: 0...(isLong ? 60_000_000 : 4_000_000), using: &generator)
      now += wait + work
      let used = allowance.isSpent ? 0 : work
      allowance.charge(used, at: Instant(nanoseconds: now))
      turns.append((now, used))
    }
    return turns
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func inEachSpanTheUseIsTheBurstAQuarterOfTheSpanAndOneTurnAtMost(seed: UInt64) {
    let turns = Self.turns(seed: seed)
    let uses = turns.map(\.used)
    // The test means something only if the loop was lowered and raised again.
    #expect(uses.contains(0) && uses.suffix(100).contains { $0 > 0 })
    for first in turns.indices.dropFirst() {
      let start = turns[first - 1].end
      var (sum, longest) = (UInt64(0), UInt64(0))
      for turn in turns[first...] {
        sum += turn.used
        longest = max(longest, turn.used)
        let limit = 10_000_000 + (turn.end - start + 3) / 4 + longest
        guard sum > limit + UInt64(turns.count) else { continue }
        Issue.record("seed \(seed): \(sum) ns in \(turn.end - start) ns; the limit is \(limit)")
        return
      }
    }
  }
}
