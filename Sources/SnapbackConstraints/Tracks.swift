/// Directions that are followed again and again, such as a container's width during a resize.
///
/// As long as no basic row leaves the activities that fit its multiplier, everything is a linear
/// function of the nonbasic activities. A *track* keeps the rates of the variables for one nonbasic
/// row and the range of its activity in which that holds. A frame on a track costs a range check
/// and one multiplication for each variable that moves.
struct Tracks: ~Copyable {
  /// The most rows that can be followed together.
  static let limit = 4

  /// Rows whose target moved lately, the latest last.
  private(set) var ids = Column<Int32>()
  /// Where each was when the tracks were laid, and how far it may move.
  private var origins = Column<Double>()
  private var lowers = Column<Double>()
  private var uppers = Column<Double>()
  private var starts = Column<Int32>()
  private var places = Column<Int32>()
  private var rates = Column<Double>()
  private var bases = Column<Double>()
  /// Rows that depend on more than one track, with a rate for each.
  private var sharedRows = Column<SharedRow>()
  private var firstRates = Column<Double>()
  private var owners = Column<Int32>()

  /// Whether tracks are laid and hold.
  private(set) var isLaid = false
  /// Whether variables are away from where they were when the tracks were laid.
  private(set) var isAway = false

  struct SharedRow: BitwiseCopyable {
    var row: Int32
    var below: Double
    var above: Double
    var rates: (Double, Double, Double, Double) = (0, 0, 0, 0)
  }

  init() {}

  mutating func reset(range: Int, variables: Int) {
    ids.removeAll()
    isLaid = false
    isAway = false
    owners.fill(range, with: -1)
    firstRates.fill(range, with: 0)
    let size = Self.limit * variables
    places.reserve(size)
    rates.reserve(size)
    bases.reserve(size)
    sharedRows.reserve(range)
    ids.reserve(Self.limit)
    origins.reserve(Self.limit)
    lowers.reserve(Self.limit)
    uppers.reserve(Self.limit)
    starts.reserve(Self.limit + 1)
  }

  /// The track of a row, −1 when it has none.
  func track(of id: Int32) -> Int32 {
    for index in 0..<ids.count where ids[index] == id { return Int32(truncatingIfNeeded: index) }
    return -1
  }

  /// Remembers a row for the next time tracks are laid; the oldest makes room.
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
    sharedRows.removeAll()
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

  /// Bounds the track being laid so that a number with some room on both sides stays within it.
  mutating func bound(rate: Double, below: Double, above: Double) {
    let index = origins.count - 1
    let down = (rate > 0 ? below : above) / rate.magnitude
    let up = (rate > 0 ? above : below) / rate.magnitude
    lowers[index] = max(lowers[index], origins[index] - down)
    uppers[index] = min(uppers[index], origins[index] + up)
  }

  /// As ``bound(rate:below:above:)`` for a basic row, which tracks may share.
  mutating func bound(row: Int32, rate: Double, below: Double, above: Double) {
    bound(rate: rate, below: below, above: above)
    let current = Int32(truncatingIfNeeded: origins.count - 1)
    let owner = owners[row]
    if owner < 0 {
      owners[row] = current
      firstRates[row] = rate
      return
    }
    for index in 0..<sharedRows.count where sharedRows[index].row == row {
      sharedRows[index].set(current, rate)
      return
    }
    var shared = SharedRow(row: row, below: below, above: above)
    shared.set(owner, firstRates[row])
    shared.set(current, rate)
    sharedRows.append(shared)
  }

  mutating func end() {
    starts.append(Int32(truncatingIfNeeded: places.count))
  }

  mutating func endLaying() { isLaid = true }

  mutating func disown(_ row: Int32) { owners[row] = -1 }

  // MARK: Following

  func allows(_ index: Int32, _ activity: Double) -> Bool {
    activity >= lowers[index] && activity <= uppers[index]
  }

