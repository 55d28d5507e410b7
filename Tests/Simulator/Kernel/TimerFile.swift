import Glibc

/// A timerfd on CLOCK_MONOTONIC.
final class TimerFile: OpenFile {
  /// When the timer fires next.
  private(set) var due: UInt64 = 0
  private var interval: UInt64 = 0
  private var ticks: UInt64 = 0
  private var isArmed = false

  init(_ process: Process, flags: Int32) { super.init(process, status: O_RDWR | flags) }

  override var kind: FileIdentity.Kind { .timer }
  override var readiness: UInt32 { ticks > 0 ? Ready.input : 0 }
  override func close() { disarm() }

  /// Sets the timer; a `value` of 0 disarms it.
  func set(_ value: UInt64, interval: UInt64, isAbsolute: Bool) -> (UInt64, UInt64) {
    let old = isArmed ? (due - min(due, kernel.now), self.interval) : (0, 0)
    disarm()
    ticks = 0
    self.interval = interval
    guard value > 0 else { return old }
    due = isAbsolute ? value : kernel.now + value
    isArmed = true
    kernel.arm(self)
    kernel.advance(to: kernel.now)
    return old
  }

  private func disarm() {
    if isArmed { kernel.disarm(self) }
    isArmed = false
  }

  func fire() {
    disarm()
    ticks += 1
    if interval > 0 {
      due += interval
      isArmed = true
      kernel.arm(self)
    }
    notify(Ready.input)
  }

  override func read(_ buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
    guard buffer.count >= 8 else { throw Errno(EINVAL) }
    try waiting { () throws(Errno) in
      guard ticks > 0 else { throw Errno(EAGAIN) }
    }
    buffer.storeBytes(of: ticks, as: UInt64.self)
    ticks = 0
    return 8
  }
}
