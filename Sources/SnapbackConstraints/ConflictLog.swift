/// A contradiction among required pieces.
struct SimplexConflict {
  var victim: Int32
  var others: [Int32]
}

/// The required pieces that gave way to others, and the constraints that had to be left out.
///
/// A conflict stands until one of the pieces that its victim gave way to becomes a victim itself.
struct ConflictLog: ~Copyable {
  private(set) var conflicts: [SimplexConflict] = []
  private var slots = Column<Int32>()

  init() {}

  var isEmpty: Bool { conflicts.isEmpty && slots.isEmpty }

  /// The slots of the constraints that were left out, in the order in which they were left out.
  var setAside: [Int32] { (0..<slots.count).map { slots[$0] } }

  mutating func removeAll() {
    conflicts.removeAll()
    slots.removeAll()
  }

  /// Notes that `victim` gives way to the others of `members`. Removes the conflicts that this
  /// makes void and returns their victims.
  mutating func add(victim: Int32, members: [Int32]) -> [Int32] {
    let void = conflicts.filter { $0.others.contains(victim) }
    conflicts.removeAll { $0.others.contains(victim) }
    conflicts.append(SimplexConflict(victim: victim, others: members.filter { $0 != victim }))
    return void.map(\.victim)
  }

  mutating func setAside(slot: Int32) { slots.append(slot) }
}
