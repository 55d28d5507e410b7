import SnapbackGestures
public import SnapbackLayout
public import SnapbackTiming

/// What a program that controls the scene can ask, and what it can tell of texts.
extension Engine {
  /// The views, guides and constraints as they are now; frames are those of the last pass.
  ///
  /// A copy: hold it no longer than needed, for the first change of either copies the tree.
  /// The constants that gestures drive and the scroll offsets are those that were asked for last.
  public var layoutTree: LayoutTree {
    var tree = layout.copy
    parts.drive.setGoals(in: &tree, motion)
    return tree
  }
  /// Lowers ``LayoutTree/workLimit`` for this scene, because a client that is not trusted has
  /// changed its constraints; later passes solve them as well.
  public mutating func limitLayoutWork(to limit: Int) {
    layout.limitWork(to: limit)
  }
  /// How many constraints the layout has. O(1).
  public var constraintCount: Int { layout.constraintCount }
  /// The names of the gestures that have one, in the order of the scene.
  public var gestureNames: [String] { interaction.gestures.compactMap(\.name) }
  /// The names of the gestures that are switched off.
  public var disabledGestureNames: [String] {
    interaction.gestures.indices.compactMap {
      interaction.arena.isEnabled($0) ? nil : interaction.gestures[$0].name
    }
  }
  /// The names of the scene's actions, in its order.
  public var actionNames: [String] { actions.names }
  /// What the last layout pass had to say.
  public var lastLayoutReport: LayoutReport { layout.report }
  /// How many transactions are under way, those that wait for a finger included.
  public var transactionCount: Int { motion.transactions.count }

  /// How many channels they move; one counts once for each transaction. O(transactions).
  public var movedChannelCount: Int { motion.transactions.partCount }

  /// The ids of the transactions under way, in the order in which they began. O(transactions).
  public var transactionIDs: [UInt64] { motion.transactions.ids }

  /// Whether a transaction of this id is under way that can be paused, scrubbed and reversed.
  public func isControlled(_ id: UInt64) -> Bool {
    motion.transactions[id]?.control != nil
  }

  /// Tells how large a text is that a renderer with fonts has measured; the next pass, at the
  /// latest that of the next frame, lays out by it.
  public mutating func setMeasuredSize(
    width: Double, height: Double, firstBaseline: Double? = nil, lastBaseline: Double? = nil,
    of question: TextQuestion, at time: Instant
  ) throws(EngineError) {
    advance(to: time)
    try layout.setMeasuredSize(
      width: width, height: height, firstBaseline: firstBaseline, lastBaseline: lastBaseline,
      of: question)
  }
}
