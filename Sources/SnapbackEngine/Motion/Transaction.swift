import SnapbackFrames
import SnapbackMotion
import SnapbackTiming

/// A transaction that is under way: the channels that one change moves, and when it is over.
struct Transaction {
  /// A channel that a transaction moves, and until when.
  struct Part {
    var channel: Int
    var end: Instant
  }

  /// The state of a transaction that can be paused, scrubbed and reversed.
  struct Control {
    /// The changes that undo it, the last first.
    var undo: [Undo]
    /// Its own time, in seconds.
    var clock: MotionClock
    /// Its length, in seconds of its own time; may be infinite.
    var duration = 0.0
    /// The length that fractions are of: its duration, or that of the first runs of endless terms.
    var scrubbedDuration = 0.0
    /// Seconds of its own time until it counts as made.
    var logicalDuration: Double
    var isPaused = false
    /// The springs that it moves by.
    var springs: [Spring]
  }

  let id: UInt64
  var parts: [Part] = []
  /// The views in stacks that it hides; they are drawn until it is over.
  var hidingViews: [Int] = []
  /// When it counts as made, and when nothing of it moves any more.
  var logicalEnd: Instant
  var end: Instant
  /// The number of its changes that wait for a finger to let go.
  var waiting = 0
  var isInterrupted = false
  /// Whether it has been reported as made.
  var isFinished = false
  /// The action that it belongs to, if any.
  var action: Int?
  /// The animation of its last layout pass; nil if it ran none.
  var passAnimation: Animation?
  /// Nil for a transaction that cannot be controlled.
  var control: Control?

  /// Whether its time stands still.
  var isStopped: Bool { control?.isPaused ?? false }

  /// Whether some of it is still to come. A paused transaction is over at its end.
  func isUnderWay(at now: Instant) -> Bool {
    guard let control, control.isPaused else { return end > now }
    return control.clock.seconds(at: now) < control.duration
  }

  /// When its next event is; nil while it stands still or waits.
  var nextEvent: Instant? {
    guard waiting == 0, !isStopped else { return nil }
    return isFinished ? end : logicalEnd
  }

  /// How much of its duration has passed, 0…1; nil if it cannot be controlled.
  func fraction(at now: Instant) -> Double? {
    guard let control else { return nil }
    guard control.scrubbedDuration > 0 else { return 0 }
    return min(max(control.clock.seconds(at: now) / control.scrubbedDuration, 0), 1)
  }

  /// The animation of the last layout pass as a single run in the remaining time; nil if the
  /// transaction is over or has run no pass. Exception: a spring is not shortened.
  func restOfPass(at now: Instant, rate: Double) -> Animation? {
    guard let passAnimation, logicalEnd > now, !isStopped else { return nil }
    // A repeating animation may end late or never, so the time is limited to that of one run.
    let left = min(logicalEnd.seconds(since: now) * rate, passAnimation.timing.duration)
    let timing: TimingFunction =
      switch passAnimation.timing {
      case .spring where passAnimation.isSimple: passAnimation.timing
      case .curve(let curve, _): .curve(curve, duration: left)
      default: .curve(.easeInOut, duration: left)
      }
    return Animation(timing, reducedMotion: passAnimation.reducedMotion)
  }

  /// Removes its parts on a channel, whose terms are about to be removed.
  mutating func interrupt(channel: Int, at now: Instant) {
    let count = parts.count
    parts.removeAll { $0.channel == channel && $0.end > now }
    guard parts.count != count else { return }
    isInterrupted = true
    end = min(end, parts.reduce(now) { max($0, $1.end) })
    logicalEnd = min(logicalEnd, end)
    if parts.isEmpty, waiting == 0 { control?.isPaused = false }
  }

  /// Ends the part of a channel that repeats for ever. A controlled transaction keeps it.
  mutating func interruptEndless(channel: Int, at now: Instant) {
    guard control == nil,
      parts.contains(where: { $0.channel == channel && $0.end == .distantFuture })
    else { return }
    interrupt(channel: channel, at: now)
  }

  /// Ends it at `now`.
  mutating func finish(at now: Instant) {
    parts.removeAll()
    control?.isPaused = false
    logicalEnd = min(logicalEnd, now)
    end = now
  }

  /// Ends it by a command; nothing waits for fingers any more.
  mutating func end(isInterrupted: Bool, at now: Instant) {
    finish(at: now)
    logicalEnd = now
    waiting = 0
    if isInterrupted { self.isInterrupted = true }
  }

  /// Regards a change that has waited for a finger and has now begun, or has been dropped.
  mutating func arrive(_ part: Part?, logical: Double, rate: Double, at now: Instant) {
    waiting -= 1
    if let part {
      parts.append(part)
      end = max(end, part.end)
    }
    end = max(end, now)
    logicalEnd = min(max(logicalEnd, now.advanced(bySeconds: logical / rate)), end)
  }

