import SnapbackBasics
import SnapbackLinux

/// The priority of the loop's thread.
///
/// It is real-time if nothing speaks against it. The loop runs at normal priority for a while after
/// it has used up its ``RealTimeAllowance``, and during work that takes long and may be late.
struct LoopPriority {
  /// The reason why the priority is always normal; nil if it may be real-time.
  private(set) var refusal: String? = "the loop has not started"
  /// Whether the loop runs at real-time priority.
  private(set) var isRealTime = false
  /// The number of times that the loop used up its allowance.
  private(set) var exhaustions: UInt64 = 0
  private var allowance = RealTimeAllowance()
  /// The processor time of the loop's thread up to which its use is recorded.
  private var recorded = Instant.zero
  /// The processor time that was used at real-time priority and is not charged yet, in nanoseconds.
  private var uncharged: UInt64 = 0

  /// The time on the machine's clock at which the loop must call ``settle(at:)`` again, even if it
  /// has no other reason to wake up.
  var nextChange: Instant? { refusal == nil ? allowance.renewal : nil }

  /// Sets the reason why the priority is always normal; nil for real-time priority. Call
  /// ``settle(at:)`` afterwards.
  mutating func apply(_ refusal: String?) {
    lower()
    self.refusal = refusal
  }

  /// Charges the processor time of the turn that ends, and raises or lowers the priority
  /// accordingly. Call this before the loop waits.
  ///
  /// If the kernel refuses real-time priority, throws, and does not ask again.
  mutating func settle(at clock: Instant) throws(SystemError) {
    guard refusal == nil else { return }
    record()
    allowance.charge(uncharged, at: clock)
    uncharged = 0
    if allowance.isSpent {
      if isRealTime { exhaustions &+= 1 }
      lower()
    } else if !isRealTime {
      do throws(SystemError) {
        try RealTimePriority.begin()
      } catch {
        refusal = error.description
        throw error
      }
      isRealTime = true
      recorded = MonotonicClock.threadTime()
    }
  }

  /// Lowers the priority to normal for the rest of the turn, because the work that follows takes
  /// long and may be late.
  mutating func lower() {
    guard isRealTime else { return }
    record()
    RealTimePriority.end()
    isRealTime = false
  }

  private mutating func record() {
    guard isRealTime else { return }
    let time = MonotonicClock.threadTime()
    uncharged &+= time.nanoseconds &- recorded.nanoseconds
    recorded = time
  }
}
