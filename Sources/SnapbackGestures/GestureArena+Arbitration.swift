public import SnapbackBasics
public import SnapbackTouches

/// Decides whether recognizers are recognized, wait or fail.
extension GestureArena {
  /// Applies a recognizer's response to an input.
  mutating func apply(_ step: RecognizerStep, of index: Int, at time: Instant) {
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

  /// Handles a recognizer that has detected its gesture: it is recognized unless a rival prevents
  /// it or it has to wait.
  private mutating func ask(_ index: Int, at time: Instant) {
    guard entries[index].mayBegin else { return fail(index, .refused, at: time) }
    for rank in engaged
    where entries[order[rank]].state == .active && isRival(order[rank], of: index) {
      return fail(index, .prevented(by: order[rank]), at: time)
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
    // All recognizers that this one excludes fail before the recognizers that wait for them are
    // checked again.
    for rank in engaged where entries[order[rank]].isUndecided {
      let other = order[rank]
      if entries[other].required.contains(index), shares(other, index) {
        drop(other, .preceded(by: index), at: time)
      } else if isRival(other, of: index), prevents(index, other) {
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

  /// Makes an undecided recognizer fail without checking the recognizers that wait for it.
  private mutating func drop(_ index: Int, _ reason: GestureFailure, at time: Instant) {
    entries[index].state = .failed
    note(index, .failed(reason), at: time)
  }

  /// Checks waiting recognizers again, and recognizes those that have nothing left to wait for.
  mutating func askWaiting(at time: Instant) {
    for rank in engaged where entries[order[rank]].state == .waiting {
      ask(order[rank], at: time)
    }
  }

  /// Makes waiting recognizers fail if a touch frame cancels one of their contacts, for example
  /// because of a palm. Active recognizers are cancelled in the same case.
  mutating func dropTaken(by frame: TouchFrame) {
    var isAnyDropped = false
    for rank in engaged where entries[order[rank]].state == .waiting {
      let index = order[rank]
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

  /// Whether two recognizers share fingers and exclude each other.
  private func isRival(_ other: Int, of index: Int) -> Bool {
    other != index && !entries[index].simultaneous.contains(other) && shares(other, index)
  }

  /// Whether recognition of `index` makes its rival `other` fail. Exception: a tap does not make a
  /// tap with a larger tap count fail, because it may be the beginning of that tap.
  private func prevents(_ index: Int, _ other: Int) -> Bool {
    guard case .tap(let tap) = entries[index].settings,
      case .tap(let more) = entries[other].settings
    else { return true }
    return more.taps <= tap.taps
  }

  /// Whether a contact is down on another active recognizer that excludes this active one.
  func isTaken(_ contact: UInt64, from index: Int) -> Bool {
    entries[index].state == .active
      && engaged.contains { rank in
        let other = order[rank]
        return other != index && entries[other].state == .active
          && entries[other].down.contains(contact)
          && !entries[index].simultaneous.contains(other)
      }
  }

  private func shares(_ other: Int, _ index: Int) -> Bool {
    entries[other].seen.contains { entries[index].seen.contains($0) }
  }

  /// Whether a recognizer has received this contact and may still be recognized.
  public func mayRecognize(_ contact: UInt64, _ index: Int) -> Bool {
    entries[index].isUndecided && hasSeen(contact, index)
  }

  /// Cancels a recognizer if it is active, otherwise makes it fail.
  ///
  /// The recognizer ignores its fingers until they have lifted.
  public mutating func cancel(_ index: Int, at time: Instant) {
    guard entries.indices.contains(index) else { return }
    if entries[index].state == .active {
      entries[index].state = .ended
      note(index, .cancelled, at: time)
    } else {
      fail(index, .disabled, at: time)
    }
  }

  /// Whether a recognizer is enabled.
  public func isEnabled(_ index: Int) -> Bool { entries[index].isEnabled }

  /// Whether a recognizer may be recognized.
  public func mayBegin(_ index: Int) -> Bool { entries[index].mayBegin }

  /// Sets whether a recognizer may be recognized. If it may not, it fails when it detects its
  /// gesture, as after `gestureRecognizerShouldBegin(_:)` of UIKit. An active one continues.
  public mutating func setMayBegin(_ mayBegin: Bool, _ index: Int) {
    guard entries.indices.contains(index) else { return }
    entries[index].mayBegin = mayBegin
  }

  /// Enables or disables a recognizer; disabling cancels it or makes it fail.
  public mutating func setEnabled(_ isEnabled: Bool, _ index: Int, at time: Instant) {
    guard entries.indices.contains(index) else { return }
    entries[index].isEnabled = isEnabled
    if !isEnabled { cancel(index, at: time) }
  }

  /// Sets the directions in which travel begins a pan; other recognizers ignore them.
  public mutating func setWays(_ ways: DragWays, of index: Int) {
    guard entries.indices.contains(index) else { return }
    entries[index].recognizer.setWays(ways)
  }

  /// Makes stationary gestures fail if they track a contact that has stopped the content of a
  /// scroll view. `index` is the recognizer that scrolls the content.
  public mutating func spend(_ contact: UInt64, by index: Int, at time: Instant) {
    for rank in engaged {
      let other = order[rank]
      guard entries[other].seen.contains(contact), entries[other].recognizer.kind.isStationary
      else { continue }
      fail(other, .stoppedContent(by: index), at: time)
    }
  }

  /// Removes all fingers. Active recognizers are cancelled and undecided ones fail; later events of
  /// these fingers are ignored.
  public mutating func cancelAll(at time: Instant) {
    // All undecided recognizers fail first, so that none is recognized because the recognizer that
    // it waits for is disabled.
    for rank in engaged where entries[order[rank]].isUndecided {
      drop(order[rank], .disabled, at: time)
    }
    for rank in engaged { cancel(order[rank], at: time) }
    for rank in engaged { entries[order[rank]].down.removeAll(keepingCapacity: true) }
  }

  /// Applies scroll input from a wheel or touchpad to a scroll recognizer.
  ///
  /// Each step of a wheel is a complete gesture that begins and ends immediately.
  public mutating func scroll(_ input: ScrollInput, on index: Int, at time: Instant) {
    guard entries.indices.contains(index), entries[index].isEnabled,
      entries[index].recognizer.kind == .scroll
    else { return }
    switch input.phase {
    case .began, .step:
      finishPointer(index, .cancelled, at: time)
      guard entries[index].mayBegin else { return }
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

  /// Applies the position of a hovering pointer to a hover recognizer; `position` is nil when the
  /// pointer has left the view.
  public mutating func hover(_ position: Point?, on index: Int, at time: Instant) {
    guard entries.indices.contains(index), entries[index].isEnabled,
      entries[index].recognizer.kind == .hover
    else { return }
    guard let position else { return finishPointer(index, .ended, at: time) }
    guard entries[index].state == .active else {
      if entries[index].mayBegin { beginPointer(index, at: position, delta: .zero, time) }
      return
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
    engage(index)
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
  /// Whether the recognizer is tracking fingers or waiting for the next tap, and may still be
  /// recognized.
  var isUndecided: Bool {
    switch state {
    case .possible: !seen.isEmpty
    case .waiting: true
    case .active, .ended, .failed: false
    }
  }
}
