/// The priorities that occur in a compiled system, and the level of each: its rank, 0 for the
/// strongest.
///
/// Level 0 is for required constraints. Level 1 is for demoted ones: required constraints that are
/// treated as optional because they contradict others. The optional priorities follow in descending
/// order. The *tie level* comes last; it decides among answers that are equal at all other levels.
struct PriorityLevels {
  /// The optional priorities, in descending order. The priority at index i has the level i + 2.
  private var priorities: [Double] = []

  /// The last level, which decides among answers that are equal at all others.
  var tieLevel: Int32 { Int32(truncatingIfNeeded: priorities.count + 2) }

  /// Collects the priorities of all constraints of a problem.
  mutating func collect(from problem: borrowing Problem) {
    priorities.removeAll(keepingCapacity: true)
    var last = -1.0
    for slot in 0..<problem.records.count where problem.records[slot].number >= 0 {
      let priority = problem.records[slot].priority
      if priority == 1000 || priority == last { continue }
      last = priority
      let index = position(of: priority)
      if index == priorities.count || priorities[index] != priority {
        priorities.insert(priority, at: index)
      }
    }
  }

  /// The first index in `priorities`, which is sorted in descending order, whose priority is at
  /// most `priority`.
  private func position(of priority: Double) -> Int {
    var low = 0
    var high = priorities.count
    while low < high {
      let middle = (low + high) / 2
      if priorities[middle] > priority { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The level of a priority; nil if no constraint had this priority at the last compilation.
  func level(of priority: Double) -> Int32? {
    if priority == 1000 { return Piece.requiredLevel }
    let index = position(of: priority)
    guard index < priorities.count, priorities[index] == priority else { return nil }
    return Int32(truncatingIfNeeded: index + 2)
  }
}
