import SnapbackBasics
import SnapbackProtocol
import Testing

@Suite struct FlipTimeTests {
  @Test func aFlipIsItsSecondsAndMicroseconds() {
    #expect(FlipTime.instant(seconds: 12, microseconds: 345_678).nanoseconds == 12_345_678_000)
    #expect(FlipTime.instant(seconds: 0, microseconds: 0) == .zero)
    #expect(
      FlipTime.instant(seconds: .max, microseconds: .max).nanoseconds
        == 4_294_967_295_000_000_000 + 4_294_967_295_000)
    #expect(
      FlipTime.instant(secondsHigh: 1, secondsLow: 2, nanoseconds: 3).nanoseconds
        == 4_294_967_298_000_000_003)
    #expect(
      FlipTime.instant(secondsHigh: .max, secondsLow: 0, nanoseconds: 0) == .distantFuture)
    #expect(FlipTime.instant(secondsHigh: 4, secondsLow: 0, nanoseconds: .max) != .zero)
  }

  @Test func skippedFlipsAreCounted() {
    func skipped(_ span: UInt64, _ refresh: UInt64) -> UInt64 {
      FlipTime.skipped(
        from: Instant(nanoseconds: 1000), to: Instant(nanoseconds: 1000 + span), refresh: refresh)
    }
    for steps in 1...200 as ClosedRange<UInt64> {
      for error in [-4_000_000, 0, 4_000_000] as [Int64] {
        let span = UInt64(Int64(steps * 16_666_667) + error)
        #expect(skipped(span, 16_666_667) == steps - 1)
      }
    }
    // Half a refresh does not count as a skipped one.
    #expect(skipped(15, 10) == 0 && skipped(16, 10) == 1 && skipped(25, 10) == 1)
    #expect(skipped(26, 10) == 2 && skipped(4, 10) == 0 && skipped(6, 10) == 0)
    #expect(skipped(5, 0) == 0 && skipped(0, 5) == 0 && skipped(1, 5) == 0)
    #expect(skipped(UInt64.max - 1000, 1) == UInt64.max - 1001)
    #expect(FlipTime.skipped(from: .distantFuture, to: .zero, refresh: 1) == 0)
  }
}
