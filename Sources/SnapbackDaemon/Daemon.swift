import Glibc
public import Logging
public import SnapbackEngine
import SnapbackControl
public import SnapbackDocument
import SnapbackEvdev
import SnapbackFrames
import SnapbackGeometry
import SnapbackLinux
import SnapbackProtocol
public import SnapbackRecording
import SnapbackTiming
import SnapbackTouches

/// Joins devices, the engine and clients in one thread and one loop.
///
/// Everything that happens is an input with a time: a touch frame, a client, a signal. After each
/// the engine is asked whether something has changed or moves, and one timer is set for when the
/// next frame is due. When nothing moves, no timer is set, and the loop sleeps.
public final class Daemon {
  /// What a recording is played as.
  public struct ReplayOptions: Sendable {
    /// What is played.
    public var recording: Recording
    /// How many times as fast; nil for as fast as the machine goes.
    public var speed: Double?
    /// Whether it begins again when it has ended.
    public var loops: Bool

    /// A replay by its parts.
    public init(recording: Recording, speed: Double?, loops: Bool) {
      self.recording = recording
      self.speed = speed
      self.loops = loops
    }
  }

  /// What the files say, read at the start and again on SIGHUP.
  public struct Files: Sendable {
    /// How the daemon runs.
    public var configuration: Configuration
    /// What it runs.
    public var scene: SceneBlueprint
    /// The document that the scene was read from, and what errors call it.
    public var document: DocumentNode
    /// The name of its file.
    public var sceneFile: String

    /// All, as they were read.
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

  /// Reads the files; called again on SIGHUP.
  public typealias Loader = @Sendable () throws(Failure) -> Files

