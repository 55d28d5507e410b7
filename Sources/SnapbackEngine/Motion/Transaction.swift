import SnapbackBasics
import SnapbackMotion
import SnapbackProtocol

/// A running transaction: the channels that one change moves, and the moments of its ends.
struct Transaction {
  /// A channel that a transaction moves, and the end of that motion.
  struct Part {
    var channel: Int
    var end: Instant
  }

  /// The quantity of which ``fraction(_:at:)`` is a fraction.
  enum Measure {
    /// The distance. `shown` is the fraction to which the transaction was last scrubbed; nil if it
    /// was not scrubbed, or was paused or resumed after that.
    case way(shown: Double?)
    /// The duration.
    case time
  }

  /// The state of a transaction that can be paused, scrubbed and reversed.
  struct Control {
    /// The changes that undo the transaction, last change first.
    var undo: [Undo]
    /// The transaction's local time, in seconds.
    var clock: MotionClock
    /// The duration of the transaction in seconds of local time; may be infinite.
    var duration = 0.0
    /// The duration that fractions refer to: the whole duration or, for endless terms, that of
    /// their first runs.
    var scrubbedDuration = 0.0
    /// The seconds of local time until the transaction is finished.
    var logicalDuration: Double
    var isPaused = false
    var measure = Measure.way(shown: nil)
    /// Whether scrubbing by distance has set its timings to different times.
    var isSkewed = false
    /// The springs of the transaction's animations.
    var springs: [Spring]
    /// The spring for changes of models in a reversal.
    var reversalSpring: Spring { springs.first ?? .critical(response: 0.4) }
  }

  let id: UInt64
  private(set) var parts: [Part] = []
  /// The views in stacks that the transaction hides; they are drawn until it ends.
  private(set) var hidingViews: [Int] = []
  /// The moment at which the transaction is finished; ``end`` is the moment when its last motion
  /// ends.
  private(set) var logicalEnd: Instant
  private(set) var end: Instant
  /// The number of changes that wait for a release.
  private(set) var waiting = 0
  private(set) var isInterrupted = false
  /// Whether the finish of the transaction has been reported.
  private(set) var isFinished = false
  /// The action that started the transaction, if any.
  var action: Int?
  /// The animation of the transaction's last layout pass; nil if it ran none.
  private(set) var passAnimation: Animation?
  /// The control state; nil for a transaction that cannot be controlled.
  private(set) var control: Control?

  /// Makes the transaction of an open one whose changes have been made.
  init(_ open: OpenTransaction, rate: Double, _ channels: inout ChannelTable, at now: Instant) {
    id = open.id
    waiting = open.waiting
    logicalEnd = now
    end = now
    // A view that fades in has jumped to its end position, so it has no motion during which to stay
    // drawn.
    hidingViews = open.hidingViews.filter { !open.fadingViews.contains($0) }
    passAnimation = open.passAnimation
    for var part in open.parts {
      // A term may have been extended since it began.
      for term in channels[part.channel].terms where term.owner == open.owner {
        guard case .spring(let spring) = term.course, open.springs.contains(spring) else {
          continue
        }
        part.end = max(part.end, term.end)
      }
      parts.append(part)
      end = max(end, part.end)
    }
    if !parts.isEmpty {
      end = max(end, now.advanced(bySeconds: open.leastDuration / rate))
      logicalEnd = min(now.advanced(bySeconds: open.logicalDuration / rate), end)
    }
    guard open.owner != 0 else { return }
    control = Control(
      undo: open.undo, clock: MotionClock(anchor: now), logicalDuration: open.logicalDuration,
      springs: open.springs)
    restart(isPaused: false, rate: rate, &channels, at: now)
  }

  /// Whether the transaction is paused.
  var isStopped: Bool { control?.isPaused ?? false }

  /// Whether the transaction has motion left. A paused transaction has none left once it is at its
  /// end.
  func isUnderWay(at now: Instant) -> Bool {
    guard let control, control.isPaused else { return end > now }
    return control.clock.seconds(at: now) < control.duration
  }

  /// The moment of the transaction's next event; nil while it is paused or waits for a release.
  var nextEvent: Instant? {
    guard waiting == 0, !isStopped else { return nil }
    return isFinished ? end : logicalEnd
  }

  /// The progress of the transaction, 0…1; nil if the transaction cannot be controlled.
  ///
  /// The progress is the fraction of the distance that the transaction has covered. If the
  /// transaction moves several channels, the channel that comes to rest last determines the
  /// progress. Exception: after a scrub by time, the progress is the fraction of the duration that
  /// has passed. O(channels with terms).
  func fraction(_ channels: ChannelTable, at now: Instant) -> Double? {
    guard let control else { return nil }
    if case .way(let shown) = control.measure {
      if let shown { return shown }
      if let term = channels.lastTerm(of: id, at: now) { return term.share(at: now) }
    }
    guard control.scrubbedDuration > 0 else { return 0 }
    return min(max(control.clock.seconds(at: now) / control.scrubbedDuration, 0), 1)
  }

