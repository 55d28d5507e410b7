import Glibc
import Logging
import SnapbackBasics
import SnapbackDaemon
import SnapbackFiles
import SnapbackLinux

/// A daemon on a thread of this process, and a client that checks that it still serves.
///
/// A start takes ten times as long as an input, so a daemon serves up to 100 inputs, or until its
/// scene is replaced. The folder keeps these inputs, because a finding may depend on earlier ones,
/// and because libFuzzer cannot save an input that traps on the worker's thread, which blocks all
/// signals.
final class FuzzDaemon {
  /// Where the socket, the scene file and the daemon's inputs are.
  private static let folder: String = {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    guard let name = strdup(parent + "/snapback-fuzz-XXXXXX"), mkdtemp(name) != nil else {
      fail("cannot make a folder in \(parent)")
    }
    defer { free(name) }
    return String(cString: name)
  }()
  /// The path of the daemon's socket.
  static let socket = folder + "/socket"
  private static let sceneFile = folder + "/scene.json5"
  /// The maximum number of inputs that a daemon serves.
  private static let inputLimit = 100
  /// The daemon of the last input, if it can serve another one.
  private nonisolated(unsafe) static var current: FuzzDaemon?
  /// The status of the daemon's thread; written before it listens.
  private nonisolated(unsafe) static var statusFile = ""
  /// How long the daemon may take to start, to answer a ping and to stop, in seconds.
  private static let patience = 5.0
  /// How long the daemon may take to close its clients' descriptors and to come to rest, in
  /// seconds.
  private static let closing = 1.0

  private let thread: pthread_t
  private let watcher: FuzzClient
  private var pings = 0
  private var inputs = 0
  /// How many descriptors were open before the daemon started, and then with only the watcher
  /// connected.
  private let outside: Int
  private var baseline = 0

  /// Lets `body` misuse a daemon, then checks that the daemon still serves and has released its
  /// clients.
  static func run(_ input: [UInt8], _ body: (FuzzDaemon) -> Void) {
    let daemon = current ?? FuzzDaemon()
    current = daemon
    write(input, to: inputFile(daemon.inputs))
    daemon.inputs += 1
    body(daemon)
    daemon.check()
    requireDescriptors(daemon.baseline) { daemon.check() }
    guard daemon.inputs == inputLimit || daemon.watcher.hasNewScene else { return }
    daemon.stop()
    for index in 0..<daemon.inputs { unlink(inputFile(index)) }
    current = nil
  }

  private static func inputFile(_ index: Int) -> String { folder + "/input-\(100 + index)" }

  /// Replaces the scene file, which the daemon reads on SIGHUP.
  static func writeScene(_ text: String) { write(Array(text.utf8), to: sceneFile) }

  private static func write(_ bytes: [UInt8], to path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count else {
      fail("cannot write \(path)")
    }
    close(file)
  }

  private init() {
    Self.writeScene(FuzzScenes.all[0])
    outside = Self.countDescriptors()
    var thread = pthread_t()
    let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
      FuzzDaemon.serve()
      return nil
    }
    guard pthread_create(&thread, nil, body, nil) == 0 else { fail("cannot start a thread") }
    self.thread = thread
    let end = MonotonicClock.now().advanced(bySeconds: Self.patience)
    var client = FuzzClient()
    while client == nil, MonotonicClock.now() < end {
      usleep(20)
      client = FuzzClient()
    }
    guard let client else { fail("the daemon does not listen") }
    watcher = client
    watcher.send(Array("{\"hello\":{\"want\":[]}}\n".utf8))
    check()
    watcher.hasNewScene = false
    baseline = Self.countDescriptors()
  }

  private static func serve() {
    if let path = realpath("/proc/thread-self/stat", nil) {
      statusFile = String(cString: path)
      free(path)
    }
    do throws(Failure) {
      let daemon = try Daemon(
        load: load, replay: nil, log: Logger(label: "fuzz") { _ in SilentLog() })
      try daemon.run()
    } catch {
      fail("the daemon ended: \(error.description)")
    }
  }

  private static func load() throws(Failure) -> Daemon.Files {
    var configuration = Configuration()
    configuration.socket = socket
    configuration.devices = [folder + "/no-device"]
    // A high rate, so that frames are due soon after an input: inputs are short.
    configuration.frameRate = 250
    configuration.logLevel = .trace
    let (scene, document) = try InputFiles.sceneWithDocument(sceneFile)
    return Daemon.Files(
      configuration: configuration, scene: scene, document: document, sceneFile: "fuzz")
  }

  /// Sends a signal to the daemon's thread, which reads it like any other signal.
  func signal(_ number: Int32) { pthread_kill(thread, number) }

  /// Requires that a ping is answered in time.
  func check() {
    pings += 1
    watcher.send(Array("{\"ping\":{\"id\":\(pings)}}\n".utf8))
    let end = MonotonicClock.now().advanced(bySeconds: Self.patience)
    while !watcher.hears("{\"pong\":{\"id\":\(pings),") {
      guard watcher.isConnected else { fail("a well-behaved client is disconnected") }
      guard MonotonicClock.now() < end else { fail("the daemon does not answer a ping") }
      watcher.waitToRead(milliseconds: 100)
    }
  }

  /// Requires that the loop sleeps at some point; a busy loop never does.
  func requireRest() {
    let end = MonotonicClock.now().advanced(bySeconds: Self.closing)
    while MonotonicClock.now() < end {
      // The state follows the name of the thread, which is in parentheses.
      let line = try? InputFiles.bytes(Self.statusFile)
      let words = (line ?? []).split(separator: UInt8(ascii: ")")).last
      if words?.dropFirst().first == UInt8(ascii: "S") { return }
      usleep(50)
    }
    fail("the loop does not come to rest")
  }

  /// Requires that the daemon stops on SIGTERM and closes all its descriptors.
  private func stop() {
    signal(SIGTERM)
    let end = MonotonicClock.now().advanced(bySeconds: Self.patience)
    while watcher.isConnected {
      guard MonotonicClock.now() < end else { fail("the daemon does not stop") }
      watcher.waitToRead(milliseconds: 100)
      _ = watcher.hears("")
    }
    pthread_join(thread, nil)
    watcher.leave()
    Self.requireDescriptors(outside) { usleep(100) }
  }

  private static func requireDescriptors(_ count: Int, _ pause: () -> Void) {
    let end = MonotonicClock.now().advanced(bySeconds: closing)
    while true {
      let open = countDescriptors()
      if open == count { return }
      guard MonotonicClock.now() < end else {
        fail("\(open) descriptors are open, \(count) were before")
      }
      pause()
    }
  }

  private static func countDescriptors() -> Int {
    guard let folder = opendir("/proc/self/fd") else { fail("cannot read /proc/self/fd") }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
  }
}

/// Ends the process with a message, as a finding.
func fail(_ message: String) -> Never {
  let line = "fuzz: \(message)\n"
  _ = write(2, line, line.utf8.count)
  abort()
}

/// Formats each message and drops it.
private struct SilentLog: LogHandler {
  var logLevel = Logger.Level.trace
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { _ = "\(event.message)" }
}
