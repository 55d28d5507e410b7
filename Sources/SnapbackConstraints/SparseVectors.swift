/// Sparse vectors, stored one after another.
struct SparseVectors: ~Copyable {
  private var starts = Column<Int32>()
  private var indexes = Column<Int32>()
  private var values = Column<Double>()

  init() { starts.append(0) }

  var count: Int { starts.count - 1 }

  /// The number of entries of all vectors.
  var entryCount: Int { indexes.count }

  /// The places of the entries of a vector.
  func places(of vector: Int) -> Range<Int> { Int(starts[vector])..<Int(starts[vector + 1]) }

  func index(_ place: Int) -> Int32 { indexes[place] }

  func value(_ place: Int) -> Double { values[place] }

  mutating func removeAll() {
    starts.removeAll()
    indexes.removeAll()
    values.removeAll()
    starts.append(0)
  }

  /// Appends an entry to the vector that ``end()`` completes.
  mutating func append(_ index: Int32, _ value: Double) {
    indexes.append(index)
    values.append(value)
  }

  mutating func end() { starts.append(Int32(truncatingIfNeeded: indexes.count)) }

  /// Writes the transposed matrix: `count` vectors whose entries have the numbers of the vectors of
  /// `other` as their indexes. Θ(entries).
  mutating func transpose(_ other: borrowing SparseVectors, count: Int) {
    starts.fill(count + 1, with: 0)
    indexes.fill(other.entryCount, with: 0)
    values.fill(other.entryCount, with: 0)
    for place in 0..<other.entryCount { starts[Int(other.index(place)) + 1] += 1 }
    for index in 0..<count { starts[index + 1] += starts[index] }
    let ends = Column(copying: starts)
    for vector in 0..<other.count {
      for place in other.places(of: vector) {
        let index = other.index(place)
        indexes[ends[index]] = Int32(truncatingIfNeeded: vector)
        values[ends[index]] = other.value(place)
        ends[index] += 1
      }
    }
  }
}
