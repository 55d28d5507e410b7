import SnapbackProtocol

/// Postpones snapshots to limit the total memory of messages that wait for clients.
struct SnapshotBudget {
  /// The number of bytes that waited for a client after the last snapshot: the snapshot, its
  /// segments, and events.
  private var lastBytes = 0
  /// Whether a snapshot was postponed since the last call of ``consumeShortage()``.
  private var isShort = false

  /// Whether memory allows another snapshot while `held` bytes wait. If not, records a shortage.
  mutating func admits(held: Int) -> Bool {
    guard held > 0, held + lastBytes > ProtocolLimits.heldBytes else { return true }
    isShort = true
    return false
  }

  /// Records the number of bytes that wait after a snapshot.
  mutating func note(snapshot bytes: Int) { lastBytes = bytes }

  /// Returns whether a snapshot was postponed since the last call.
  mutating func consumeShortage() -> Bool {
    defer { isShort = false }
    return isShort
  }
}
