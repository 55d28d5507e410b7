import Glibc
public import Logging
import SnapbackBasics
public import SnapbackDocument
public import SnapbackEngine
import SnapbackEvdev
public import SnapbackFiles
import SnapbackLinux
import SnapbackProtocol
public import SnapbackReplay
import SnapbackScene
import SnapbackTouches

/// Connects devices, the engine and clients in one thread and one event loop.
///
/// Every event is an input with a time: a touch frame, a client request, a signal. After each
/// event, the daemon checks whether the engine has changes or motions, and sets one timer for the
/// next frame. If nothing moves, no timer is set, and the loop waits for the next event.
public final class Daemon {
  /// A recording to replay, with options.
  public struct ReplayOptions: Sendable {
    /// The recording to replay.
    public var recording: Recording
    /// The playback speed as a factor; nil for as fast as possible.
    public var speed: Double?
    /// Whether the replay starts again after its end.
    public var loops: Bool

    /// Creates options from their parts.
    public init(recording: Recording, speed: Double?, loops: Bool) {
      self.recording = recording
      self.speed = speed
      self.loops = loops
    }
  }

  /// The contents of the configuration and scene files. They are read at the start, on SIGHUP, and
  /// after a change of the scene file if the configuration says so.
  public struct Files: Sendable {
    /// The daemon's configuration.
    public var configuration: Configuration
    /// The scene to run.
    public var scene: SceneBlueprint
    /// The document of the scene.
    public var document: DocumentNode
    /// The name of the scene file, for error messages.
    public var sceneFile: String

    /// Creates the contents from their parts.
    public init(
      configuration: Configuration, scene: SceneBlueprint, document: DocumentNode,
      sceneFile: String
    ) {
      self.configuration = configuration
      self.scene = scene
      self.document = document
      self.sceneFile = sceneFile
    }
  }

  /// Reads the files. The daemon calls it at the start and for each reload.
  public typealias Loader = @Sendable () throws(Failure) -> Files

  var configuration: Configuration
  var log: DaemonLog
  var scene: LiveScene
  /// The desk, which executes the commands of clients that control the scene.
  var desk: ControlDesk
  var clients: ClientRegistry
  var door: Door
  var inputs: InputSources
  var memory: FrameMemory
  var service: ServiceState
  var jobs: JobQueue
  var loop: DaemonLoop
  var timeline: Timeline
  var budget = SnapshotBudget()
  /// Whether work remains. The loop then must not block.
  var hasWork = false
  private var isStopping = false

  /// Reads the files and starts to listen.
  public init(load: @escaping Loader, replay options: ReplayOptions?, log: Logger) throws(Failure) {
    self.log = DaemonLog(log)
    // Ignore SIGPIPE, so that writing to a closed log pipe does not end the daemon.
    signal(SIGPIPE, SIG_IGN)
    do throws(SystemError) {
      // Block the signals before the first thread starts, so that all threads inherit the mask.
      service = try ServiceState()
    } catch {
      throw Failure(.system, error.description)
    }
    var files = try load()
    configuration = files.configuration
    clients = ClientRegistry(ClientAccess(configuration.access, log: log))
    let pace: Timeline.Pace =
      options.map { $0.speed.map { $0 == 1 ? .live : .scaled($0) } ?? .stepped } ?? .live
    timeline = Timeline(pace: pace)
    memory = FrameMemory(rate: configuration.frameRate, clockSpeed: timeline.speed)
    // The engine copies the layout of a scene that it has to lay out itself.
    files.scene = files.scene.turned(by: configuration.rotation)
    files.scene.layOut()
    scene = LiveScene(files.scene, resampling: configuration.resampling)
    desk = ControlDesk(
      scene: files.document, file: files.sceneFile, rotation: configuration.rotation)
    let screen = scene.engine.screen.size
    let replay = try Self.replay(options, screen: screen, configuration)
    door = try Door(at: configuration.socket)
    do throws(SystemError) {
      loop = try DaemonLoop()
      jobs = try JobQueue(load: load)
      let devices = try DeviceHub(configuration, screen: screen, log: log)
      inputs = InputSources(devices, replay: replay, screen: screen)
      try loop.watch(service.descriptor, for: .signals)
      try loop.watch(jobs.descriptor, for: .worker)
      try loop.watch(door.descriptor, for: .door)
      for descriptor in devices.descriptors { try loop.watch(descriptor, for: .folders) }
      try watchScene(of: configuration)
    } catch {
      throw Failure(.system, error.description)
    }
    applyMotion()
    reportLayout()
  }

  private static func replay(
    _ options: ReplayOptions?, screen: Size, _ configuration: Configuration
  ) throws(Failure) -> ReplaySource? {
    guard let options else { return nil }
    let source = ReplaySource(
      options.recording, loops: options.loops, screen: screen, rotation: configuration.rotation,
      rules: configuration.deviceRules)
    guard let source else {
      throw Failure(
        .data, "the recorded device reports no positions, or a rule ignores it; nothing to replay")
    }
    return source
  }

