import SnapbackBasics
import SnapbackEvdev
import SnapbackLinux

/// The event loop, its timer and its priority.
struct DaemonLoop: ~Copyable {
  /// The source of an event: a part of the daemon, a client or a device.
  enum Subject: Hashable {
    case signals, timer, door, folders, worker, sceneFile
    case client(UInt64)
    case device(UInt64)

    private static let clients: UInt64 = 1 << 62
    private static let devices: UInt64 = 1 << 63
    private static let number: UInt64 = clients - 1

    /// The token that identifies the subject in epoll.
    var token: UInt64 {
      switch self {
      case .signals: 1
      case .timer: 2
      case .door: 3
      case .folders: 4
      case .worker: 5
      case .sceneFile: 6
      case .client(let id): Self.clients | id
      case .device(let id): Self.devices | id
      }
    }

    init?(token: UInt64) {
      switch token {
      case 1: self = .signals
      case 2: self = .timer
      case 3: self = .door
      case 4: self = .folders
      case 5: self = .worker
      case 6: self = .sceneFile
      case let token where token & Self.devices != 0: self = .device(token & Self.number)
      case let token where token & Self.clients != 0: self = .client(token & Self.number)
      default: return nil
      }
    }
  }

  /// The priority of the thread that runs the loop.
  var priority = LoopPriority()
  private var events: EventLoop
  private var timer: SnapbackLinux.Timer
  /// The events of the last wait. A property, to reuse the storage.
  private var ready: [(subject: Subject, readiness: EventLoop.Readiness)] = []
  private var alarm: Instant?
  /// The number of turns that ended more than ``lateness`` after the alarm, because the machine or
  /// the daemon was busy. The frames of such a turn are late.
  private(set) var lateTurns: UInt64 = 0

  /// A sixtieth of a second, in nanoseconds.
  private static let lateness: UInt64 = 16_666_667

  init() throws(SystemError) {
    let timer = try SnapbackLinux.Timer()
    let events = try EventLoop()
    try events.watch(timer.descriptor, token: Subject.timer.token, for: .readable)
    self.events = events
    self.timer = timer
  }

  /// Watches a descriptor for events; by default, for readability.
  mutating func watch(
    _ descriptor: Int32, for subject: Subject, _ readiness: EventLoop.Readiness = .readable
  ) throws(SystemError) {
    try events.watch(descriptor, token: subject.token, for: readiness)
  }

  /// Changes the events for which a descriptor is watched.
  mutating func change(
    _ descriptor: Int32, of subject: Subject, to readiness: EventLoop.Readiness
  ) throws(SystemError) {
    try events.change(descriptor, token: subject.token, to: readiness)
  }

  /// Stops watching a descriptor. Call this before the descriptor is closed.
  func forget(_ descriptor: Int32) { events.forget(descriptor) }

  /// Sets the time at which the loop wakes up without an event; nil for never. Call this at the end
  /// of each turn, with the time on the machine's clock.
  mutating func setAlarm(_ moment: Instant?, at clock: Instant) {
    if let alarm, clock > alarm.advanced(byNanoseconds: Self.lateness) { lateTurns &+= 1 }
    alarm = moment
    timer.set(moment)
  }

  /// Records that the alarm has been handled.
  mutating func acknowledgeAlarm() { timer.acknowledge() }

  /// Returns the pending events. If `blocking` is true, waits until there is at least one.
  mutating func wait(
    blocking: Bool
  ) throws(SystemError) -> [(subject: Subject, readiness: EventLoop.Readiness)] {
    ready.removeAll(keepingCapacity: true)
    try events.wait(blocking: blocking) { token, readiness in
      if let subject = Subject(token: token) { ready.append((subject, readiness)) }
    }
    return ready
  }
}
