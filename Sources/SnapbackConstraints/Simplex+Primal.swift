/// The primal simplex with long steps: corrects *misfits*, rows whose multiplier (charge) fits no
/// activity. ``Simplex`` defines the terms.
///
/// A row becomes a misfit only if a constraint on it is deactivated, demoted, or set to a lower
/// priority. If constraints become active or targets move, every multiplier still fits some
/// activity.
extension Simplex {
  /// Brings the multiplier of a misfit back into the range of the slopes of its penalty.
  ///
  /// A basic row transfers its excess charge to the nonbasic rows on which it depends. A nonbasic
  /// row moves across kinks of basic rows, which take over the excess. Returns false if no kink
  /// ends this move; penalties are bounded below, so only rounding can cause this.
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
    // The outermost slope is the slope at infinity.
    penalties.slack(id, at: sign > 0 ? .infinity : -.infinity, sign: sign, into: &step)
    expand(id)
    charge(id, sign)
    refresh(id)
    return true
  }

  /// Adds `step` times `sign` to the multiplier of the basic row in `basis.expansion`, and updates
  /// the nonbasic rows on which it depends.
  private mutating func charge(_ id: Int32, _ sign: Int) {
    applyStep(to: id, sign)
    for index in 0..<basis.expansion.touched.count { refresh(basis.expansion.touched[index]) }
  }

  /// Updates a row after a change of its pieces or its multiplier. Moves a nonbasic row to the
  /// nearest activity that its multiplier fits, and schedules a basic row for evaluation.
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

  /// Moves a nonbasic misfit beyond all its own kinks, until the kinks of other rows have taken its
  /// excess charge (``KinkWalk``).
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

  /// Charges the rows whose kinks were passed, then exchanges the moving row for the row of the
  /// last kink.
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
      // Of several kinks of one row, only the last one takes charge.
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
