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
      if command == .inspect { try Self.countInspection(by: client) }
      let requester = Requester(client: id, isTrusted: client.identity.isTrusted)
      if CommandJob.isNeeded(for: command, body, on: scene.engine) {
        client.job = JobRequest(.command(command, body, replyTo: number))
        return startNextJob()
      }
      let result = try desk.perform(
        command, body, for: requester, on: &scene.engine, at: timeline.now)
      if command != .inspect { follow(result) }
      client.reply(to: number) { result.write(to: &$0) }
    } catch {
      refuse(number, client, code: error.code.rawValue, error.message)
    }
  }

  /// Throws if the client sends `inspect` too often. This command is limited because it needs only
  /// the role `view`.
  private static func countInspection(by client: ClientSession) throws(ControlError) {
    guard !client.inspections.admits(at: MonotonicClock.now()) else { return }
    throw ControlError(
      .limit, "over \(ProtocolLimits.inspections) inspections in a second; try again later")
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
