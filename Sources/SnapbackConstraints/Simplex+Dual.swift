/// The dual simplex with long steps: fixes rows whose activity no longer fits their multiplier.
extension Simplex {
  /// Charges a violated basic row until it fits, or until it will fit once the moved activities are
  /// followed.
  ///
  /// Raising the charge of the row reduces the room of the nonbasic rows it depends on. In order of
  /// the price at which each runs out of room, a nonbasic row moves to its next kink (a *flip*) if
  /// that is not yet enough, or is exchanged for the violated row (a *pivot*). A charge that
  /// reaches the row's own next slope leaves the row violated at that price.
  ///
  /// Source: the long-step ("bound flipping") dual ratio test, Maros, "Computational Techniques of
  /// the Simplex Method", 2003, section 10.2, with piecewise linear penalties in place of bounds
  /// and prices compared lexicographically. O(n log n) for the n nonbasic rows it depends on.
  mutating func dualStep(_ id: Int32, isCautious: Bool) {
    guard fits.isWatched(id), !basis.isNonbasic(id) else { return }
    expand(id)
    var activity = 0.0
    var size = 0.0
    var largest = 0.0
    for index in 0..<basis.expansion.touched.count {
      let source = basis.expansion.touched[index]
      let product = basis.expansion[source] * point[source]
      activity += product
      size = max(size, product.magnitude)
      largest = max(largest, basis.expansion[source].magnitude)
    }
    let tolerance = Self.tolerance(at: size)
    let sign = fits.side(id, at: activity, within: tolerance)
    if sign == 0 {
      // It fits because of moves that have not been followed yet. They may be undone before they
      // are followed, and then no other check would visit this row again.
      if (point[id] - activity).magnitude > tolerance { evaluation.note(id) }
      return
    }
    if largest > Self.growthLimit {
      if !renewFirst(id) { leaveOut(id) }
      return
    }
    counters.noteDualStep()
    let rounding = Basis.pivotThreshold * largest
    ratioTest.gather(basis.expansion, sign, above: rounding, point, penalties)
    charge(id, sign, from: activity, tolerance, rounding, isCautious)
  }

  private mutating func charge(
    _ id: Int32, _ sign: Int, from start: Double, _ tolerance: Double, _ rounding: Double,
    _ isCautious: Bool
  ) {
    var activity = start
    var kink = fits.end(of: id, rises: sign > 0)
    ratioTest.aim(id, at: kink, sign, penalties)
    step.removeAll()
    while true {
      guard let top = ratioTest.popCheapest(&step) else {
        // The row's own slope is the cheapest.
        if ratioTest.isHopeless {
          applyStep(to: id, sign)
          fits.refit(id, &penalties)
          if !renewFirst(id) { resolveConflict(of: id, sign, at: kink, above: rounding) }
          return
        }
        ratioTest.readOwnPrice(&step)
        let next = penalties.nextKink(id, beyond: kink, sign: sign)
        if Double(sign) * (activity - next) <= tolerance { break }
        kink = next
        ratioTest.aim(id, at: kink, sign, penalties)
        continue
      }
      let remaining = Double(sign) * (activity - kink)
      let next = penalties.nextKink(top.id, beyond: point[top.id], sign: Int(top.sign))
      let gain = (next - point[top.id]).magnitude * top.size
      // A free flip gains nothing and could be undone forever, hence the caution.
      if gain < remaining - tolerance, !(isCautious && top.isFree) {
        counters.noteFlip()
        activity -= Double(sign) * gain
        move(top.id, to: next)
        if Double(sign) * (activity - kink) <= tolerance { break }
        if penalties.isKept(top.id, at: next, sign: Int(top.sign)) { continue }
        ratioTest.push(top, at: next, penalties)
        continue
      }
      let leaving = ratioTest.popSteadier(than: top, &step)
      applyStep(to: id, sign)
      pivot(entering: id, leaving: leaving.id)
      move(id, to: kink)
      return
    }
    applyStep(to: id, sign)
    fits.refit(id, &penalties)
    evaluation.note(id)
  }

  /// Adds `step` times `sign` to the multiplier of the basic row in `expansion` and subtracts it
  /// from the nonbasic rows it depends on.
  mutating func applyStep(to id: Int32, _ sign: Int) {
    counters.addWork(step.entries.count &* basis.expansion.touched.count)
    var charge = 0.0
    for entry in 0..<step.entries.count {
      let (level, value) = (step.entries[entry].level, step.entries[entry].value * Double(sign))
      if value == 0 { continue }
      charge = max(charge, value.magnitude)
      penalties.charge(id, level: level, value)
      for index in 0..<basis.expansion.touched.count {
        let source = basis.expansion.touched[index]
        penalties.charge(source, level: level, -value * basis.expansion[source])
      }
    }
    if charge == 0 { return }
    var largest = 1.0
    for index in 0..<basis.expansion.touched.count {
      let source = basis.expansion.touched[index]
      largest = max(largest, basis.expansion[source].magnitude)
      ties.note(source, penalties)
    }
    wear.noteCharge(charge * largest)
  }
}
