import SnapbackProtocol

/// The limit on the memory of messages that wait for clients, applied to snapshots.
struct SnapshotBudget {
  /// The bytes that waited for the client after its last snapshot: the snapshot, its segments, and
  /// events.
  private var lastBytes = 0
  /// Whether a snapshot was postponed since the last call of ``takeShortage()``.
  private var isShort = false

  /// Whether memory allows for another snapshot while so many bytes wait; if not, it counts as
  /// short.
  mutating func admits(held: Int) -> Bool {
    guard held > 0, held + lastBytes > ProtocolLimits.heldBytes else { return true }
    isShort = true
    return false
  }

  /// Records the size of a snapshot.
  mutating func note(snapshot bytes: Int) { lastBytes = bytes }

  /// Whether a snapshot was postponed since the last call.
  mutating func takeShortage() -> Bool {
    defer { isShort = false }
    return isShort
  }
}
