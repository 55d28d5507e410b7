/// A vector of doubles that stores only what is not zero, sorted by key.
///
/// It serves as a tableau row (key: symbol) and as a price (key: priority level, strongest first),
/// in which case vectors compare lexicographically.
struct SparseVector: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    var key: Int
    var value: Double
  }

  private(set) var entries: [Entry] = []

  /// A sum this much smaller than its summands is rounding and counts as zero.
  private static let cancellation = 1e-12
  /// Prices that differ by no more than this, absolutely or as a part of their size, are equal.
  ///
  /// One entry of noise at a strong level would hide everything at the weaker ones.
  private static let similarity = 1e-9

  init() {}

  init(key: Int, value: Double) {
    entries = [Entry(key: key, value: value)]
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The largest magnitude, 0 for the zero vector.
  var magnitude: Double {
    entries.reduce(0) { max($0, $1.value.magnitude) }
  }

  /// The value at `key`, 0 when none is stored. O(log count).
  subscript(key: Int) -> Double {
    let position = firstPosition(from: key)
    guard position < entries.count, entries[position].key == key else { return 0 }
    return entries[position].value
  }

  private func firstPosition(from key: Int) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// Removes the value at `key` and returns it, 0 when none was stored.
  @discardableResult
  mutating func remove(_ key: Int) -> Double {
    let position = firstPosition(from: key)
    guard position < entries.count, entries[position].key == key else { return 0 }
    return entries.remove(at: position).value
  }

  /// Stores `value` at `key`, where nothing is stored yet.
  mutating func insert(_ value: Double, at key: Int) {
    entries.insert(Entry(key: key, value: value), at: firstPosition(from: key))
  }

  /// This vector times `factor`.
  func scaled(by factor: Double) -> SparseVector {
    var result = self
    for index in result.entries.indices {
      result.entries[index].value *= factor
    }
    return result
  }

  /// Adds `factor` times `other`; sums that cancel leave no entry.
  ///
  /// O(count + count of other · log count), the first part a plain copy.
  mutating func add(_ factor: Double, _ other: SparseVector) {
    var merged: [Entry] = []
    merged.reserveCapacity(entries.count + other.entries.count)
    var position = 0
    for addend in other.entries {
      let next = firstPosition(from: addend.key)
      merged.append(contentsOf: entries[position..<next])
      position = next
      let change = factor * addend.value
      guard position < entries.count, entries[position].key == addend.key else {
        merged.append(Entry(key: addend.key, value: change))
        continue
      }
      let present = entries[position].value
      let sum = present + change
      if sum.magnitude > Self.cancellation * (present.magnitude + change.magnitude) {
        merged.append(Entry(key: addend.key, value: sum))
      }
      position += 1
    }
    merged.append(contentsOf: entries[position...])
    entries = merged
  }

  /// The lexicographic sign of `self` − `other`: the sign at the first key where they differ.
  func sign(minus other: SparseVector) -> Int {
    var left = entries[...]
    var right = other.entries[...]
    while true {
      let leftKey = left.first?.key ?? Int.max
      let rightKey = right.first?.key ?? Int.max
      let key = min(leftKey, rightKey)
      guard key < Int.max else { return 0 }
      let one = leftKey == key ? left.popFirst()?.value ?? 0 : 0
      let two = rightKey == key ? right.popFirst()?.value ?? 0 : 0
      let difference = one - two
      if difference.magnitude > Self.similarity * max(1, one.magnitude + two.magnitude) {
        return difference > 0 ? 1 : -1
      }
    }
  }

  /// This vector without the entries that are noise as prices.
  func withoutNoise() -> SparseVector {
    var result = self
    result.entries.removeAll { $0.value.magnitude <= Self.similarity }
    return result
  }

  /// Whether the first entry is positive.
  var isPositive: Bool {
    (entries.first?.value ?? 0) > 0
  }
}
