/// The effort of a ``Simplex``: the steps taken so far, and the work limit of a solve.
struct Counters {
  private(set) var dualSteps = 0
  private(set) var primalSteps = 0
  private(set) var pivots = 0
  private(set) var flips = 0
  /// Row entries visited so far, the measure of what steps cost.
  private(set) var work = 0
  /// Grows with every step. A solve that does not change it has only changed numbers.
  private(set) var version = 0
  /// The work at which the current solve has to stop with the answer found so far.
  private var workEnd = Int.max

  /// Whether the current solve has used up its work limit.
  var isExhausted: Bool { work > workEnd }

  /// Begins a solve that may do `more` work.
  mutating func allow(_ more: Int) {
    let (end, overflows) = work.addingReportingOverflow(max(0, more))
    workEnd = overflows ? .max : end
  }

  mutating func addWork(_ entries: Int) { work &+= entries }

  /// Notes a change beyond numbers: from now on the same changes may take different steps.
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
