public import SnapbackGeometry
public import SnapbackTiming
public import SnapbackTouches

/// Who is recognised, who waits and who fails.
extension GestureArena {
  /// Takes what an input made of a recogniser.
  mutating func take(_ step: RecognizerStep, of index: Int, at time: Instant) {
    switch step {
    case .nothing: break
    case .recognized:
      if entries[index].state == .possible { ask(index, at: time) }
    case .changed:
      if entries[index].state == .active { note(index, .changed, at: time) }
    case .ended, .cancelled:
      guard entries[index].state == .active else { return }
      entries[index].state = .ended
      note(index, step == .ended ? .ended : .cancelled, at: time)
    case .failed(let reason):
      fail(index, reason, at: time)
    }
  }

  /// A recogniser has found what it looks for: it is recognised unless others are against it.
  private mutating func ask(_ index: Int, at time: Instant) {
    for other in order where isRival(other, of: index) && entries[other].state == .active {
      return fail(index, .prevented(by: other), at: time)
    }
    for other in entries[index].required where shares(other, index) {
      if entries[other].state == .active || entries[other].state == .ended {
        return fail(index, .preceded(by: other), at: time)
      }
      guard entries[other].isUndecided else { continue }
      if entries[index].state != .waiting {
        entries[index].state = .waiting
        note(index, .waits(for: other), at: time)
      }
      return
    }
    recognize(index, at: time)
  }

  private mutating func recognize(_ index: Int, at time: Instant) {
    entries[index].recognizer.begin()
    entries[index].state = entries[index].recognizer.kind.isDiscrete ? .ended : .active
    note(index, .recognized, at: time)
    // All that this one excludes fail before anybody is asked who has waited for one of them.
    for other in order where entries[other].isUndecided {
      if entries[other].required.contains(index), shares(other, index) {
        drop(other, .preceded(by: index), at: time)
      } else if isRival(other, of: index) {
        drop(other, .prevented(by: index), at: time)
      }
    }
    askWaiting(at: time)
  }

  mutating func fail(_ index: Int, _ reason: GestureFailure, at time: Instant) {
    guard entries[index].isUndecided else { return }
    drop(index, reason, at: time)
    askWaiting(at: time)
  }

  /// Makes an undecided recogniser fail; those that wait for it are not asked.
  private mutating func drop(_ index: Int, _ reason: GestureFailure, at time: Instant) {
    entries[index].state = .failed
    note(index, .failed(reason), at: time)
  }

  /// Who waits and has nobody left to wait for is recognised.
  mutating func askWaiting(at time: Instant) {
    for index in order where entries[index].state == .waiting { ask(index, at: time) }
  }

  /// A recogniser that waits and loses a finger to a palm fails, like one that runs is cancelled.
  mutating func dropTaken(by frame: TouchFrame) {
    var isAnyDropped = false
    for index in order where entries[index].state == .waiting {
      let isTaken = frame.contacts.contains {
        $0.phase == .cancelled && entries[index].down.contains($0.id)
          && entries[index].seen.contains($0.id)
      }
      guard isTaken else { continue }
      drop(index, .taken, at: frame.time)
      isAnyDropped = true
    }
    if isAnyDropped { askWaiting(at: frame.time) }
  }

  /// Whether both want the same fingers and only one may have them.
  private func isRival(_ other: Int, of index: Int) -> Bool {
    other != index && !entries[index].simultaneous.contains(other) && shares(other, index)
  }

  /// Whether a contact is one of a rival's that runs, while this one runs as well.
  func isTaken(_ contact: UInt64, from index: Int) -> Bool {
    entries[index].state == .active
      && entries.indices.contains { other in
        other != index && entries[other].state == .active
          && entries[other].down.contains(contact)
          && !entries[index].simultaneous.contains(other)
      }
  }

  private func shares(_ other: Int, _ index: Int) -> Bool {
    entries[other].seen.contains { entries[index].seen.contains($0) }
  }

  /// Takes a recogniser out of what it does: it is cancelled if it runs, else it fails.
  ///
  /// Its fingers are nothing to it until they have lifted.
  public mutating func cancel(_ index: Int, at time: Instant) {
    guard entries.indices.contains(index) else { return }
    if entries[index].state == .active {
      entries[index].state = .ended
      note(index, .cancelled, at: time)
    } else {
      fail(index, .disabled, at: time)
    }
  }

  /// Switches a recogniser on or off; one that is switched off is taken out of what it does.
  public mutating func setEnabled(_ isEnabled: Bool, _ index: Int, at time: Instant) {
    guard entries.indices.contains(index) else { return }
    entries[index].isEnabled = isEnabled
    if !isEnabled { cancel(index, at: time) }
  }

  /// Forgets all fingers: who runs is cancelled, and what they do further is nothing to anybody.
  public mutating func cancelAll(at time: Instant) {
    // Nobody is recognised because whom it waited for was taken away.
    for index in order where entries[index].isUndecided { drop(index, .disabled, at: time) }
    for index in order { cancel(index, at: time) }
    for index in entries.indices { entries[index].down.removeAll(keepingCapacity: true) }
  }

  /// Takes what a wheel, or two fingers on a touchpad, do to a recogniser of scrolls.
  ///
  /// A step of a wheel is a gesture of its own, begun and ended at once.
  public mutating func scroll(_ input: ScrollInput, on index: Int, at time: Instant) {
    guard entries.indices.contains(index), entries[index].isEnabled,
      entries[index].recognizer.kind == .scroll
    else { return }
    switch input.phase {
    case .began, .step:
      finishPointer(index, .cancelled, at: time)
      beginPointer(index, at: input.position, delta: input.delta, time)
      if input.phase == .step { finishPointer(index, .ended, at: time) }
    case .changed:
      guard entries[index].state == .active else { return }
      let place = entries[index].recognizer.location
      entries[index].recognizer.point(place, delta: input.delta, at: time)
      note(index, .changed, at: time)
    case .ended: finishPointer(index, .ended, at: time)
    case .cancelled: finishPointer(index, .cancelled, at: time)
    }
  }

  /// Takes a pointer that is over a recogniser's view, or has left it (nil).
  public mutating func hover(_ position: Point?, on index: Int, at time: Instant) {
    guard entries.indices.contains(index), entries[index].isEnabled,
      entries[index].recognizer.kind == .hover
    else { return }
    guard let position else { return finishPointer(index, .ended, at: time) }
    guard entries[index].state == .active else {
      return beginPointer(index, at: position, delta: .zero, time)
    }
    let way = position - entries[index].recognizer.location
    entries[index].recognizer.point(position, delta: way, at: time)
    note(index, .changed, at: time)
  }

  private mutating func beginPointer(
    _ index: Int, at position: Point, delta: Vector, _ time: Instant
  ) {
    entries[index].recognizer.reset()
    entries[index].recognizer.point(position, delta: delta, at: time)
    entries[index].state = .active
    note(index, .recognized, at: time)
  }

  private mutating func finishPointer(
    _ index: Int, _ outcome: GestureStep.Outcome, at time: Instant
  ) {
    guard entries[index].state == .active else { return }
    entries[index].state = .possible
    note(index, outcome, at: time)
  }
}

extension GestureArena.Entry {
  /// Whether it looks at fingers, or at the pause between two taps, and may still be recognised.
  var isUndecided: Bool {
    switch state {
    case .possible: !seen.isEmpty
    case .waiting: true
    case .active, .ended, .failed: false
    }
  }
}
