import Glibc
import SnapbackBasics
import SnapbackClient
import SnapbackLinux
import SnapbackProtocol
import SnapbackTestSupport
import Testing

/// The daemon under a service manager, and on a machine that is suspended.
@Suite(.serialized) struct ServiceTests {
  private static let recordings = Fixture.repository + "/recordings/"

  @Test func theManagerHearsOfStartReloadLifeAndEnd() throws {
    let manager = try DatagramReceiver()
    let daemon = try RunningDaemon(
      environment: ["NOTIFY_SOCKET=\(manager.path)", "WATCHDOG_USEC=200000"])
    #expect(try manager.next().hasPrefix("READY=1\nSTATUS=serving 1 view,"))
    for _ in 0..<3 { #expect(try manager.next() == "WATCHDOG=1") }
    daemon.signal(SIGHUP)
    var messages: [String] = []
    while messages.last?.hasPrefix("READY=1") != true { messages.append(try manager.next()) }
    #expect(messages.contains("RELOADING=1"))
    daemon.signal(SIGTERM)
    while messages.last != "STOPPING=1" { messages.append(try manager.next()) }
    #expect(daemon.end() == 0)
  }

  @Test func aWatchdogOfAnotherProcessIsNotOurs() throws {
    let manager = try DatagramReceiver()
    let daemon = try RunningDaemon(
      environment: [
        "NOTIFY_SOCKET=\(manager.path)", "WATCHDOG_USEC=100000", "WATCHDOG_PID=1",
      ])
    #expect(try manager.next().hasPrefix("READY=1"))
    usleep(300_000)
    daemon.signal(SIGTERM)
    #expect(try manager.next() == "STOPPING=1")
  }

  @Test func theManagersSocketIsUsedAndKept() throws {
    let folder = try TemporaryFolder()
    let script = """
      import os, socket, sys
      s = socket.socket(socket.AF_UNIX)
      s.bind(sys.argv[1])
      s.listen()
      os.dup2(s.fileno(), 3)
      os.set_inheritable(3, True)
      os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
      os.execv(sys.argv[2], sys.argv[2:])
      """
    try Files.write(Array(script.utf8), to: folder.path + "/activate.py")
    let socket = folder.path + "/given.sock"
    let scene = Fixture.repository + "/configs/scenes/card.json5"
    let result = try Command.shell(
      """
      python3 \(folder.path)/activate.py \(socket) \(Command.path("snapbackd")) --scene \(scene) \
      --device \(folder.path)/none 2> \(folder.path)/log & \
      for i in $(seq 100); do [ -S \(socket) ] && break; sleep 0.05; done; \
      timeout 2 \(Command.path("snapback")) watch --socket \(socket) --json \
      > \(folder.path)/lines; \
      head -n 1 \(folder.path)/lines; kill $!; wait $!; echo $?
      """)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("{\"welcome\"") == true, "\(result.output)\(result.error)")
    #expect(lines.last == "0")
    #expect(access(socket, F_OK) == 0, "the socket is the manager's")
    #expect(access(socket + ".lock", F_OK) != 0)
  }

  @Test func aReloadInTheMiddleOfAPanLetsItGoOn() throws {
    let daemon = try RunningDaemon(
      arguments: ["--replay", Self.recordings + "slow-pan.evemu"])
    let client = try TestClient(daemon)
    var phases: [GesturePhase] = []
    var snapshots = 0
    while phases.last != .ended {
      switch try client.next() {
      case .gesture(_, let phase):
        phases.append(phase)
        if phases.count == 10 { daemon.signal(SIGHUP) }
      case .snapshot: snapshots += 1
      default: break
      }
    }
    #expect(snapshots == 2)
    #expect(phases.filter { $0 == .began }.count == 1)
    #expect(!phases.contains(.cancelled))
    while try client.next() != .idle {}
    #expect(client.transform?.transform == .identity)
  }

  @Test func inputIsSwallowedWhileInhibited() throws {
    let daemon = try RunningDaemon(
      arguments: ["--replay", Self.recordings + "slow-pan.evemu", "--loop", "--speed", "4"])
    let client = try TestClient(daemon)
    while try client.next() != .gesture(view: "card", phase: .began) {}
    daemon.signal(SIGUSR1)
    while try client.next() != .gesture(view: "card", phase: .cancelled) {}
    while try client.next() != .idle {}
    #expect(client.transform?.transform == .identity)
    daemon.signal(SIGUSR2)
    // A finger that was down when the inhibition ended stays ignored; the next loop's finger pans
    // again.
    while try client.next() != .gesture(view: "card", phase: .began) {}
  }

  @Test func aSleepIsNoticedOnceAndJitterIsNot() {
    func time(_ seconds: Double) -> Instant { Instant.zero.advanced(bySeconds: seconds) }
    var detector = SuspendDetector(boot: time(1000), monotonic: time(400))
    let readings: [(Double, Double)] = [
      (1010, 410), (1020.09, 420), (1120.2, 421), (1121.2, 422), (1121.0, 422),
    ]
    let answers = readings.map {
      detector.hasSlept(boot: time($0.0), monotonic: time($0.1))
    }
    #expect(answers == [false, false, true, false, false])
  }
}
