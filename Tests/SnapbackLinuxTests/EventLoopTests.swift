import Glibc
import SnapbackBasics
import SnapbackLinux
import Testing

/// The event loop, and the timer and the directory watch that wake it.
@Suite struct EventLoopTests {
  /// The readiness of all descriptors that are ready now, by token.
  private func ready(_ loop: inout EventLoop) throws -> [UInt64: EventLoop.Readiness] {
    var found: [UInt64: EventLoop.Readiness] = [:]
    try loop.wait(blocking: false) { found[$0] = $1 }
    return found
  }

  private func isReadable(_ descriptor: Int32, within milliseconds: Int32 = 0) -> Bool {
    UnixConnection.waitUntilReadable(descriptor, milliseconds: milliseconds)
  }

  @Test func aTokenComesBackWithWhatWasAskedFor() throws {
    var loop = try EventLoop()
    let sockets = try Ends.sockets()
    try loop.watch(sockets.first.raw, token: 0xFFFF_FFFF_0000_0001, for: .readable)
    #expect(try ready(&loop).isEmpty)
    #expect(Glibc.write(sockets.second.raw, [1], 1) == 1)
    // The loop is level-triggered.
    for _ in 0..<2 { #expect(try ready(&loop) == [0xFFFF_FFFF_0000_0001: .readable]) }
    try loop.change(sockets.first.raw, token: 5, to: [.readable, .writable])
    #expect(try ready(&loop) == [5: [.readable, .writable]])
    try loop.change(sockets.first.raw, token: 5, to: .writable)
    #expect(try ready(&loop) == [5: .writable])
    try loop.change(sockets.first.raw, token: 5, to: [])
    #expect(try ready(&loop).isEmpty)
    try loop.change(sockets.first.raw, token: 5, to: .readable)
    loop.forget(sockets.first.raw)
    #expect(try ready(&loop).isEmpty)
  }

  @Test func aClosedPeerIsReportedUnasked() throws {
    var loop = try EventLoop()
    var ends: Ends? = try Ends.sockets()
    let end = try #require(ends).first
    try loop.watch(end.raw, token: 3, for: [])
    #expect(try ready(&loop).isEmpty)
    ends = nil
    // The peer stays open for a moment if another test has just started a process, which holds
    // copies of all descriptors until it executes its program.
    var found = try ready(&loop)
    for _ in 0..<1000 where found.isEmpty {
      usleep(1000)
      found = try ready(&loop)
    }
    #expect(found == [3: .closed])
  }

  @Test func watchingAFileIsAnError() throws {
    var loop = try EventLoop()
    let folder = try ScratchFolder()
    try Files.write([1], to: folder.path + "/file")
    let file = Descriptor(owning: open(folder.path + "/file", O_RDONLY | O_CLOEXEC))
    var code: Int32 = 0
    do throws(SystemError) {
      try loop.watch(file.raw, token: 1, for: .readable)
    } catch {
      code = error.code
    }
    #expect(code == EPERM)
    #expect(try ready(&loop).isEmpty)
  }

  @Test func moreDescriptorsThanABatchAreReadyInTheNext() throws {
    var loop = try EventLoop()
    let sockets = try Ends.sockets()
    var copies: [SharedDescriptor] = []
    for token in 0..<100 as Range<UInt64> {
      let copy = SharedDescriptor(Descriptor(owning: dup(sockets.first.raw)))
      try loop.watch(copy.raw, token: token, for: .writable)
      copies.append(copy)
    }
    var seen = Set<UInt64>()
    for _ in 0..<2 { seen.formUnion(try ready(&loop).keys) }
    #expect(seen.count == 100)
  }

  @Test func aTimerFiresOnceAtItsMoment() throws {
    var timer = try Timer()
    #expect(!isReadable(timer.descriptor))
    let moment = MonotonicClock.now().advanced(bySeconds: 0.05)
    timer.set(moment)
    #expect(isReadable(timer.descriptor, within: 10_000) && MonotonicClock.now() >= moment)
    #expect(isReadable(timer.descriptor))
    timer.acknowledge()
    #expect(!isReadable(timer.descriptor, within: 100))
    // A moment in the past fires at once, even if it is set again.
    for past in [moment, .zero] {
      timer.set(past)
      #expect(isReadable(timer.descriptor, within: 10_000))
      timer.acknowledge()
    }
  }

  /// How many nanoseconds the kernel leaves a timer until it fires.
  private func timeLeft(_ descriptor: Int32) throws -> UInt64 {
    let text = String(decoding: try Files.read("/proc/self/fdinfo/\(descriptor)"), as: UTF8.self)
    // Seconds and nanoseconds: `it_value: (12, 345678901)`.
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("it_value: ") })
    let parts = line.split { !$0.isNumber }.compactMap { UInt64($0) }
    try #require(parts.count == 2)
    return parts[0] * 1_000_000_000 + parts[1]
  }

  @Test func theKernelKnowsATimersMomentToTheNanosecond() throws {
    var timer = try Timer()
    let second = MonotonicClock.now().nanoseconds / 1_000_000_000 + 1000
    for part in [0, 1, 500_000_000, 999_999_999] as [UInt64] {
      let moment = second * 1_000_000_000 + part
      let before = MonotonicClock.now().nanoseconds
      timer.set(Instant(nanoseconds: moment))
      let left = try timeLeft(timer.descriptor)
      let after = MonotonicClock.now().nanoseconds
      #expect(left >= moment - after && left <= moment - before, "\(part) ns after a second")
    }
  }

  @Test func aTimerThatIsSetToNothingDoesNotFire() throws {
    var timer = try Timer()
    timer.set(MonotonicClock.now().advanced(bySeconds: 0.05))
    timer.set(nil)
    #expect(!isReadable(timer.descriptor, within: 150))
    // Each call replaces the deadline of the previous call.
    let start = MonotonicClock.now()
    timer.set(start.advanced(bySeconds: 0.02))
    timer.set(start.advanced(bySeconds: 0.1))
    #expect(isReadable(timer.descriptor, within: 10_000))
    #expect(MonotonicClock.now().seconds(since: start) >= 0.1)
    timer.acknowledge()
    timer.set(start.advanced(bySeconds: 1000))
    timer.set(start.advanced(bySeconds: 0.11))
    #expect(isReadable(timer.descriptor, within: 10_000))
  }

  @Test func aDirectoryThatAppearsLaterIsWatchedFromThenOn() throws {
    let folder = try ScratchFolder()
    let goal = folder.path + "/one/two"
    let watch = try DirectoryWatch([goal])
    #expect(!isReadable(watch.descriptor))
    let steps: [(String, () -> Int32)] = [
      ("the folder above it appears", { mkdir(folder.path + "/one", 0o755) }),
      ("it appears", { mkdir(goal, 0o755) }),
      ("a file appears in it", { close(open(goal + "/file", O_RDWR | O_CREAT, 0o644)) }),
      ("its permissions change", { chmod(goal + "/file", 0o600) }),
      ("it is renamed", { rename(goal + "/file", goal + "/other") }),
      ("it goes", { unlink(goal + "/other") }),
    ]
    for (name, step) in steps {
      #expect(step() == 0)
      #expect(isReadable(watch.descriptor, within: 1000), "\(name)")
      watch.drain()
      #expect(!isReadable(watch.descriptor), "\(name)")
    }
  }

  @Test func changesOfAnyNumberAreDrainedTogether() throws {
    let folder = try ScratchFolder()
    let watch = try DirectoryWatch([folder.path])
    // An event includes the name of its entry: a read of 4 KiB takes less than 20 of these.
    let stem = folder.path + "/" + String(repeating: "x", count: 200)
    for number in 0..<100 { #expect(mkdir("\(stem)\(number)", 0o755) == 0) }
    #expect(isReadable(watch.descriptor, within: 1000))
    watch.drain()
    #expect(!isReadable(watch.descriptor))
  }

  @Test func severalDirectoriesAreWatchedAndTheirFilesAreNot() throws {
    let folder = try ScratchFolder()
    let places = ["/a", "/b"].map { folder.path + $0 }
    for place in places {
      mkdir(place, 0o755)
      try Files.write([1], to: place + "/file")
    }
    let watch = try DirectoryWatch(places)
    for place in places {
      try Files.write([2], to: place + "/file")
      #expect(try Files.read(place + "/file") == [2] && !isReadable(watch.descriptor))
      mkdir(place + "/new", 0o755)
      #expect(isReadable(watch.descriptor, within: 1000))
      watch.drain()
    }
  }
}
