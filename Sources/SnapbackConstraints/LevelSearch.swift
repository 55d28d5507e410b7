/// A search for the optimum that handles one priority level after another, for systems in which the
/// steps of ``Simplex`` take too long or lose too many digits.
///
/// At each level, a primal simplex minimizes the sum of violations. It moves nonbasic rows, whose
/// activities (values) are given, in directions that keep the stronger levels optimal; the *walls*
/// of each row bound its activity accordingly. At the end of a level, the multipliers of the
/// nonbasic rows tell which of them may still move without cost. The next level starts from there,
/// so that usually few steps are needed. docs/solver.md, "Level by level", has the details.
///
/// The nonbasic rows are a factorized matrix (``NonbasicMatrix``). The numbers that end a level,
/// activities and multipliers, are refined to almost 31 digits.
struct LevelSearch: ~Copyable {
  enum Outcome {
    case done
    /// The work limit ended the search.
    case exhausted
    /// Rounding or the step limit ended the search.
    case failed
  }

  /// A multiplier of a row at a level.
  struct Charge: BitwiseCopyable {
    var id: Int32
    var level: Int32
    var value: Double
  }

  /// How carefully a search computes.
  struct Care {
    /// Whether steps refine their rates and factorize after each exchange, because numbers that
    /// should agree did not.
    var isCareful = false
    /// Whether each level begins carefully.
    var beginsCarefully = false
    /// Whether walls were moved to rows that had passed them by a rounding error.
    var hasMovedWalls = false
    /// The longest distance by which an exchange moves a row.
    var longestWay = Care.longestWay

    /// Beyond this distance, 31 digits are not enough for the result.
    static var longestWay: Double { 1e25 }
    /// Beyond this distance, doubles are not enough to satisfy constraints with small numbers.
    static var longestCertainWay: Double { 1e12 }
  }

  var objective = Objective()
  var segments = Segments()
  /// The slope of the objective for each basic row, and the sum of slopes times coefficients by
  /// variable.
  var slopes = Column<Double>()
  var gradient = Column<DoubleDouble>()
  var gradientSizes = Column<Double>()
  /// Whether a row has active pieces.
  var isActive = Column<Bool>()
  var rounding = ActivityRounding()
  var care = Care()
  var pricing = EdgePricing()
  var walk = EdgeWalk()
  var charges = Column<Charge>()
  /// The active pieces, sorted by level, and the place where each level starts.
  private var pieces = Column<Int32>()
  private var starts = Column<Int32>()

  init() {}

  /// Searches from the current nonbasic rows, which must be factorized. Afterwards, `install(_:)`
  /// writes the multipliers.
  mutating func run(_ simplex: inout Simplex) -> Outcome {
    reset(simplex)
    for id in simplex.numbering.ids where simplex.penalties.isCharged(id) {
      simplex.penalties.discharge(id)
    }
    simplex.penalties.trustMultipliers()
    evaluate(&simplex)
    let outcome = satisfyRequired(&simplex)
    guard outcome == .done else { return outcome }
    sortPieces(simplex)
    for level in Piece.demotedLevel...simplex.penalties.tieLevel {
      let outcome = settle(level, &simplex)
      guard outcome == .done else { return outcome }
    }
    return settleHomes(&simplex)
  }

  private mutating func reset(_ simplex: borrowing Simplex) {
    let ids = simplex.idCount
    objective.reset(pieces: simplex.penalties.pieceCount, ids: ids)
    segments.reset(ids: ids)
    slopes.fill(ids, with: 0)
    gradient.fill(Int(simplex.numbering.variableCount), with: DoubleDouble())
    gradientSizes.fill(Int(simplex.numbering.variableCount), with: 0)
    isActive.fill(ids, with: false)
    rounding.reset(simplex.numbering, simplex.penalties)
    for id in simplex.numbering.ids { isActive[id] = simplex.penalties.hasActivePieces(id) }
    pricing.reset(slots: Int(simplex.numbering.variableCount))
    walk.reset(ids: ids)
    charges.removeAll()
    care.hasMovedWalls = false
  }

  /// Sorts the active pieces by level: a counting sort.
  private mutating func sortPieces(_ simplex: borrowing Simplex) {
    let levels = Int(simplex.penalties.tieLevel)
    starts.fill(levels + 1, with: 0)
    let count = Int32(truncatingIfNeeded: simplex.penalties.pieceCount)
    for index in 0..<count where simplex.penalties.piece(index).isActive {
      starts[simplex.penalties.piece(index).level + 1] += 1
    }
    for level in 0..<levels { starts[level + 1] += starts[level] }
    pieces.fill(Int(starts[levels]), with: 0)
    let ends = Column(copying: starts)
    for index in 0..<count where simplex.penalties.piece(index).isActive {
      let level = simplex.penalties.piece(index).level
      pieces[ends[level]] = index
      ends[level] += 1
    }
  }

  // MARK: One level

  private mutating func settle(_ level: Int32, _ simplex: inout Simplex) -> Outcome {
    if level < simplex.penalties.tieLevel {
      objective.removeAll(.weight)
      for place in starts[level]..<starts[level + 1] {
        objective.add(pieces[place], simplex.penalties)
      }
    } else {
      objective.removeAll(.tie)
      for place in 0..<pieces.count where simplex.penalties.piece(pieces[place]).decidesTies {
        objective.add(pieces[place], simplex.penalties)
      }
    }
    if isSatisfied(simplex, isStrict: true) {
      enclose(simplex)
      return .done
    }
    let outcome = minimize(&simplex)
    guard outcome == .done else { return outcome }
    // With violations of zero up to rounding, multipliers stem from rounding, too.
    if isSatisfied(simplex, isStrict: true) { enclose(simplex) } else { close(level, simplex) }
    return .done
  }

