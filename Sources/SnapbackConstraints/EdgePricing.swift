/// A direction in which a ``LevelSearch`` can move: one nonbasic row rises or falls, and the others
/// keep their activities (values).
struct Edge: BitwiseCopyable {
  /// The slot of the row in the ``NonbasicMatrix``.
  var slot: Int32
  /// 1 when the row rises, −1 when it falls.
  var sign: Int
  /// The slope of the objective along the edge, below 0.
  var rate: Double
}

/// The choice of edges of a ``LevelSearch``.
///
/// Chooses the steepest edge by the reference weights of P. M. J. Harris, "Pivot selection methods
/// of the Devex LP code", Mathematical Programming 5, 1973. After many steps of length zero,
/// chooses any edge at random, which cannot cycle; the random numbers are the same each time.
struct EdgePricing: ~Copyable {
  private var weights = Column<Double>()
  private var isBanned = Column<Bool>()
  /// Whether a slot stays banned until the end of the level.
  private var isStuck = Column<Bool>()
  private(set) var hasBanned = false
  /// The number of steps of length zero since the last other step.
  private var stalls = 0
  private var random: UInt64 = 0

  /// The distance up to which a refined multiplier with this noise is at a slope.
  static func rounding(_ noise: Double) -> Double { 4 * noise }

  private static var stallLimit: Int { 60 }

  init() {}

  mutating func reset(slots: Int) {
    weights.fill(slots, with: 1)
    isBanned.fill(slots, with: false)
    isStuck.fill(slots, with: false)
    hasBanned = false
    stalls = 0
    random = 0x9E37_79B9_7F4A_7C15
  }

  /// Excludes the edges of a slot until ``allowAll()`` or, if `isStuck` is true, until the end of
  /// the level.
  mutating func ban(_ slot: Int32, isStuck: Bool) {
    isBanned[slot] = true
    self.isStuck[slot] = isStuck
    hasBanned = true
  }

  mutating func allowAll() {
    if !hasBanned { return }
    hasBanned = false
    for slot in 0..<isBanned.count { isBanned[slot] = isStuck[slot] }
  }

  /// Records whether a step moved.
  mutating func noteStep(isStalled: Bool) { stalls = isStalled ? stalls + 1 : 0 }

  /// The edge to follow; nil if the objective falls along none.
  mutating func choose(
    _ matrix: borrowing NonbasicMatrix, _ point: borrowing Point, _ penalties: borrowing Penalties,
    _ objective: borrowing Objective, _ segments: borrowing Segments, isRefined: Bool
  ) -> Edge? {
    var best: Edge?
    var most = 0.0
    for slot in 0..<Int32(truncatingIfNeeded: matrix.count) where !isBanned[slot] {
      let (id, multiplier) = (matrix.ids[slot], matrix.bySlot[slot])
      let rest = isRefined ? matrix.multiplierRests[slot] : 0
      let value = point[id]
      var (right, left) = (0.0, 0.0)
      if objective.concerns(id) {
        right = objective.slope(of: id, at: value, toRight: true, penalties)
        left = objective.slope(of: id, at: value, toRight: false, penalties)
      }
      let (rise, fall) = ((right - multiplier) - rest, (multiplier - left) + rest)
      var edge = Edge(slot: slot, sign: 0, rate: 0)
      if rise < 0, value < segments.uppers[id] {
        edge = Edge(slot: slot, sign: 1, rate: rise)
      } else if fall < 0, value > segments.lowers[id] {
        edge = Edge(slot: slot, sign: -1, rate: fall)
      }
      let rounding =
        isRefined
        ? Self.rounding(matrix.multiplierNoise[slot])
        : 1e-9 * max(objective.scale, multiplier.magnitude)
      if edge.rate >= -rounding { continue }
      let merit = stalls > Self.stallLimit ? nextRandom() : edge.rate * edge.rate / weights[slot]
      if merit > most {
        most = merit
        best = edge
      }
    }
    return best
  }

  private mutating func nextRandom() -> Double {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(random >> 11) + 1
  }

