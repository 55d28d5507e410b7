/// Growable lists of entries in one pool, for the rows and columns of a matrix during elimination.
struct EntryLists: ~Copyable {
  private var starts = Column<Int32>()
  private var counts = Column<Int32>()
  private var capacities = Column<Int32>()
  private var indexes = Column<Int32>()
  private var values = Column<Double>()

  /// Makes the lists from the vectors of a matrix.
  init(_ matrix: borrowing SparseVectors) {
    starts.reserve(matrix.count)
    counts.reserve(matrix.count)
    capacities.reserve(matrix.count)
    indexes.reserve(2 * matrix.entryCount)
    values.reserve(2 * matrix.entryCount)
    for vector in 0..<matrix.count {
      let places = matrix.places(of: vector)
      starts.append(Int32(truncatingIfNeeded: places.lowerBound))
      counts.append(Int32(truncatingIfNeeded: places.count))
      capacities.append(Int32(truncatingIfNeeded: places.count))
      for place in places {
        indexes.append(matrix.index(place))
        values.append(matrix.value(place))
      }
    }
  }

  func count(of list: Int32) -> Int32 { counts[list] }

  /// The places of the entries of a list. They change when the list grows.
  func places(of list: Int32) -> Range<Int32> { starts[list]..<(starts[list] + counts[list]) }

  func index(_ place: Int32) -> Int32 { indexes[place] }

  func value(_ place: Int32) -> Double { values[place] }

  func setValue(_ place: Int32, _ value: Double) { values[place] = value }

  /// The place of the entry with an index; −1 if the list has none.
  func place(of index: Int32, in list: Int32) -> Int32 {
    for place in places(of: list) where indexes[place] == index { return place }
    return -1
  }

  /// Removes the entry at a place. The last entry of the list takes its place.
  func remove(_ place: Int32, from list: Int32) {
    let last = starts[list] + counts[list] - 1
    indexes[place] = indexes[last]
    values[place] = values[last]
    counts[list] -= 1
  }

  func remove(index: Int32, from list: Int32) {
    let place = place(of: index, in: list)
    if place >= 0 { remove(place, from: list) }
  }

  mutating func append(_ index: Int32, _ value: Double, to list: Int32) {
    if counts[list] == capacities[list] { move(list) }
    let place = starts[list] + counts[list]
    indexes[place] = index
    values[place] = value
    counts[list] += 1
  }

  /// Moves a full list to the end of the pool, with room to grow.
  private mutating func move(_ list: Int32) {
    let (start, count) = (starts[list], counts[list])
    starts[list] = Int32(truncatingIfNeeded: indexes.count)
    capacities[list] = 2 * count + 4
    for place in start..<(start + count) {
      indexes.append(indexes[place])
      values.append(values[place])
    }
    let end = Int(starts[list] + capacities[list])
    indexes.resize(end, with: 0)
    values.resize(end, with: 0)
  }
}

/// Items grouped by a small number, such as the rows of a matrix by their number of entries.
struct CountedItems: ~Copyable {
  private var heads = Column<Int32>()
  private var nexts = Column<Int32>()
  private var previous = Column<Int32>()

  /// Makes an empty grouping of the items below `count`, for numbers up to `count`.
  init(count: Int) {
    heads.fill(count + 1, with: -1)
    nexts.fill(count, with: -1)
    previous.fill(count, with: -1)
  }

  /// The first item with a number; −1 if there is none.
  func first(_ number: Int) -> Int32 { heads[number] }

  /// The item after another one of the same number; −1 at the end.
  func next(_ item: Int32) -> Int32 { nexts[item] }

  func insert(_ item: Int32, _ number: Int32) {
    let head = heads[number]
    nexts[item] = head
    previous[item] = -1
    if head >= 0 { previous[head] = item }
    heads[number] = item
  }

  func remove(_ item: Int32, _ number: Int32) {
    let (before, after) = (previous[item], nexts[item])
    if before >= 0 { nexts[before] = after } else { heads[number] = after }
    if after >= 0 { previous[after] = before }
  }
}