  /// Moves its ends to where another rate of motion brings them.
  mutating func setRate(_ rate: Double, from now: Instant, moved: (Instant) -> Instant) {
    logicalEnd = moved(logicalEnd)
    end = moved(end)
    for index in parts.indices { parts[index].end = moved(parts[index].end) }
    guard let control else { return }
    self.control?.clock = control.clock.running(at: control.isPaused ? 0 : rate, from: now)
  }

  // MARK: Controlled transactions

  /// Starts its own time at `now` and finds its length.
  mutating func restart(
    isPaused: Bool, rate: Double, _ channels: inout ChannelTable, at now: Instant
  ) {
    control?.clock = MotionClock(anchor: now, rate: isPaused ? 0 : rate)
    measure(channels, at: now)
    setTime(toFraction: nil, isPaused: isPaused, rate: rate, &channels, at: now)
  }

  /// Lengthens it by what has begun later than the rest.
  mutating func lengthen(
    logical: Double, rate: Double, _ channels: inout ChannelTable, at now: Instant
  ) {
    guard let control else { return }
    let past = control.clock.seconds(at: now)
    self.control?.logicalDuration = max(control.logicalDuration, past + logical)
    measure(channels, at: now)
    setTime(toFraction: nil, isPaused: control.isPaused, rate: rate, &channels, at: now)
  }

  /// Finds how long it lasts, by its terms that are still to come.
  private mutating func measure(_ channels: ChannelTable, at now: Instant) {
    let past = control?.clock.seconds(at: now) ?? 0
    var (whole, scrubbed) = (0.0, 0.0)
    for channel in channels.indices {
      for term in channels[channel].terms where term.owner == id {
        let left = term.remaining(at: now)
        whole = max(whole, past + left)
        scrubbed = max(scrubbed, left.isFinite ? past + left : term.firstRun)
      }
    }
    control?.duration = whole
    control?.scrubbedDuration = scrubbed
  }

  /// Sets its own time to a fraction of its length, or leaves it for nil, and whether that runs.
  mutating func setTime(
    toFraction fraction: Double?, isPaused: Bool, rate: Double, _ channels: inout ChannelTable,
    at now: Instant
  ) {
    guard var control else { return }
    let old = control.clock.seconds(at: now)
    let rate = isPaused ? 0 : rate
    let new = fraction.map { $0 * control.scrubbedDuration } ?? old
    for channel in channels.indices {
      guard channels[channel].terms.contains(where: { $0.owner == id }) else { continue }
      channels[channel].setClocks(of: id) { term in
        let direction: Double = term.isReversed ? -1 : 1
        return MotionClock(
          anchor: now, local: term.clock.seconds(at: now) + direction * (new - old),
          rate: direction * rate)
      }
    }
    control.clock = MotionClock(anchor: now, local: new, rate: rate)
    control.isPaused = isPaused
    self.control = control
    logicalEnd = control.clock.moment(of: control.logicalDuration)
    channels.alignEnds(of: control.springs, owner: id, at: now)
    findEnd(channels, at: now)
  }

  /// Finds when its terms are over now.
  private mutating func findEnd(_ channels: ChannelTable, at now: Instant) {
    end = now
    for part in parts.indices {
      let terms = channels[parts[part].channel].terms.lazy.filter { [id] in $0.owner == id }
      parts[part].end = terms.map(\.end).max() ?? now
      end = max(end, parts[part].end)
    }
    logicalEnd = min(logicalEnd, end)
  }
}

/// A transaction whose changes are being made.
struct OpenTransaction {
  let id: UInt64
  /// The owner of its terms: its id if it is controlled, 0 otherwise.
  let owner: UInt64
  /// The channels that it gave a term.
  var parts: [Transaction.Part] = []
  /// Seconds from its start until it counts as made.
  private(set) var logicalDuration = 0.0
  /// The springs that it moves by.
  private(set) var springs: [Spring] = []
  /// The number of its changes that wait for a finger to let go.
  var waiting = 0
  /// Views that fade in where they now are.
  var fadingViews: Set<Int> = []
  /// Views in stacks that it hides.
  var hidingViews: [Int] = []
  /// The changes that undo it, the last first.
  var undo: [Undo] = []
  /// The animation of its last layout pass; nil if it has run none.
  var passAnimation: Animation?

  init(id: UInt64, isControlled: Bool) {
    self.id = id
    owner = isControlled ? id : 0
  }

  /// Regards the animation of a block.
  mutating func note(_ animation: Animation?) {
    guard let animation else { return }
    logicalDuration = max(logicalDuration, animation.logicalDuration)
    guard animation.isSimple, case .spring(let spring, _) = animation.timing else { return }
    if !springs.contains(spring) { springs.append(spring) }
  }
}
