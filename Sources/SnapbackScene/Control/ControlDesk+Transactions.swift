public import SnapbackBasics
public import SnapbackEngine

/// Transactions that clients began, and their handling when a client disconnects.
extension ControlDesk {
  /// Handles a client's disconnect.
  ///
  /// Resumes the client's paused transactions, because no other client may know that they exist.
  /// All its transactions continue until they end, or until the limit of active transactions is
  /// reached and they are abandoned.
  public mutating func clientDisconnected(
    _ client: UInt64, on engine: inout Engine, at now: Instant
  ) {
    guard ownedTransactions.contains(where: { $0.client == client }) else { return }
    forgetEnded(in: engine)
    for (id, owner) in ownedTransactions where owner == client {
      orphans.append(id)
      // Only controlled transactions can be paused; the other ones are running.
      if engine.isControlled(id) { try? engine.resume(id, at: now) }
    }
    ownedTransactions.removeAll { $0.client == client }
  }

  /// Throws if the limit of active transactions is reached. Transactions of disconnected clients
  /// are abandoned first, starting with the oldest.
  mutating func makeRoom(on engine: inout Engine, at now: Instant) throws(ControlError) {
    if ownedTransactions.count >= ControlLimits.transactions { forgetEnded(in: engine) }
    while !orphans.isEmpty, Self.limitReached(by: engine) != nil {
      engine.abandon(orphans.removeFirst(), at: now)
    }
    guard let limit = Self.limitReached(by: engine) else { return }
    throw ControlError(.limit, limit)
  }

  /// Records that a transaction belongs to a client.
  mutating func own(_ id: UInt64?, by requester: Requester) {
    guard let id else { return }
    ownedTransactions.append((id, requester.client))
  }

  /// Makes the client that now controls a transaction of a disconnected client its owner, so that
  /// the transaction does not stay paused when the new owner disconnects.
  mutating func adoptOrphan(_ id: UInt64, by requester: Requester) {
    guard let index = orphans.firstIndex(of: id) else { return }
    orphans.remove(at: index)
    own(id, by: requester)
  }

  private mutating func forgetEnded(in engine: borrowing Engine) {
    let live = Set(engine.transactionIDs)
    ownedTransactions.removeAll { !live.contains($0.id) }
    orphans.removeAll { !live.contains($0) }
  }

  /// The limit that the active transactions have reached, in words; nil if there is room.
  private static func limitReached(by engine: borrowing Engine) -> String? {
    if engine.transactionCount >= ControlLimits.transactions {
      return "\(ControlLimits.transactions) transactions are under way; wait for one to end"
    }
    if engine.movedChannelCount >= ControlLimits.movedChannels {
      return "transactions under way move \(ControlLimits.movedChannels) channels; wait for one to "
        + "end"
    }
    return nil
  }
}
