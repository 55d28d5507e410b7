import Logging
import SnapbackEngine
import SnapbackFrames
import SnapbackLinux
import SnapbackProtocol
import SnapbackTiming

/// Frames in shared memory.
extension Daemon {
  /// Takes note that a client wants shared memory; it is handed over behind its next snapshot.
  func attachShared(_ client: ClientSession) {
    guard !client.wantsMemory else {
      return client.refuse(ProtocolError(.badMessage, "shared memory is attached already"))
    }
    client.wantsMemory = true
    client.owesMemory = true
    hasNewInput = true
  }

  /// Hands the present memory to a client that has none or that of a scene before.
  ///
  /// Latest wins, as with all state: a client that does not read is handed one memory, however
  /// often the scene is replaced.
  func composeMemory(for client: ClientSession) {
    guard client.owesMemory else { return }
    do throws(SystemError) {
      if shared == nil { shared = try SharedFrames(views: appearances.count, epoch: epoch) }
      guard let memory = shared?.descriptor, let size = shared?.size else { return }
      try client.composeMemory(memory, size: size)
      hasNewInput = true
    } catch {
      let refusal = ProtocolError(.unavailable, error.description)
      client.refuse(refusal)
      client.composeRefusal()
      reportDisconnection(refusal)
    }
  }

  /// Another scene has other views, so clients that have the memory get another one.
  func renewShared() {
    shared = nil
    for client in clients.values where client.wantsMemory { client.owesMemory = true }
  }

  /// When the memory is due a frame.
  func nextShared(after now: Instant) -> Instant? {
    guard hasSharers else { return nil }
    return sharedPacer.due(sharedActivity(at: now), at: now)
  }

  private var hasSharers: Bool { shared != nil && roster.contains { $0.client.wantsMemory } }

  private func sharedActivity(at now: Instant) -> Pacer.Activity {
    guard let mark = shared?.mark else { return [] }
    var activity: Pacer.Activity = []
    if journal.revision > mark.revision { activity.insert(.input) }
    if journal.differs(since: mark, at: now) { activity.insert(.motion) }
    return activity
  }

  /// Puts a frame into the memory if one is due, and wakes the clients that have it.
  func publishShared(at now: Instant) {
    guard let due = nextShared(after: now), due <= now else { return }
    sample(at: now)
    shared?.publish(sampled, &journal, isIdle: isIdle)
    sharedPacer.sent(target: now, at: now)
    for (_, client) in roster { client.signalMemory() }
  }
}
