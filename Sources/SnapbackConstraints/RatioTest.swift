/// The prices of a dual step, which corrects a violated row: a row whose activity (value) does not
/// fit its multiplier (charge). There is a price for moving each nonbasic row to reduce the
/// violation, and one for leaving the row violated. A price is the change of the violated row's
/// multiplier at which this happens, a vector over the priority levels.
struct RatioTest: ~Copyable {
  private var candidates = CandidateHeap()
  /// The violated row's own price: the *room* of its multiplier at the kink toward which it is
  /// charged. Room is how far a multiplier may change before it no longer fits its row's activity.
  private var capacity = LevelVector()
  private var room = LevelVector()

  init() {}

  mutating func reserve(_ size: Int) {
    candidates.reserve(size)
    capacity.reserve()
    room.reserve()
  }

  /// Whether a required piece (constraint) prevents the violated row from passing this kink. No
  /// price outweighs it.
  var isHopeless: Bool { capacity.isRequired }

  /// Collects the nonbasic rows that may move in the direction that reduces the violation.
  /// `expansion` is the violated row as a sum over the nonbasic rows. Omits rows that a required
  /// piece stops, because their price is infinite, and rows whose factor is within `rounding`. The
  /// charge applies to omitted rows too.
  @inline(__always)
  mutating func gather(
    _ expansion: borrowing SparseSum, _ sign: Int, above rounding: Double,
    _ point: borrowing Point, _ penalties: borrowing Penalties
  ) {
    candidates.removeAll()
    for index in 0..<expansion.touched.count {
      let source = expansion.touched[index]
      let factor = expansion[source]
      if factor.magnitude <= rounding { continue }
      let help = (factor > 0) == (sign > 0) ? -1 : 1
      if penalties.isKept(source, at: point[source], sign: help) { continue }
      penalties.slack(source, at: point[source], sign: help, into: &room)
      candidates.append(
        candidates.make(source, sign: Int8(help), size: factor.magnitude, slack: room))
    }
    candidates.arrange()
  }

  /// Sets the kink toward which the violated row is charged.
  mutating func aim(
    _ id: Int32, at kink: Double, _ sign: Int, _ penalties: borrowing Penalties
  ) {
    penalties.slack(id, at: kink, sign: sign, into: &capacity)
  }

  /// Removes and returns the cheapest nonbasic row, and writes its price to `price`. Returns nil if
  /// the violated row's own price is lower.
  mutating func popCheapest(_ price: inout LevelVector) -> Candidate? {
    guard let top = candidates.top, !candidates.exceeds(top, capacity) else { return nil }
    _ = candidates.pop()
    price.set(to: candidates.prices, top.start, top.count)
    return top
  }

  /// Writes the violated row's own price to `price`.
  func readOwnPrice(_ price: inout LevelVector) { price.set(to: capacity) }

  /// Returns the candidate to pivot on: `first`, or one with a larger coefficient at the same price
  /// up to rounding. Writes its price to `price`.
  mutating func popSteadier(
    than first: Candidate, _ price: inout LevelVector
  ) -> Candidate {
    let candidate = candidates.steadier(than: first)
    price.set(to: candidates.prices, candidate.start, candidate.count)
    return candidate
  }

  /// Returns a row that moved to another kink to the test, with the room that it has there.
  mutating func push(
    _ candidate: Candidate, at kink: Double, _ penalties: borrowing Penalties
  ) {
    penalties.slack(candidate.id, at: kink, sign: Int(candidate.sign), into: &room)
    candidates.push(
      candidates.make(candidate.id, sign: candidate.sign, size: candidate.size, slack: room))
  }
}
