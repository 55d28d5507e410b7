import Glibc
import SnapbackLinux
import SnapbackTestSupport
import Testing

@Suite struct DeviceRetryTests {
  /// Counts how often a file is opened for reading.
  private final class OpeningCounter {
    private let watch: Descriptor
    private var events = 0

    init(_ path: String) throws {
      watch = Descriptor(owning: inotify_init1(O_NONBLOCK | O_CLOEXEC))
      // The kernel merges equal events. Openings with a closing in between are not merged.
      let kinds = UInt32(IN_OPEN) | UInt32(IN_CLOSE_NOWRITE)
      guard inotify_add_watch(watch.raw, path, kinds) >= 0 else {
        throw Command.Failed(description: "inotify: \(errno)")
      }
    }

    /// The number of openings so far.
    func update() -> Int {
      var buffer = [UInt8](repeating: 0, count: 4096)
      // An event of a watched file has 16 bytes and no name.
      events += max(0, Glibc.read(watch.raw, &buffer, buffer.count)) / 16
      return (events + 1) / 2
    }
  }

  /// The nanoseconds until the daemon's timer fires, as the kernel reports them; 0 if it is not
  /// set.
  private func timeLeft(_ daemon: RunningDaemon) -> UInt64 {
    let folder = "/proc/\(daemon.process)/fdinfo/"
    for name in Files.names(in: folder) {
      guard let bytes = try? Files.read(folder + name) else { continue }
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      // Seconds and nanoseconds: `it_value: (0, 12345678)`.
      guard let line = lines.first(where: { $0.hasPrefix("it_value: ") }) else { continue }
      let parts = line.split { !$0.isNumber }.compactMap { UInt64($0) }
      if parts.count == 2 { return parts[0] * 1_000_000_000 + parts[1] }
    }
    return 0
  }

  @Test func aDeviceThatCannotBeOpenedIsTriedAgainATenthOfASecondLater() throws {
    // On a busy machine that time may pass before this test looks at the timer.
    for _ in 0..<20 {
      let folder = try TemporaryFolder()
      let path = folder.path + "/device"
      try Files.write([1], to: path)
      let openings = try OpeningCounter(path)
      let daemon = try RunningDaemon(arguments: ["--device", path], in: folder)
      var longest: UInt64 = 0
      try daemon.wait("the device is tried again") {
        let left = timeLeft(daemon)
        let count = openings.update()
        // Without a client the timer is only set for the next try.
        if count == 1 { longest = max(longest, left) }
        return count > 1
      }
      #expect(longest <= 100_000_000)
      #expect(daemon.log.contains("warning: \(path) is not an input device"))
      if longest > 0 { return }
    }
    Issue.record("the timer was never seen to be set")
  }
}