  /// The animation of the last layout pass, shortened to a single run in the remaining time. Nil if
  /// the transaction is finished, paused, or ran no pass. Exception: a spring is not shortened.
  func restOfPass(at now: Instant, rate: Double) -> Animation? {
    guard let passAnimation, logicalEnd > now, !isStopped else { return nil }
    // A repeating animation may end late or never, so the remaining time is limited to that of one
    // run.
    let left = min(logicalEnd.seconds(since: now) * rate, passAnimation.legDuration)
    let timing: TimingFunction =
      switch passAnimation.timing {
      case .spring where passAnimation.isSimple: passAnimation.timing
      case .curve(let curve, _): .curve(curve, duration: left)
      default: .curve(.easeInOut, duration: left)
      }
    return Animation(timing, reducedMotion: passAnimation.reducedMotion)
  }

  /// Removes the parts on a channel, because the caller is about to remove their terms.
  mutating func interrupt(channel: Int, at now: Instant) {
    let count = parts.count
    parts.removeAll { $0.channel == channel && $0.end > now }
    guard parts.count != count else { return }
    isInterrupted = true
    end = min(end, parts.reduce(now) { max($0, $1.end) })
    logicalEnd = min(logicalEnd, end)
    if parts.isEmpty, waiting == 0 { control?.isPaused = false }
  }

  /// Ends the endless part of a channel. A controlled transaction keeps it.
  mutating func interruptEndless(channel: Int, at now: Instant) {
    guard control == nil,
      parts.contains(where: { $0.channel == channel && $0.end == .distantFuture })
    else { return }
    interrupt(channel: channel, at: now)
  }

  /// Ends the transaction at `now`.
  mutating func finish(at now: Instant) {
    parts.removeAll()
    control?.isPaused = false
    logicalEnd = min(logicalEnd, now)
    end = now
  }

  /// Ends the transaction by a command. Its changes no longer wait for a release.
  mutating func end(isInterrupted: Bool, at now: Instant) {
    finish(at: now)
    logicalEnd = now
    waiting = 0
    if isInterrupted { self.isInterrupted = true }
  }

  /// Records that the finish of the transaction has been reported.
  mutating func noteFinish() { isFinished = true }

  /// Takes over the motions of a transaction that is not reported by itself.
  mutating func join(_ other: Transaction) {
    parts += other.parts
    hidingViews += other.hidingViews
    end = max(end, other.end)
  }

  /// No longer keeps a view in a stack drawn.
  mutating func stopDrawing(_ view: Int) { hidingViews.removeAll { $0 == view } }

  /// Continues the transaction in another scene. `successors` has the views of that scene by those
  /// of this one; the motions of other views are interrupted.
  mutating func move(to successors: [Int: Int], at now: Instant) {
    let count = parts.count
    parts = parts.compactMap { part in
      guard let view = successors[part.channel / Channel.count] else { return nil }
      return Part(
        channel: view * Channel.count + part.channel % Channel.count, end: part.end)
    }
    hidingViews = hidingViews.compactMap { successors[$0] }
    guard parts.count < count else { return }
    isInterrupted = true
    guard parts.isEmpty else { return }
    logicalEnd = min(logicalEnd, now)
    end = now
  }

  /// Sets the ends of the first parts that `isMeant` selects, at most `limit`, because their terms
  /// were replaced. Returns the number of these parts.
  mutating func moveEnds(
    where isMeant: (Part) -> Bool, to later: Instant, limit: Int, at now: Instant
  ) -> Int {
    var count = 0
    for part in parts.indices where count < limit && isMeant(parts[part]) {
      parts[part].end = later
      count += 1
    }
    end = parts.reduce(now) { max($0, $1.end) }
    logicalEnd = min(logicalEnd, end)
    return count
  }

  /// Records that a waiting change has begun or, if `part` is nil, was dropped.
  mutating func arrive(_ part: Part?, logical: Double, rate: Double, at now: Instant) {
    waiting -= 1
    if let part {
      parts.append(part)
      end = max(end, part.end)
    }
    end = max(end, now)
    logicalEnd = min(max(logicalEnd, now.advanced(bySeconds: logical / rate)), end)
  }

  /// Maps the ends of the transaction to a new motion rate.
  mutating func setRate(_ rate: Double, from now: Instant, moved: (Instant) -> Instant) {
    logicalEnd = moved(logicalEnd)
    end = moved(end)
    for index in parts.indices { parts[index].end = moved(parts[index].end) }
    guard let control else { return }
    self.control?.clock = control.clock.running(at: control.isPaused ? 0 : rate, from: now)
  }

  // MARK: Controlled transactions

