public import SnapbackBasics

/// The recognizers that take part in something. Only they have to be visited for a touch frame.
extension GestureArena {
  /// Records that a recognizer takes part in something.
  mutating func engage(_ index: Int) {
    var place = engaged.count
    while place > 0, engaged[place - 1] > ranks[index] { place -= 1 }
    if place > 0, engaged[place - 1] == ranks[index] { return }
    engaged.insert(ranks[index], at: place)
  }

  /// Forgets the engaged recognizers that no longer take part in anything.
  mutating func releaseIdle() {
    var kept = 0
    for place in engaged.indices {
      let index = order[engaged[place]]
      let isOver = entries[index].state == .ended || entries[index].state == .failed
      let isIdle = entries[index].state == .possible && entries[index].seen.isEmpty
      if entries[index].down.isEmpty, isOver || isIdle {
        entries[index].isLate = false
      } else {
        engaged[kept] = engaged[place]
        kept += 1
      }
    }
    if kept < engaged.count { engaged.removeLast(engaged.count - kept) }
  }

  /// Copies the state of recognizer `old` of another arena if that recognizer is active, undecided
  /// or has fingers.
  public mutating func adopt(_ index: Int, from other: GestureArena, _ old: Int) {
    guard entries.indices.contains(index), other.entries.indices.contains(old),
      !other.entries[old].down.isEmpty || other.entries[old].isUndecided
        || other.entries[old].state == .active
    else { return }
    entries[index].recognizer = other.entries[old].recognizer
    entries[index].state = other.entries[old].state
    entries[index].seen = other.entries[old].seen
    entries[index].down = other.entries[old].down
    engage(index)
  }

  /// Calls `body` with the index of each active recognizer, in ``order``.
  public func forEachActive(_ body: (_ index: Int) -> Void) {
    for rank in engaged where entries[order[rank]].state == .active { body(order[rank]) }
  }

  /// The first recognizer with fingers that is neither active nor over, at or after a position in
  /// ``order``, and its position; nil if there is none.
  public func firstUndecided(from start: Int) -> (index: Int, rank: Int)? {
    for rank in engaged
    where rank >= start && hasFingers(order[rank]) && !isActive(order[rank]) {
      return (order[rank], rank)
    }
    return nil
  }

  /// Whether a contact is down on an active recognizer.
  public func isClaimed(_ contact: UInt64) -> Bool {
    engaged.contains {
      entries[order[$0]].state == .active && entries[order[$0]].down.contains(contact)
    }
  }

  /// Whether no recognizer is undecided or active.
  public var isAtRest: Bool {
    engaged.allSatisfy {
      entries[order[$0]].state != .active && !entries[order[$0]].isUndecided
    }
  }

  /// The earliest deadline of a recognizer without further input. O(recognizers with contacts).
  public var deadline: Instant? {
    var earliest: Instant?
    for rank in engaged {
      let index = order[rank]
      guard entries[index].state == .possible, !entries[index].seen.isEmpty else { continue }
      guard let moment = entries[index].recognizer.deadline else { continue }
      earliest = min(earliest ?? moment, moment)
    }
    return earliest
  }
}