  /// Updates the weights for the exchange of the row in `slot`. `expansion` is the row that
  /// replaces it, by slot.
  func exchange(_ slot: Int32, _ expansion: borrowing Column<Double>) {
    let (pivot, weight) = (expansion[slot], weights[slot])
    for index in 0..<weights.count where expansion[index] != 0 {
      let ratio = expansion[index] / pivot
      weights[index] = max(weights[index], ratio * ratio * weight)
    }
    weights[slot] = max(weight / (pivot * pivot), 1)
    if weights[slot] > 1e8 {
      for index in 0..<weights.count { weights[index] = 1 }
    }
  }
}

/// The rows that move along an edge, and the kinks that they meet.
struct EdgeWalk: ~Copyable {
  /// The basic rows that move.
  private(set) var rows = Column<Int32>()
  private var rates = Column<Double>()
  private var sizes = Column<Double>()
  private var isTouched = Column<Bool>()
  private var breakpoints = BreakpointHeap()
  /// The kinks of basic rows that the walk has passed.
  private(set) var passed = Column<Breakpoint>()
  /// The kink that the moving nonbasic row has passed last; NaN if it has passed none.
  private(set) var ownKink = Double.nan
  /// The largest rate of a row.
  private(set) var largest = 0.0
  /// Whether the rates have all digits.
  private var areRefined = false

  /// The end of a walk.
  enum End {
    /// The moving row reaches its own kink.
    case flip(Double)
    /// A basic row reaches its kink and replaces the moving row.
    case pivot(Breakpoint)
    /// Nothing ends the walk, which can only be due to rounding.
    case none
  }

  init() {}

  mutating func reset(ids: Int) {
    rates.fill(ids, with: 0)
    sizes.fill(ids, with: 0)
    isTouched.fill(ids, with: false)
    rows.removeAll()
    passed.removeAll()
  }

  func rate(of row: Int32) -> Double { rates[row] }

  /// Whether the rate of a row is so small beside the terms of its sum that it has few digits.
  func isUncertain(_ row: Int32) -> Bool { rates[row].magnitude < 1e-22 * sizes[row] }

  /// Computes the rates of the basic rows with active pieces from the rates of the variables in the
  /// matrix. Leaves out a rate that may be a rounding error, judged by the size of the terms of its
  /// sum. With `isRefined`, the rates of the variables have all digits, so only the rounding of the
  /// coefficients counts, and the limit is lower.
  mutating func gather(
    _ basis: borrowing Basis, _ isActive: borrowing Column<Bool>, isRefined: Bool
  ) {
    for index in 0..<rows.count {
      isTouched[rows[index]] = false
      rates[rows[index]] = 0
      sizes[rows[index]] = 0
    }
    rows.removeAll()
    areRefined = isRefined
    if isRefined { return gatherRefined(basis, isActive) }
    let moves = basis.matrix.byVariable.cells
    var farthest = 0.0
    for variable in 0..<basis.matrix.count { farthest = max(farthest, moves[variable].magnitude) }
    for variable in 0..<Int32(truncatingIfNeeded: basis.matrix.count) {
      let move = moves[variable]
      if move.magnitude <= 1e-15 * farthest { continue }
      for place in basis.matrix.occurrences(of: variable) {
        let row = basis.matrix.row(place)
        if !isActive[row] || basis.isNonbasic(row) { continue }
        if !isTouched[row] {
          isTouched[row] = true
          rows.append(row)
        }
        let product = basis.matrix.factor(place) * move
        rates[row] += product
        sizes[row] += product.magnitude
      }
    }
    removeRounding(1e-11)
  }

  private mutating func gatherRefined(
    _ basis: borrowing Basis, _ isActive: borrowing Column<Bool>
  ) {
    for id in 0..<Int32(truncatingIfNeeded: isActive.count)
    where isActive[id] && !basis.isNonbasic(id) {
      let (rate, size) = basis.matrix.refinedProduct(of: id)
      (rates[id], sizes[id]) = (rate.rounded, size)
      if size == 0 { continue }
      isTouched[id] = true
      rows.append(id)
    }
    removeRounding(basis.matrix.isExact ? 1e-26 : 1e-15)
  }

