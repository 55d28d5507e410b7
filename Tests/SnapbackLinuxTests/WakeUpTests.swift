import Glibc
import SnapbackLinux
import Testing

/// Wake-ups for another process, which may misuse its end.
@Suite struct WakeUpTests {
  private func isReadable(_ descriptor: Int32) -> Bool {
    UnixConnection.waitUntilReadable(descriptor, milliseconds: 0)
  }

  @Test func manySignalsAreOneWakeUpOfEightBytes() throws {
    let (wake, other) = try WakeUp.pair()
    #expect(!isReadable(other.raw) && Reading(other.raw) == .nothing)
    for _ in 0..<1000 { wake.signal() }
    #expect(isReadable(other.raw))
    guard case .bytes(let bytes) = Reading(other.raw) else {
      Issue.record("no bytes")
      return
    }
    #expect(bytes.count == 8)
    #expect(Reading(other.raw) == .nothing)
    wake.signal()
    #expect(Reading(other.raw) == .bytes(bytes))
  }

  @Test func anEndThatBlocksAndIsNotReadBlocksNoSignal() async {
    await #expect(processExitsWith: .success) {
      let (wake, other) = try WakeUp.pair()
      #expect(fcntl(other.raw, F_GETFL) & O_NONBLOCK != 0)
      _ = fcntl(other.raw, F_SETFL, 0)
      endSoon()
      for _ in 0..<100_000 { wake.signal() }
      var unread: Int32 = 0
      #expect(ioctl(other.raw, UInt(FIONREAD), &unread) == 0 && unread == 8)
    }
  }

  @Test func theOtherEndCannotWrite() throws {
    let (wake, other) = try WakeUp.pair()
    let bytes: [UInt8] = [1, 2, 3]
    let count = send(other.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    let code = errno
    #expect(count == -1 && code == EPIPE)
    wake.signal()
    #expect(isReadable(other.raw))
  }

  @Test func theEndsAreClosedInAProgramThatThisOneStarts() throws {
    let (_, other) = try WakeUp.pair()
    #expect(fcntl(other.raw, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func afterTheOtherEndIsClosedASignalIsHarmless() async {
    await #expect(processExitsWith: .success) {
      _ = signal(SIGPIPE, SIG_DFL)
      let wake = try WakeUp.pair().wake
      for _ in 0..<3 { wake.signal() }
    }
  }
}
