/// The move of a nonbasic row in a primal step, across the kinks of the basic rows that change with
/// it. The activity (value) of a nonbasic row is given; basic rows depend on it. A kink is a change
/// of slope of a row's penalty.
///
/// The row is a *misfit*: its multiplier (its charge) is beyond all slopes of its penalty. Crossing
/// a kink of a basic row transfers a part of the excess charge to that row. The walk ends at the
/// kink that takes the rest.
struct KinkWalk: ~Copyable {
  private var breakpoints = BreakpointHeap()
  /// The kinks that the walk has crossed. Of several kinks of one row, only the last one takes
  /// charge.
  private(set) var passed = Column<Breakpoint>()
  /// The part of the charge that no kink has taken yet. At the end, the charge of the last kink.
  private var excess = LevelVector()
  private var capacity = LevelVector()
  private var remainder = LevelVector()

  init() {}

  mutating func reserve(_ size: Int) {
    breakpoints.reserve(size)
    passed.reserve(size)
    excess.reserve()
    capacity.reserve()
    remainder.reserve()
  }

  /// Starts with the part of the charge of row `id` that exceeds its outermost slope on the side of
  /// `sign`.
  mutating func begin(_ id: Int32, _ sign: Int, _ penalties: borrowing Penalties) {
    penalties.slack(id, at: Double(sign) * .infinity, sign: sign, into: &excess)
    excess.negate()
    breakpoints.removeAll()
    passed.removeAll()
  }

  /// Adds a kink of a basic row. `way` is its distance from that row's activity; `rate` is the rate
  /// of that activity. `passed` is the row's previous kink, NaN for the first.
  mutating func meet(_ id: Int32, at kink: Double, way: Double, rate: Double, passed: Double) {
    breakpoints.push(
      Breakpoint(distance: max(0, way / rate.magnitude), id: id, kink: kink, passed: passed))
  }

  /// Removes and returns the next kink on the path.
  mutating func popNearest() -> Breakpoint? { breakpoints.popFirst() }

  /// Subtracts the part of the charge that a kink takes. Returns true if the kink takes all of the
  /// remaining charge, false if the walk continues beyond the kink. `charge` is scratch memory.
  mutating func pass(
    _ next: Breakpoint, rate: Double, rises: Bool, _ penalties: borrowing Penalties,
    _ charge: inout LevelVector
  ) -> Bool {
    let sign = rises ? 1 : -1
    penalties.slack(next.id, at: next.kink, sign: sign, into: &capacity)
    charge.removeAll()
    if !next.passed.isNaN { penalties.slack(next.id, at: next.passed, sign: sign, into: &charge) }
    remainder.set(to: excess)
    excess.add(capacity, times: -rate.magnitude)
    excess.add(charge, times: rate.magnitude)
    if excess.sign <= 0 || capacity.isRequired {
      // The kink needs only a part of its capacity: the walk ends here, and the moving row keeps
      // its outermost slope.
      charge.add(remainder, times: 1 / rate.magnitude)
      excess.set(to: charge)
      return true
    }
    passed.append(next)
    return false
  }

  /// The charge of the last kink.
  func readLastCharge(_ charge: inout LevelVector) { charge.set(to: excess) }
}
