/// Moves of constraint targets that repeat from solve to solve, such as a container's width during
/// a resize, with the precomputed rates of all variables.
///
/// Nonbasic rows have given activities (values); all other values depend on them (``Simplex``).
/// While the activity of every basic row stays in the range that fits its multiplier, all numbers
/// are linear functions of the nonbasic activities. A *track* stores, for one nonbasic row, the
/// rates of the variables and the range of activities in which these rates hold. A solve on a track
/// costs a range check and one multiplication for each variable that moves.
struct Tracks: ~Copyable {
  /// The maximum number of tracks, and so of rows that can move in one solve.
  static let limit = 4

  /// The rows whose target moved recently, the most recent last.
  private(set) var ids = Column<Int32>()
  /// The activity of each row when the tracks were computed ("laid"), and the allowed range.
  private var origins = Column<Double>()
  private var lowers = Column<Double>()
  private var uppers = Column<Double>()
  private var starts = Column<Int32>()
  private var places = Column<Int32>()
  private var rates = Column<Double>()
  private var bases = Column<Double>()
  private var crossings = TrackCrossings()
  /// The rows that are going to move, and their new activities.
  private var movedRows = Column<Int32>()
  private var movedValues = Column<Double>()

  /// Whether the tracks have been computed and are valid.
  private(set) var isLaid = false
  /// Whether variables have moved since the tracks were computed.
  private(set) var isAway = false

  init() {}

  mutating func reset(range: Int, variables: Int) {
    ids.removeAll()
    isLaid = false
    isAway = false
    crossings.reset(range: range)
    let size = Self.limit * variables
    places.reserve(size)
    rates.reserve(size)
    bases.reserve(size)
    ids.reserve(Self.limit)
    origins.reserve(Self.limit)
    lowers.reserve(Self.limit)
    uppers.reserve(Self.limit)
    starts.reserve(Self.limit + 1)
    movedRows.reserve(Self.limit)
    movedValues.reserve(Self.limit)
  }

  /// The index of a row's track; −1 if the row has none.
  func track(of id: Int32) -> Int32 {
    for index in 0..<ids.count where ids[index] == id { return Int32(truncatingIfNeeded: index) }
    return -1
  }

  /// Remembers a row for the next time tracks are computed. At the limit, drops the oldest row.
  mutating func remember(_ id: Int32) {
    if track(of: id) >= 0 { return }
    if ids.count == Self.limit {
      for index in 1..<ids.count { ids[index - 1] = ids[index] }
      _ = ids.removeLast()
    }
    ids.append(id)
  }

  mutating func forget(_ index: Int) {
    for place in index..<(ids.count - 1) { ids[place] = ids[place + 1] }
    _ = ids.removeLast()
  }

  // MARK: Laying

  mutating func beginLaying() {
    origins.removeAll()
    lowers.removeAll()
    uppers.removeAll()
    places.removeAll()
    rates.removeAll()
    bases.removeAll()
    crossings.removeAll()
    starts.removeAll()
    starts.append(0)
    isAway = false
  }

  mutating func begin(at origin: Double) {
    origins.append(origin)
    lowers.append(-.infinity)
    uppers.append(.infinity)
  }

  mutating func addVariable(_ place: Int32, rate: Double, base: Double) {
    places.append(place)
    rates.append(rate)
    bases.append(base)
  }

  /// Shortens the range of the track under construction so that a number that changes at `rate`
  /// falls by at most `below` and rises by at most `above`.
  mutating func bound(rate: Double, below: Double, above: Double) {
    let index = origins.count - 1
    let down = (rate > 0 ? below : above) / rate.magnitude
    let up = (rate > 0 ? above : below) / rate.magnitude
    lowers[index] = max(lowers[index], origins[index] - down)
    uppers[index] = min(uppers[index], origins[index] + up)
  }

  /// Shortens the range of the track under construction so that a basic row falls by at most
  /// `below` and rises by at most `above`. The row may depend on several tracks.
  mutating func bound(row: Int32, rate: Double, below: Double, above: Double) {
    bound(rate: rate, below: below, above: above)
    let current = Int32(truncatingIfNeeded: origins.count - 1)
    crossings.add(row, to: current, rate: rate, below: below, above: above)
  }

  mutating func end() {
    starts.append(Int32(truncatingIfNeeded: places.count))
  }

  mutating func endLaying() { isLaid = true }

  mutating func disown(_ row: Int32) { crossings.disown(row) }

  // MARK: Following

  /// Starts collecting the rows that move together in this solve.
  mutating func beginMoving() {
    movedRows.removeAll()
    movedValues.removeAll()
  }

  /// Adds the row of a track to the move. Returns false if `activity` is outside the track's range.
  mutating func add(_ row: Int32, on track: Int32, to activity: Double) -> Bool {
    guard activity >= lowers[track], activity <= uppers[track] else { return false }
    movedRows.append(row)
    movedValues.append(activity)
    return true
  }

  /// Moves the collected rows and the variables that depend on them. Returns false if a row that
  /// depends on several tracks would leave its range. The variables then keep their values, and the
  /// next evaluation has to update them from the moved rows.
  mutating func follow(_ point: inout Point) -> Bool {
    for index in 0..<movedRows.count { point.set(movedRows[index], to: movedValues[index]) }
    if follow(point.cells) { return true }
    for index in 0..<movedRows.count { point.noteMove(movedRows[index]) }
    return false
  }

  private mutating func follow(_ values: Cells<Double>) -> Bool {
    var offsets = (0.0, 0.0, 0.0, 0.0)
    for index in 0..<ids.count {
      let offset = values[ids[index]] - origins[index]
      switch index {
      case 0: offsets.0 = offset
      case 1: offsets.1 = offset
      case 2: offsets.2 = offset
      default: offsets.3 = offset
      }
    }
    guard crossings.allow(offsets) else { return false }
    if isAway { returnToBase(values) }
    isAway = true
    for index in 0..<ids.count {
      let offset = values[ids[index]] - origins[index]
      if offset == 0 { continue }
      for entry in starts[index]..<starts[index + 1] {
        values[places[entry]] += rates[entry] * offset
      }
    }
    return true
  }

  private func returnToBase(_ values: Cells<Double>) {
    for entry in 0..<places.count { values[places[entry]] = bases[entry] }
  }

  /// Discards the tracks and restores the values that the variables had when the tracks were
  /// computed. Records the rows that have moved since, so that the next evaluation updates the
  /// variables.
  mutating func abandon(_ point: inout Point) {
    guard isLaid else { return }
    isLaid = false
    guard isAway else { return }
    isAway = false
    returnToBase(point.cells)
    for index in 0..<ids.count where point[ids[index]] != origins[index] {
      point.noteMove(ids[index])
    }
  }
}
