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
/// activities and multipliers, are refined to the digits of a double.
struct LevelSearch: ~Copyable {
  enum Outcome {
    case done
    /// The work limit ended the search. All required constraints hold if `isFeasible` is true.
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

  var objective = Objective()
  var segments = Segments()
  /// The slope of the objective for each basic row, and the sum of slopes times coefficients by
  /// variable.
  var slopes = Column<Double>()
  var gradient = Column<Double>()
  var gradientSizes = Column<Double>()
  /// Whether a row has active pieces.
  var isActive = Column<Bool>()
  /// The units of rows (``Penalties/unit(of:)``).
  var units = Column<Double>()
  /// The rounding error of each row's activity.
  var noise = Column<Double>()
  /// Whether steps refine their rates and factorize after each exchange, because numbers that
  /// should agree did not.
  var isCareful = false
  var pricing = EdgePricing()
  var walk = EdgeWalk()
  var charges = Column<Charge>()
  /// The active pieces, sorted by level, and the place where each level starts.
  private var pieces = Column<Int32>()
  private var starts = Column<Int32>()
  /// Whether a point was found at which all required constraints hold.
  private(set) var isFeasible = false

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
    isFeasible = true
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
    gradient.fill(Int(simplex.numbering.variableCount), with: 0)
    gradientSizes.fill(Int(simplex.numbering.variableCount), with: 0)
    isActive.fill(ids, with: false)
    noise.fill(ids, with: 0)
    units.fill(ids, with: 1)
    for id in simplex.numbering.ids {
      isActive[id] = simplex.penalties.hasActivePieces(id)
      units[id] = simplex.penalties.unit(of: id)
    }
    pricing.reset(slots: Int(simplex.numbering.variableCount))
    walk.reset(ids: ids)
    charges.removeAll()
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
    if isSatisfied(simplex) {
      enclose(simplex)
      return .done
    }
    let outcome = minimize(&simplex)
    guard outcome == .done else { return outcome }
    // With violations of zero up to rounding, multipliers stem from rounding, too.
    if isSatisfied(simplex) { enclose(simplex) } else { close(level, simplex) }
    return .done
  }

  /// Whether all pieces of the objective are satisfied up to rounding.
  func isSatisfied(_ simplex: borrowing Simplex) -> Bool {
    for index in 0..<objective.pieces.count where !isSatisfied(objective.pieces[index], simplex) {
      return false
    }
    return true
  }

  /// Whether a piece is satisfied up to rounding.
  func isSatisfied(_ index: Int32, _ simplex: borrowing Simplex) -> Bool {
    let piece = simplex.penalties.piece(index)
    let row = simplex.penalties.row(ofPiece: index)
    return Objective.violation(of: piece, at: simplex.point[row]) <= nearness(piece.target, of: row)
  }

  /// The distance up to which the activity of a row is at a kink.
  func nearness(_ kink: Double, of row: Int32) -> Double {
    1e-10 * units[row] + 1e-12 * kink.magnitude + noise[row]
  }

  /// Evaluates everything with all digits, and notes the rounding errors of activities.
  func evaluate(_ simplex: inout Simplex) {
    simplex.evaluateAll()
    let values = simplex.basis.matrix.byVariable.cells
    for id in simplex.numbering.ids where isActive[id] {
      let (activity, size) = simplex.basis.matrix.product(of: id, with: values)
      noise[id] = 1e-14 * size
      if simplex.numbering.isHomeRow(id), !simplex.basis.isNonbasic(id) {
        simplex.point.set(id, to: activity)
      }
    }
  }

  /// Keeps all pieces of the objective satisfied from now on.
  func enclose(_ simplex: borrowing Simplex) {
    for index in 0..<objective.pieces.count {
      let piece = objective.pieces[index]
      segments.enclose(simplex.penalties.row(ofPiece: piece), simplex.penalties.piece(piece))
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
      let value = simplex.point[id]
      let right = objective.slope(of: id, at: value, toRight: true, simplex.penalties)
      let left = objective.slope(of: id, at: value, toRight: false, simplex.penalties)
      let noise = simplex.basis.matrix.multiplierNoise[slot]
      let zero = EdgePricing.rounding(noise)
      if (right - multiplier).magnitude <= zero {
        multiplier = right
      } else if right > multiplier {
        segments.uppers[id] = value
        multiplier = min(multiplier, right - Self.leastRoom)
      }
      if (multiplier - left).magnitude <= zero {
        multiplier = left
      } else if multiplier > left {
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
