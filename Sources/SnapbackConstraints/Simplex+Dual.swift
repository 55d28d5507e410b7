/// The dual simplex with long steps: corrects rows whose activity no longer fits their multiplier.
/// ``Simplex`` defines the terms.
extension Simplex {
  /// Charges a violated basic row until its activity fits, or will fit after the next evaluation.
  ///
  /// Charging the row, which means changing its multiplier, also changes the multipliers of the
  /// nonbasic rows on which it depends, and so reduces their room. The price of a nonbasic row is
  /// the charge at which its room is used up. The rows are taken in order of price. If moving the
  /// row to its next kink does not remove the violation, it moves there (a *flip*). Otherwise it is
  /// exchanged for the violated row (a *pivot*). If the violated row's own room is used up first,
  /// its activity may stay violated at that price.
  ///
  /// Source: the long-step ("bound flipping") dual ratio test, Maros, "Computational Techniques of
  /// the Simplex Method", 2003, section 10.2, with piecewise linear penalties in place of bounds
  /// and prices compared lexicographically. O(n log n), where n is the number of nonbasic rows on
  /// which the row depends.
  mutating func dualStep(_ id: Int32, isCautious: Bool) {
    guard fits.isWatched(id), !basis.isNonbasic(id) else { return }
    expand(id)
    var activity = 0.0
    var size = 0.0
    var largest = 0.0
    var least = Double.infinity
    for index in 0..<basis.expansion.touched.count {
      let source = basis.expansion.touched[index]
      let factor = basis.expansion[source]
      let product = factor * point[source]
      activity += product
      size = max(size, product.magnitude)
      largest = max(largest, factor.magnitude)
      least = min(least, factor.magnitude)
    }
    let unit = penalties.unit(of: id)
    let tolerance = Self.tolerance(at: size, unit: unit)
    if size > Self.certainSize || largest > Self.certainFactor || least < Self.certainPart * largest
    {
      wear.noteDoubt()
    }
    let sign = fits.side(id, at: activity, within: tolerance)
    if sign == 0 {
      let certain = Self.leastDistance * unit + Self.certainRounding * size
      if fits.side(id, at: activity, within: certain) != 0 { wear.noteDoubt() }
      // The row fits because of moves that have not been evaluated yet. These moves may be undone
      // before the evaluation, and then no other check would visit this row again.
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
        // The violated row's own slope is the cheapest.
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
      // A flip at a price of zero makes no progress and could alternate with its reverse forever,
      // so cautious steps avoid it.
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

  /// Adds `step` times `sign` to the multiplier of the basic row `id`. Subtracts the same, times
  /// the factors in `basis.expansion`, from the multipliers of the nonbasic rows on which `id`
  /// depends.
  mutating func applyStep(to id: Int32, _ sign: Int) {
    counters.addWork(step.entries.count &* basis.expansion.touched.count)
    var charge = 0.0
    for entry in 0..<step.entries.count {
      let (level, value) = (step.entries[entry].level, step.entries[entry].value * Double(sign))
      if value == 0 { continue }
      if value.magnitude < Self.certainCharge, level < penalties.tieLevel { wear.noteDoubt() }
      charge = max(charge, value.magnitude)
      penalties.charge(id, level: level, value)
      for index in 0..<basis.expansion.touched.count {
        let source = basis.expansion.touched[index]
        penalties.charge(source, level: level, -value * basis.expansion[source])
      }
    }
    if charge == 0 { return }
    var largest = 1.0
    var (sum, size) = (projection(of: id), 0.0)
    for index in 0..<basis.expansion.touched.count {
      let source = basis.expansion.touched[index]
      let factor = basis.expansion[source]
      largest = max(largest, factor.magnitude)
      let part = factor * projection(of: source)
      sum -= part
      size += part.magnitude
      ties.note(source, penalties)
    }
    // The expansion must stand for the row, or the multipliers no longer cancel.
    if !(sum.magnitude <= 1e-9 * size) { wear.noteDoubt() }
    wear.noteCharge(charge * largest)
  }

  /// The projection of a row: its coefficients times a fixed random number for each variable.
  private func projection(of id: Int32) -> Double {
    numbering.isHomeRow(id)
      ? Projection.ofHome(of: numbering.variable(ofHomeRow: id), homes) : rows.projection(id)
  }
}
