import SnapbackBasics
import SnapbackMotion

/// The thresholds for which the actions of a scene wait, and the next moment at which a number
/// crosses one.
///
/// In free motion, the moment is found in the closed form, by ``KinkSearch``. While fingers move
/// the number, it is known only at their scans, and the moment is interpolated between two of them.
struct CrossingWatch: Sendable {
  /// A crossing of a threshold.
  struct Crossing: Sendable {
    let trigger: CrossingTrigger
    /// The moment at which the number crosses the threshold.
    let time: Instant
    /// The time of the scan at which the crossing was found; nil in free motion.
    let noticed: Instant?
    /// The rate of the number per second.
    let velocity: Double
  }

  private struct Threshold: Sendable {
    let trigger: CrossingTrigger
    /// Whether the number has been far enough from the threshold since it last crossed it.
    private(set) var isArmed = false

    /// Sets the state of the threshold for the first value of the number.
    mutating func begin(at value: Double) {
      isArmed = trigger.direction.sign * (value - trigger.threshold) < 0
    }

    /// Updates the threshold for a value of the number; returns whether the number has crossed it.
    mutating func cross(to value: Double) -> Bool {
      let way = trigger.direction.sign * (value - trigger.threshold)
      guard isArmed else {
        isArmed = way < -trigger.hysteresis
        return false
      }
      isArmed = way < 0
      return !isArmed
    }

    /// The values of the number for which the threshold does not change.
    var range: (lower: Double, upper: Double) {
      let (at, back) = (trigger.threshold, trigger.hysteresis)
      return switch (trigger.direction, isArmed) {
      case (.up, true): (-.infinity, at.nextDown)
      case (.up, false): (at - back, .infinity)
      case (.down, true): (at.nextUp, .infinity)
      case (.down, false): (-.infinity, at + back)
      }
    }
  }

  private struct Source: Sendable {
    let parts: [BindingSource.Part]
    var thresholds: [Threshold]
    /// The sum of the generations of the channels at the last update; nil before the first one.
    var stamp: UInt64?
    /// Whether fingers moved the number at the last update.
    var isHeld = false
    /// The time and the value at the last update.
    var time = Instant.zero
    var value = 0.0
    /// The moment of the next update, if no motion changes before.
    var next: Instant?
  }

  /// The maximum number of crossings that cause each other at one moment.
  static let chainLimit = 32

  private var sources: [Source] = []
  /// The times of the last touch frame and of the one before it.
  private var scan = (last: Instant.zero, previous: Instant.zero)

  init(_ blueprint: SceneBlueprint, _ tree: ViewTree) {
    let constants = blueprint.constants
    var known: [BindingSource: Int] = [:]
    for trigger in blueprint.actions.flatMap(\.crossings) {
      let place = known[trigger.source] ?? sources.count
      if place == sources.count {
        known[trigger.source] = place
        sources.append(Source(parts: trigger.source.parts(in: tree, constants), thresholds: []))
      }
      guard !sources[place].thresholds.contains(where: { $0.trigger == trigger }) else { continue }
      sources[place].thresholds.append(Threshold(trigger: trigger))
    }
  }

  var isEmpty: Bool { sources.isEmpty }

  /// The next moment at which a number crosses a threshold, or at which the search for one
  /// continues, if no motion changes before; nil if there is none.
  var next: Instant? {
    sources.reduce(nil) { Instant.earlier($0, $1.next) }
  }

  /// Records the time of a touch frame that is going to be handled.
  mutating func beginScan(at time: Instant) { scan = (time, scan.last) }

  /// Updates the numbers whose motions have changed or that have reached a threshold. Returns the
  /// crossings, in the order of time.
  mutating func update(
    _ manipulation: borrowing Manipulation, _ parts: borrowing SceneParts
  ) -> [Crossing] {
    var crossings: [Crossing] = []
    for index in sources.indices {
      let source = sources[index]
      let stamp = parts.motion.stamp(of: source.parts)
      let isHeld = parts.motion.roots(of: source.parts).contains { manipulation.moves($0) }
      let isDue = source.next.map { $0 <= parts.motion.now } ?? false
      guard isDue || isHeld || source.isHeld || stamp != source.stamp else { continue }
      crossings += update(index, isHeld: isHeld, parts)
      (sources[index].stamp, sources[index].isHeld) = (stamp, isHeld)
    }
    return crossings.sorted { $0.time < $1.time }
  }

