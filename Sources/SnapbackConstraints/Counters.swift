/// Counts of the steps of a ``Simplex``, and the work limit of a solve.
struct Counters {
  private(set) var dualSteps = 0
  private(set) var primalSteps = 0
  private(set) var pivots = 0
  private(set) var flips = 0
  /// The number of row entries visited so far: a measure of the cost of steps.
  private(set) var work = 0
  /// Increases with every step. A solve that leaves it unchanged has changed only numbers.
  private(set) var version = 0
  /// The value of `work` at which the current solve stops with the answer found so far.
  private var workEnd = Int.max

  /// Whether the current solve has used up its work limit.
  var isExhausted: Bool { work > workEnd }

  /// Starts a solve that may do `more` work.
  mutating func allow(_ more: Int) {
    let (end, overflows) = work.addingReportingOverflow(max(0, more))
    workEnd = overflows ? .max : end
  }

  /// The part of a limit that is left after the work done since `start`, a former value of `work`.
  func remainder(of limit: Int, since start: Int) -> Int {
    limit == .max ? limit : max(0, limit - (work - start))
  }

  mutating func addWork(_ entries: Int) { work &+= entries }

  /// Records a change other than of numbers, such as a compilation or a demoted constraint.
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
