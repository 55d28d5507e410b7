import SnapbackFrames
import SnapbackGeometry
import SnapbackGestures
import SnapbackLayout
import SnapbackMotion
public import SnapbackTiming

/// A controlled transaction: pause, scrub, continue, reverse, stop, as a property animator's.
///
/// Its own time runs from 0 to a duration. Pausing and scrubbing set that time; what is seen is a
/// function of it. Where it stands still or jumps, velocities do too: that is what is asked for.
extension Engine {
  /// What a controlled transaction keeps besides.
  struct Control {
    /// What takes its changes back, the last first.
    var undo: [SceneChange]
    /// Its own time, in seconds.
    var clock: MotionClock
    /// Its length, in seconds of its own time; may be infinite.
    var duration = 0.0
    /// Until it counts as made, in seconds of its own time.
    var logicalDuration = 0.0
    var isPaused = false

    init(undo: [SceneChange], start: Instant, logicalDuration: Double) {
      self.undo = undo
      self.logicalDuration = logicalDuration
      clock = MotionClock(anchor: start)
    }
  }

  /// Where a controlled transaction can be ended.
  public enum EndPosition: String, Hashable, Sendable, CaseIterable {
    /// As it was asked for.
    case end
    /// As it was before; the changes are taken back.
    case start
    /// As it is seen; frames are then as if set by hand, until the next layout pass.
    case current
  }

  /// Stops a controlled transaction where it is; its velocity is then 0.
  public mutating func pause(_ id: UInt64, at time: Instant) throws(EngineError) {
    let index = try controlled(id, at: time)
    setTime(of: index, to: nil, isPaused: true)
  }

  /// Lets a controlled transaction that was paused or scrubbed go on from there.
  public mutating func resume(_ id: UInt64, at time: Instant) throws(EngineError) {
    let index = try controlled(id, at: time)
    setTime(of: index, to: nil, isPaused: false)
  }

  /// Shows a controlled transaction at a fraction of its duration, 0…1, and pauses it there.
  ///
  /// One that repeats for ever has no fractions: it counts its first run.
  public mutating func scrub(
    _ id: UInt64, to fraction: Double, at time: Instant
  ) throws(EngineError) {
    let index = try controlled(id, at: time)
    guard fraction >= 0, fraction <= 1 else { throw .notAFraction(fraction) }
    let whole = transactions[index].control?.duration ?? 0
    let seconds = fraction * (whole.isFinite ? whole : 1)
    setTime(of: index, to: seconds, isPaused: true)
  }

  /// How much of a controlled transaction's duration has passed, 0…1; nil when there is none.
  public func fraction(of id: UInt64) -> Double? {
    guard let control = transactions.first(where: { $0.id == id })?.control else { return nil }
    guard control.duration > 0, control.duration.isFinite else { return 0 }
    return min(max(control.clock.seconds(at: now) / control.duration, 0), 1)
  }

  /// Turns a controlled transaction round: its changes are taken back, and it goes where it came
  /// from; once more, and it goes on again.
  ///
  /// A curve runs backwards. A spring has a velocity and keeps it: it is aimed at the start. The
  /// way back is the transaction's new whole for ``scrub(_:to:at:)``.
  public mutating func reverse(_ id: UInt64, at time: Instant) throws(EngineError) {
    let index = try controlled(id, at: time)
    guard let control = transactions[index].control else { return }
    let before = channels.map(\.model)
    let again = takeBack(control.undo)
    transactions[index].control?.undo = again
    var parts: [Int] = []
    for channel in channels.indices {
      let shift = before[channel] - channels[channel].model
      guard shift != 0 || channels[channel].terms.contains(where: { $0.owner == id }) else {
        continue
      }
      let threshold = self.threshold(ofChannel: channel)
      channels[channel].reverse(
        owner: id, shift: shift, rate: control.isPaused ? 0 : motionRate, threshold: threshold,
        at: now)
      parts.append(channel)
    }
    transactions[index].parts = parts.map { ($0, .zero) }
    transactions[index].isFinished = false
    restart(index, isPaused: control.isPaused)
  }

  /// Ends a controlled transaction at once.
  public mutating func end(
    _ id: UInt64, at position: EndPosition, time: Instant
  ) throws(EngineError) {
    let index = try controlled(id, at: time)
    if position == .start, let control = transactions[index].control {
      _ = takeBack(control.undo)
    }
    for channel in channels.indices {
      let left = channels[channel].removeTerms(at: now) { $0.owner == id }
      if position == .current, left.value != 0 {
        channels[channel].jump(to: channels[channel].model + left.value)
      }
    }
    transactions[index].control?.isPaused = false
    transactions[index].isInterrupted = transactions[index].isInterrupted || position != .end
    transactions[index].parts.removeAll()
    transactions[index].waiting = 0
    transactions[index].logicalEnd = now
    transactions[index].end = now
    findRestTime()
    reportTransactions()
  }

  private mutating func controlled(
    _ id: UInt64, at time: Instant
  ) throws(EngineError) -> Int {
    advance(to: time)
    guard let index = transactions.firstIndex(where: { $0.id == id && $0.control != nil }) else {
      throw .unknownTransaction(id)
    }
    return index
  }

