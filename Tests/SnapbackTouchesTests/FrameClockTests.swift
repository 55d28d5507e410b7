import SnapbackBasics
import Testing

@testable import SnapbackTouches

@Suite struct FrameClockTests {
  private func at(_ seconds: Double) -> Instant { Instant.zero.advanced(bySeconds: seconds) }

  @Test func timeNeverGoesBack() throws {
    var clock = FrameClock(timeout: 2)
    let (first, slightlyBack) = (clock.report(at: at(10)), clock.report(at: at(9.95)))
    #expect(first == nil && slightlyBack == nil)
    #expect(clock.now == at(10))
    let back = clock.report(at: at(9))
    #expect(abs(try #require(back) - 1) < 1e-9)
    #expect(clock.now == at(10))
    clock.advance(to: at(9))
    #expect(clock.now == at(10))
    clock.stop(at: at(8))
    #expect(clock.now == at(10))
  }

  @Test func aFrameLastsUntilItsReport() {
    var clock = FrameClock(timeout: 2)
    #expect(!clock.isInFrame)
    clock.open()
    clock.open()
    #expect(clock.isInFrame)
    _ = clock.report(at: at(1))
    #expect(!clock.isInFrame)
    clock.open()
    clock.stop(at: at(2))
    #expect(!clock.isInFrame)
  }

  @Test func silenceIsCountedFromTheLastReport() {
    var clock = FrameClock(timeout: 2)
    _ = clock.report(at: at(1))
    clock.advance(to: at(2.5))
    #expect(clock.silenceEnd == at(3))
    var patient = FrameClock(timeout: 0)
    _ = patient.report(at: at(1))
    #expect(patient.silenceEnd == nil && patient.timeout == nil)
  }

  @Test func aFaultLimitsTheSilenceThatHadNoLimit() {
    var clock = FrameClock(timeout: 0, faultTimeout: 30)
    _ = clock.report(at: at(1))
    #expect(clock.silenceEnd == nil)
    clock.noteFault()
    #expect(clock.silenceEnd == at(31))
    var short = FrameClock(timeout: 2, faultTimeout: 30)
    short.noteFault()
    #expect(short.timeout == 2)
    var never = FrameClock(timeout: 0)
    never.noteFault()
    #expect(never.timeout == nil)
  }
}
