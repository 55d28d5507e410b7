import SnapbackBasics
import SnapbackMotion

/// The followers of a scene's bindings, and the reports of fingers that move them.
struct FollowerList: Sendable {
  /// A follower of a binding, for one of the binding's channels.
  struct Follower: Sendable {
    var motion: FollowerMotion
    /// Whether the follower has started: it then has a state of its own.
    var isStarted = false
  }

  /// The part of the handling of a report of fingers.
  enum ScanPhase {
    /// No report is being handled.
    case none
    /// Gestures handle the report. Bindings wait, so that each follower moves once per report.
    case reading
    /// Bindings are renewed for the report.
    case moving
  }

  /// The longest time between two reports of one movement, in seconds.
  private static let longestScan = 1.0 / 50

  private var list: [Follower] = []
  /// The moments of the last report of fingers, and of the one before it.
  private var scan: (last: Instant, previous: Instant) = (.zero, .zero)
  private var phase = ScanPhase.none

  var isEmpty: Bool { list.isEmpty }

  var count: Int { list.count }

  subscript(index: Int) -> Follower {
    _read { yield list[index] }
    _modify { yield &list[index] }
  }

  mutating func append(_ motion: FollowerMotion) { list.append(Follower(motion: motion)) }

  /// The moment from which all followers rest. O(followers).
  var restTime: Instant { list.reduce(.zero) { max($0, $1.motion.end) } }

  /// Makes all followers rest at their inputs when their sources are updated next.
  mutating func stop() {
    for index in list.indices { list[index].isStarted = false }
  }

  // MARK: Reports of fingers

  /// Whether bindings wait until a report of fingers has been read.
  var isWaiting: Bool { phase == .reading }

  /// Begins a report of fingers.
  mutating func beginScan(at now: Instant) {
    if now > scan.last { scan = (now, scan.last) }
    phase = .reading
  }

  /// Continues with the next phase of a report.
  mutating func setPhase(_ phase: ScanPhase) { self.phase = phase }

  /// The moment from which the input of followers has moved linearly to its present value: that of
  /// the previous report of fingers, at most ``longestScan`` ago. Nil if nothing has moved it
  /// linearly.
  var scanStart: Instant? {
    guard phase == .moving else { return nil }
    return max(scan.previous, scan.last.advanced(bySeconds: -Self.longestScan))
  }
}
