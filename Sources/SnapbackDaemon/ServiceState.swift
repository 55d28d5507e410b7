import Glibc
import SnapbackBasics
import SnapbackLinux

/// The state of the daemon as a service: signals, sleeps of the machine, and messages to the
/// service manager.
struct ServiceState: ~Copyable {
  /// A command that arrived as a signal.
  enum Order {
    case reload, stop, inhibit, resumeInput
  }

  private let signals: Signals
  private let manager = ServiceManager()
  private var suspend = SuspendDetector()
  private let started = MonotonicClock.now()
  /// The time of the next watchdog notification; nil if the service manager does not request
  /// notifications.
  private(set) var nextSignOfLife: Instant?

  init() throws(SystemError) {
    signals = try Signals([SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2])
  }

  /// The descriptor that is readable while signals are pending.
  var descriptor: Int32 { signals.descriptor }
  /// The time since the daemon started, in seconds.
  var uptime: Double { MonotonicClock.now().seconds(since: started) }

  /// The physical memory that the daemon uses, in bytes; nil if the kernel does not report it.
  var residentBytes: UInt64? {
    // The second number is the count of pages.
    guard let bytes = try? Files.read("/proc/self/statm") else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard let text = words.dropFirst().first, let pages = UInt64(text) else { return nil }
    return pages &* UInt64(clamping: sysconf(Int32(clamping: _SC_PAGESIZE)))
  }

  /// Returns the pending orders in sequence. Several reloads are merged into one, which comes last.
  /// If there is an order to stop, no reload is returned.
  func drainOrders() -> [Order] {
    var (orders, reloads): ([Order], Bool) = ([], false)
    while let signal = signals.next() {
      switch signal {
      case SIGHUP: reloads = true
      case SIGUSR1: orders.append(.inhibit)
      case SIGUSR2: orders.append(.resumeInput)
      default: orders.append(.stop)
      }
    }
    if reloads, !orders.contains(.stop) { orders.append(.reload) }
    return orders
  }

  /// Whether the machine has slept since the last call.
  mutating func hasSlept() -> Bool { suspend.hasSlept() }

  // MARK: The service manager

  /// Reports that the daemon is ready, with the line that `systemctl status` shows.
  mutating func reportReady(_ status: String) {
    manager.ready(status)
    if nextSignOfLife == nil { notifyWatchdog(at: MonotonicClock.now()) }
  }

  func report(_ status: String) { manager.status(status) }
  func reportReloading() { manager.reloading() }
  func reportStopping() { manager.stopping() }

  /// Sends a watchdog notification if the service manager requests them.
  mutating func notifyWatchdog(at now: Instant) {
    guard let interval = manager.watchdogInterval else { return }
    manager.notifyWatchdog()
    nextSignOfLife = now.advanced(bySeconds: interval)
  }
}