  private mutating func removeRounding(_ limit: Double) {
    largest = 0
    var kept = 0
    for index in 0..<rows.count {
      let row = rows[index]
      if rates[row].magnitude <= limit * sizes[row] {
        isTouched[row] = false
        rates[row] = 0
        sizes[row] = 0
        continue
      }
      largest = max(largest, rates[row].magnitude)
      rows[kept] = row
      kept += 1
    }
    rows.resize(kept, with: 0)
  }

  /// Walks along the edge of the nonbasic row `id` until the objective no longer falls.
  mutating func run(
    _ id: Int32, _ edge: Edge, _ point: borrowing Point,
    _ activities: borrowing ActivityRounding,
    _ penalties: borrowing Penalties, _ objective: borrowing Objective,
    _ segments: borrowing Segments
  ) -> End {
    breakpoints.removeAll()
    passed.removeAll()
    ownKink = .nan
    for index in 0..<rows.count {
      let row = rows[index]
      push(row, edge, at: segments.end(of: row, rises: rises(row, edge)), point, activities)
    }
    pushOwn(id, edge, beyond: point[id], point, penalties, objective, segments)
    var slope = edge.rate
    var rounding = 1e-14 * edge.rate.magnitude
    while let next = breakpoints.popFirst() {
      if next.id == id {
        let jump = objective.jump(of: id, at: next.kink, penalties)
        slope += jump
        rounding += 1e-14 * jump
        if next.kink == segments.wall(of: id, rises: edge.sign > 0) || slope >= -rounding {
          return .flip(next.kink)
        }
        ownKink = next.kink
        pushOwn(id, edge, beyond: next.kink, point, penalties, objective, segments)
        continue
      }
      let upward = rises(next.id, edge)
      let wall = segments.wall(of: next.id, rises: upward)
      let jump =
        next.kink == wall
        ? .infinity
        : rates[next.id].magnitude * objective.jump(of: next.id, at: next.kink, penalties)
      slope += jump
      rounding += 1e-14 * jump
      if slope >= -rounding { return .pivot(steadier(than: next, id, penalties)) }
      passed.append(next)
      let beyond = objective.nextKink(
        of: next.id, beyond: next.kink, rises: upward, limit: wall, penalties)
      push(next.id, edge, at: beyond, point, activities)
    }
    return .none
  }

  private func rises(_ row: Int32, _ edge: Edge) -> Bool { (rates[row] > 0) == (edge.sign > 0) }

  private mutating func push(
    _ row: Int32, _ edge: Edge, at kink: Double, _ point: borrowing Point,
    _ activities: borrowing ActivityRounding
  ) {
    guard kink.isFinite else { return }
    let excess = activities.excess(of: row, over: kink, at: point)
    let way = rises(row, edge) ? -excess : excess
    breakpoints.push(
      Breakpoint(
        distance: max(0, way / rates[row].magnitude), id: row, kink: kink, passed: .nan))
  }

  private mutating func pushOwn(
    _ id: Int32, _ edge: Edge, beyond activity: Double, _ point: borrowing Point,
    _ penalties: borrowing Penalties, _ objective: borrowing Objective,
    _ segments: borrowing Segments
  ) {
    let rises = edge.sign > 0
    let kink = objective.nextKink(
      of: id, beyond: activity, rises: rises, limit: segments.wall(of: id, rises: rises), penalties)
    guard kink.isFinite else { return }
    breakpoints.push(
      Breakpoint(distance: (kink - point[id]).magnitude, id: id, kink: kink, passed: .nan))
  }

  /// The breakpoint to pivot on: `first` or, if rates are not refined, one with a larger rate that
  /// is farther by no more than a rounding error.
  private mutating func steadier(
    than first: Breakpoint, _ id: Int32, _ penalties: borrowing Penalties
  ) -> Breakpoint {
    if areRefined || rates[first.id].magnitude > 0.1 * largest { return first }
    var best = first
    let limit =
      first.distance
      + (1e-10 * penalties.unit(of: first.id) + 1e-12 * first.kink.magnitude)
      / rates[first.id].magnitude
    while let next = breakpoints.popFirst(), next.distance <= limit, next.id != id {
      if rates[next.id].magnitude > rates[best.id].magnitude { best = next }
    }
    return best
  }
}
