import Glibc
import Logging
import SimulatedKernel
import SnapbackDaemon
import SnapbackFiles
import SnapbackProtocol

/// A simulated machine with one daemon. Plays a script and checks the results.
///
/// The daemon runs unmodified. Whenever it waits, the world runs the steps of the script that are
/// due and the clients that read, then advances the time. After the script, stages follow in which
/// the daemon must come to rest, send late clients the same state as early ones, and release
/// everything.
final class World {
  /// The longest time in which the daemon may answer a well-behaved client, in nanoseconds of
  /// simulated time.
  static let longestGap: UInt64 = 60_000_000
  /// The maximum memory that the daemon may retain when all clients have left, in bytes; in a debug
  /// build with the type metadata of generic code that a release build specializes.
  #if DEBUG
    static let leftBytes = 250_000
  #else
    static let leftBytes = 100_000
  #endif

  /// The calls after which the daemon counts as spinning.
  private static let callLimit = 1_500_000

  let kernel = Kernel()
  private let daemon: Process
  private let logReader: Process
  private let logPipe: Int32
  private var readsLog = true
  private var logText: [UInt8] = []
  private let start: UInt64
  private var steps: ArraySlice<Step>
  /// The shared memory that each process received last.
  private var lastMemory: [Int32: Int] = [:]
  private var clients: [(number: Int, client: SimulatedClient)] = []
  /// Clients that always behave well: one of each encoding. The second one reads shared memory.
  private var witnesses: [SimulatedClient] = []
  private var lateClients: [SimulatedClient] = []
  private var nextPing: UInt64 = 0
  private var nextID = 1
  private var panel: EvdevDevice?
  private var devices = 0
  private var faults: [(kind: Int, left: Int)] = []
  /// Whether passing shared memory may fail, after which a witness gets an error and is
  /// disconnected.
  private let failsHandovers: Bool
  private var stage: Stage?
  private var stageEnd: UInt64 = 0
  /// The calls of a stage in which nothing may happen.
  private var restCalls: [String] = []
  /// The last calls, oldest first.
  private var lastCalls: [String] = []
  private var descriptorsAtStart = 0
  private var bytesAtStart = 0
  /// The problems found, in order.
  private(set) var problems: [String] = []
  /// The trace of a touch's calls, if requested.
  var trace: CallTrace?

  /// Creates a world for a script.
  init(_ script: [Step]) throws(Errno) {
    steps = script[...]
    failsHandovers = script.contains { $0.verb == .fault && [5, 6].contains($0.number(0)) }
    kernel.accounts = (["snapback": 500], ["snapback": 500])
    kernel.callLimit = Self.callLimit
    kernel.workerDelay = 3_000_000
    daemon = kernel.makeProcess("snapbackd", uid: 500, gid: 500)
    logReader = kernel.makeProcess("journal")
    let files = kernel.files
    files.makeDirectory("/run/snapback", mode: 0o755, uid: 500, gid: 500)
    files.makeDirectory("/dev/input")
    files.write(Material.configuration(for: script), to: "/etc/snapback/snapbackd.json5")
    files.write(Material.scenes[0], to: Material.sceneFile)
    let null = try logReader.open("/dev/null", O_RDWR)
    try daemon.inherit(null, of: logReader, as: 0)
    try daemon.inherit(null, of: logReader, as: 1)
    let log = try logReader.makePipe()
    try daemon.inherit(log.writer, of: logReader, as: 2)
    try logReader.close(log.writer)
    try logReader.setNonblocking(log.reader, true)
    logPipe = log.reader
    start = kernel.now
    watch()
  }

  /// Plays the script; returns the problems found.
  func run() -> [String] {
    let end = kernel.run(daemon) { Self.serve() }
    readLog()
    if case .returned = end {} else { report("the daemon \(end)") }
    if case .spinning = end { for call in lastCalls { report("calls \(call)") } }
    if stage != .stopping { report("the daemon ended early: \(lastLog)") }
    daemon.exit()
    return problems
  }

  /// Runs the daemon as its command line starts it.
  private static func serve() {
    do {
      let log = Logger(label: "snapbackd") { StandardErrorLog(label: $0) }
      let daemon = try Daemon(
        load: { () throws(Failure) in
          let settings = try InputFiles.configuration("/etc/snapback/snapbackd.json5")
          let (scene, document) = try InputFiles.sceneWithDocument(settings.scene ?? "")
          return Daemon.Files(
            configuration: settings, scene: scene, document: document, sceneFile: "scene.json5")
        }, replay: nil, log: log)
      try daemon.run()
    } catch {
      Logger(label: "snapbackd") { StandardErrorLog(label: $0) }.error("\(error)")
    }
  }

  private var lastLog: String {
    String(decoding: logText.suffix(300), as: UTF8.self).replacing("\n", with: " | ")
  }

  private func report(_ problem: String) {
    if problems.count < 20, !problems.contains(problem) { problems.append(problem) }
  }

  // MARK: Watching

