/// One entry of a vector over priority levels.
struct LevelEntry: BitwiseCopyable {
  var level: Int32
  var value: Double
}

/// A vector over priority levels, for use as scratch memory: a few entries, sorted by level.
///
/// Level 0 is the most important one. Vectors compare lexicographically, by the first nonzero
/// entry.
struct LevelVector: ~Copyable {
  /// Sums of weights and products with a magnitude up to this bound are rounding errors.
  static let tolerance = 1e-9

  private(set) var entries = Column<LevelEntry>()

  /// Reserves memory for more entries than a vector usually has.
  mutating func reserve() { entries.reserve(64) }

  mutating func removeAll() {
    entries.removeAll()
  }

  mutating func add(_ level: Int32, _ value: Double) {
    let (cells, count) = (entries.cells, entries.count)
    var index = 0
    while index < count, cells[index].level < level { index &+= 1 }
    if index < count, cells[index].level == level {
      cells[index] = LevelEntry(level: level, value: cells[index].value + value)
      return
    }
    insert(LevelEntry(level: level, value: value), at: index)
  }

  private mutating func insert(_ entry: LevelEntry, at index: Int) {
    entries.append(entry)
    var last = entries.count - 1
    while last > index {
      entries[last] = entries[last - 1]
      last &-= 1
    }
    entries[index] = entry
  }

  /// Whether the first entry is positive and at the level of required constraints. This level
  /// outweighs all others.
  var isRequired: Bool {
    !entries.isEmpty && entries[0].level == Piece.requiredLevel
      && entries[0].value > Self.tolerance
  }

  /// Adds `factor` times the slope of a piece (a constraint's penalty) on one side of its kink.
  mutating func addSlope(
    of piece: Piece, toRight: Bool, _ tieLevel: Int32, times factor: Double = 1
  ) {
    let slope = toRight ? piece.rightSlope : piece.leftSlope
    if slope == 0 { return }
    add(piece.level, factor * slope)
    if piece.decidesTies {
      add(tieLevel, factor * (toRight ? piece.rightTieSlope : piece.leftTieSlope))
    }
  }

  mutating func negate() {
    for index in 0..<entries.count { entries[index].value = -entries[index].value }
  }

  mutating func add(_ other: borrowing LevelVector, times factor: Double) {
    for index in 0..<other.entries.count {
      add(other.entries[index].level, factor * other.entries[index].value)
    }
  }

  mutating func set(to other: borrowing LevelVector) {
    entries.removeAll()
    for index in 0..<other.entries.count { entries.append(other.entries[index]) }
  }

  mutating func set(to other: borrowing Column<LevelEntry>, _ start: Int32, _ count: Int32) {
    entries.removeAll()
    for index in start..<(start + count) { entries.append(other[index]) }
  }

  /// −1, 0 or 1: the sign of the first nonzero entry.
  var sign: Int { sign(above: .max) }

  /// −1, 0 or 1: the sign of the first nonzero entry at a level more important than `level`.
  @inline(__always)
  func sign(above level: Int32, rounding: Double = tolerance) -> Int {
    let cells = entries.cells
    for index in 0..<entries.count where cells[index].level < level {
      let value = cells[index].value
      if value > rounding { return 1 }
      if value < -rounding { return -1 }
    }
    return 0
  }
}

/// One sparse vector over priority levels for each owner. An owner is a row, by its id.
///
/// Most owners have no entries and few have more than two, so the entries are linked in one pool.
struct LevelVectors: ~Copyable {
  struct Link: BitwiseCopyable {
    var value: Double
    var level: Int32
    var next: Int32
  }

  private var heads = Column<Int32>()
  private var links = Column<Link>()
  private var free: Int32 = -1

  mutating func reset(owners: Int) {
    heads.fill(owners, with: -1)
    links.removeAll()
    links.reserve(2 * owners)
    free = -1
  }

  func isZero(_ owner: Int32) -> Bool { heads[owner] < 0 }

  /// Adds `value` at `level`. Removes the entry if the sum is only a rounding error.
  mutating func add(_ owner: Int32, level: Int32, _ value: Double) {
    var previous: Int32 = -1
    var link = heads[owner]
    while link >= 0, links[link].level < level {
      previous = link
      link = links[link].next
    }
    if link >= 0, links[link].level == level {
      let sum = links[link].value + value
      if sum.magnitude <= 1e-12 + 1e-15 * value.magnitude {
        let next = links[link].next
        if previous < 0 { heads[owner] = next } else { setNext(previous, next) }
        setNext(link, free)
        free = link
      } else {
        var entry = links[link]
        entry.value = sum
        links[link] = entry
      }
      return
    }
    if value.magnitude <= 1e-12 { return }
    let added = makeLink(Link(value: value, level: level, next: link))
    if previous < 0 { heads[owner] = added } else { setNext(previous, added) }
  }

  /// Adds `factor` times the vector of `owner` to `sum`.
  func add(_ owner: Int32, times factor: Double, to sum: inout LevelVector) {
    var link = heads[owner]
    while link >= 0 {
      sum.add(links[link].level, factor * links[link].value)
      link = links[link].next
    }
  }

  /// Adds `factor` times the vector of `owner` to the cells of its levels in `sums`, and the
  /// magnitudes to those in `sizes`.
  func add(_ owner: Int32, times factor: Double, to sums: Cells<Double>, _ sizes: Cells<Double>) {
    var link = heads[owner]
    while link >= 0 {
      let product = factor * links[link].value
      sums[links[link].level] += product
      sizes[links[link].level] += product.magnitude
      link = links[link].next
    }
  }

  mutating func clear(_ owner: Int32) {
    while heads[owner] >= 0 {
      let link = heads[owner]
      heads[owner] = links[link].next
      setNext(link, free)
      free = link
    }
  }

  private func setNext(_ link: Int32, _ next: Int32) {
    var entry = links[link]
    entry.next = next
    links[link] = entry
  }

  private mutating func makeLink(_ entry: Link) -> Int32 {
    if free >= 0 {
      let link = free
      free = links[link].next
      links[link] = entry
      return link
    }
    links.append(entry)
    return Int32(truncatingIfNeeded: links.count - 1)
  }
}
