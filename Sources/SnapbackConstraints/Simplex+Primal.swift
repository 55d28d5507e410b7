/// The primal simplex with long steps: mends nonbasic rows whose multiplier fits no activity.
///
/// That happens only when a constraint that was charged is taken out, demoted, or set to a lower
/// priority; the row may be basic too. Adding constraints and moving targets leaves every
/// multiplier in its range.
extension Simplex {
  /// A kink on the way of a moving row.
  struct Breakpoint: BitwiseCopyable {
    var distance: Double
    var id: Int32
    var kink: Double
    /// The kink of the same row that was passed before it, not a number for the first.
    var passed: Double
  }

  /// Brings a multiplier back into the range of its row's slopes.
  ///
  /// A basic row's charge is handed to the nonbasic rows it depends on; a nonbasic row moves until
  /// the charges of the rows it meets bring it into range. Returns false when nothing stops the
  /// move, which penalties bounded below rule out but rounding does not.
  mutating func mendMisfit(_ id: Int32) -> Bool {
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
    // At the far end of the row, where the last slope is.
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

  /// Adapts a row to changed pieces or a changed multiplier: the activity of a nonbasic row moves
  /// to where its multiplier fits, a basic row is judged anew.
  mutating func refresh(_ id: Int32) {
    resolveContradictions(within: id)
    if !basis.isNonbasic(id) { fits.watch(id, penalties) }
    guard fits.refit(id, &penalties) else { return }
    if basis.isNonbasic(id) {
      let value = fits.nearest(to: point[id], of: id)
      if value != point[id] { move(id, to: value) } else { noteUnsettled(id) }
    } else if fits.isWatched(id) {
      evaluation.note(id)
    }
  }

  /// Moves a nonbasic row beyond all its own kinks until the rows it meets are charged enough.
  private mutating func primalStep(_ id: Int32, _ sign: Int) -> Bool {
    trace(id)
    penalties.slack(id, at: Double(sign) * .infinity, sign: sign, into: &excess)
    excess.negate()
    breakpoints.removeAll()
    for index in 0..<basis.direction.rows.count {
      let row = basis.direction.rows[index]
      let rises = (basis.direction[row] > 0) == (sign > 0)
      pushKink(of: row, rises, at: fits.end(of: row, rises: rises), passed: .nan)
    }
    passedKinks.removeAll()
    while let next = breakpoints.popFirst() {
      let rate = basis.direction[next.id]
      if isRounding(rate, of: next.id, along: id) { continue }
      let rises = (rate > 0) == (sign > 0)
      penalties.slack(next.id, at: next.kink, sign: rises ? 1 : -1, into: &capacity)
      step.removeAll()
      if !next.passed.isNaN {
        penalties.slack(next.id, at: next.passed, sign: rises ? 1 : -1, into: &step)
      }
      slope.set(to: excess)
      excess.add(capacity, times: -rate.magnitude)
      excess.add(step, times: rate.magnitude)
      if excess.sign <= 0 || capacity.isRequired {
        // Only part of the charge is needed: the moving row stays on its slope.
        step.add(slope, times: 1 / rate.magnitude)
        return finish(id, sign, at: next, rises)
      }
      passedKinks.append(next)
      let beyond = penalties.nextKink(next.id, beyond: next.kink, sign: rises ? 1 : -1)
      pushKink(of: next.id, rises, at: beyond, passed: next.kink)
    }
    return false
  }

  /// Charges the rows that were passed, then lets the last one take the moving row's place.
  private mutating func finish(
    _ id: Int32, _ sign: Int, at last: Breakpoint, _ rises: Bool
  ) -> Bool {
    excess.set(to: step)
    settlePassed(id, sign, except: last.id)
    step.set(to: excess)
    expand(last.id)
    charge(last.id, rises ? 1 : -1)
    guard basis.expansion[id] != 0 else { return false }
    pivot(entering: last.id, leaving: id)
    move(last.id, to: last.kink)
    return true
  }

  private mutating func settlePassed(_ id: Int32, _ sign: Int, except: Int32 = -1) {
    for index in 0..<passedKinks.count {
      let passed = passedKinks[index]
      if passed.id == except { continue }
      // Of a row passed more than once the last kink counts.
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
    breakpoints.push(
      Breakpoint(
        distance: max(0, way / basis.direction[row].magnitude), id: row, kink: kink, passed: passed)
    )
  }
}

/// The kinks ahead, nearest first.
struct BreakpointHeap: ~Copyable {
  private var heap = Column<Simplex.Breakpoint>()

  mutating func reserve(_ size: Int) { heap.reserve(size) }

  mutating func removeAll() { heap.removeAll() }

  mutating func push(_ breakpoint: Simplex.Breakpoint) {
    heap.append(breakpoint)
    var index = heap.count - 1
    while index > 0, precedes(heap[index], heap[(index - 1) / 2]) {
      swap(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func popFirst() -> Simplex.Breakpoint? {
    if heap.isEmpty { return nil }
    let first = heap[0]
    let last = heap.removeLast()
    if heap.isEmpty { return first }
    heap[0] = last
    var index = 0
    while 2 * index + 1 < heap.count {
      var child = 2 * index + 1
      if child + 1 < heap.count, precedes(heap[child + 1], heap[child]) { child += 1 }
      if !precedes(heap[child], heap[index]) { break }
      swap(child, index)
      index = child
    }
    return first
  }

  private func swap(_ left: Int, _ right: Int) {
    let breakpoint = heap[left]
    heap[left] = heap[right]
    heap[right] = breakpoint
  }

  private func precedes(_ left: Simplex.Breakpoint, _ right: Simplex.Breakpoint) -> Bool {
    left.distance != right.distance ? left.distance < right.distance : left.id < right.id
  }
}
