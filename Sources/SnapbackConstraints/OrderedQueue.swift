/// A set of small numbers that returns them in ascending or descending order.
///
/// The set is a bit set with a summary level, so that removing a number examines few words even if
/// the range is large. The unaffected part of a system is skipped.
struct OrderedQueue: ~Copyable {
  private var words = Column<UInt64>()
  private var summary = Column<UInt64>()
  private var population = 0

  var isEmpty: Bool { population == 0 }
  var count: Int { population }

  init() {}

  /// Empties the queue and makes room for the numbers below `range`.
  mutating func reset(range: Int) {
    words.fill((range >> 6) + 1, with: 0)
    summary.fill((range >> 12) + 1, with: 0)
    population = 0
  }

  func contains(_ number: Int32) -> Bool {
    words[number >> 6] & (1 << UInt64(truncatingIfNeeded: number & 63)) != 0
  }

  mutating func insert(_ number: Int32) {
    let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: number & 63)
    let word = words[number >> 6]
    if word & bit != 0 { return }
    words[number >> 6] = word | bit
    summary[number >> 12] |= 1 << UInt64(truncatingIfNeeded: (number >> 6) & 63)
    population &+= 1
  }

  mutating func remove(_ number: Int32) {
    let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: number & 63)
    let word = words[number >> 6]
    if word & bit == 0 { return }
    words[number >> 6] = word & ~bit
    if word == bit {
      summary[number >> 12] &= ~(1 << UInt64(truncatingIfNeeded: (number >> 6) & 63))
    }
    population &-= 1
  }

  /// Removes and returns the smallest number.
  mutating func popFirst() -> Int32? {
    if population == 0 { return nil }
    var block = 0
    while summary[block] == 0 { block &+= 1 }
    let word = block << 6 | summary[block].trailingZeroBitCount
    let number = Int32(truncatingIfNeeded: word << 6 | words[word].trailingZeroBitCount)
    remove(number)
    return number
  }

  /// Removes and returns the largest number.
  mutating func popLast() -> Int32? {
    if population == 0 { return nil }
    var block = summary.count - 1
    while summary[block] == 0 { block &-= 1 }
    let word = block << 6 | (63 &- summary[block].leadingZeroBitCount)
    let number = Int32(truncatingIfNeeded: word << 6 | (63 &- words[word].leadingZeroBitCount))
    remove(number)
    return number
  }

  /// The smallest number that is at least `bound`. The number stays in the queue.
  func first(from bound: Int32) -> Int32? {
    var index = Int(bound >> 6)
    guard population > 0, index < words.count else { return nil }
    let masked = words[index] & (~0 << UInt64(truncatingIfNeeded: bound & 63))
    if masked != 0 {
      return Int32(truncatingIfNeeded: index << 6 | masked.trailingZeroBitCount)
    }
    index += 1
    while index < words.count {
      if words[index] != 0 {
        return Int32(truncatingIfNeeded: index << 6 | words[index].trailingZeroBitCount)
      }
      // Skip empty words by the summary of their block.
      let rest = summary[index >> 6] >> UInt64(truncatingIfNeeded: index & 63)
      index = rest == 0 ? ((index >> 6) + 1) << 6 : index + 1
    }
    return nil
  }
}
