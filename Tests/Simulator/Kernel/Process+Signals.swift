import CSimulatedKernel
import Glibc

/// Signals.
extension Process {
  /// Sends this process a signal from another one.
  public func kill(_ signal: Int32, by sender: Process? = nil) { post(signal, from: sender) }

  /// Delivers a signal. If it is not blocked, it is handled when guest code's call returns.
  func post(_ signal: Int32, from sender: Process?) {
    let isBlocked = signals.blocked & Signals.bit(signal) != 0
    if !isBlocked {
      switch signals.actions[signal] ?? .standard {
      case .ignore: return
      case .standard where Signals.harmless.contains(signal): return
      default: break
      }
    }
    if signals.pending & Signals.bit(signal) == 0 {
      signals.senders[signal] = sender.map { ($0.pid, $0.uid) }
    }
    signals.pending |= Signals.bit(signal)
    for file in signalFiles { file.notify() }
    if kernel.guest?.process !== self { handleSignals() }
  }

  /// Handles the pending signals that are not blocked; returns whether a handler ran.
  @discardableResult
  func handleSignals() -> Bool {
    var handled = false
    while case let due = signals.pending & ~signals.blocked, due != 0 {
      let signal = Int32(due.trailingZeroBitCount + 1)
      signals.pending &= ~Signals.bit(signal)
      switch signals.actions[signal] ?? .standard {
      case .ignore: break
      case .standard where Signals.harmless.contains(signal): break
      case .standard where kernel.guest?.process === self: kernel.end(.killed(signal))
      case .standard: exit()
      case .handle(let handler):
        let blocked = signals.blocked
        signals.blocked |= Signals.bit(signal)
        ck_call_handler(handler, signal)
        signals.blocked = blocked
        handled = true
      }
    }
    return handled
  }

  func setMask(
    _ how: Int32, _ new: UnsafePointer<UInt64>?, _ old: UnsafeMutablePointer<UInt64>?
  ) throws(Errno) {
    old?.pointee = signals.blocked
    guard let set = new?.pointee else { return }
    switch how {
    case SIG_BLOCK: signals.blocked |= set
    case SIG_UNBLOCK: signals.blocked &= ~set
    case SIG_SETMASK: signals.blocked = set
    default: throw Errno(EINVAL)
    }
    signals.blocked &= ~(Signals.bit(SIGKILL) | Signals.bit(SIGSTOP))
  }

  /// sigaction(2) and signal(3); returns the handler word of the previous action.
  func setAction(_ signal: Int32, _ handler: Int?, flags: Int32) throws(Errno) -> Int {
    guard (1...64).contains(signal), signal != SIGKILL, signal != SIGSTOP else {
      throw Errno(EINVAL)
    }
    let old =
      switch signals.actions[signal] ?? .standard {
      case .standard: 0
      case .ignore: 1
      case .handle(let handler): unsafeBitCast(handler, to: Int.self)
      }
    switch handler {
    case nil: break
    case 0: signals.actions[signal] = .standard
    case 1:
      signals.actions[signal] = .ignore
      signals.pending &= ~Signals.bit(signal)
    case .some(let word):
      signals.actions[signal] = .handle(
        unsafeBitCast(word, to: (@convention(c) (Int32) -> Void).self))
    }
    if handler != nil { signals.flags[signal] = flags }
    return old
  }

  func setAction(
    _ signal: Int32, _ new: UnsafeMutablePointer<sigaction>?,
    _ old: UnsafeMutablePointer<sigaction>?
  ) throws(Errno) {
    // The handler is the first field, whatever its type.
    let word = UnsafeRawPointer(new)?.loadUnaligned(as: Int.self)
    let flags = signals.flags[signal] ?? 0
    let before = try setAction(signal, word, flags: new?.pointee.sa_flags ?? 0)
    guard let old else { return }
    old.pointee = sigaction()
    UnsafeMutableRawPointer(old).storeBytes(of: before, as: Int.self)
    old.pointee.sa_flags = flags
  }

  func makeSignalFile(_ number: Int32, mask: UInt64, flags: Int32) throws(Errno) -> Int32 {
    if number >= 0 {
      let file = try file(number, as: SignalFile.self, else: EINVAL)
      file.mask = mask
      file.notify()
      return number
    }
    try checkRoom()
    return try install(
      SignalFile(self, mask: mask, flags: flags), closesOnExec: flags & O_CLOEXEC != 0)
  }

  /// Sets the alarm, or stops it for 0; returns the seconds that were left.
  func setAlarm(_ seconds: UInt32) -> Int {
    let left = alarm.map { (max($0, kernel.now) - kernel.now + 999_999_999) / 1_000_000_000 }
    alarm = seconds == 0 ? nil : kernel.now + UInt64(seconds) * 1_000_000_000
    return Int(left ?? 0)
  }
}
