/// The path of a nonbasic misfit over the kinks of the basic rows that it meets. Each kink takes
/// part of its charge.
struct KinkWalk: ~Copyable {
  private var breakpoints = BreakpointHeap()
  /// The kinks that were passed; each row pays only for its last one.
  private(set) var passed = Column<Breakpoint>()
  /// The part of the charge that no kink has taken; in the end the charge of the last kink.
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

  /// Begins with the part of the charge that exceeds a row's outermost slope.
  mutating func begin(_ id: Int32, _ sign: Int, _ penalties: borrowing Penalties) {
    penalties.slack(id, at: Double(sign) * .infinity, sign: sign, into: &excess)
    excess.negate()
    breakpoints.removeAll()
    passed.removeAll()
  }

  /// Adds a kink ahead; `way` is its distance from the row's activity.
  mutating func meet(_ id: Int32, at kink: Double, way: Double, rate: Double, passed: Double) {
    breakpoints.push(
      Breakpoint(distance: max(0, way / rate.magnitude), id: id, kink: kink, passed: passed))
  }

  /// Removes and returns the nearest kink ahead.
  mutating func popNearest() -> Breakpoint? { breakpoints.popFirst() }

  /// Subtracts the part of the charge that a kink takes. Returns true if that is the rest of the
  /// charge, false if the walk continues beyond the kink. `charge` is scratch memory.
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
      // Only part of the capacity is needed: the moving row stays on its slope.
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