  private func watch() {
    kernel.idle = { [unowned self] deadline in act(until: deadline) }
    kernel.onMisuse = { [unowned self] misuse in
      report("\(misuse.call.name.rawValue) of a descriptor that is not open")
    }
    kernel.onTransfer = { [unowned self] transfer in check(transfer) }
    kernel.onCall = { [unowned self] call in
      trace?.note(call)
      if kernel.calls > Self.callLimit - 40 { lastCalls.append("\(call)") }
      if stage == .resting || stage == .emptyRest { restCalls.append(call.name.rawValue) }
      if stage == .settling, call.name == .close {
        stageEnd = max(stageEnd, elapsed + Stage.stallLength)
      }
    }
    kernel.fault = { [unowned self] call in fault(for: call) }
  }

  /// Checks that a client receives only shared memory, and sockets whose other end belongs to the
  /// daemon or to the client itself.
  private func check(_ transfer: Transfer) {
    switch transfer.file.kind {
    case .memory: lastMemory[transfer.to] = transfer.file.id
    case .socket:
      let peer = transfer.file.peer
      if peer != daemon.pid, peer != transfer.to {
        report("a client received a descriptor of another client's connection")
      }
    default: report("a client received a \(transfer.file.kind)")
    }
  }

  private func fault(for call: Call) -> Fault? {
    guard let index = faults.firstIndex(where: { InjectedFault.applies($0.kind, to: call) }) else {
      return nil
    }
    let kind = faults[index].kind
    faults[index].left -= 1
    if faults[index].left == 0 { faults.remove(at: index) }
    return InjectedFault.fault(kind)
  }
}

/// The events while the daemon waits.
extension World {
  /// The time since the start, in microseconds.
  private var elapsed: UInt64 { (kernel.now - start) / 1000 }

  /// Does everything that is due, or advances the time to the next event; returns false if there is
  /// nothing before the deadline.
  private func act(until deadline: UInt64?) -> Bool {
    if witnesses.isEmpty { begin() }
    var acted = false
    while let step = steps.first, step.time <= elapsed {
      steps.removeFirst()
      perform(step)
      acted = true
    }
    if let stage, elapsed >= stageEnd { return finish(stage) }
    if stage == nil, steps.isEmpty { enter(.settling) }
    if pingIsDue { acted = true }
    for client in everyone where client.act(at: kernel.now) { acted = true }
    if readsLog { readLog() }
    if acted { return true }
    var next = stage == nil ? steps.first?.time : stageEnd
    if pings { next = min(next ?? nextPing, nextPing) }
    guard let next else { return false }
    let moment = start + next * 1000
    if let deadline, deadline <= moment { return false }
    kernel.advance(to: moment)
    return true
  }

  private var everyone: [SimulatedClient] { witnesses + clients.map(\.client) + lateClients }

  private func begin() {
    descriptorsAtStart = daemon.descriptorCount
    bytesAtStart = kernel.liveBytes
    for encoding in 0...1 {
      witnesses.append(
        SimulatedClient(
          kernel, user: 0, encoding: encoding, pacing: 0, wish: 0, acknowledges: false))
    }
    witnesses[1].say("{\"shm_attach\":{}}")
    nextPing = 20_000
  }

  private var pings: Bool { stage == nil || stage == .comparing }

  private var pingIsDue: Bool {
    guard pings, elapsed >= nextPing else { return false }
    nextPing += 40_000
    for witness in witnesses { witness.ping(UInt64(nextID), at: kernel.now) }
    nextID += 1
    return true
  }

  private func readLog() {
    while let bytes = try? logReader.read(logPipe, limit: 4096), !bytes.isEmpty {
      logText += bytes
      if logText.count > 1 << 20 { logText.removeFirst(1 << 19) }
    }
  }

  // MARK: Stages

  private func enter(_ next: Stage) {
    stage = next
    stageEnd = elapsed + next.length
    switch next {
    case .settling:
      faults = []
      readsLog = true
    case .resting, .emptyRest:
      restCalls = []
    case .comparing:
      nextPing = elapsed
      for encoding in 0...1 {
        lateClients.append(
          SimulatedClient(
            kernel, user: 0, encoding: encoding, pacing: 0, wish: 0, acknowledges: false))
      }
    case .leaving:
      for client in everyone where client !== lateClients[0] { client.leave() }
      // A transaction may wait for a finger that holds its view.
      panel?.unplug()
      panel = nil
      // The scene is part of the retained memory.
      kernel.files.write(Material.scenes[0], to: Material.sceneFile)
      daemon.kill(SIGHUP)
    case .counting: lateClients[0].say("{\"status\":{\"id\":1}}")
    case .departing: lateClients[0].leave()
    case .stopping: daemon.kill(SIGTERM)
    }
  }

  /// Checks a finished stage and begins the next one.
  private func finish(_ stage: Stage) -> Bool {
    switch stage {
    case .settling, .leaving, .departing, .stopping: break
    case .resting: checkRest("with clients")
    case .comparing: compare()
    case .counting:
      if let count = lateClients[0].transactions, count > 0 {
        report("\(count) transactions are left when their clients have gone")
      }
    case .emptyRest:
      checkRest("without clients")
      checkBaseline()
    }
    let index = Stage.allCases.firstIndex(of: stage) ?? 0
    guard index + 1 < Stage.allCases.count else { return false }
    enter(Stage.allCases[index + 1])
    return true
  }

