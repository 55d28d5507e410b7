import Glibc
import Logging
import SnapbackLinux
import SnapbackProtocol
import SnapbackTestSupport
import Testing

@testable import SnapbackDaemon

/// The fields of log lines in the journal. A socket in a folder receives the entries; its parser
/// follows the description of the journal's native protocol.
@Suite struct JournalLogTests {
  private static func log(at path: String) -> Logger {
    var log = Logger(label: "snapbackd") {
      StandardErrorLog(label: $0, journal: JournalSocket(path: path))
    }
    log.logLevel = .debug
    return log
  }

  /// The fields of an entry: `NAME=value`, or the name, 64 bits with the length, and the value.
  private static func parse(_ entry: [UInt8]) throws -> [String: String] {
    var fields: [String: String] = [:]
    var rest = entry[...]
    while !rest.isEmpty {
      let end = try #require(rest.firstIndex(of: 0x0A))
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else {
        let length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        let value = rest.dropFirst(8).prefix(length)
        try #require(value.count == length && rest.dropFirst(8 + length).first == 0x0A)
        fields[String(decoding: line, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
        rest = rest.dropFirst(8 + length + 1)
        continue
      }
      fields[String(decoding: line[..<equals], as: UTF8.self)] =
        String(decoding: line[(equals + 1)...], as: UTF8.self)
    }
    return fields
  }

  @Test func aLineAboutADeviceHasItsPath() throws {
    let journal = try DatagramReceiver()
    Self.log(at: journal.path).about("/dev/input/event5").warning("a name\nMESSAGE=forged")
    let fields = try Self.parse(try #require(journal.waiting()))
    #expect(
      fields == [
        "MESSAGE": "a name MESSAGE=forged", "PRIORITY": "4", "SYSLOG_IDENTIFIER": "snapbackd",
        "SNAPBACK_DEVICE": "/dev/input/event5",
      ])
    Self.log(at: journal.path).about("/dev/input/event5").debug("detail")
    #expect(try Self.parse(try #require(journal.waiting()))["PRIORITY"] == "7")
  }

  @Test func aDisconnectionHasItsCodeAndTheClientsProcess() throws {
    let journal = try DatagramReceiver()
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { close(ends[1]) }
    let connection = UnixConnection(owning: ends[0])
    let client = ClientIdentity(peer: connection.peer, roles: [], isTrusted: false)
    var log = DaemonLog(Self.log(at: journal.path))
    log.warnOfDisconnection(of: client, .lateHello)
    let fields = try Self.parse(try #require(journal.waiting()))
    #expect(fields["SNAPBACK_CODE"] == "no-hello")
    #expect(fields["SNAPBACK_CLIENT_PID"] == "\(getpid())")
    #expect(fields["SNAPBACK_CLIENT_UID"] == "\(getuid())")
    #expect(fields["MESSAGE"]?.hasPrefix("a client is disconnected (no-hello): ") == true)
    #expect(fields.count == 6)
  }

  @Test func valuesAreTruncatedAndMayHaveSeveralLines() throws {
    let journal = try DatagramReceiver()
    let log = Self.log(at: journal.path)
    log.info("\(String(repeating: "x", count: 100_000))", metadata: ["device": "a\nB=c"])
    let fields = try Self.parse(try #require(journal.waiting()))
    #expect(fields["MESSAGE"] == String(repeating: "x", count: 4095))
    #expect(fields["SNAPBACK_DEVICE"] == "a\nB=c")
    #expect(fields["B"] == nil)
    // "é" has two bytes, of which the second is beyond the limit.
    log.info("\(String(repeating: "x", count: 4094))é", metadata: ["device": "a"])
    let cut = try Self.parse(try #require(journal.waiting()))
    #expect(cut["MESSAGE"] == String(repeating: "x", count: 4094))
  }

  @Test func linesWithoutFieldsOrWithoutAJournalGoToStandardError() async {
    await #expect(processExitsWith: .success) {
      // A write that waits for the journal ends this process with SIGALRM.
      alarm(30)
      var pipe: [Int32] = [-1, -1]
      try #require(Glibc.pipe(&pipe) == 0 && dup2(pipe[1], STDERR_FILENO) >= 0)
      Self.log(at: "/nonexistent/journal").about("device").warning("gone")
      let journal = try DatagramReceiver()
      let log = Self.log(at: journal.path).about("device")
      Self.log(at: journal.path).error("last words")
      try #require(journal.waiting() == nil)
      for index in 0..<2000 { log.info("\(index)") }
      var received: [String] = []
      while let entry = journal.waiting() {
        received.append(try Self.parse(entry)["MESSAGE"] ?? "")
      }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(pipe[0], &buffer, buffer.count)
      let lines = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        .split(separator: "\n").map(String.init)
      try #require(lines.prefix(2) == ["<4>gone", "<3>last words"])
      try #require(!received.isEmpty && received.count < 2000)
      let expected = (0..<2000).map { ($0 < received.count ? "" : "<6>") + "\($0)" }
      try #require(received + lines.dropFirst(2) == expected)
    }
  }
}
