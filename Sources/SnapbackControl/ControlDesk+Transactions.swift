public import SnapbackEngine
public import SnapbackTiming

/// The transactions that clients began, and what becomes of them when their clients disconnect.
extension ControlDesk {
  /// Takes note that a client has disconnected.
  ///
  /// Its controlled transactions that are paused resume, because no other client may know of them.
  /// All its transactions run on; they are abandoned when others need their room.
  public mutating func clientDisconnected(
    _ client: UInt64, on engine: inout Engine, at now: Instant
  ) {
    guard ownedTransactions.contains(where: { $0.client == client }) else { return }
    forgetEnded(in: engine)
    for (id, owner) in ownedTransactions where owner == client {
      orphans.append(id)
      // It fails for transactions that are not controlled, which run anyway.
      if engine.isControlled(id) { try? engine.resume(id, at: now) }
    }
    ownedTransactions.removeAll { $0.client == client }
  }

  /// Throws when as many transactions are under way as may be; those of clients that have
  /// disconnected are abandoned first, the oldest first.
  mutating func makeRoom(on engine: inout Engine, at now: Instant) throws(ControlError) {
    if ownedTransactions.count >= ControlLimits.transactions { forgetEnded(in: engine) }
    while !orphans.isEmpty, Self.limitReached(by: engine) != nil {
      engine.abandon(orphans.removeFirst(), at: now)
    }
    guard let limit = Self.limitReached(by: engine) else { return }
    throw ControlError(.limit, limit)
  }

  /// Notes that a transaction belongs to a client.
  mutating func own(_ id: UInt64?, by requester: Requester) {
    guard let id else { return }
    ownedTransactions.append((id, requester.client))
  }

  /// Gives a transaction of a disconnected client to the client that controls it now, so that it
  /// does not stay paused when that one disconnects.
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

  /// The limit that the transactions under way have reached, in words.
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
