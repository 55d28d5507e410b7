/// A contradiction among required pieces (constraints), by their indexes.
struct SimplexConflict {
  var victim: Int32
  var others: [Int32]
}

/// The required pieces (constraints) that yielded in contradictions, and the constraints that were
/// set aside because of rounding.
///
/// A conflict is void as soon as one of its members other than its victim yields in another
/// conflict.
struct ConflictLog: ~Copyable {
  private(set) var conflicts: [SimplexConflict] = []
  private var slots = Column<Int32>()
  /// The pieces that are members of a conflict other than its victim, or were of one that is void.
  private var reasons: Set<Int32> = []

  init() {}

  var isEmpty: Bool { conflicts.isEmpty && slots.isEmpty }

  /// The slots of the constraints that were set aside, in the order in which this happened.
  var setAside: [Int32] { (0..<slots.count).map { slots[$0] } }

  mutating func removeAll() {
    conflicts.removeAll()
    reasons.removeAll()
    slots.removeAll()
  }

  /// Records that `victim` yields to the other `members`. Removes the conflicts that are void now,
  /// and returns their victims.
  mutating func add(victim: Int32, members: [Int32]) -> [Int32] {
    var void: [Int32] = []
    if reasons.remove(victim) != nil {
      void = conflicts.filter { $0.others.contains(victim) }.map(\.victim)
      conflicts.removeAll { $0.others.contains(victim) }
    }
    let others = members.filter { $0 != victim }
    reasons.formUnion(others)
    conflicts.append(SimplexConflict(victim: victim, others: others))
    return void
  }

  mutating func setAside(slot: Int32) { slots.append(slot) }
}
