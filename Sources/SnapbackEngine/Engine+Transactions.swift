import SnapbackFrames
import SnapbackLayout
import SnapbackMotion
import SnapbackTiming

/// When transactions are over, and what they hide.
extension Engine {
  /// Reports what has come to an end by now, and starts the actions that wait for it.
  mutating func reportTransactions() {
    for action in motion.reportTransactions() { actions.finish(action) }
    runDueActions()
  }

  /// Takes the ends of transactions since the last call, in order.
  public mutating func takeTransactionEvents() -> [TransactionEvent] {
    motion.transactions.takeEvents()
  }

  /// Regards the views that a pass finds hidden and the last one did not: in a stack they stay
  /// drawn until the transaction at work is over.
  mutating func noteHiding(_ animation: Animation?) {
    for view in motion.tree.indices.dropFirst() {
      let isHidden = layout.isHidden(view)
      guard isHidden != motion.isHidden(view) else { continue }
      motion.setHidden(isHidden, view)
      guard isHidden else { continue }
      interaction.noteHidden()
      motion.endEndless(of: view, with: animation)
      if animation != nil, isArranged(view) { motion.transactions.hide(view) }
    }
  }

  /// Whether a view's parent is a stack that arranges it.
  func isArranged(_ view: Int) -> Bool {
    layout.isArranged(view, in: motion.tree.parent(of: view))
  }
}
