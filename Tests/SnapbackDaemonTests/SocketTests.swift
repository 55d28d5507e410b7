import Glibc
import SnapbackClient
import SnapbackDocument
import SnapbackLinux
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// The daemon's socket: access, messages, and the damage that bad clients can do.
@Suite(.serialized) struct SocketTests {
  private static let flick = Fixture.repository + "/recordings/flick.evemu"

  @Test func aClientSeesTheCardFollowSpringHomeAndRest() throws {
    let daemon = try RunningDaemon(arguments: ["--replay", Self.flick])
    let client = try TestClient(daemon)
    var updates: [SceneMirror.Update] = []
    var furthest = 0.0
    while updates.last != .idle || furthest < 90 {
      updates.append(try client.next())
      furthest = max(furthest, client.mirror.views.last?.state.transform.translation.dx ?? 0)
      #expect(updates.count < 1000)
    }
    #expect(updates.first == .welcome)
    #expect(updates[1] == .snapshot)
    #expect(updates.contains(.gesture(view: "card", phase: .began)))
    #expect(updates.contains(.gesture(view: "card", phase: .ended)))
    #expect(client.mirror.views.last?.state.transform == .identity)
    #expect(furthest > 90)
  }

  @Test func aHeldCardIsNotIdleAndEveryRoundOfALoopIsTheSame() throws {
    let recording = Fixture.repository + "/recordings/two-fingers.evemu"
    let daemon = try RunningDaemon(arguments: ["--replay", recording, "--loop", "--speed", "4"])
    let client = try TestClient(daemon)
    var held = false
    var ends: [Double] = []
    while ends.count < 3 {
      let update = try client.next()
      if update == .gesture(view: "card", phase: .began) { held = true }
      if update == .gesture(view: "card", phase: .ended) {
        held = false
        ends.append(try #require(client.transform).transform.translation.dx)
      }
      #expect(!(held && update == .idle))
    }
    // The last frame before the end may differ by the distance of one frame, not by that of a
    // gesture.
    #expect(abs(ends[1] - ends[0]) < 25 && abs(ends[2] - ends[0]) < 25)
  }

  @Test func asFastAsTheMachineGoesItEndsTheSame() throws {
    let daemon = try RunningDaemon(arguments: ["--replay", Self.flick, "--speed", "max"])
    let client = try TestClient(daemon)
    var hasEnded = false
    while true {
      let update = try client.next()
      if update == .gesture(view: "card", phase: .ended) { hasEnded = true }
      if hasEnded, update == .idle { break }
    }
    #expect(client.mirror.views.last?.state.transform == .identity)
  }

  @Test func aSecondDaemonIsToldThatTheSocketIsInUse() throws {
    let daemon = try RunningDaemon()
    let second = try RunningDaemon(in: daemon.folder, waits: false)
    #expect(second.end() == 69)
    #expect(daemon.log.contains("error: socket \(daemon.socket) is in use by a running daemon"))
    // The first daemon still works.
    let client = try TestClient(daemon)
    #expect(try client.next() == .welcome)
  }

  @Test func aStaleSocketIsReplacedAndAnythingElseIsNot() throws {
    let first = try RunningDaemon()
    first.signal(SIGKILL)
    #expect(first.end() == 128 + SIGKILL)
    #expect(access(first.socket, F_OK) == 0)
    let second = try RunningDaemon(in: first.folder)
    try second.wait("it answers") { (try? LineClient(candidates: [second.socket])) != nil }
    second.signal(SIGTERM)
    #expect(second.end() == 0)
    #expect(access(second.socket, F_OK) != 0)
    try Files.write([1, 2, 3], to: second.socket)
    let third = try RunningDaemon(in: first.folder, waits: false)
    #expect(third.end() == 69)
    #expect(try Files.read(second.socket) == [1, 2, 3])
    #expect(third.log.contains("exists and is not a socket"))
  }

  @Test func aLiveSocketOfAnotherKindIsNotTakenForStale() throws {
    let folder = try TemporaryFolder()
    try Files.write(
      Array("import socket,time\ns=socket.socket(socket.AF_UNIX,socket.SOCK_DGRAM)\n".utf8)
        + Array("s.bind('\(folder.path)/other')\ntime.sleep(60)\n".utf8),
      to: folder.path + "/bind.py")
    let scene = Fixture.repository + "/configs/scenes/card.json5"
    let result = try Command.shell(
      """
      python3 \(folder.path)/bind.py & \
      for i in $(seq 100); do [ -S \(folder.path)/other ] && break; sleep 0.05; done; \
      \(Command.path("snapbackd")) --scene \(scene) --socket \(folder.path)/other; code=$?; \
      [ -S \(folder.path)/other ] && echo kept; kill $!; exit $code
      """)
    #expect(result.code == 71)
    #expect(result.output.contains("kept"))
    #expect(result.error.contains("cannot check whether"))
  }

  @Test func aClientThatWritesWithoutPauseStarvesNobody() throws {
    let daemon = try RunningDaemon()
    let script = """
      import socket
      s = socket.socket(socket.AF_UNIX)
      s.connect("\(daemon.socket)")
      while True:
          s.sendall(bytes([10]) * 64)
      """
    try Files.write(Array(script.utf8), to: daemon.folder.path + "/flood.py")
    let flood = try Command.shell(
      """
      timeout 3 python3 \(daemon.folder.path)/flood.py & sleep 0.5; \
      timeout 2 \(Command.path("snapback")) watch --socket \(daemon.socket) --json | head -n 1; \
      kill $! 2> /dev/null; wait
      """)
    #expect(flood.output.hasPrefix("{\"welcome\""), "\(flood.output)\(flood.error)")
  }

  @Test func theSocketAndItsFolderAreForTheGroupOnly() throws {
    let daemon = try RunningDaemon()
    var information = stat()
    #expect(stat(daemon.socket, &information) == 0)
    #expect(information.st_mode & 0o777 == 0o660)
    #expect(stat(FilePaths.parent(daemon.socket), &information) == 0)
    #expect(information.st_mode & 0o777 == 0o750)
  }

  @Test(arguments: [
    ("nonsense\n", "bad-message"), ("{}\n", "bad-message"), ("{\"resync\":{}}\n", "no-hello"),
    ("{\"hello\":5}\n", "bad-message"), ("{\"hello\":{\"versions\":[7]}}\n", "version"),
    ("{\"hello\":{}}\n{\"hello\":{}}\n", "bad-message"),
    ("{\"hello\":{}}\n{\"dance\":{}}\n", "unknown-message"), ("\u{0}\u{1}\n", "bad-message"),
    ("{\"" + String(repeating: "x", count: 1_100_000) + "\"}\n", "too-long"),
    ("{" + String(repeating: "x", count: 1_200_000), "too-long"),
  ])
  func clientsThatMakeNoSenseAreToldWhyAndClosed(text: String, code: String) throws {
    let daemon = try RunningDaemon()
    let connection = try UnixConnection(connectingTo: daemon.socket)
    _ = connection.write(Array(text.utf8), from: 0)
    var buffer = [UInt8](repeating: 0, count: 65536)
    var received: [UInt8] = []
    while case .bytes(let count) = connection.read(into: &buffer) { received += buffer[..<count] }
    let answer = String(decoding: received, as: UTF8.self)
    #expect(!answer.contains("welcome") || answer.hasPrefix("{\"welcome\""))
    #expect(answer.contains("{\"error\":{\"code\":\"\(code)\""), "\(answer)")
    let client = try TestClient(daemon)
    #expect(try client.next() == .welcome)
  }

  @Test func unknownKeysOfAHelloAreIgnored() throws {
    let daemon = try RunningDaemon()
    let connection = try UnixConnection(connectingTo: daemon.socket)
    let hello = "{\"hello\":{\"versions\":[1,2],\"name\":\"x\",\"future\":{\"a\":[]}}}\n"
    _ = connection.write(Array(hello.utf8), from: 0)
    var buffer = [UInt8](repeating: 0, count: 65536)
    guard case .bytes(let count) = connection.read(into: &buffer) else {
      Issue.record("no answer")
      return
    }
    #expect(String(decoding: buffer[..<count], as: UTF8.self).hasPrefix("{\"welcome\""))
  }

  @Test func aClientThatNeverReadsHarmsNobody() throws {
    let daemon = try RunningDaemon(arguments: ["--replay", Self.flick, "--loop"])
    var stalled: [Int32] = []
    defer { for descriptor in stalled { close(descriptor) } }
    for _ in 0..<10 {
      let connection = try UnixConnection(connectingTo: daemon.socket)
      _ = connection.write(Array("{\"hello\":{}}\n".utf8), from: 0)
      stalled.append(dup(connection.descriptor))
    }
    let client = try TestClient(daemon)
    var rests = 0
    let before = try residentPages(daemon)
    while rests < 3 {
      let update = try client.next()
      guard update == .idle else { continue }
      rests += 1
      #expect(client.mirror.views.last?.state.transform == .identity)
    }
    // Each stalled client may hold a bounded lane of events and one frame, no more.
    #expect(try residentPages(daemon) - before < 1024)
  }

  private func residentPages(_ daemon: RunningDaemon) throws -> Int {
    let text = String(
      decoding: try Files.read("/proc/\(daemon.process)/statm"), as: UTF8.self)
    return Int(text.split(separator: " ")[1]) ?? 0
  }

  @Test func clientsThatComeAndGoLeaveNothingBehind() throws {
    let daemon = try RunningDaemon()
    let client = try TestClient(daemon)
    try client.next()
    let before = daemon.descriptorCount
    for _ in 0..<300 {
      try TestClient(daemon).next()
    }
    try daemon.wait("descriptors are closed") { daemon.descriptorCount == before }
  }

  @Test func tooManyClientsAreTurnedAway() throws {
    let daemon = try RunningDaemon()
    var descriptors: [Int32] = []
    defer { for descriptor in descriptors { close(descriptor) } }
    for _ in 0..<256 {
      let connection = try UnixConnection(connectingTo: daemon.socket)
      descriptors.append(dup(connection.descriptor))
    }
    let connection = try UnixConnection(connectingTo: daemon.socket)
    var buffer = [UInt8](repeating: 0, count: 4096)
    guard case .bytes(let count) = connection.read(into: &buffer) else {
      Issue.record("no answer")
      return
    }
    let answer = String(decoding: buffer[..<count], as: UTF8.self)
    #expect(answer.contains("too-many-clients"))
  }

  @Test func theSceneIsReadAgainOnHangupAndABadOneIsNot() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/scene.json5"
    func scene(_ width: Int) -> [UInt8] {
      Array("{ snapback: 1, screen: { width: \(width), height: 844 } }".utf8)
    }
    try Files.write(scene(390), to: path)
    let daemon = try RunningDaemon(arguments: ["--scene", path], in: folder)
    let client = try TestClient(daemon)
    while client.mirror.screen.size.width != 390 { _ = try client.next() }
    try Files.write(scene(500), to: path)
    daemon.signal(SIGHUP)
    while client.mirror.screen.size.width != 500 { _ = try client.next() }
    try Files.write(Array("{ snapback: 1".utf8), to: path)
    daemon.signal(SIGHUP)
    try daemon.wait("the fault is logged") {
      daemon.log.contains("\(path):1:14:") && daemon.log.contains("nothing was changed")
    }
    daemon.signal(SIGINT)
    #expect(daemon.end() == 0)
  }

  @Test func aDeviceThatIsNotThereIsWaitedFor() throws {
    let daemon = try RunningDaemon()
    // A regular file appears under the configured device name and disappears again.
    let path = daemon.folder.path + "/no-device"
    try daemon.wait("it is missed") {
      daemon.log.contains("\(path) does not exist; waiting for it")
    }
    try Files.write([0], to: path)
    try daemon.wait("it was tried") { daemon.log.contains("\(path) is not an input device") }
    unlink(path)
    let client = try TestClient(daemon)
    #expect(try client.next() == .welcome)
  }
}
