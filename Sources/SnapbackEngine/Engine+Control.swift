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
    var undo: [Undo]
    /// Its own time, in seconds.
    var clock: MotionClock
    /// Its length, in seconds of its own time; may be infinite.
    var duration = 0.0
    /// What fractions are of: its length, or that of the first runs of what repeats for ever.
    var scrubbedDuration = 0.0
    /// Until it counts as made, in seconds of its own time.
    var logicalDuration = 0.0
    var isPaused = false
    /// The springs that it moves by.
    var springs: [Spring]

    init(undo: [Undo], start: Instant, logicalDuration: Double, springs: [Spring]) {
      self.undo = undo
      self.logicalDuration = logicalDuration
      self.springs = springs
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
    let whole = transactions[index].control?.scrubbedDuration ?? 0
    setTime(of: index, to: fraction * whole, isPaused: true)
  }

  /// How much of a controlled transaction's duration has passed, 0…1; nil when there is none.
  public func fraction(of id: UInt64) -> Double? {
    guard let control = transactions.first(where: { $0.id == id })?.control else { return nil }
    guard control.scrubbedDuration > 0 else { return 0 }
    return min(max(control.clock.seconds(at: now) / control.scrubbedDuration, 0), 1)
  }

  /// Turns a controlled transaction round: its changes are taken back, and it goes where it came
  /// from; once more, and it goes on again.
  ///
  /// A curve runs backwards. A spring has a velocity and keeps it: it is aimed at the start. The
  /// way back is the transaction's new whole for ``scrub(_:to:at:)``.
  public mutating func reverse(_ id: UInt64, at time: Instant) throws(EngineError) {
    let index = try controlled(id, at: time)
    guard let control = transactions[index].control else { return }
    let wasUpright = isUpright
    let before = channels.map(\.model)
    let hidden = transactions[index].hidingViews
    let wasHidden = views.map(\.isHidden)
    dropAims(of: id)
    let again = takeBack(control.undo)
    transactions[index].control?.undo = again
    // What a stack hid comes back, and what it showed goes, which is seen to the end.
    transactions[index].hidingViews = views.indices.filter {
      hidden.contains($0) || views[$0].isHidden && !wasHidden[$0] && isArranged($0)
    }
    let law = control.springs.first ?? .critical(response: 0.4)
    var parts: [Part] = []
    for channel in channels.indices {
      let shift = before[channel] - channels[channel].model
      guard shift != 0 || channels[channel].terms.contains(where: { $0.owner == id }) else {
        continue
      }
      let isStill = completesInstantly || reducesMotion && Channel(of: channel).isSpatial
      channels[channel].reverse(
        owner: id, shift: shift, law: isStill ? nil : law,
        rate: control.isPaused ? 0 : motionRate, whole: control.duration,
        threshold: threshold(ofChannel: channel), at: now)
      parts.append(Part(channel: channel, end: now))
    }
    if !control.springs.contains(law) { transactions[index].control?.springs.append(law) }
    transactions[index].parts = parts
    restart(index, isPaused: control.isPaused)
    turned(since: wasUpright)
  }

  /// Ends a controlled transaction at once.
  public mutating func end(
    _ id: UInt64, at position: EndPosition, time: Instant
  ) throws(EngineError) {
    let index = try controlled(id, at: time)
    let wasUpright = isUpright
    if position == .end { freeAims(of: id) } else { dropAims(of: id) }
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
    turned(since: wasUpright)
  }

  /// Forgets a transaction, controlled or not, so that it is neither counted nor reported.
  ///
  /// A controlled one is ended as it was asked for; the motion of any other runs on. Does nothing
  /// when there is no transaction of this id.
  public mutating func abandon(_ id: UInt64, at time: Instant) {
    if isControlled(id) {
      // It is there, so it can be ended.
      try? end(id, at: .end, time: time)
    } else {
      advance(to: time)
      freeAims(of: id)
      transactions.removeAll { $0.id == id }
    }
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

  /// Takes changes back and returns what makes them again.
  private mutating func takeBack(_ changes: [Undo]) -> [Undo] {
    let direct = changes.compactMap { undo in
      if case .change(let change) = undo, !change.goesThroughLayout { change } else { nil }
    }
    let again = directUndo(of: direct)
    let indexes = viewIndexes
    if changes.contains(where: \.isDescribed) { descriptionRevision += 1 }
    let undo = layout.undo(changes.filter(\.goesThroughLayout)) { name in
      indexes[name].map { .init(index: $0) }
    }
    passLayout(animatedBy: nil)
    // What is in a view that is moved goes along, so frames are put back from the outside in.
    for change in framesLast(direct) where !isHeld(change) { makeDirectly(change, with: nil) }
    return undo + again
  }

  /// Changes with frames at the end, those of parents first.
  private func framesLast(_ changes: [SceneChange]) -> [SceneChange] {
    func place(_ change: SceneChange) -> Int {
      if case .frame(let name, _) = change { view(named: name) ?? 0 } else { -1 }
    }
    return changes.sorted { place($0) < place($1) }
  }

  private func isHeld(_ change: SceneChange) -> Bool {
    switch change {
    case .transform(let name, _), .translation(let name, _), .rotation(let name, _):
      let view = view(named: name)
      return pans.contains { $0.view == view && arena.hasFingers($0.gesture) }
    default: return false
    }
  }

  /// What takes back the changes that do not go through layout, as things are now.
  func directUndo(of changes: [SceneChange]) -> [Undo] {
    changes.flatMap { change -> [Undo] in
      if case .animate(_, let list) = change { return directUndo(of: list) }
      return directUndo(of: change).map { [.change($0)] } ?? []
    }
  }

  private func directUndo(of change: SceneChange) -> SceneChange? {
    switch change {
    case .gesture(let name, _):
      gestures.firstIndex { $0.name == name }.map {
        .gesture(name, isEnabled: arena.isEnabled($0))
      }
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
      // One that had none keeps the first that it was given.
      view(named: name).flatMap {
        views[$0].hasColor ? .color(name, modelColor(of: $0)) : nil
      }
    default: nil
    }
  }

  private func modelTransform(of view: Int) -> TransformComponents {
    TransformComponents(
      translation: Vector(dx: model(.translationX, of: view), dy: model(.translationY, of: view)),
      rotation: model(.rotation, of: view), shear: model(.shear, of: view),
      scale: Vector(dx: model(.scaleX, of: view), dy: model(.scaleY, of: view)))
  }

  func modelColor(of view: Int) -> Color {
    Color(
      red: UInt8(saturating: model(.red, of: view)),
      green: UInt8(saturating: model(.green, of: view)),
      blue: UInt8(saturating: model(.blue, of: view)))
  }

  /// Measures a controlled transaction that begins now: its length, and the ends of its parts.
  mutating func restart(_ index: Int, isPaused: Bool) {
    transactions[index].control?.clock = MotionClock(anchor: now, rate: isPaused ? 0 : motionRate)
    measure(index)
    setTime(of: index, to: nil, isPaused: isPaused)
  }

  /// Finds how long a controlled transaction lasts, by what of it is still to come.
  private mutating func measure(_ index: Int) {
    let id = transactions[index].id
    let past = transactions[index].control?.clock.seconds(at: now) ?? 0
    var (whole, scrubbed) = (0.0, 0.0)
    for channel in channels.indices {
      for term in channels[channel].terms where term.owner == id {
        let left = term.remaining(at: now)
        whole = max(whole, past + left)
        scrubbed = max(scrubbed, left.isFinite ? past + left : term.firstRun)
      }
    }
    transactions[index].control?.duration = whole
    transactions[index].control?.scrubbedDuration = scrubbed
  }

  /// Regards what of a controlled transaction has begun later than the rest.
  mutating func lengthen(_ index: Int, logical: Double) {
    guard var control = transactions[index].control else { return }
    let past = control.clock.seconds(at: now)
    control.logicalDuration = max(control.logicalDuration, past + logical)
    transactions[index].control = control
    measure(index)
    setTime(of: index, to: nil, isPaused: control.isPaused)
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
    alignEnds(of: control.springs, owner: id)
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
