/// The priorities that occur in a compiled system. Each has a level.
///
/// Level 0 is for required constraints and level 1 for demoted ones; the optional priorities follow
/// in descending order, and the tie level comes last.
struct PriorityLevels {
  /// The optional priorities, in descending order; the one at index i has the level i + 2.
  private var priorities: [Double] = []

  /// The level below all priorities that decides among equally good answers.
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

  /// The level of a priority, nil when no constraint had the priority at the last compilation.
  func level(of priority: Double) -> Int32? {
    if priority == 1000 { return Piece.requiredLevel }
    let index = position(of: priority)
    guard index < priorities.count, priorities[index] == priority else { return nil }
    return Int32(truncatingIfNeeded: index + 2)
  }
}
