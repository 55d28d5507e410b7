import Glibc
public import Logging
public import SnapbackEngine
import SnapbackFrames
import SnapbackLinux
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

  let configuration: Configuration
  let scenePath: String
  let log: Logger
  let session: String
  let clock: String
  var engine: Engine
  var frame: SceneFrame
  var timeline: Timeline
  var replay: ReplaySource?
  var loop: EventLoop
  var timer: SnapbackLinux.Timer
  let signals: Signals
  let listener: UnixListener
  let devices: DeviceHub
  var clients: [UInt64: ClientSession] = [:]
  var nextClient: UInt64 = 1
  /// A spare descriptor, given up to turn a client away when there are no others.
  var reserve: Descriptor?
  /// Frames that touched the engine since the last one was published.
  var hasNewInput = true
  var lastPublish: Instant?
  var isStopping = false

  /// A daemon that listens and has opened what devices there are.
  public init(
    configuration: Configuration, scenePath: String, scene: SceneBlueprint,
    replay options: ReplayOptions?, log: Logger
  ) throws(Failure) {
    self.configuration = configuration
    self.scenePath = scenePath
    self.log = log
    session = String(UInt64.random(in: 0 ... .max), radix: 16)
    let pace: Timeline.Pace =
      options.map { $0.speed.map { $0 == 1 ? .live : .scaled($0) } ?? .stepped } ?? .live
    timeline = Timeline(pace: pace)
    clock = pace == .live ? "monotonic" : "replay"
    engine = Engine(scene)
    frame = engine.makeFrame()
    if let options {
      replay = ReplaySource(
        options.recording, loops: options.loops, screen: scene.screen.size,
        rotation: configuration.rotation)
      guard replay != nil else {
        throw Failure(.data, "the recorded device reports no positions; nothing to replay")
      }
    }
    let path = SocketPath.candidates(explicit: configuration.socket)[0]
    do throws(ListenError) {
      listener = try UnixListener(path: path)
    } catch {
      if case .system = error { throw Failure(.system, error.description) }
      throw Failure(.unavailable, error.description)
    }
    do throws(SystemError) {
      signals = try Signals([SIGINT, SIGTERM, SIGHUP])
      loop = try EventLoop()
      timer = try SnapbackLinux.Timer()
      devices = try DeviceHub(
        named: configuration.devices, screen: scene.screen.size,
        rotation: configuration.rotation, log: log)
      try loop.watch(signals.descriptor, token: Token.signals, for: .readable)
      try loop.watch(timer.descriptor, token: Token.timer, for: .readable)
      try loop.watch(listener.descriptor, token: Token.listener, for: .readable)
      try loop.watch(devices.watchDescriptor, token: Token.folders, for: .readable)
    } catch {
      throw Failure(.system, error.description)
    }
    reserve = Self.spareDescriptor()
    reportLayout()
  }

  /// Who an event of the loop is for.
  enum Token {
    static let signals: UInt64 = 1
    static let timer: UInt64 = 2
    static let listener: UInt64 = 3
    static let folders: UInt64 = 4
    static let clients: UInt64 = 1 << 32
    static let devices: UInt64 = 1 << 33
    static let number: UInt64 = (1 << 32) - 1
  }

  /// Serves until a signal asks it to stop.
  public func run() throws(Failure) {
    log.info("listening at \(listener.path)")
    if replay != nil { log.info("the replay starts with the first client") }
    scanDevices()
    var ready: [(UInt64, EventLoop.Readiness)] = []
    while !isStopping {
      let deadline = turn()
      var blocks = true
      if timeline.pace == .stepped, let deadline {
        timeline.step(to: deadline)
        blocks = false
      } else {
        timer.set(alarm(deadline))
      }
      ready.removeAll(keepingCapacity: true)
      do throws(SystemError) {
        try loop.wait(blocking: blocks) { ready.append(($0, $1)) }
      } catch {
        throw Failure(.system, error.description)
      }
      for (token, readiness) in ready { dispatch(token, readiness) }
    }
    log.info("stopped")
  }

  /// The machine's time at which the loop has to go on by itself.
  private func alarm(_ deadline: Instant?) -> Instant? {
    let moments = [deadline.map { timeline.alarm(for: $0) }, devices.nextRetry]
    return moments.compactMap { $0 }.min()
  }

  private func dispatch(_ token: UInt64, _ readiness: EventLoop.Readiness) {
    switch token {
    case Token.signals: handleSignals()
    case Token.timer:
      timer.acknowledge()
      if let retry = devices.nextRetry, retry <= MonotonicClock.now() { scanDevices() }
    case Token.listener: acceptClients()
    case Token.folders:
      devices.acknowledgeChanges()
      devices.forgetAttempts()
      scanDevices()
    case let token where token & Token.clients != 0: serve(token & Token.number, readiness)
    case let token where token & Token.devices != 0: readDevice(token & Token.number)
    default: break
    }
  }

  private func handleSignals() {
    while let signal = signals.next() {
      switch signal {
      case SIGHUP: reloadScene()
      default: isStopping = true
      }
    }
  }

  /// Reads the scene again; one that cannot be read leaves the old one running.
  private func reloadScene() {
    do throws(Failure) {
      let scene = try InputFiles.scene(scenePath)
      engine = Engine(scene, firstGesture: engine.nextGestureID)
      frame = engine.makeFrame()
      engine.update(&frame, at: timeline.now)
      devices.map(onto: scene.screen.size)
      replay?.map(onto: scene.screen.size)
      hasNewInput = true
      for client in clients.values { client.requireSnapshot() }
      log.info("read \(scenePath) again")
      reportLayout()
    } catch {
      log.warning("\(error.description); the scene stays as it was")
    }
  }

  func reportLayout() {
    for warning in engine.layoutWarnings { log.warning("\(warning)") }
  }

  // MARK: Devices

  /// Opens devices that have come and closes those that have gone; a replay stands in for all.
  private func scanDevices() {
    guard replay == nil else { return }
    let changes = devices.scan(at: MonotonicClock.now())
    for (_, descriptor, lost) in changes.closed {
      loop.forget(descriptor)
      if let lost { take(lost) }
    }
    for (id, descriptor) in changes.opened {
      do throws(SystemError) {
        try loop.watch(descriptor, token: Token.devices | id, for: .readable)
      } catch {
        log.error("\(error)")
      }
    }
  }

  private func readDevice(_ id: UInt64) {
    let now = MonotonicClock.now()
    let isThere = devices.read(id, at: now) { take($0) }
    guard !isThere, let descriptor = devices.descriptor(of: id) else { return }
    loop.forget(descriptor)
    if let lost = devices.close(id, at: now) { take(lost) }
  }

  func take(_ touches: TouchFrame) {
    engine.handle(touches)
    hasNewInput = true
  }
}
