/// The prices of a dual step: what each nonbasic row asks for taking over the charge of a violated
/// row, and what the violated row pays for staying violated.
struct RatioTest: ~Copyable {
  private var candidates = CandidateHeap()
  /// The room of the violated row's multiplier at the kink towards which it is charged.
  private var capacity = LevelVector()
  private var room = LevelVector()

  init() {}

  mutating func reserve(_ size: Int) {
    candidates.reserve(size)
    capacity.reserve()
    room.reserve()
  }

  /// Whether only required pieces are left, which no price outweighs.
  var isHopeless: Bool { capacity.isRequired }

  /// Collects the nonbasic rows in an expansion that may move in the direction that helps. Leaves
  /// out rows stopped by a required piece, whose price is infinite, and rows whose factor is within
  /// `rounding`; both still share the charge.
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

  /// From now on, charges the violated row towards one of its kinks.
  mutating func aim(
    _ id: Int32, at kink: Double, _ sign: Int, _ penalties: borrowing Penalties
  ) {
    penalties.slack(id, at: kink, sign: sign, into: &capacity)
  }

  /// Removes and returns the cheapest nonbasic row and its price; nil when the violated row's own
  /// slope is cheaper.
  mutating func popCheapest(_ price: inout LevelVector) -> Candidate? {
    guard let top = candidates.top, !candidates.exceeds(top, capacity) else { return nil }
    _ = candidates.pop()
    price.set(to: candidates.prices, top.start, top.count)
    return top
  }

  /// The price of the violated row's own slope.
  func readOwnPrice(_ price: inout LevelVector) { price.set(to: capacity) }

  /// Returns a candidate to pivot on, and its price: `first`, or a steadier one that is hardly more
  /// expensive.
  mutating func popSteadier(
    than first: Candidate, _ price: inout LevelVector
  ) -> Candidate {
    let candidate = candidates.steadier(than: first)
    price.set(to: candidates.prices, candidate.start, candidate.count)
    return candidate
  }

  /// Puts a row that moved to another kink back into the test with more room.
  mutating func push(
    _ candidate: Candidate, at kink: Double, _ penalties: borrowing Penalties
  ) {
    penalties.slack(candidate.id, at: kink, sign: Int(candidate.sign), into: &room)
    candidates.push(
      candidates.make(candidate.id, sign: candidate.sign, size: candidate.size, slack: room))
  }
}
