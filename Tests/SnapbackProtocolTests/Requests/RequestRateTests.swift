import SnapbackBasics
import SnapbackProtocol
import Testing

/// The rate limit of a client's requests.
@Suite struct RequestRateTests {
  private func asked(_ moments: [Double], limit: Int) -> [Bool] {
    var rate = RequestRate(limit: limit)
    let start = Instant(nanoseconds: 5_000_000_000)
    return moments.map { rate.admits(at: start.advanced(bySeconds: $0)) }
  }

  @Test func soManyInASecondAndNoMore() {
    let answers = asked((0..<40).map { Double($0) / 16 }, limit: 3)
    // The seconds begin at 0, 1 and 2 s.
    #expect(answers.indices.filter { answers[$0] } == [0, 1, 2, 16, 17, 18, 32, 33, 34])
  }

  @Test func whoAsksSeldomIsNeverRefused() {
    #expect(!asked((0..<100).map(Double.init), limit: 1).contains(false))
    #expect(!asked([0, 1, 1e18], limit: 0).contains(true))
  }

  @Test func aClockAtItsEndOrThatGoesBackDoesNoHarm() {
    var rate = RequestRate(limit: 2)
    let moments: [Instant] = [.distantFuture, .distantFuture, .zero]
    #expect(moments.map { rate.admits(at: $0) }.prefix(2) == [true, true])
  }
}
