/// A sparse vector whose entries are sums of terms. It detects entries that are only rounding
/// errors.
struct SparseSum: ~Copyable {
  /// The ids with a term, in the order in which they were first touched.
  private(set) var touched = Column<Int32>()
  private var sums = Column<Double>()
  private var sizes = Column<Double>()
  private var isTouched = Column<Bool>()

  mutating func reset(range: Int) {
    touched.removeAll()
    touched.reserve(2 * range)
    sums.fill(range, with: 0)
    sizes.fill(range, with: 0)
    isTouched.fill(range, with: false)
  }

  subscript(id: Int32) -> Double { sums[id] }

  /// Adds a term. Returns whether it is the first term of `id`.
  @discardableResult
  mutating func add(_ id: Int32, _ value: Double) -> Bool {
    if isTouched[id] {
      sums[id] += value
      sizes[id] += value.magnitude
      return false
    }
    isTouched[id] = true
    sums[id] = value
    sizes[id] = value.magnitude
    touched.append(id)
    return true
  }

  /// Whether the sum at `id` is only the rounding error of larger terms.
  func isRounding(_ id: Int32) -> Bool {
    sums[id].magnitude <= 1e-14 * sizes[id]
  }

  /// Removes and returns the sum of `id`. Terms of `id` may be added again.
  mutating func remove(_ id: Int32) -> Double {
    let sum = isRounding(id) ? 0 : sums[id]
    isTouched[id] = false
    sums[id] = 0
    return sum
  }

  /// Removes the ids that were removed before, and those whose terms cancelled each other.
  mutating func compact() {
    var kept = 0
    for index in 0..<touched.count {
      let id = touched[index]
      if !isTouched[id] { continue }
      if isRounding(id) {
        isTouched[id] = false
        sums[id] = 0
        continue
      }
      touched[kept] = id
      kept &+= 1
    }
    touched.resize(kept, with: 0)
  }

  mutating func removeAll() {
    for index in 0..<touched.count {
      let id = touched[index]
      isTouched[id] = false
      sums[id] = 0
    }
    touched.removeAll()
  }
}