  private func checkRest(_ when: String) {
    guard !restCalls.isEmpty else { return }
    let first = restCalls.prefix(12).joined(separator: ", ")
    report("\(restCalls.count) system calls at rest \(when): \(first)")
  }

  /// Checks that clients have the current memory, and that early and late clients agree.
  private func compare() {
    let memory = lastMemory[witnesses[1].process.pid]
    for client in everyone {
      if let fault = client.fault { report(fault) }
      if !failsHandovers, client.isConnected, client.reads,
        let last = lastMemory[client.process.pid], last != memory
      {
        report("a client has the memory of an old scene")
      }
    }
    for (witness, late) in zip(witnesses, lateClients) {
      if failsHandovers, witness.kinds.contains("error") { continue }
      let name = witness.isBinary ? "binary" : "ndjson"
      if !witness.isConnected { report("the \(name) witness was disconnected: \(lastLog)") }
      if !late.kinds.contains("snapshot") { report("a late client gets no snapshot") }
      if witness.mirror.views.map(\.state) != late.mirror.views.map(\.state)
        || witness.mirror.views.map(\.name) != late.mirror.views.map(\.name)
      {
        report("the \(name) witness knows another scene than a late client")
      }
      if witness.slowest > Self.longestGap {
        report("a ping took \(witness.slowest / 1_000_000) ms")
      }
      if !witness.pings.isEmpty { report("\(witness.pings.count) pings were not answered") }
      if witness.kinds.contains("sharedMemory"), witness.handed.count % 2 != 0 {
        report("shared memory came without its descriptors")
      }
    }
  }

  private func checkBaseline() {
    let devices = panel == nil ? 0 : 1
    let left = daemon.descriptorCount - devices - descriptorsAtStart
    if left > 0 { report("\(left) descriptors are left when all clients have gone") }
    if kernel.liveBytes - bytesAtStart > Self.leftBytes {
      report("\((kernel.liveBytes - bytesAtStart) / 1000) kB are left when all clients have gone")
    }
  }

  // MARK: Steps

  private func client(_ number: Int) -> SimulatedClient? {
    clients.last { $0.number == number }?.client
  }

  private func perform(_ step: Step) {
    let client = client(step.actor)
    switch step.verb {
    case .connect:
      clients.append(
        (
          step.actor,
          SimulatedClient(
            kernel, user: step.number(0), encoding: step.number(1), pacing: step.number(2),
            wish: step.number(3), acknowledges: step.number(4) == 1)
        ))
    case .ask:
      for _ in 0..<max(1, step.number(1)) {
        client?.ask(step.number(0), id: nextID, now: kernel.now)
        nextID += 1
      }
    case .babble: client?.send(Material.nonsense[step.number(0)])
    case .mumble: client?.send(Array("{\"ping\":{\"i".utf8))
    case .read:
      client?.reads = step.number(0) == 1
      client?.readLimit = max(1, step.number(1))
    case .finish: client?.finish()
    case .leave: client?.leave()
    case .abuse: client?.abuse()
    case .signal: daemon.kill(Int32(step.number(0)))
    case .scene: Material.changeScene(step, in: kernel.files)
    case .watch: break
    case .plug, .touch, .lie: performDevice(step)
    case .sleep: kernel.suspend(for: UInt64(step.number(0)) * 1_000_000)
    case .fault: faults.append((step.number(0), max(1, step.number(1))))
    case .log: readsLog = step.number(0) == 1
    }
  }

  private func performDevice(_ step: Step) {
    if step.verb == .plug {
      panel?.unplug()
      panel = nil
      guard step.number(0) == 1 else { return }
      panel = kernel.plug(.touchscreen(slots: 10), number: devices, mode: 0o660, gid: 500)
      devices += 1
      return
    }
    guard let panel else { return }
    if step.verb == .lie {
      let lies: [[EvdevDevice.Event]] = [
        [.init(3, 0x2F, 99), .init(3, 0x35, Int32.max), .report],
        [.init(3, 0x39, 5), .init(3, 0x39, 6), .init(3, 0x35, -1), .report],
        Array(repeating: .init(3, 0x35, 7), count: 2000) + [.report],
      ]
      return panel.emit(lies[step.number(0) % lies.count])
    }
    var events: [EvdevDevice.Event] = [.init(3, 0x2F, Int32(step.number(0)))]
    switch step.number(1) {
    case 0: events.append(.init(3, 0x39, Int32(nextID)))
    case 2: events.append(.init(3, 0x39, -1))
    default: break
    }
    nextID += 1
    if step.number(1) < 2 {
      events.append(.init(3, 0x35, Int32(step.number(2))))
      events.append(.init(3, 0x36, Int32(step.number(3))))
    }
    panel.emit(events + [.report])
  }
}
