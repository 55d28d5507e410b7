import SnapbackBasics
import Testing

@testable import SnapbackDaemon

/// The limit on how often clients can make the daemon log.
@Suite struct LogLimitTests {
  private func second(_ number: Double) -> Instant { Instant.zero.advanced(bySeconds: number) }

  @Test func tenLinesOfAKindAreWrittenInTenSeconds() {
    var limit = LogLimit()
    var written = 0
    for step in 0..<99 where limit.admit("a", at: second(100 + 0.1 * Double(step))) != nil {
      written += 1
    }
    #expect(written == 10)
    // Each kind is counted separately.
    let other = limit.admit("b", at: second(109.9))
    #expect(other == 0)
  }

  @Test func theNextLineTellsHowManyWereSuppressed() {
    var limit = LogLimit()
    let first = (0..<10).map { _ in limit.admit("a", at: second(1)) }
    #expect(first == Array(repeating: 0, count: 10))
    for _ in 0..<25 {
      let none = limit.admit("a", at: second(10.99))
      #expect(none == nil)
    }
    let next = (0..<11).map { _ in limit.admit("a", at: second(11)) }
    #expect(next == [25] + Array(repeating: 0, count: 9) + [nil])
    let later = (0..<2).map { _ in limit.admit("a", at: second(500)) }
    #expect(later == [1, 0])
  }
}
