/// Computes the slopes of the answer with respect to constants of constraints, and the range in
/// which the slopes hold (docs/solver.md, "Sensitivity"). ``Simplex`` defines the terms.
extension Simplex {
  /// A piece, one constraint on a row, whose target moves.
  struct DrivenPiece {
    /// The index of the piece among all pieces; negative for a constraint without a piece.
    let piece: Int32
    /// The change of the piece's target per unit of the constant, in the direction in which the
    /// constant is going to move.
    let factor: Double
  }

  /// Returns the linear piece of the answer around its current value, as a function of the targets
  /// of `driven`.
  ///
  /// Each piece has a kink at its target. A nonbasic row at the kink of a driven piece moves with
  /// the kink; all other nonbasic rows keep their values. The multipliers do not change. So the
  /// answer stays optimal until a row reaches a kink other than the one it moves with, or until a
  /// variable that decides a tie reaches its home (default value). Θ(variables × constraints),
  /// allocates.
  mutating func linearPiece(_ driven: [DrivenPiece]) -> LinearPiece {
    leaveTracks()
    evaluateChanges()
    var slopes = Slopes(count: driven.count, variables: Int(numbering.variableCount))
    for (index, drive) in driven.enumerated() where drive.piece >= 0 {
      let row = penalties.row(ofPiece: drive.piece)
      guard penalties.piece(drive.piece).isActive else { continue }
      slopes.note(row)
      slopes.drivers[drive.piece] = index
      slopes.factors[index] = drive.factor
      guard slopes.followed[row] == nil else { continue }
      switch hold(drive.piece, by: drive.factor) {
      case .stays: break
      case .follows:
        slopes.followed[row] = drive.piece
        follow(row, index, drive.factor, &slopes)
      case .undecided: slopes.stop(index)
      }
    }
    limitByKinks(&slopes)
    limitByTies(&slopes)
    return slopes.piece(variables: Int(numbering.variableCount))
  }

  /// The response of a row to a move of a kink of its penalty.
  private enum Hold {
    case follows, stays
    /// Moving with the kink and staying cost the same.
    case undecided
  }

  /// Returns the response of a row to a move of the kink of its piece `index`, in the direction of
  /// the sign of `factor`.
  private mutating func hold(_ index: Int32, by factor: Double) -> Hold {
    let (row, target) = (penalties.row(ofPiece: index), penalties.piece(index).target)
    guard basis.isNonbasic(row), point[row] == target else { return .stays }
    // Several kinks may have the same target. The multiplier decides which of them the row moves
    // with.
    let moved = factor > 0 ? target.nextUp : target.nextDown
    guard case .between(let lower, let upper) = penalties.fit(row, withKinkOf: index, at: moved)
    else { return .undecided }
    guard lower <= moved && moved <= upper else { return .stays }
    if target < lower || target > upper { return .follows }
    trace(row)
    return homes.first(factor > 0 ? 1 : -1, along: basis.direction, at: point).isNearer
      ? .follows : .undecided
  }

  private mutating func follow(_ row: Int32, _ index: Int, _ factor: Double, _ slopes: inout Slopes)
  {
    trace(row)
    slopes.add(row, index, factor)
    for place in 0..<basis.direction.variables.count {
      let variable = basis.direction.variables[place]
      slopes.variables[index][Int(variable)] = factor * basis.direction.rate(ofVariable: variable)
    }
    for place in 0..<basis.direction.rows.count {
      let other = basis.direction.rows[place]
      slopes.add(other, index, factor * basis.direction[other])
    }
  }

  /// Limits the piece so that no row passes a kink other than the one it moves with.
  private mutating func limitByKinks(_ slopes: inout Slopes) {
    for row in slopes.rows.keys.sorted() {
      let value = point[row]
      for index in penalties.pieceRange(row)
      where penalties.piece(index).isActive && slopes.followed[row] != index {
        let target = penalties.piece(index).target
        let rates = slopes.rates(of: row, against: index)
        let holder = slopes.followed[row]
        if basis.isNonbasic(row), value == target {
          limitCoincident(index, holder, rates, &slopes)
          continue
        }
        if basis.isNonbasic(row) ? target > value : target >= fits.upper(of: row) {
          slopes.limit(rates, room: target - value)
        }
        if basis.isNonbasic(row) ? target < value : target <= fits.lower(of: row) {
          slopes.limit(rates.map { -$0 }, room: value - target)
        }
      }
    }
  }

