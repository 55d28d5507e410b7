import SnapbackMotion

/// A transaction whose changes are being made.
struct OpenTransaction {
  let id: UInt64
  /// The owner of the transaction's terms: its id if it is controlled, 0 otherwise.
  let owner: UInt64
  /// The channels to which the transaction added a term.
  var parts: [Transaction.Part] = []
  /// The seconds from the transaction's start until it is finished, unless its motion ends earlier.
  private(set) var logicalDuration = 0.0
  /// The minimum duration in seconds, even if the transaction's motion ends earlier.
  private(set) var leastDuration = 0.0
  /// The springs of the transaction's animations.
  private(set) var springs: [Spring] = []
  /// The number of changes that wait for a release.
  var waiting = 0
  /// Views that fade in at their new positions.
  var fadingViews: Set<Int> = []
  /// The views in stacks that the transaction hides.
  var hidingViews: [Int] = []
  /// The changes that undo the transaction, last change first.
  var undo: [Undo] = []
  /// The animation of the transaction's last layout pass; nil if it ran none.
  var passAnimation: Animation?

  init(id: UInt64, isControlled: Bool) {
    self.id = id
    owner = isControlled ? id : 0
  }

  /// Updates the durations and springs for the animation of a block.
  mutating func note(_ animation: Animation?) {
    guard let animation else { return }
    logicalDuration = max(logicalDuration, animation.logicalDuration)
    if animation.runDuration != nil {
      leastDuration = max(leastDuration, animation.logicalDuration)
    }
    guard animation.isSimple, case .spring(let spring, _) = animation.timing else { return }
    if !springs.contains(spring) { springs.append(spring) }
  }
}