  /// Whether all pieces of the objective are satisfied: up to the rounding of the search if
  /// `isStrict` is true, otherwise up to that of their numbers.
  func isSatisfied(_ simplex: borrowing Simplex, isStrict: Bool = false) -> Bool {
    for index in 0..<objective.pieces.count {
      let piece = simplex.penalties.piece(objective.pieces[index])
      let row = simplex.penalties.row(ofPiece: objective.pieces[index])
      let near = isStrict ? 0 : rounding.nearness(piece.target, of: row)
      if piece.relation <= 0, rounding.isAbove(piece.target + near, row, at: simplex.point) {
        return false
      }
      if piece.relation >= 0, rounding.isBelow(piece.target - near, row, at: simplex.point) {
        return false
      }
    }
    return true
  }

  /// Evaluates everything with all digits, and notes the rounding errors of activities.
  func evaluate(_ simplex: inout Simplex) {
    simplex.evaluateAll()
    var largest = 0.0
    for variable in 0..<simplex.basis.matrix.count {
      largest = max(largest, simplex.basis.matrix.byVariable[variable].magnitude)
    }
    for id in simplex.numbering.ids where isActive[id] {
      let (activity, size) = simplex.basis.matrix.refinedProduct(of: id)
      let isGiven = simplex.basis.isNonbasic(id)
      if !isGiven { simplex.point.set(id, to: activity.high) }
      rounding.set(id, rest: isGiven ? 0 : activity.low, size: size, largest: largest)
    }
  }

  /// Keeps all pieces of the objective as satisfied as they are from now on.
  func enclose(_ simplex: borrowing Simplex) {
    for index in 0..<objective.pieces.count {
      let row = simplex.penalties.row(ofPiece: objective.pieces[index])
      segments.enclose(row, simplex.penalties.piece(objective.pieces[index]))
      moveWalls(of: row, simplex)
    }
  }

  /// Moves the walls of a row to its activity if it is beyond them.
  func moveWalls(of row: Int32, _ simplex: borrowing Simplex) {
    if rounding.isBelow(segments.lowers[row], row, at: simplex.point) {
      segments.lowers[row] = rounding.floor(of: row, at: simplex.point)
    }
    if rounding.isAbove(segments.uppers[row], row, at: simplex.point) {
      segments.uppers[row] = rounding.ceiling(of: row, at: simplex.point)
    }
  }

  /// Moves the walls so that the rows keep the optimum of the objective. Notes the multipliers if
  /// `level` is not negative.
  ///
  /// `matrix.bySlot` holds the multipliers of the nonbasic rows.
  mutating func close(_ level: Int32, _ simplex: borrowing Simplex) {
    for index in 0..<objective.rows.count {
      let row = objective.rows[index]
      if simplex.basis.isNonbasic(row) { continue }
      segments.lowers[row] = segments.lows[row]
      segments.uppers[row] = segments.highs[row]
      note(row, level, slopes[row])
    }
    for slot in 0..<simplex.basis.matrix.count {
      let id = simplex.basis.matrix.ids[slot]
      var multiplier = simplex.basis.matrix.bySlot[slot]
      let rest = simplex.basis.matrix.multiplierRests[slot]
      let value = simplex.point[id]
      let right = objective.slope(of: id, at: value, toRight: true, simplex.penalties)
      let left = objective.slope(of: id, at: value, toRight: false, simplex.penalties)
      let noise = simplex.basis.matrix.multiplierNoise[slot]
      let zero = EdgePricing.rounding(noise)
      let (rise, fall) = ((right - multiplier) - rest, (multiplier - left) + rest)
      if rise.magnitude <= zero {
        multiplier = right
      } else if rise > 0 {
        segments.uppers[id] = value
        multiplier = min(multiplier, right - Self.leastRoom)
      }
      if fall.magnitude <= zero {
        multiplier = left
      } else if fall > 0 {
        segments.lowers[id] = value
        multiplier = max(multiplier, left + Self.leastRoom)
      }
      if objective.concerns(id) { encloseKinks(id, value, simplex) }
      note(id, level, multiplier)
    }
  }

  /// The least room of a multiplier that is not at a slope, so that checks do not take it for
  /// rounding.
  private static var leastRoom: Double { 2e-11 }

  private mutating func note(_ id: Int32, _ level: Int32, _ value: Double) {
    if level >= 0, value != 0 { charges.append(Charge(id: id, level: level, value: value)) }
  }

  /// Keeps a nonbasic row, which may still move, between the kinks of the objective next to it.
  private func encloseKinks(_ id: Int32, _ value: Double, _ simplex: borrowing Simplex) {
    segments.uppers[id] = objective.nextKink(
      of: id, beyond: value, rises: true, limit: segments.uppers[id], simplex.penalties)
    segments.lowers[id] = objective.nextKink(
      of: id, beyond: value, rises: false, limit: segments.lowers[id], simplex.penalties)
  }

  /// Writes the multipliers of all levels.
  func install(_ simplex: inout Simplex) {
    // Weaker levels first: a multiplier's list of entries starts with the strongest.
    var index = charges.count - 1
    while index >= 0 {
      let charge = charges[index]
      simplex.penalties.charge(charge.id, level: charge.level, charge.value)
      index -= 1
    }
  }
}
