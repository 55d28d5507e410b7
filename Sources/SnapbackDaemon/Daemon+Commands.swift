import Logging
import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackFiles
import SnapbackLinux
import SnapbackProtocol
import SnapbackScene
import SnapbackTouches

/// Commands from clients with the role to control the scene or to inject touches.
extension Daemon {
  func perform(
    _ command: Command, _ number: UInt64?, _ body: DocumentNode, from id: UInt64,
    _ client: ClientSession
  ) {
    do throws(ControlError) {
      if command == .inject {
        try inputs.injector.add(body, from: id, at: timeline.now)
        return client.reply(to: number) { _ in }
      }
      let isQuery = command == .inspect || command == .document
      if isQuery { try Self.countInspection(by: client) }
      // These pass over the whole scene.
      if isQuery || command == .rotate { loop.priority.lower() }
      let requester = Requester(client: id, isTrusted: client.identity.isTrusted)
      if CommandJob.isNeeded(for: command, body, on: scene.engine) {
        client.job = JobRequest(.command(command, body, replyTo: number))
        return startNextJob()
      }
      let now = timeline.now
      var result = try desk.perform(command, body, for: requester, on: &scene.engine, at: now)
      try completeDocument(in: &result)
      if !isQuery {
        result.time = now
        follow(result)
      }
      client.reply(to: number) { result.write(to: &$0) }
    } catch {
      refuse(number, client, code: error.code.rawValue, error.message)
    }
  }

  /// Throws if the client sends `inspect` and `document` too often. These commands are limited
  /// because they need only the role `view`.
  private static func countInspection(by client: ClientSession) throws(ControlError) {
    guard !client.inspections.admits(at: MonotonicClock.now()) else { return }
    throw ControlError(
      .limit, "over \(ProtocolLimits.inspections) inspections in a second; try again later")
  }

  /// Adds the epoch to a reply with the scene's document. Throws if so many bytes wait for clients
  /// that there is no memory for the document.
  private func completeDocument(in reply: inout ControlReply) throws(ControlError) {
    guard let document = reply.document else { return }
    let held = clients.heldBytes
    guard held == 0 || held + document.utf8.count <= ProtocolLimits.heldBytes else {
      throw ControlError(.limit, "\(held) bytes wait for clients; try again later")
    }
    reply.epoch = scene.epoch
  }

  /// Passes a long message to the worker thread.
  func perform(_ text: [UInt8], _ client: ClientSession) {
    client.job = JobRequest(.text(text))
    startNextJob()
  }

  /// Applies the effects of a command to clients and input.
  func follow(_ result: ControlReply) {
    scene.noteNews()
    report(scene.words(for: result.decisions))
    for (event, name) in result.gestures { reportLast(event, view: name) }
    if let rotation = result.rotation, rotation != configuration.rotation {
      configuration.rotation = rotation
      log.debug("the picture is rotated by \(rotation.rawValue) degrees; contacts are cancelled")
      mapInput()
    }
    if result.isSceneReplaced { startScene() }
    if result.needsSnapshot || result.isSceneReplaced { requireSnapshots() }
    for warning in result.warnings { log.warn("layout", warning) }
  }

  /// Reports the last step of a gesture. Call this while clients still have the old scene.
  private func reportLast(_ event: GestureEvent, view name: String) {
    var event = event
    guard let view = scene.appearances.firstIndex(where: { $0.name == name }) else { return }
    event.view = view
    for (_, client) in clients.roster { client.report(event, scene.appearances) }
  }

  /// Makes the other parts of the daemon use the scene that the engine now runs.
  func startScene() {
    scene.adoptScene(firstContact: inputs.firstContact)
    followSubscriptions()
    mapInput()
    memory.discard()
    for (_, client) in clients.roster { client.memory.renew() }
    requireSnapshots()
  }

  func requireSnapshots() {
    scene.describe()
    for (_, client) in clients.roster { client.lanes.requireSnapshot() }
  }

  // MARK: Measuring

  /// Starts sending measure requests to the first client that can measure texts.
  func startMeasuring() {
    clients.selectMeasurer()
    desk.forgetMeasureRequests()
  }

  func askForMeasures() {
    guard let measurer = clients.measurer, let client = clients[measurer] else { return }
    for request in desk.drainMeasureRequests(of: scene.engine) {
      var writer = JSONWriter(precision: .shortest)
      request.write(to: &writer)
      client.addAnswer { $0.text(Array(writer.bytes.dropLast())) }
    }
  }
}