  /// Starts the local time at `now` and determines the duration.
  mutating func restart(
    isPaused: Bool, rate: Double, _ channels: inout ChannelTable, at now: Instant
  ) {
    control?.clock = MotionClock(anchor: now, rate: isPaused ? 0 : rate)
    control?.isSkewed = false
    measure(channels, at: now)
    setTime(toFraction: nil, isPaused: isPaused, rate: rate, &channels, at: now)
  }

  /// Extends the duration for a change that has begun later than the others.
  mutating func lengthen(
    logical: Double, rate: Double, _ channels: inout ChannelTable, at now: Instant
  ) {
    guard let control else { return }
    let past = control.clock.seconds(at: now)
    self.control?.logicalDuration = max(control.logicalDuration, past + logical)
    measure(channels, at: now)
    setTime(toFraction: nil, isPaused: control.isPaused, rate: rate, &channels, at: now)
  }

  /// Determines the duration from the terms that are not over.
  private mutating func measure(_ channels: ChannelTable, at now: Instant) {
    let past = control?.clock.seconds(at: now) ?? 0
    var (whole, scrubbed) = (0.0, 0.0)
    for channel in channels.moving {
      for term in channels[channel].terms where term.owner == id {
        let left = term.remaining(at: now)
        whole = max(whole, past + left)
        scrubbed = max(scrubbed, left.isFinite ? past + left : term.firstRun)
      }
    }
    control?.duration = whole
    control?.scrubbedDuration = scrubbed
  }

  /// Shows each value at a fraction of its distance, and pauses there.
  mutating func scrub(
    to fraction: Double, rate: Double, _ channels: inout ChannelTable, at now: Instant
  ) {
    channels.scrub(id, to: fraction, at: now)
    // The transaction's time is that of the term that ends last.
    let past = channels.lastTerm(of: id, at: now).map { $0.secondsRun(at: now) } ?? 0
    control?.clock = MotionClock(anchor: now, local: past, rate: 0)
    measure(channels, at: now)
    setTime(toFraction: nil, isPaused: true, rate: rate, &channels, at: now)
    control?.measure = .way(shown: fraction)
    control?.isSkewed = true
  }

  /// Restarts the transaction after an animation has taken over its remaining distance.
  mutating func carryOn(
    with animation: Animation, rate: Double, _ channels: inout ChannelTable, at now: Instant
  ) {
    control?.logicalDuration = animation.logicalDuration
    if animation.isSimple, case .spring(let spring, _) = animation.timing,
      control?.springs.contains(spring) == false
    {
      control?.springs.append(spring)
    }
    restart(isPaused: false, rate: rate, &channels, at: now)
  }

  /// Restarts the transaction after its terms have been reversed.
  ///
  /// - Parameters:
  ///   - parts: the channels that the reversal moves.
  ///   - undo: the changes that the next reversal makes; they redo what this one has undone.
  ///   - hiding: the views in stacks that stay drawn until the transaction ends.
  mutating func reverse(
    moving parts: [Part], undo: [Undo], hiding: [Int], rate: Double,
    _ channels: inout ChannelTable, at now: Instant
  ) {
    self.parts = parts
    hidingViews = hiding
    control?.undo = undo
    // The reversal animates changes of models with a spring, even if the transaction had none.
    if let control, control.springs.isEmpty { self.control?.springs = [control.reversalSpring] }
    restart(isPaused: isStopped, rate: rate, &channels, at: now)
  }

  /// Sets the local time to a fraction of the duration, or keeps it if `fraction` is nil. Pauses or
  /// resumes the transaction.
  mutating func setTime(
    toFraction fraction: Double?, isPaused: Bool, rate: Double, _ channels: inout ChannelTable,
    at now: Instant
  ) {
    if fraction != nil, control?.isSkewed == true {
      channels.rewind(id, at: now)
      control?.clock = MotionClock(anchor: now, rate: 0)
      control?.isSkewed = false
      measure(channels, at: now)
    }
    guard var control else { return }
    let old = control.clock.seconds(at: now)
    let rate = isPaused ? 0 : rate
    let new = fraction.map { $0 * control.scrubbedDuration } ?? old
    channels.setClocks(of: id) { term in
      let direction: Double = term.isReversed ? -1 : 1
      return MotionClock(
        anchor: now, local: term.clock.seconds(at: now) + direction * (new - old),
        rate: direction * rate)
    }
    control.clock = MotionClock(anchor: now, local: new, rate: rate)
    control.isPaused = isPaused
    if fraction != nil {
      control.measure = .time
    } else if case .way = control.measure {
      control.measure = .way(shown: nil)
    }
    self.control = control
    logicalEnd = control.clock.moment(of: control.logicalDuration)
    channels.alignEnds(of: control.springs + [.catching], owner: id, at: now)
    findEnd(channels, at: now)
  }

  /// Determines the present end of the transaction from its terms.
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