  /// Reads the files and the recording. Throws the same errors as a start.
  public static func check(load: Loader, replay options: ReplayOptions?) throws(Failure) {
    let files = try load()
    _ = try replay(
      options, screen: files.scene.screen.size, files.configuration)
  }

  /// The maximum duration of a turn of the loop while devices are grabbed, in seconds.
  private static let turnLimit: UInt32 = 5

  /// Runs the loop until a stop signal arrives.
  public func run() throws(Failure) {
    log.info("listening at \(door.path)")
    // Reading the scene has freed several times as much memory as the scene takes.
    FreedMemory.release()
    if inputs.isReplay { log.info("the replay starts with the first client") }
    scanDevices()
    updateGrab()
    service.reportReady(status)
    applyPriority()
    var isGuarded = false
    while !isStopping {
      let deadline = turn()
      var blocks = !hasWork && !inputs.hasUnread
      if timeline.pace == .stepped, let deadline {
        timeline.step(to: deadline)
        blocks = false
      } else {
        let clock = MonotonicClock.now()
        settlePriority(at: clock)
        loop.setAlarm(alarm(deadline, at: clock), at: clock)
      }
      if isGuarded, GrabGuard.end() { inputs.devices.forgetGrabs(at: MonotonicClock.now()) }
      let events: [(subject: DaemonLoop.Subject, readiness: EventLoop.Readiness)]
      do throws(SystemError) {
        events = try loop.wait(blocking: blocks)
      } catch {
        throw Failure(.system, error.description)
      }
      isGuarded = inputs.devices.hasGrab
      if isGuarded { GrabGuard.begin(seconds: Self.turnLimit) }
      if service.hasSlept() { resume() }
      for (subject, readiness) in events { handle(subject, readiness) }
      for device in inputs.drainUnread() { readDevice(device) }
      if budget.consumeShortage() { relieveMemory(at: MonotonicClock.now()) }
    }
    service.reportStopping()
    log.info("stopped")
  }

  /// The time on the machine's clock at which the loop must wake up without an event.
  private func alarm(_ deadline: Instant?, at clock: Instant) -> Instant? {
    var moment = deadline.map { timeline.alarm(for: $0) }
    moment = Instant.earlier(moment, inputs.devices.nextRetry)
    moment = Instant.earlier(moment, inputs.devices.nextDeadline)
    moment = Instant.earlier(moment, service.nextSignOfLife)
    moment = Instant.earlier(moment, jobs.sceneWatch.due)
    moment = Instant.earlier(moment, loop.priority.nextChange)
    return Instant.earlier(moment, nextClientDeadline(after: clock))
  }

  private func handle(_ subject: DaemonLoop.Subject, _ readiness: EventLoop.Readiness) {
    switch subject {
    case .signals: for order in service.drainOrders() { follow(order) }
    case .timer: handleAlarm(at: MonotonicClock.now())
    case .door: acceptClients()
    case .worker: finishWork()
    case .sceneFile: jobs.sceneWatch.noteEvents(at: MonotonicClock.now())
    case .folders:
      inputs.devices.acknowledgeChanges()
      scanDevices()
    case .client(let id): note(id, readiness)
    case .device(let id): readDevice(id)
    }
  }

  private func handleAlarm(at now: Instant) {
    loop.acknowledgeAlarm()
    if let due = inputs.devices.nextDeadline, due <= now {
      inputs.devices.advance(to: now) { handle($0) }
    }
    if let retry = inputs.devices.nextRetry, retry <= now { scanDevices() }
    if let sign = service.nextSignOfLife, sign <= now { service.notifyWatchdog(at: now) }
    if let change = jobs.sceneWatch.due, change <= now { reloadChangedScene() }
  }

  /// Requests a reload because the scene file has changed.
  private func reloadChangedScene() {
    let path = jobs.sceneWatch.path ?? ""
    guard jobs.sceneWatch.consumeChange() else {
      return log.warning("\(path) does not exist; the scene stays as it was until the file appears")
    }
    log.debug("\(path) has changed")
    follow(.reload)
  }

  private func follow(_ order: ServiceState.Order) {
    switch order {
    case .stop: isStopping = true
    case .inhibit: setInhibited(true)
    case .resumeInput: setInhibited(false)
    case .reload:
      service.reportReloading()
      jobs.requestReload()
    }
  }

  /// Passes a touch frame to the engine and reports it to clients, unless input is being discarded.
  func handle(_ touches: TouchFrame) {
    guard !inputs.isInhibited else { return }
    scene.engine.handle(touches)
    scene.noteNews()
    guard !touches.contacts.isEmpty else { return }
    for (_, client) in clients.roster { client.report(touches) }
  }

  func reportLayout() {
    for warning in scene.engine.layoutWarnings { log.warning("\(warning)") }
  }
}
