/// The pieces (constraints) whose violations a ``LevelSearch`` minimizes at present, and the slopes
/// of their sum.
struct Objective: ~Copyable {
  /// How the slopes of a piece count.
  enum Measure {
    /// As 1, whatever the weight. For required constraints, whose sum has to become zero.
    case unit
    /// As its weight.
    case weight
    /// As its weight at the tie level.
    case tie
  }

  private var measure = Measure.unit
  private(set) var pieces = Column<Int32>()
  private var isCounted = Column<Bool>()
  /// The rows of the pieces.
  private(set) var rows = Column<Int32>()
  private var concerned = Column<Bool>()
  /// The largest slope.
  private(set) var scale = 1.0
  /// The home row whose distance from its target counts in place of pieces; −1 if there is none.
  private var homeRow: Int32 = -1
  private var homeTarget = 0.0

  init() {}

  mutating func reset(pieces count: Int, ids: Int) {
    isCounted.fill(count, with: false)
    concerned.fill(ids, with: false)
    pieces.removeAll()
    rows.removeAll()
  }

  /// Whether a row has counted pieces.
  func concerns(_ id: Int32) -> Bool { concerned[id] }

  mutating func removeAll(_ newMeasure: Measure) {
    for index in 0..<pieces.count { isCounted[pieces[index]] = false }
    for index in 0..<rows.count { concerned[rows[index]] = false }
    pieces.removeAll()
    rows.removeAll()
    measure = newMeasure
    scale = 1e-30
    homeRow = -1
  }

  /// Counts the distance of a home row from its target, and nothing else.
  mutating func setHome(_ id: Int32, at target: Double) {
    removeAll(.unit)
    concerned[id] = true
    rows.append(id)
    homeRow = id
    homeTarget = target
    scale = 1
  }

  /// Counts a piece.
  mutating func add(_ index: Int32, _ penalties: borrowing Penalties) {
    isCounted[index] = true
    pieces.append(index)
    let row = penalties.row(ofPiece: index)
    if !concerned[row] {
      concerned[row] = true
      rows.append(row)
    }
    let piece = penalties.piece(index)
    scale = max(scale, slope(of: piece, toRight: true), -slope(of: piece, toRight: false))
  }

  private func slope(of piece: Piece, toRight: Bool) -> Double {
    switch measure {
    case .unit: toRight ? (piece.relation <= 0 ? 1 : 0) : (piece.relation >= 0 ? -1 : 0)
    case .weight: toRight ? piece.rightSlope : piece.leftSlope
    case .tie: toRight ? piece.rightTieSlope : piece.leftTieSlope
    }
  }

  /// The slope of a row's sum on one side of an activity.
  func slope(
    of id: Int32, at activity: Double, toRight: Bool, _ penalties: borrowing Penalties
  ) -> Double {
    if !concerned[id] { return 0 }
    if id == homeRow {
      return (toRight ? homeTarget <= activity : homeTarget < activity) ? 1 : -1
    }
    var sum = 0.0
    for index in penalties.pieceRange(id) where isCounted[index] {
      let piece = penalties.piece(index)
      let isPassed = toRight ? piece.target <= activity : piece.target < activity
      sum += slope(of: piece, toRight: isPassed)
    }
    return sum
  }

  /// How much the slope of a row's sum grows at an activity.
  func jump(of id: Int32, at activity: Double, _ penalties: borrowing Penalties) -> Double {
    if !concerned[id] { return 0 }
    if id == homeRow { return homeTarget == activity ? 2 : 0 }
    var sum = 0.0
    for index in penalties.pieceRange(id) where isCounted[index] {
      let piece = penalties.piece(index)
      if piece.target == activity {
        sum += slope(of: piece, toRight: true) - slope(of: piece, toRight: false)
      }
    }
    return sum
  }

  /// The nearest kink of a row's sum beyond an activity, at most `limit`.
  func nextKink(
    of id: Int32, beyond activity: Double, rises: Bool, limit: Double,
    _ penalties: borrowing Penalties
  ) -> Double {
    var nearest = limit
    if !concerned[id] { return nearest }
    if id == homeRow {
      if rises { return homeTarget > activity ? min(homeTarget, limit) : limit }
      return homeTarget < activity ? max(homeTarget, limit) : limit
    }
    for index in penalties.pieceRange(id) where isCounted[index] {
      let target = penalties.piece(index).target
      if rises {
        if target > activity, target < nearest { nearest = target }
      } else {
        if target < activity, target > nearest { nearest = target }
      }
    }
    return nearest
  }

  /// The distance by which a piece is violated at an activity.
  static func violation(of piece: Piece, at activity: Double) -> Double {
    let excess = activity - piece.target
    return piece.relation < 0 ? excess : piece.relation > 0 ? -excess : excess.magnitude
  }
}

/// The activities that a ``LevelSearch`` allows each row.
struct Segments: ~Copyable {
  /// The activities that keep all stronger levels optimal: the *walls* of the search.
  var lowers = Column<Double>()
  var uppers = Column<Double>()
  /// For basic rows, whose activities depend on others: the part between the walls in which the
  /// slope of the objective is the same.
  var lows = Column<Double>()
  var highs = Column<Double>()

  init() {}

  mutating func reset(ids: Int) {
    lowers.fill(ids, with: -.infinity)
    uppers.fill(ids, with: .infinity)
    lows.fill(ids, with: -.infinity)
    highs.fill(ids, with: .infinity)
  }

  func wall(of id: Int32, rises: Bool) -> Double { rises ? uppers[id] : lowers[id] }

  func end(of id: Int32, rises: Bool) -> Double { rises ? highs[id] : lows[id] }

  /// Allows a row only the activities that satisfy a piece.
  func enclose(_ id: Int32, _ piece: Piece) {
    if piece.relation <= 0 { uppers[id] = min(uppers[id], piece.target) }
    if piece.relation >= 0 { lowers[id] = max(lowers[id], piece.target) }
  }

  /// Makes the walls of all rows their segments.
  func open() {
    for id in 0..<lows.count {
      lows[id] = lowers[id]
      highs[id] = uppers[id]
    }
  }
}
