/// The position of a required constraint in the yield order. Of required constraints that
/// contradict each other, the last in this order yields.
///
/// Constraints are ordered by rank, then by the product of their constant and `constantFactor`,
/// then by creation. With default values, only the creation order decides.
public struct YieldOrder: Hashable, Sendable, BitwiseCopyable {
  /// The rank. In a contradiction, the constraint with the greatest rank yields.
  public var rank: UInt64
  /// The factor of the constraint's constant. Among equal ranks, the constraint with the greatest
  /// product of constant and factor yields.
  public var constantFactor: Double

  /// Makes a position from its parts.
  public init(rank: UInt64 = 0, constantFactor: Double = 0) {
    self.rank = rank
    self.constantFactor = constantFactor
  }
}

/// The yield orders of a compiled system, by the slots of the constraints.
struct YieldOrders: ~Copyable {
  /// The yield orders, by slot. Their `constantFactor` applies to the target of a constraint's
  /// ``Piece`` instead of to its constant.
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

  /// Whether `right` yields before `left`. Protected pieces yield last; the yield orders decide
  /// next, then the creation order.
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
