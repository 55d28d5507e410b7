import SnapbackBasics
import SnapbackFiles
import SnapbackLinux

/// The priority of the loop.
extension Daemon {
  /// Applies the configuration to the priority of the loop, and logs the priority.
  func applyPriority() {
    var refusal: String?
    if inputs.isReplay {
      refusal = "a recording is replayed"
    } else if configuration.isRealTime == false {
      refusal = "\"realTime\" is false in the configuration"
    } else if configuration.isRealTime == nil, !RealTimePriority.isPermitted {
      refusal = "the limit on real-time priority is below 2 (LimitRTPRIO in the unit, ulimit -r)"
    }
    loop.priority.apply(refusal)
    // An error is the reason that is logged below.
    try? loop.priority.settle(at: MonotonicClock.now())
    guard let refusal = loop.priority.refusal else {
      return log.info("running at real-time priority")
    }
    // To a user who plays a recording, the priority does not matter.
    if !inputs.isReplay { log.info("running at normal priority: \(refusal)") }
  }

  /// Raises or lowers the priority according to the processor time that the loop has used.
  func settlePriority(at clock: Instant) {
    let count = loop.priority.exhaustions
    do throws(SystemError) {
      try loop.priority.settle(at: clock)
    } catch {
      log.warning("\(error); the daemon runs at normal priority")
    }
    if loop.priority.exhaustions != count {
      log.debug("the allowance for real-time priority is used up; running at normal priority")
    }
  }
}
