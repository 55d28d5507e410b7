import Glibc
import SnapbackLinux
import Testing

/// The log of a process whose reader does not read.
///
/// Each test runs in a process of its own; its alarm ends a process that blocks.
@Suite struct LogOutputTests {
  /// Redirects standard error to the second end while `body` runs, for at most half a minute.
  private static func redirect(to ends: Ends, _ body: (LogOutput, Int32) -> Void) {
    let before = dup(STDERR_FILENO)
    endSoon()
    dup2(ends.second.raw, STDERR_FILENO)
    body(LogOutput(), ends.first.raw)
    dup2(before, STDERR_FILENO)
    withExtendedLifetime(ends) {}
  }

  private static func write(_ line: String, to output: LogOutput) {
    output.write(line) { "\($0) dropped" }
  }

  /// The unread lines of a descriptor.
  private static func lines(_ descriptor: Int32) -> [String] {
    guard case .bytes(let bytes) = Reading(descriptor) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Fills an output, reads it, and checks that the reports account for every dropped line.
  private static func checkLoss(_ output: LogOutput, _ reader: Int32) {
    let text = String(repeating: "x", count: 4000)
    for index in 0..<300 { write("\(index) \(text)", to: output) }
    var (kept, told) = (0, 0)
    // A report is short and may fit when a line does not.
    for line in lines(reader) {
      if let count = dropped(line) {
        told += count
      } else {
        #expect(line == "\(kept + told) \(text)")
        kept += 1
      }
    }
    #expect(kept > 0 && kept < 300)
    write("after", to: output)
    write("more", to: output)
    #expect(lines(reader) == ["\(300 - kept - told) dropped", "after", "more"])
  }

  private static func dropped(_ line: String) -> Int? {
    line.hasSuffix(" dropped") ? Int(line.dropLast(8)) : nil
  }

  @Test func aFullPipeLosesLinesAndSaysHowMany() async {
    await #expect(processExitsWith: .success) {
      Self.redirect(to: try Ends.pipe()) { output, reader in
        Self.checkLoss(output, reader)
        // Other processes may share the pipe and rely on blocking writes.
        #expect(fcntl(STDERR_FILENO, F_GETFL) & O_NONBLOCK == 0)
      }
    }
  }

  @Test func aFullSocketLosesLinesAndSaysHowMany() async {
    await #expect(processExitsWith: .success) {
      Self.redirect(to: try Ends.sockets()) { output, reader in
        var size: Int32 = 1 << 15
        setsockopt(STDERR_FILENO, SOL_SOCKET, SO_SNDBUF, &size, 4)
        Self.checkLoss(output, reader)
        #expect(fcntl(STDERR_FILENO, F_GETFL) & O_NONBLOCK == 0)
      }
    }
  }

  @Test func aReportThatDoesNotFitCountsItsLineToo() async {
    await #expect(processExitsWith: .success) {
      Self.redirect(to: try Ends.pipe()) { output, reader in
        let text = String(repeating: "y", count: 4095)
        var before: Int32 = -1
        while Self.unread(reader) != before {
          before = Self.unread(reader)
          Self.write(text, to: output)
        }
        for _ in 0..<4 { Self.write("short", to: output) }
        _ = Reading(reader)
        Self.write("last", to: output)
        #expect(Self.lines(reader) == ["5 dropped", "last"])
      }
    }
  }

  private static func unread(_ descriptor: Int32) -> Int32 {
    var count: Int32 = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? count : -2
  }

  @Test func aLineIsCutToWhatAPipeTakesAsAWhole() async {
    await #expect(processExitsWith: .success) {
      Self.redirect(to: try Ends.pipe()) { output, reader in
        for count in [4094, 4095, 4096, 100_000] {
          Self.write(String(repeating: "z", count: count), to: output)
          guard case .bytes(let bytes) = Reading(reader) else {
            Issue.record("no line of \(count) bytes")
            continue
          }
          #expect(bytes.count == min(count + 1, 4096))
          #expect(bytes.last == UInt8(ascii: "\n") && bytes.dropLast().allSatisfy { $0 == 0x7A })
        }
      }
    }
  }

  @Test func aProcessWithoutStandardInputWritesItsLog() async {
    await #expect(processExitsWith: .success) {
      Self.redirect(to: try Ends.pipe()) { _, reader in
        // The pipe is reopened at the lowest free number: that of standard input.
        close(STDIN_FILENO)
        let output = LogOutput()
        #expect(fcntl(STDIN_FILENO, F_GETFL) & O_NONBLOCK != 0)
        Self.write("line", to: output)
        #expect(Self.lines(reader) == ["line"])
      }
    }
  }

  @Test func aFileTakesEveryLine() async {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      Self.redirect(to: try Ends.file(folder.path + "/log")) { output, _ in
        for index in 0..<1000 { Self.write("line \(index)", to: output) }
        let text = (0..<1000).map { "line \($0)\n" }.joined()
        #expect((try? Files.read(folder.path + "/log")) == Array(text.utf8))
      }
    }
  }

  /// The memory of a process that has ended: writing to this file returns 0, not an error.
  private static func memoryOfAnEndedProcess() throws -> Ends {
    var process: pid_t = 0
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("30"), nil]
    defer { for word in words { free(word) } }
    let result = posix_spawn(&process, "/bin/sleep", nil, nil, &words, environ)
    guard result == 0 else { throw SystemError("posix_spawn", code: result) }
    defer {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    return try Ends.file("/proc/\(process)/mem")
  }

  @Test func anOutputThatTakesNothingIsNotTriedForEver() async {
    await #expect(processExitsWith: .success) {
      Self.redirect(to: try Self.memoryOfAnEndedProcess()) { output, _ in
        let bytes: [UInt8] = [0x78]
        let count = Glibc.write(STDERR_FILENO, bytes, bytes.count)
        #expect(count == 0)
        // A stale EINTR from an earlier call says nothing about a write that returned 0.
        errno = EINTR
        Self.write("to nobody", to: output)
      }
    }
  }

  @Test func aClosedReaderEndsNothingAndNothingIsCounted() async {
    await #expect(processExitsWith: .success) {
      _ = signal(SIGPIPE, SIG_DFL)
      Self.redirect(to: try Ends.sockets()) { output, reader in
        shutdown(reader, Int32(clamping: SHUT_RDWR))
        for _ in 0..<3 {
          output.write("to nobody") { _ in
            Issue.record("there is nobody to tell")
            return ""
          }
        }
      }
    }
  }
}