  private mutating func update(
    _ index: Int, isHeld: Bool, _ parts: borrowing SceneParts
  ) -> [Crossing] {
    let source = sources[index]
    let state = parts.motion.state(of: source.parts, at: parts.motion.now)
    let time = isHeld ? parts.interaction.time : parts.motion.now
    var crossings: [Crossing] = []
    for place in source.thresholds.indices {
      if source.stamp == nil { sources[index].thresholds[place].begin(at: state.value) }
      guard sources[index].thresholds[place].cross(to: state.value) else { continue }
      let trigger = source.thresholds[place].trigger
      crossings.append(
        (isHeld ? interpolated(trigger, from: source, to: state.value, at: time) : nil)
          ?? Crossing(trigger: trigger, time: time, noticed: nil, velocity: state.velocity))
    }
    (sources[index].time, sources[index].value) = (time, state.value)
    sources[index].next = isHeld ? nil : search(index, parts)
    return crossings
  }

  /// The crossing between the touch frame before the last one and a value at a time; nil if the
  /// value has not changed since, or if no time has passed.
  private func interpolated(
    _ trigger: CrossingTrigger, from source: Source, to value: Double, at time: Instant
  ) -> Crossing? {
    // A number that fingers begin to move has rested since its last update.
    let start = max(source.time, scan.previous)
    let (way, span) = (value - source.value, time.seconds(since: start))
    guard way != 0, span > 0 else { return nil }
    let share = min(max((trigger.threshold - source.value) / way, 0), 1)
    return Crossing(
      trigger: trigger, time: start.advanced(bySeconds: share * span), noticed: time,
      velocity: way / span)
  }

  /// The moment at which the state of a threshold of a source changes, or at which the search for
  /// this moment continues; nil if the source rests before.
  private func search(_ index: Int, _ parts: borrowing SceneParts) -> Instant? {
    let (source, now) = (sources[index], parts.motion.now)
    var (lower, upper) = (-Double.infinity, Double.infinity)
    for threshold in source.thresholds {
      let range = threshold.range
      (lower, upper) = (max(lower, range.lower), min(upper, range.upper))
    }
    let end = parts.motion.end(of: source.parts)
    guard end > now, lower <= upper else { return nil }
    let search = KinkSearch(
      from: now, to: end, terms: parts.motion.termCount(of: source.parts),
      before: parts.drive.pieceEnd.next)
    return search.leave(lower...upper) { parts.motion.state(of: source.parts, at: $0) }
      ?? search.continuation
  }
}

extension Manipulation {
  /// Whether fingers move a view, its content or, with a constant, the layout.
  func moves(_ view: Int) -> Bool {
    constants.isRunning
      || pans.contains { $0.isRunning && ($0.view == view || $0.partView == view) }
  }
}

extension MotionStore {
  /// The value and velocity of a sum of channels at a moment.
  func state(of parts: [BindingSource.Part], at moment: Instant) -> MotionState {
    var sum = MotionState.rest
    for part in parts {
      sum = sum + part.factor * Presentation(at: moment).value(part.channel, of: part.view, self)
    }
    return sum
  }

  /// The views whose channels determine a sum of channels, by way of bindings.
  func roots(of parts: [BindingSource.Part]) -> [Int] {
    parts.flatMap { bindings.roots(of: $0) }
  }

  /// The moment from which a sum of channels rests.
  func end(of parts: [BindingSource.Part]) -> Instant {
    parts.reduce(.zero) { end, part in
      max(
        end, self[part.index].restTime, linkedUntil(part.view),
        self.end(of: partsBehind(part)))
    }
  }

  /// A number that differs after the motion of a sum of channels has changed: the sum of the
  /// generations of the channels and of those that determine them.
  func stamp(of parts: [BindingSource.Part]) -> UInt64 {
    var sum: UInt64 = 0
    for part in parts {
      sum &+= self[part.index].generation
      sum &+= stamp(of: partsBehind(part))
    }
    for source in links?.sources ?? [] { sum &+= self[source].generation }
    return sum
  }

  /// The number of terms of the motions that determine a sum of channels.
  func termCount(of parts: [BindingSource.Part]) -> Int {
    parts.reduce(0) { count, part in
      count + self[part.index].terms.count + termCount(of: partsBehind(part))
    }
  }

  /// The channels of all sources that bindings add up to a channel; none if no binding sets it.
  private func partsBehind(_ part: BindingSource.Part) -> [BindingSource.Part] {
    var (parts, entry): ([BindingSource.Part], Int?) = ([], bindings.place(of: part.index))
    while let place = entry {
      parts += bindings.parts(of: bindings.source(of: place))
      entry = bindings.place(after: place)
    }
    return parts
  }
}