  /// Limits the separation of a nonbasic row from the kink of piece `index`, which is at the row's
  /// activity but does not move the row. `holder` is the piece that does move the row, nil if none
  /// does.
  ///
  /// A separation is allowed in each direction in which the row moves with `holder`, or stays if
  /// `holder` is nil.
  private mutating func limitCoincident(
    _ index: Int32, _ holder: Int32?, _ rates: [Double], _ slopes: inout Slopes
  ) {
    guard let driver = slopes.drivers[holder ?? index] else { return }
    let piece = penalties.piece(index)
    if let holder, piece.isRequired, penalties.piece(holder).isRequired {
      // Beyond the kink, the two required pieces contradict each other, and one of them yields.
      if piece.relation >= 0 { slopes.limit(rates.map { -$0 }, room: 0) }
      if piece.relation <= 0 { slopes.limit(rates, room: 0) }
      return
    }
    // Checks the opposite direction too: the row must move with its holder, or stay if it has none.
    switch hold(holder ?? index, by: -slopes.factors[driver]) {
    case .follows where holder != nil, .stays where holder == nil: return
    default: break
    }
    let sign: Double = slopes.factors[driver] > 0 ? 1 : -1
    slopes.limit(rates.map { (holder != nil ? -sign : sign) * $0 }, room: 0)
  }

  /// Limits the piece so that no variable that decides a tie passes its home.
  private mutating func limitByTies(_ slopes: inout Slopes) {
    markTies()
    while let variable = ties.popMarked() {
      let home = homes[variable]
      let rates = slopes.variables.map { rates in
        rates[Int(variable)] - (home >= 0 ? rates[Int(home)] : 0)
      }
      let distance = homes.distance(of: variable, at: point)
      if distance >= 0 { slopes.limit(rates.map { -$0 }, room: distance) }
      if distance <= 0 { slopes.limit(rates, room: -distance) }
    }
  }
}

/// The slopes of rows and variables during the construction of a ``LinearPiece``.
private struct Slopes {
  /// The rate of each variable, for each constraint: indexed by constraint, then by variable.
  var variables: [[Double]]
  /// The rates of each row that moves, indexed by constraint.
  private(set) var rows: [Int32: [Double]] = [:]
  /// For each driven piece, the index of its constraint.
  var drivers: [Int32: Int] = [:]
  /// The change of the driven target per unit of each constraint's constant.
  var factors: [Double]
  /// For each row that moves with a kink, the piece of that kink.
  var followed: [Int32: Int32] = [:]
  private var limits: [LinearPiece.Limit] = []

  init(count: Int, variables: Int) {
    self.variables = Array(repeating: Array(repeating: 0, count: variables), count: count)
    factors = Array(repeating: 0, count: count)
  }

  /// Adds a row with a rate of zero, so that `limitByKinks` checks its kinks.
  mutating func note(_ row: Int32) { add(row, 0, 0) }

  mutating func add(_ row: Int32, _ index: Int, _ rate: Double) {
    rows[row, default: Array(repeating: 0, count: factors.count)][index] += rate
  }

  /// The rate of a row relative to the kink of a piece, for each constraint.
  func rates(of row: Int32, against piece: Int32) -> [Double] {
    var rates = rows[row] ?? []
    if let driver = drivers[piece] { rates[driver] -= factors[driver] }
    return rates
  }

  mutating func limit(_ rates: [Double], room: Double) {
    guard rates.contains(where: { $0.magnitude > 1e-12 }) else { return }
    limits.append(LinearPiece.Limit(rates: rates, room: max(0, room)))
  }

  /// Excludes from the piece any move of the constant of constraint `index` in its direction.
  mutating func stop(_ index: Int) {
    limit(factors.indices.map { $0 == index ? 1 : 0 }, room: 0)
  }

  func piece(variables count: Int) -> LinearPiece {
    var piece = LinearPiece(
      rates: variables.map { rates in
        rates.enumerated().compactMap { index, rate in
          rate == 0 ? nil : LinearPiece.Rate(variable: Variable(index: index), rate: rate)
        }
      })
    piece.limits = limits
    return piece
  }
}
