import SnapbackBasics
import SnapbackLayout
import SnapbackMotion
import SnapbackProtocol

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
    /// The time of the scan at which the crossing was found, if `time` is interpolated; otherwise
    /// nil.
    let noticed: Instant?
    /// The rate of the number per second.
    let velocity: Double
  }

  /// A number, and the length from which its thresholds are measured.
  private struct Number: Hashable {
    let source: BindingSource
    let origin: LayoutNumber?
  }

  private struct Source: Sendable {
    /// The channels that add up to the number, less the origin of the thresholds.
    let parts: [BindingSource.Part]
    /// The length from which the thresholds are measured, if it depends on the layout.
    let origin: LayoutNumber?
    /// The value of the origin in the last layout pass.
    var start = 0.0
    /// These channels and, by way of bindings, all channels that determine them.
    let reach: [BindingSource.Part]
    /// The views of the channels in `reach` that no binding sets.
    let roots: [Int]
    var thresholds: [CrossingThreshold]
    /// The sum of the generations of the channels at the last update; nil before the first one.
    var stamp: UInt64?
    /// Whether fingers moved the number at the last update.
    var isHeld = false
    /// The time of the last touch frame at the last update.
    var scan = Instant.zero
    /// The time and the value at the last update. While fingers move the number, the time is that
    /// of the touch frame.
    var time = Instant.zero
    var value = 0.0
    /// The moment of the next update, if no motion changes before.
    var next: Instant?
  }

  /// The maximum number of crossings in a chain, in which each crossing starts an action that
  /// causes the next crossing at the same moment.
  static let chainLimit = 32

  /// The number of moments with crossings in a window of time. It bounds the work for a number that
  /// oscillates fast: when the limit is reached, later crossings wait for the end of the window.
  private struct Budget: Sendable {
    static let limit = 16
    private static let window = 1.0 / 60

    private(set) var end = Instant.zero
    private(set) var last = Instant.zero
    private(set) var moments = 0

    /// Counts a moment with crossings, once.
    mutating func count(_ moment: Instant) {
      if moment >= end { (end, moments) = (moment.advanced(bySeconds: Self.window), 0) }
      if moment > last || moments == 0 { (last, moments) = (moment, moments + 1) }
    }
  }

  private var sources: [Source] = []
  private var budget = Budget()
  /// Whether an update has been put off to the end of the window of `budget`.
  private var waits = false
  private var isStarted = false
  /// Whether a threshold or a hysteresis depends on the layout.
  let followsLayout: Bool
  /// The times of the last touch frame and of the one before it.
  private var scan = (last: Instant.zero, previous: Instant.zero)

  init(_ blueprint: SceneBlueprint, _ motion: borrowing MotionStore) {
    let values = ValuePlaces(blueprint)
    var known: [Number: Int] = [:]
    let triggers = blueprint.actions.flatMap(\.crossings)
    followsLayout = triggers.contains { !$0.numbers.isEmpty }
    for trigger in triggers {
      let number = Number(source: trigger.source, origin: trigger.origin)
      let place = known[number] ?? sources.count
      if place == sources.count {
        known[number] = place
        var parts = trigger.source.parts(in: motion.tree, values)
        if let place = trigger.origin.flatMap(values.place(ofThreshold:)) {
          parts.append(BindingSource.Part(channel: .left, view: place, factor: -1))
        }
        let reach = motion.bindings.reach(of: parts)
        let roots = reach.filter { motion.bindings.place(of: $0.index) == nil }.map(\.view)
        sources.append(
          Source(
            parts: parts, origin: trigger.origin, reach: reach, roots: roots, thresholds: []))
      }
      guard !sources[place].thresholds.contains(where: { $0.trigger == trigger }) else { continue }
      sources[place].thresholds.append(CrossingThreshold(trigger))
    }
  }

  var isEmpty: Bool { sources.isEmpty }

  /// The next moment at which a number crosses a threshold, or at which the search for one
  /// continues, if no motion changes before; nil if there is none.
  var next: Instant? {
    let next = sources.reduce(waits ? budget.end : nil) { Instant.earlier($0, $1.next) }
    return isExhausted ? next.map { max($0, budget.end) } : next
  }

  /// Records the time of a touch frame that is going to be handled.
  mutating func beginScan(at time: Instant) { scan = (time, scan.last) }

  /// Begins to observe the numbers; returns whether it was not observing them. Changes before, such
  /// as those by actions on `appear`, cross nothing.
  mutating func start() -> Bool {
    defer { isStarted = true }
    return !isStarted
  }

  /// Measures the thresholds that depend on the layout in the last layout pass. In an animated
  /// change, the origins of thresholds are channels that move with the animation. Without an
  /// animation, they jump; their thresholds then start again and cross nothing.
  mutating func follow(_ layout: LayoutStage, isAnimated: Bool) {
    for index in sources.indices {
      for place in sources[index].thresholds.indices {
        if sources[index].thresholds[place].follow(layout) { sources[index].stamp = nil }
      }
      guard let origin = sources[index].origin else { continue }
      let start = layout.value(of: origin)
      guard start != sources[index].start else { continue }
      sources[index].start = start
      guard !isAnimated else { continue }
      for place in sources[index].thresholds.indices {
        sources[index].thresholds[place].restart()
      }
      sources[index].stamp = nil
    }
  }

  /// Continues the thresholds of an earlier version of the scene. `places` has, for each view of
  /// this scene, its index in the other one; nil if that does not have the view. Thresholds that
  /// depend on the layout start again.
  mutating func adopt(_ other: CrossingWatch, _ places: [Int?]) {
    let known = other.sources.flatMap(\.thresholds)
    for index in sources.indices {
      for place in sources[index].thresholds.indices {
        let trigger = sources[index].thresholds[place].trigger.renumbered(by: places)
        guard trigger?.numbers.isEmpty == true,
          let old = known.first(where: { $0.trigger == trigger })
        else { continue }
        sources[index].thresholds[place].adopt(old)
      }
    }
  }

  /// Updates the numbers whose motions have changed or that have reached a threshold. Returns the
  /// crossings, in the order of time. Allocates nothing if there are none.
  mutating func update(
    _ manipulation: borrowing Manipulation, _ parts: borrowing SceneParts
  ) -> [Crossing] {
    guard isStarted else { return [] }
    let now = parts.motion.now
    waits = isExhausted && now < budget.end && now > budget.last
    guard !waits else { return [] }
    var crossings: [Crossing] = []
    for index in sources.indices {
      let stamp = parts.motion.stamp(of: sources[index].reach)
      let isHeld = sources[index].roots.contains { manipulation.moves($0) }
      let isDue = sources[index].next.map { $0 <= now } ?? false
      guard isDue || isHeld || sources[index].isHeld || stamp != sources[index].stamp
      else { continue }
      // A moment that is due was found in the closed form, even while fingers hold another part.
      update(index, isScanned: isHeld && !isDue, parts, &crossings)
      (sources[index].stamp, sources[index].isHeld) = (stamp, isHeld)
    }
    if !crossings.isEmpty { budget.count(now) }
    return crossings.count < 2 ? crossings : crossings.sorted { $0.time < $1.time }
  }

  /// Whether the crossings that come now have to wait for the end of the present window.
  private var isExhausted: Bool { budget.moments >= Budget.limit }

  private mutating func update(
    _ index: Int, isScanned: Bool, _ parts: borrowing SceneParts, _ crossings: inout [Crossing]
  ) {
    let (now, touched) = (parts.motion.now, parts.interaction.time)
    let state = parts.motion.state(of: sources[index].parts, at: now)
    let isNew = sources[index].stamp == nil
    let hasScan = isScanned && !isNew && touched > sources[index].scan
    for place in sources[index].thresholds.indices {
      guard sources[index].thresholds[place].cross(to: state.value) else { continue }
      let trigger = sources[index].thresholds[place].trigger
      crossings.append(
        (hasScan ? interpolated(trigger, from: sources[index], to: state.value, at: touched) : nil)
          ?? Crossing(trigger: trigger, time: now, noticed: nil, velocity: state.velocity))
    }
    sources[index].scan = touched
    (sources[index].time, sources[index].value) = (isScanned ? touched : now, state.value)
    sources[index].next = search(index, parts)
  }

  /// A crossing whose moment is interpolated between the last update and `time`, when the number
  /// has `value`. If the previous touch frame is later than the last update, it takes the place of
  /// the last update. Nil if the value is that of the last update, or if no time has passed.
  private func interpolated(
    _ trigger: CrossingTrigger, from source: Source, to value: Double, at time: Instant
  ) -> Crossing? {
    // The last update may be long ago if the number has rested since then. The finger has moved
    // the number only since the previous touch frame.
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
    let now = parts.motion.now
    var (lower, upper) = (-Double.infinity, Double.infinity)
    for threshold in sources[index].thresholds {
      let range = threshold.range
      (lower, upper) = (max(lower, range.lower), min(upper, range.upper))
    }
    let (number, reach) = (sources[index].parts, sources[index].reach)
    let end = parts.motion.end(of: reach)
    guard end > now, lower <= upper else { return nil }
    let search = KinkSearch(
      from: now, to: end, terms: parts.motion.termCount(of: reach),
      before: parts.drive.pieceEnd.next)
    return search.leave(lower...upper) { parts.motion.state(of: number, at: $0) }
      ?? search.continuation
  }
}

extension Manipulation {
  /// Whether fingers move a view, its content or, at its index, a number of a gesture. A constant
  /// that fingers drive can move any view.
  func moves(_ view: Int) -> Bool {
    constants.isRunning || numbers.isMoved(view)
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

  /// The moment from which all of some channels rest.
  func end(of channels: [BindingSource.Part]) -> Instant {
    channels.reduce(.zero) {
      max(
        $0, self[$1.index].restTime, linkedUntil($1.view), bindings.end(ofChannel: $1.index))
    }
  }

  /// A number that differs after the motion of any of some channels, or of the drivers of the
  /// layout, has changed: the sum of their generations.
  func stamp(of channels: [BindingSource.Part]) -> UInt64 {
    var sum: UInt64 = 0
    for channel in channels { sum &+= self[channel.index].generation }
    for source in links?.sources ?? [] { sum &+= self[source].generation }
    return sum
  }

  /// The number of terms of the motions of some channels.
  func termCount(of channels: [BindingSource.Part]) -> Int {
    channels.reduce(0) { $0 + self[$1.index].terms.count }
  }
}
