import CSimulatedKernel
import Glibc

/// The signal state of a process.
struct Signals {
  /// The action of a signal that is not blocked.
  enum Action {
    case standard
    case ignore
    case handle(@convention(c) (Int32) -> Void)
  }

  /// Bit n − 1 stands for signal n.
  var blocked: UInt64 = 0
  var pending: UInt64 = 0
  var senders: [Int32: (pid: Int32, uid: UInt32)] = [:]
  var actions: [Int32: Action] = [:]
  var flags: [Int32: Int32] = [:]

  static func bit(_ signal: Int32) -> UInt64 { 1 << UInt64(signal - 1) }

  /// The signals that are ignored by default.
  static let harmless: [Int32] = [SIGCHLD, SIGURG, SIGWINCH, SIGCONT]
}

/// A signalfd.
final class SignalFile: OpenFile {
  var mask: UInt64
  private unowned let process: Process

  init(_ process: Process, mask: UInt64, flags: Int32) {
    self.mask = mask
    self.process = process
    super.init(process, status: O_RDWR | flags)
    process.signalFiles.append(self)
  }

  override var kind: FileIdentity.Kind { .signals }
  override var readiness: UInt32 { process.signals.pending & mask != 0 ? Ready.input : 0 }
  override func close() { process.signalFiles.removeAll { $0 === self } }

  override func read(_ buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    let size = MemoryLayout<signalfd_siginfo>.size
    guard buffer.count >= size else { throw Errno(EINVAL) }
    try waiting { () throws(Errno) in
      guard process.signals.pending & mask != 0 else { throw Errno(EAGAIN) }
    }
    var count = 0
    while count + size <= buffer.count, process.signals.pending & mask != 0 {
      let signal = Int32((process.signals.pending & mask).trailingZeroBitCount + 1)
      process.signals.pending &= ~Signals.bit(signal)
      let sender = process.signals.senders[signal]
      var information = signalfd_siginfo()
      information.ssi_signo = UInt32(signal)
      information.ssi_code = sender == nil ? 0x80 : 0
      information.ssi_pid = UInt32(sender?.pid ?? 0)
      information.ssi_uid = sender?.uid ?? 0
      buffer.storeBytes(of: information, toByteOffset: count, as: signalfd_siginfo.self)
      count += size
    }
    return count
  }
}
