import SnapbackBasics
import SnapbackEngine
import SnapbackLayout
import SnapbackLinux
import SnapbackProtocol

/// The reply to `status`.
extension Daemon {
  /// Writes the members of the reply to the object that `writer` has begun.
  func writeStatus(to writer: inout JSONWriter) {
    writer.string(SnapbackVersion.text, "version")
    writer.length(service.uptime, "uptime")
    writer.string(String(scene.session, radix: 16), "session")
    writer.integer(scene.epoch, "epoch")
    writeScene(to: &writer)
    writeHealth(to: &writer)
    writer.beginArray("clients")
    for (_, client) in clients.roster { write(client, to: &writer) }
    writer.endArray()
    writer.beginArray("devices")
    for device in inputs.devices.entries {
      writer.beginObject()
      writer.integer(device.id, "id")
      writer.string(device.name, "name")
      writer.string(device.kind, "kind")
      writer.endObject()
    }
    writer.endArray()
  }

  private func writeScene(to writer: inout JSONWriter) {
    writer.beginObject("scene")
    writer.integer(UInt64(clamping: scene.engine.appearances.count), "views")
    writer.integer(UInt64(clamping: scene.engine.layoutTree.constraintCount), "constraints")
    writer.beginArray("warnings")
    for warning in scene.engine.layoutWarnings.prefix(20) { writer.string(warning) }
    writer.endArray()
    writer.endObject()
    writer.beginObject("motion")
    writer.boolean(scene.engine.isAtRest, "atRest")
    writer.factor(scene.engine.motionRate, "rate")
    writer.integer(UInt64(clamping: scene.engine.transactionCount), "transactions")
    writer.endObject()
    writer.beginObject("layout")
    writer.integer(UInt64(clamping: scene.engine.layoutPasses), "passes")
    writer.integer(UInt64(clamping: scene.engine.layoutSolves), "solves")
    writer.endObject()
  }

  private func writeHealth(to writer: inout JSONWriter) {
    writer.beginObject("priority")
    writer.boolean(loop.priority.isRealTime, "realTime")
    writer.integer(loop.priority.exhaustions, "lowered")
    if let refusal = loop.priority.refusal { writer.string(refusal, "reason") }
    writer.endObject()
    writer.beginObject("late")
    writer.integer(loop.lateTurns, "turns")
    writer.endObject()
    writer.beginObject("refused")
    writer.integer(log.refusedRequests, "requests")
    writer.integer(log.refusedClients, "clients")
    writer.endObject()
    writer.beginObject("memory")
    if let resident = service.residentBytes { writer.integer(resident, "resident") }
    writer.integer(UInt64(clamping: clients.heldBytes), "waiting")
    writer.endObject()
  }

  private func write(_ client: ClientSession, to writer: inout JSONWriter) {
    guard client.stage == .streaming else { return }
    writer.beginObject()
    if let name = client.subscription.hello.name { writer.string(name, "name") }
    if let peer = client.identity.peer {
      writer.integer(UInt64(clamping: peer.user), "uid")
      writer.integer(UInt64(clamping: peer.process), "pid")
    }
    writer.beginArray("roles")
    for role in client.roles.names { writer.string(role) }
    writer.endArray()
    writer.string(client.encoding == .binary ? "binary" : "ndjson", "encoding")
    writer.string(client.pacer.pacing.rawValue, "pacing")
    writer.length(client.pacer.rate, "rate")
    // The number of scene revisions that the client has not received.
    let revision =
      client.features.contains(.frames)
      ? client.progress.mark.revision : client.progress.motionRevision
    writer.integer(
      scene.journal.revision > revision ? scene.journal.revision - revision : 0, "behind")
    writer.integer(client.progress.droppedEvents, "dropped")
    writer.endObject()
  }
}
