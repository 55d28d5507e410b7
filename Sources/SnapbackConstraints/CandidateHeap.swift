/// A nonbasic row, one whose activity (value) is given, that could move to reduce the violation of
/// another row. Moving it has a price, a vector over the priority levels.
struct Candidate: BitwiseCopyable {
  var id: Int32
  /// The direction in which the activity of the candidate would move, −1 or 1.
  var sign: Int8
  /// The magnitude of the candidate's coefficient in the violated row.
  var size: Double
  /// The first level at which the price is not zero; `Int32.max` for a price of zero. `start` and
  /// `count` give the entries of the price from this level on, in the heap's pool.
  var level: Int32
  /// The first entry of the price, rounded by `withoutRounding`.
  var ratio: Double
  var start: Int32
  var count: Int32

  var isFree: Bool { level == .max }
}

/// A heap of candidates, cheapest first.
struct CandidateHeap: ~Copyable {
  private var heap = Column<Candidate>()
  private(set) var prices = Column<LevelEntry>()

  var top: Candidate? { heap.isEmpty ? nil : heap[0] }

  mutating func reserve(_ size: Int) {
    heap.reserve(size)
    prices.reserve(2 * size)
  }

  mutating func removeAll() {
    heap.removeAll()
    prices.removeAll()
  }

  /// Makes the candidate with the price `slack` / `size`, without adding it to the heap. `slack` is
  /// how far the candidate's multiplier may change.
  mutating func make(
    _ id: Int32, sign: Int8, size: Double, slack: borrowing LevelVector
  ) -> Candidate {
    var candidate = Candidate(
      id: id, sign: sign, size: size, level: .max, ratio: 0,
      start: Int32(truncatingIfNeeded: prices.count), count: 0)
    for index in 0..<slack.entries.count {
      let entry = slack.entries[index]
      if candidate.count == 0 {
        // A slack is negative only by a rounding error.
        if entry.value <= LevelVector.tolerance { continue }
        candidate.level = entry.level
        candidate.ratio = Self.withoutRounding(entry.value / size)
      }
      prices.append(LevelEntry(level: entry.level, value: entry.value / size))
      candidate.count += 1
    }
    return candidate
  }

  /// A price rounded to a multiple of 2⁻³⁴. Without rounding, sums of fractions that should be
  /// equal would differ in their last bits, and the later entries of the vectors would not be
  /// compared.
  private static func withoutRounding(_ price: Double) -> Double {
    // Near 1.5 · 2¹⁸, adjacent doubles are 2⁻³⁴ apart.
    price.magnitude < 1e5 ? (price + 0x1.8p18) - 0x1.8p18 : price
  }

  /// Appends a candidate without ordering it; ``arrange()`` sorts all of them at once.
  mutating func append(_ candidate: Candidate) {
    heap.append(candidate)
  }

  mutating func arrange() {
    var index = heap.count / 2
    while index > 0 {
      index &-= 1
      sink(index)
    }
  }

  mutating func push(_ candidate: Candidate) {
    heap.append(candidate)
    var index = heap.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      if !precedes(heap[index], heap[parent]) { break }
      swap(index, parent)
      index = parent
    }
  }

  mutating func pop() -> Candidate? {
    if heap.isEmpty { return nil }
    let first = heap[0]
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sink(0)
    }
    return first
  }

  /// Returns the candidate to pivot on: `first`, or a candidate with a larger coefficient whose
  /// price exceeds that of `first` by no more than a rounding error.
  ///
  /// Small pivots magnify rounding errors. The multipliers of candidates that are passed over leave
  /// their range by less than the tolerance (Harris, "Pivot selection methods of the Devex LP
  /// code", 1973).
  mutating func steadier(than first: Candidate) -> Candidate {
    if first.size > 0.1 { return first }
    var best = first
    let limit = first.ratio + LevelVector.tolerance / first.size
    while let next = pop(), next.level == first.level || next.level == .max, next.ratio <= limit {
      if next.size > best.size { best = next }
    }
    return best
  }

  /// Whether the price of a candidate is above `limit`, lexicographically.
  func exceeds(_ candidate: Candidate, _ limit: borrowing LevelVector) -> Bool {
    var index = 0
    var place = candidate.start
    let end = candidate.start + candidate.count
    while true {
      let isLeft = place < end
      let isRight = index < limit.entries.count
      if !isLeft, !isRight { return false }
      let left = isLeft ? prices[place] : LevelEntry(level: .max, value: 0)
      let right = isRight ? limit.entries[index] : LevelEntry(level: .max, value: 0)
      let level = min(left.level, right.level)
      let difference =
        (left.level == level ? left.value : 0) - (right.level == level ? right.value : 0)
      if difference > LevelVector.tolerance { return true }
      if difference < -LevelVector.tolerance { return false }
      if left.level == level { place += 1 }
      if right.level == level { index += 1 }
    }
  }

  private func swap(_ left: Int, _ right: Int) {
    let candidate = heap[left]
    heap[left] = heap[right]
    heap[right] = candidate
  }

  private func sink(_ start: Int) {
    var index = start
    while true {
      var child = 2 * index + 1
      if child >= heap.count { return }
      if child + 1 < heap.count, precedes(heap[child + 1], heap[child]) { child += 1 }
      if !precedes(heap[child], heap[index]) { return }
      swap(child, index)
      index = child
    }
  }

  /// Orders candidates by price. Of equal prices, the larger coefficient comes first, for stable
  /// pivots, then the smaller id.
  private func precedes(_ left: Candidate, _ right: Candidate) -> Bool {
    if left.level != right.level { return left.level > right.level }
    if left.ratio != right.ratio { return left.ratio < right.ratio }
    if left.count > 1 || right.count > 1 {
      let order = compareRests(left, right)
      if order != 0 { return order < 0 }
    }
    if left.size != right.size { return left.size > right.size }
    return left.id < right.id
  }

  private func compareRests(_ left: Candidate, _ right: Candidate) -> Int {
    var a = left.start + 1
    var b = right.start + 1
    let (aEnd, bEnd) = (left.start + left.count, right.start + right.count)
    while a < aEnd || b < bEnd {
      let x = a < aEnd ? prices[a] : LevelEntry(level: .max, value: 0)
      let y = b < bEnd ? prices[b] : LevelEntry(level: .max, value: 0)
      let level = min(x.level, y.level)
      let difference =
        (x.level == level ? Self.withoutRounding(x.value) : 0)
        - (y.level == level ? Self.withoutRounding(y.value) : 0)
      if difference != 0 { return difference < 0 ? -1 : 1 }
      if x.level == level { a += 1 }
      if y.level == level { b += 1 }
    }
    return 0
  }
}
