import SnapbackBasics
import Testing

@Suite struct InstantTests {
  @Test func spansAreSignedAndMovesSaturate() {
    let a = Instant(nanoseconds: 1_000_000_000)
    let b = Instant(nanoseconds: 3_500_000_000)
    #expect(b.seconds(since: a) == 2.5)
    #expect(a.seconds(since: b) == -2.5)
    #expect(a.advanced(bySeconds: 2.5) == b)
    #expect(a.advanced(bySeconds: -5) == .zero)
    #expect(a.advanced(bySeconds: .infinity) == .distantFuture)
    #expect(a.advanced(bySeconds: .nan) == a)
    #expect(Instant.distantFuture.advanced(byNanoseconds: 1) == .distantFuture)
  }

  @Test func kernelTimesOutOfRangeSaturate() {
    #expect(Instant(seconds: 2, microseconds: 5).nanoseconds == 2_000_005_000)
    #expect(Instant(seconds: -2, microseconds: 5).nanoseconds == 5000)
    #expect(Instant(seconds: .max, microseconds: .max) == .distantFuture)
  }

  @Test func conversionsNeverTrap() {
    #expect(Int64(saturating: .nan) == 0)
    #expect(Int64(saturating: 1e30) == .max)
    #expect(Int64(saturating: -.infinity) == .min)
    #expect(UInt8(saturating: -3) == 0)
    #expect(Int32(saturating: -2.9) == -2)
  }

  @Test func framesDoNotDrift() {
    let schedule = FrameSchedule(origin: Instant(nanoseconds: 7), rate: 60)
    #expect(schedule.time(ofFrame: 0).nanoseconds == 7)
    #expect(schedule.time(ofFrame: 3_600_000).nanoseconds == 60_000 * 1_000_000_000 + 7)
    #expect(schedule.index(after: .zero) == 0)
    for frame: UInt64 in [0, 1, 59, 60, 61, 12345] {
      #expect(schedule.index(after: schedule.time(ofFrame: frame)) == frame + 1)
    }
    let beyond = schedule.index(after: .distantFuture)
    #expect(beyond > 1_000_000_000_000)
    #expect(FrameSchedule(origin: .zero, rate: .nan).rate == 60)
    #expect(FrameSchedule(origin: .zero, rate: 0).rate == 1)
  }

  /// The oracle is the standard library's rounding.
  @Test func numbersAreRoundedToTheNearest() {
    let numbers = [
      -1e300, -1, -0.5, 0, 0.25, 0.5, 0.49999999999999994, 0.75, 1.5, 2.5, 4503599627370495.5,
      4503599627370496.5, 0x1p53 - 1, 0x1p53, 0x1p53 + 2, 0x1p63, 0x1p64 - 2048,
    ]
    for number in numbers + (0..<1000).map({ Double($0) * 0.37 }) {
      #expect(Double(UInt64(nearestTo: number)) == max(0, number.rounded()), "\(number)")
    }
    #expect(UInt64(nearestTo: 0x1p64) == .max && UInt64(nearestTo: .infinity) == .max)
    #expect(UInt64(nearestTo: .nan) == 0 && UInt64(nearestTo: -.infinity) == 0)
    #expect(UInt64(saturating: 0.99) == 0 && UInt64(saturating: 1e19) == 10_000_000_000_000_000_000)
  }
}