  let load: Loader
  var configuration: Configuration
  var log: Logger
  let session: UInt64
  let started = MonotonicClock.now()
  /// Counts what clients could not follow: a sleep of the machine, a scene read again.
  var epoch: UInt64 = 1
  var engine: Engine
  /// What has changed of what the scene does, for all clients.
  var journal = MotionJournal()
  /// The scene at the moment that was last looked at, for whomever that was.
  var sampled: SceneFrame
  var sampledLead = 0.0
  /// What a renderer needs of the views, with the texts that they have now.
  var appearances: [ViewAppearance]
  /// Which texts those are.
  var describedRevision: UInt64
  /// What clients that control the scene ask.
  var desk: ControlDesk
  /// What puts decisions about input into words; nil while nobody wants to know of them.
  var explanation: Explanation?
  /// The touches of clients.
  var injector = TouchInjector()
  /// The client that is asked to measure texts.
  var measurer: UInt64?
  /// Frames for clients that map memory.
  var shared: SharedFrames?
  var sharedPacer: Pacer
  var access: ClientAccess
  /// The screen that touches are mapped onto.
  var mappedScreen: Size
  var timeline: Timeline
  var replay: ReplaySource?
  var loop: EventLoop
  var timer: SnapbackLinux.Timer
  let signals: Signals
  let listener: UnixListener
  let devices: DeviceHub
  /// Reads scenes while the loop goes on.
  let worker: Worker<WorkerOutput>
  /// Whether the files have to be read again.
  var reloadIsDue = false
  let manager = ServiceManager()
  var nextSignOfLife: Instant?
  var suspend = SuspendDetector()
  /// Whether input is swallowed, as while the panel is dark.
  var isInhibited = false
  var clients: [UInt64: ClientSession] = [:] {
    didSet { roster = clients.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
  }
  /// The same in the order in which they came; a loop over it costs less, and each turn has some.
  private(set) var roster: [(id: UInt64, client: ClientSession)] = []
  var nextClient: UInt64 = 1
  /// The order in which clients are served.
  var fairShare = FairShare()
  /// The clients that are served in this turn.
  var waiting: [UInt64] = []
  /// The devices that have more frames than could be handled in a turn.
  var unreadDevices: [UInt64] = []
  /// Whether something is left to do at once, so that the loop must not wait.
  var hasWork = false
  /// What the last snapshot took, in bytes.
  var snapshotBytes = 0
  /// Whether a snapshot was put off since the last turn because of memory.
  var isMemoryShort = false
  var logLimit = LogLimit()
  /// A spare descriptor, given up to turn a client away when there are no others.
  var reserve: Descriptor?
  /// Whether something touched the engine since the last frame was published.
  var hasNewInput = true
  var isStopping = false

  /// A daemon that listens.
  public init(load: @escaping Loader, replay options: ReplayOptions?, log: Logger) throws(Failure) {
    self.load = load
    self.log = log
    // A log that nobody reads any more is no reason to end; sockets ask for no signal anyway.
    signal(SIGPIPE, SIG_IGN)
    do throws(SystemError) {
      signals = try Signals([SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2])
    } catch {
      throw Failure(.system, error.description)
    }
    let files = try load()
    configuration = files.configuration
    access = ClientAccess(configuration.access, log: log)
    session = UInt64.random(in: 1 ... .max)
    let pace: Timeline.Pace =
      options.map { $0.speed.map { $0 == 1 ? .live : .scaled($0) } ?? .stepped } ?? .live
    timeline = Timeline(pace: pace)
    sharedPacer = Pacer(
      pacing: .timer, rate: nil, greatestRate: configuration.frameRate,
      clockSpeed: timeline.speed)
    engine = Engine(files.scene.turned(by: files.configuration.rotation))
    mappedScreen = engine.screen.size
    sampled = engine.makeFrame()
    appearances = engine.appearancesWithTexts
    describedRevision = engine.descriptionRevision
    desk = ControlDesk(
      scene: files.document, file: files.sceneFile, rotation: files.configuration.rotation,
      blueprint: files.scene)
    if let options {
      replay = ReplaySource(
        options.recording, loops: options.loops, screen: mappedScreen,
        rotation: files.configuration.rotation)
      guard replay != nil else { throw Self.nothingToReplay }
    }
    listener = try Self.listen(at: files.configuration.socket)
    do throws(SystemError) {
      loop = try EventLoop()
      timer = try SnapbackLinux.Timer()
      worker = try Worker()
      devices = try DeviceHub(files.configuration, screen: mappedScreen, log: log)
      try loop.watch(signals.descriptor, token: Token.signals, for: .readable)
      try loop.watch(timer.descriptor, token: Token.timer, for: .readable)
      try loop.watch(worker.descriptor, token: Token.worker, for: .readable)
      try loop.watch(listener.descriptor, token: Token.listener, for: .readable)
      for descriptor in devices.descriptors {
        try loop.watch(descriptor, token: Token.folders, for: .readable)
      }
    } catch {
      throw Failure(.system, error.description)
    }
    reserve = Self.spareDescriptor()
    applyMotion()
    reportLayout()
  }

  private static var nothingToReplay: Failure {
    Failure(.data, "the recorded device reports no positions; nothing to replay")
  }

  /// Says what would be wrong with a start, and starts nothing.
  public static func check(load: Loader, replay options: ReplayOptions?) throws(Failure) {
    let files = try load()
    guard let options else { return }
    let source = ReplaySource(
      options.recording, loops: options.loops, screen: files.scene.screen.size,
      rotation: files.configuration.rotation)
    guard source != nil else { throw nothingToReplay }
  }

  private static func listen(at path: String?) throws(Failure) -> UnixListener {
    do throws(ListenError) {
      if let socket = ServiceManager.takeListeningSocket() {
        return try UnixListener(adopting: socket)
      }
      return try UnixListener(path: SocketPath.candidates(explicit: path)[0])
    } catch {
      if case .system = error { throw Failure(.system, error.description) }
      throw Failure(.unavailable, error.description)
    }
  }

  /// Who an event of the loop is for.
  enum Token {
    static let signals: UInt64 = 1
    static let timer: UInt64 = 2
    static let listener: UInt64 = 3
    static let folders: UInt64 = 4
    static let worker: UInt64 = 5
    static let clients: UInt64 = 1 << 62
    static let devices: UInt64 = 1 << 63
    static let number: UInt64 = (1 << 62) - 1
  }

  /// How long one turn of the loop may take with devices grabbed, in seconds.
  private static let turnLimit: UInt32 = 5

  /// Serves until a signal asks it to stop.
  public func run() throws(Failure) {
    log.info("listening at \(listener.path)")
    if replay != nil { log.info("the replay starts with the first client") }
    scanDevices()
    updateGrab()
    reportReady()
    var ready: [(UInt64, EventLoop.Readiness)] = []
    var isGuarded = false
    while !isStopping {
      let deadline = turn()
      var blocks = !hasWork && unreadDevices.isEmpty
      if timeline.pace == .stepped, let deadline {
        timeline.step(to: deadline)
        blocks = false
      } else {
        timer.set(alarm(deadline))
      }
      ready.removeAll(keepingCapacity: true)
      if isGuarded, GrabGuard.end() { devices.forgetGrabs(at: MonotonicClock.now()) }
      do throws(SystemError) {
        try loop.wait(blocking: blocks) { ready.append(($0, $1)) }
      } catch {
        throw Failure(.system, error.description)
      }
      isGuarded = devices.hasGrab
      if isGuarded { GrabGuard.begin(seconds: Self.turnLimit) }
      if suspend.hasSlept() { resume() }
      for (token, readiness) in ready { dispatch(token, readiness) }
      readDevices()
      if isMemoryShort {
        isMemoryShort = false
        relieveMemory(at: MonotonicClock.now())
      }
    }
    manager.stopping()
    log.info("stopped")
  }

  /// The machine's time at which the loop has to go on by itself.
  private func alarm(_ deadline: Instant?) -> Instant? {
    var moment = deadline.map { timeline.alarm(for: $0) }
    moment = Instant.earlier(moment, devices.nextRetry)
    moment = Instant.earlier(moment, devices.nextDeadline)
    moment = Instant.earlier(moment, nextSignOfLife)
    return Instant.earlier(moment, nextClientDeadline)
  }

  private func dispatch(_ token: UInt64, _ readiness: EventLoop.Readiness) {
    switch token {
    case Token.signals: handleSignals()
    case Token.timer:
      timer.acknowledge()
      let now = MonotonicClock.now()
      if let due = devices.nextDeadline, due <= now { devices.advance(to: now) { take($0) } }
      if let retry = devices.nextRetry, retry <= now { scanDevices() }
      if let sign = nextSignOfLife, sign <= now { giveSignOfLife(at: now) }
    case Token.listener: acceptClients()
    case Token.worker: takeWork()
    case Token.folders:
      devices.acknowledgeChanges()
      scanDevices()
    case let token where token & Token.clients != 0: note(token & Token.number, readiness)
    case let token where token & Token.devices != 0: readDevice(token & Token.number)
    default: break
    }
  }

  func take(_ touches: TouchFrame) {
    guard !isInhibited else { return }
    engine.handle(touches)
    tell(touches)
    hasNewInput = true
  }

  func reportLayout() {
    for warning in engine.layoutWarnings { log.warning("\(warning)") }
  }
}
