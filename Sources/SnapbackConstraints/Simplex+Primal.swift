/// The primal simplex with long steps: fixes rows whose multiplier fits no activity.
///
/// This happens only when a charged constraint is deactivated, demoted, or set to a lower priority.
/// Adding constraints and moving targets leaves every multiplier in its range.
extension Simplex {
  /// Brings a multiplier back into the range of its row's slopes.
  ///
  /// A basic row's charge is handed to the nonbasic rows it depends on; a nonbasic row moves until
  /// the charges of the rows it meets bring it into range. Returns false when nothing stops the
  /// move; penalties are bounded below, so only rounding can cause this.
  mutating func repairMisfit(_ id: Int32) -> Bool {
    let sign: Int
    switch penalties.fit(id) {
    case .between:
      refresh(id)
      return true
    case .above: sign = 1
    case .below: sign = -1
    }
    counters.notePrimalStep()
    if basis.isNonbasic(id) { return primalStep(id, sign) }
    // The far end of the row has its last slope.
    penalties.slack(id, at: sign > 0 ? .infinity : -.infinity, sign: sign, into: &step)
    expand(id)
    charge(id, sign)
    refresh(id)
    return true
  }

  /// Hands the charge of `step` to the basic row in `expansion`.
  private mutating func charge(_ id: Int32, _ sign: Int) {
    applyStep(to: id, sign)
    for index in 0..<basis.expansion.touched.count { refresh(basis.expansion.touched[index]) }
  }

  /// Adapts a row to changed pieces or a changed multiplier: moves a nonbasic row to the nearest
  /// activity that its multiplier fits, and checks a basic row again.
  mutating func refresh(_ id: Int32) {
    resolveContradictions(within: id)
    if !basis.isNonbasic(id) { fits.watch(id, penalties) }
    guard fits.refit(id, &penalties) else { return }
    if basis.isNonbasic(id) {
      let value = fits.nearest(to: point[id], of: id)
      if value != point[id] { move(id, to: value) } else { ties.note(id, penalties) }
    } else if fits.isWatched(id) {
      evaluation.note(id)
    }
  }

  /// Moves a nonbasic row beyond all its own kinks until the rows it meets are charged enough.
  private mutating func primalStep(_ id: Int32, _ sign: Int) -> Bool {
    trace(id)
    kinkWalk.begin(id, sign, penalties)
    for index in 0..<basis.direction.rows.count {
      let row = basis.direction.rows[index]
      let rises = (basis.direction[row] > 0) == (sign > 0)
      pushKink(of: row, rises, at: fits.end(of: row, rises: rises), passed: .nan)
    }
    while let next = kinkWalk.popNearest() {
      let rate = basis.direction[next.id]
      if isRounding(rate, of: next.id, along: id) { continue }
      let rises = (rate > 0) == (sign > 0)
      if kinkWalk.pass(next, rate: rate, rises: rises, penalties, &step) {
        return finish(id, sign, at: next, rises)
      }
      let beyond = penalties.nextKink(next.id, beyond: next.kink, sign: rises ? 1 : -1)
      pushKink(of: next.id, rises, at: beyond, passed: next.kink)
    }
    return false
  }

  /// Charges the rows that were passed, then exchanges the moving row for the last one.
  private mutating func finish(
    _ id: Int32, _ sign: Int, at last: Breakpoint, _ rises: Bool
  ) -> Bool {
    settlePassed(id, sign, except: last.id)
    kinkWalk.readLastCharge(&step)
    expand(last.id)
    charge(last.id, rises ? 1 : -1)
    guard basis.expansion[id] != 0 else { return false }
    pivot(entering: last.id, leaving: id)
    move(last.id, to: last.kink)
    return true
  }

  private mutating func settlePassed(_ id: Int32, _ sign: Int, except: Int32 = -1) {
    for index in 0..<kinkWalk.passed.count {
      let passed = kinkWalk.passed[index]
      if passed.id == except { continue }
      // For a row passed more than once, only the last kink counts.
      let rises = (basis.direction[passed.id] > 0) == (sign > 0)
      penalties.slack(passed.id, at: passed.kink, sign: rises ? 1 : -1, into: &step)
      if step.sign <= 0 { continue }
      expand(passed.id)
      charge(passed.id, rises ? 1 : -1)
      fits.refit(passed.id, &penalties)
      evaluation.note(passed.id)
    }
  }

  private mutating func pushKink(of row: Int32, _ rises: Bool, at kink: Double, passed: Double) {
    guard kink.isFinite else { return }
    let way = rises ? kink - point[row] : point[row] - kink
    kinkWalk.meet(
      row, at: kink, way: way, rate: basis.direction[row], passed: passed)
  }
}
