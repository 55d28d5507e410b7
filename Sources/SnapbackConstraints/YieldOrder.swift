/// The place of a required constraint among those that contradict each other; the last one yields.
///
/// Constraints are ordered by rank, then by the product of constant and `constantFactor`, then by
/// their creation. By default, only their creation decides.
public struct YieldOrder: Hashable, Sendable, BitwiseCopyable {
  /// The rank; the greatest one of a contradiction yields.
  public var rank: UInt64
  /// The factor of the constraint's constant. Among equal ranks, the constraint with the greatest
  /// product yields.
  public var constantFactor: Double

  /// Makes a place from its parts.
  public init(rank: UInt64 = 0, constantFactor: Double = 0) {
    self.rank = rank
    self.constantFactor = constantFactor
  }
}

/// The yield orders of a compiled system, by the slots of the constraints.
struct YieldOrders: ~Copyable {
  /// The orders, with factors of the targets of pieces instead of the constants of constraints.
  private var orders = Column<YieldOrder>()

  init() {}

  mutating func compile(_ problem: borrowing Problem) {
    orders.fill(problem.records.count, with: YieldOrder())
    for slot in 0..<problem.records.count { set(problem.records[slot], atSlot: slot) }
  }

  mutating func set(_ record: ConstraintRecord, atSlot slot: Int) {
    var order = record.yieldOrder
    order.constantFactor /= record.targetFactor
    orders[slot] = order
  }

  /// Whether `left` is kept rather than `right`: protected pieces first, then by their orders, then
  /// by creation.
  func keeps(_ left: Piece, ratherThan right: Piece) -> Bool {
    if left.isProtected != right.isProtected { return left.isProtected }
    let (first, second) = (orders[left.slot], orders[right.slot])
    if first.rank != second.rank { return first.rank < second.rank }
    let (one, two) = (
      left.target * first.constantFactor, right.target * second.constantFactor
    )
    return one == two ? left.number < right.number : one < two
  }
}
