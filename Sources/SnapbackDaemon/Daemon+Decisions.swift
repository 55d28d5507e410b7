import SnapbackEngine
import SnapbackFrames

/// Decisions about input, for clients that want to know why.
extension Daemon {
  /// Keeps decisions while somebody wants them, and else not: they cost allocations.
  func updateExplaining() {
    let isWanted = clients.values.contains { Self.isToldDecisions($0) }
    guard isWanted != engine.explains else { return }
    engine.setExplains(isWanted)
    explanation = isWanted ? newExplanation : nil
  }

  /// Tells of what the engine has decided since the last call, before the scene may be another.
  func tellDecisions() {
    guard engine.explains else { return }
    tell(engine.takeDecisions())
  }

  /// Tells of decisions of the scene that clients have.
  func tell(_ decisions: [GestureDecision]) {
    guard !decisions.isEmpty, let told = explanation?.take(decisions) else { return }
    for client in clients.values where Self.isToldDecisions(client) {
      for decision in told { client.addEvent { $0.decision(decision) } }
    }
  }

  /// The scene is another.
  func followExplanation() {
    if engine.explains { explanation?.follow(newExplanation) }
  }

  private var newExplanation: Explanation {
    engine.explanation(
      firstContact: replay == nil ? DeviceHub.deviceContacts : DeviceHub.replayContacts)
  }

  private static func isToldDecisions(_ client: ClientSession) -> Bool {
    client.stage == .streaming && client.features.contains(.decisions)
  }
}