  /// Makes changes and returns what takes them back.
  private mutating func takeBack(_ changes: [SceneChange]) -> [SceneChange] {
    let direct = directUndo(of: changes)
    let appearances = appearances
    var undo: [SceneChange] = []
    for change in changes.reversed() where change.goesThroughLayout {
      try? layout.make(change, undo: &undo) { name in
        appearances.firstIndex { $0.name == name }.map { .init(index: $0) }
      }
    }
    screen.size = layout.screenSize
    passLayout(animatedBy: nil)
    for change in changes.reversed() where !change.goesThroughLayout && !isHeld(change) {
      makeDirectly(change, with: nil)
    }
    return undo + direct
  }

  private func isHeld(_ change: SceneChange) -> Bool {
    switch change {
    case .transform(let name, _), .translation(let name, _), .rotation(let name, _):
      let view = view(named: name)
      return pans.contains { $0.view == view && $0.recognizer.hasFingers }
    default: return false
    }
  }

  /// What takes back the changes that do not go through layout, as things are now.
  func directUndo(of changes: [SceneChange]) -> [SceneChange] {
    changes.flatMap { change -> [SceneChange] in
      if case .animate(_, let list) = change { return directUndo(of: list) }
      return directUndo(of: change).map { [$0] } ?? []
    }
  }

  private func directUndo(of change: SceneChange) -> SceneChange? {
    switch change {
    case .scrollOffset(let name, _):
      view(named: name).map {
        .scrollOffset(name, Vector(dx: model(.scrollX, of: $0), dy: model(.scrollY, of: $0)))
      }
    case .frame(let name, _), .center(let name, _, _), .centerBy(let name, _):
      view(named: name).map { .frame(name, modelFrame(of: $0)) }
    case .transform(let name, _):
      view(named: name).map { .transform(name, modelTransform(of: $0)) }
    case .translation(let name, _):
      view(named: name).map { .translation(name, modelTransform(of: $0).translation) }
    case .rotation(let name, _):
      view(named: name).map { .rotation(name, model(.rotation, of: $0)) }
    case .scale(let name, _):
      view(named: name).map { .scale(name, modelTransform(of: $0).scale) }
    case .alpha(let name, _):
      view(named: name).map { .alpha(name, model(.alpha, of: $0)) }
    case .color(let name, _):
      view(named: name).map { .color(name, modelColor(of: $0)) }
    default: nil
    }
  }

  private func modelTransform(of view: Int) -> TransformComponents {
    TransformComponents(
      translation: Vector(dx: model(.translationX, of: view), dy: model(.translationY, of: view)),
      rotation: model(.rotation, of: view), shear: model(.shear, of: view),
      scale: Vector(dx: model(.scaleX, of: view), dy: model(.scaleY, of: view)))
  }

  private func modelColor(of view: Int) -> Color {
    Color(
      red: UInt8(saturating: model(.red, of: view)),
      green: UInt8(saturating: model(.green, of: view)),
      blue: UInt8(saturating: model(.blue, of: view)))
  }

  /// Measures a controlled transaction that begins now: its length, and the ends of its parts.
  mutating func restart(_ index: Int, isPaused: Bool) {
    let id = transactions[index].id
    var duration = 0.0
    for channel in channels.indices {
      for term in channels[channel].terms where term.owner == id {
        duration = max(duration, term.remaining(at: now))
      }
    }
    transactions[index].control?.clock = MotionClock(anchor: now, rate: isPaused ? 0 : motionRate)
    transactions[index].control?.duration = duration
    let logical = transactions[index].control?.logicalDuration ?? 0
    transactions[index].control?.logicalDuration = min(logical, duration)
    setTime(of: index, to: nil, isPaused: isPaused)
  }

  /// Sets a controlled transaction's own time, or leaves it, and whether it runs.
  mutating func setTime(of index: Int, to seconds: Double?, isPaused: Bool) {
    guard var control = transactions[index].control else { return }
    let id = transactions[index].id
    let old = control.clock.seconds(at: now)
    let rate = isPaused ? 0 : motionRate
    let way = (seconds ?? old) - old
    for channel in channels.indices {
      guard channels[channel].terms.contains(where: { $0.owner == id }) else { continue }
      channels[channel].setClocks(of: id) { term in
        let direction: Double = term.isReversed ? -1 : 1
        return MotionClock(
          anchor: now, local: term.clock.seconds(at: now) + direction * way,
          rate: direction * rate)
      }
    }
    control.clock = MotionClock(anchor: now, local: seconds ?? old, rate: rate)
    control.isPaused = isPaused
    transactions[index].control = control
    transactions[index].logicalEnd = control.clock.moment(of: control.logicalDuration)
    findEnd(of: index)
    findRestTime()
  }

  /// Finds when the terms of a controlled transaction are over now.
  private mutating func findEnd(of index: Int) {
    let id = transactions[index].id
    var end = now
    for part in transactions[index].parts.indices {
      let channel = transactions[index].parts[part].channel
      let latest = channels[channel].terms.lazy.filter { $0.owner == id }.map(\.end).max() ?? now
      transactions[index].parts[part].end = latest
      end = max(end, latest)
    }
    transactions[index].end = end
    transactions[index].logicalEnd = min(transactions[index].logicalEnd, end)
  }
}
