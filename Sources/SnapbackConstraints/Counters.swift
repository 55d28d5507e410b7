/// The effort of a ``Simplex``: the steps it has taken, and the work at which a solve ends.
struct Counters {
  private(set) var dualSteps = 0
  private(set) var primalSteps = 0
  private(set) var pivots = 0
  private(set) var flips = 0
  /// Entries of rows that were gone through, which is what steps cost.
  private(set) var work = 0
  /// Grows with every step; a solve that leaves it as it was has only moved numbers.
  private(set) var version = 0
  /// The work after which the present solve has to do with what it has.
  private var workEnd = Int.max

  /// Whether the present solve has done all the work it is allowed.
  var isExhausted: Bool { work > workEnd }

  /// Begins a solve that may do `more` work.
  mutating func allow(_ more: Int) {
    let (end, overflows) = work.addingReportingOverflow(max(0, more))
    workEnd = overflows ? .max : end
  }

  mutating func addWork(_ entries: Int) { work &+= entries }

  /// Notes that more than numbers has changed: the same changes may take other steps from now on.
  mutating func noteChange() { version += 1 }

  mutating func noteDualStep() {
    dualSteps += 1
    version += 1
  }

  mutating func notePrimalStep() {
    primalSteps += 1
    version += 1
  }

  mutating func notePivot() {
    pivots += 1
    version += 1
  }

  mutating func noteFlip() { flips += 1 }
}