  /// Puts the variables where the activities of the tracked rows ask for; false when rows that
  /// depend on several tracks forbid it.
  mutating func follow(_ values: Cells<Double>) -> Bool {
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
    for index in 0..<sharedRows.count where !sharedRows[index].allows(offsets) { return false }
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

  /// Takes the variables back to where the tracks were laid and gives up the tracks; the rows that
  /// have moved since have to be followed.
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

extension Tracks.SharedRow {
  mutating func set(_ track: Int32, _ rate: Double) {
    switch track {
    case 0: rates.0 = rate
    case 1: rates.1 = rate
    case 2: rates.2 = rate
    default: rates.3 = rate
    }
  }

  func allows(_ offsets: (Double, Double, Double, Double)) -> Bool {
    let change =
      rates.0 * offsets.0 + rates.1 * offsets.1 + rates.2 * offsets.2 + rates.3 * offsets.3
    return change <= above && -change <= below
  }
}

extension Simplex {
  /// Follows the changed rows on their tracks. False when one has no track or leaves it; then
  /// everything is as before, but for the tracks.
  mutating func followTracks(_ changedRows: borrowing OrderedQueue) -> Bool {
    guard tracks.isLaid else { return false }
    var next: Int32 = 0
    while let row = changedRows.first(from: next) {
      next = row + 1
      let track = tracks.track(of: row)
      guard track >= 0, basis.isNonbasic(row), penalties.contradiction(row) == nil,
        case .between(let value, let upper) = penalties.fit(row), value == upper,
        tracks.allows(track, value)
      else { return false }
      movedRows.append(row)
      movedValues.append(value)
    }
    for index in 0..<movedRows.count { point.set(movedRows[index], to: movedValues[index]) }
    if tracks.follow(point.cells) { return true }
    for index in 0..<movedRows.count { point.noteMove(movedRows[index]) }
    return false
  }

  /// Lays tracks for the rows that moved lately, from the present answer.
  mutating func layTracks() {
    tracks.beginLaying()
    var index = 0
    while index < tracks.ids.count {
      if basis.isNonbasic(tracks.ids[index]) { index += 1 } else { tracks.forget(index) }
    }
    markTies()
    for index in 0..<tracks.ids.count {
      let id = tracks.ids[index]
      trace(id)
      tracks.begin(at: point[id])
      for place in 0..<basis.direction.variables.count {
        let variable = numbering.id(ofVariable: basis.direction.variables[place])
        tracks.addVariable(variable, rate: basis.direction[variable], base: point[variable])
      }
      for place in 0..<basis.direction.rows.count {
        let row = basis.direction.rows[place]
        tracks.bound(
          row: row, rate: basis.direction[row], below: max(0, point[row] - fits.lower(of: row)),
          above: max(0, fits.upper(of: row) - point[row]))
      }
      boundByTies()
      tracks.end()
    }
    for index in 0..<tracks.ids.count {
      trace(tracks.ids[index])
      for place in 0..<basis.direction.rows.count { tracks.disown(basis.direction.rows[place]) }
    }
    while tieMarks.popFirst() != nil {}
    tracks.endLaying()
  }

  /// Marks the variables whose distances from home decide ties.
  private mutating func markTies() {
    var next: Int32 = 0
    while let id = ambiguous.first(from: next) {
      next = id + 1
      trace(id)
      for place in 0..<basis.direction.variables.count {
        tieMarks.insert(basis.direction.variables[place])
      }
    }
  }

  /// A tie may be decided otherwise once a variable passes its home.
  private mutating func boundByTies() {
    if tieMarks.isEmpty { return }
    for place in 0..<basis.direction.variables.count {
      let variable = basis.direction.variables[place]
      guard tieMarks.contains(variable) else { continue }
      let rate = homes.rate(of: variable, along: basis.direction)
      if rate == 0 { continue }
      let distance = homes.distance(of: variable, at: point)
      tracks.bound(
        rate: rate, below: distance > 0 ? distance : distance < 0 ? .infinity : 0,
        above: distance < 0 ? -distance : distance > 0 ? .infinity : 0)
    }
  }
}
