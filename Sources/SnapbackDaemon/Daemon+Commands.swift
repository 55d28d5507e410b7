import Logging
import SnapbackControl
import SnapbackDocument
import SnapbackEngine
import SnapbackFrames
import SnapbackLinux
import SnapbackProtocol
import SnapbackTiming
import SnapbackTouches

/// Commands of clients that may control the scene or inject touches.
extension Daemon {
  func perform(
    _ command: Command, _ number: UInt64?, _ body: DocumentNode, from id: UInt64,
    _ client: ClientSession
  ) {
    do throws(ControlError) {
      if command == .inject {
        try injector.add(body, from: id, at: timeline.now)
        return reply(to: number, client) { _ in }
      }
      if command == .inspect { try Self.countInspection(by: client) }
      let requester = Requester(client: id, isTrusted: client.isTrusted)
      if CommandJob.isNeeded(for: command, body, on: engine) {
        client.job = JobRequest(.command(command, body, replyTo: number))
        return startNextJob()
      }
      let result = try desk.perform(
        command, body, for: requester, on: &engine, at: timeline.now)
      if command != .inspect { follow(result) }
      reply(to: number, client) { result.write(to: &$0) }
    } catch {
      refuse(number, client, code: error.code.rawValue, error.message)
    }
  }

  /// Whoever may only look must not keep the daemon busy with it.
  private static func countInspection(by client: ClientSession) throws(ControlError) {
    guard !client.inspections.admits(at: MonotonicClock.now()) else { return }
    throw ControlError(
      .limit, "over \(ProtocolLimits.inspections) inspections in a second; ask again later")
  }

  /// Has a long message read by the worker.
  func perform(_ text: [UInt8], _ client: ClientSession) {
    client.job = JobRequest(.text(text))
    startNextJob()
  }

  /// Does what a command brings besides.
  func follow(_ result: ControlReply) {
    hasNewInput = true
    tell(result.decisions)
    for (event, name) in result.gestures { tellGone(event, view: name) }
    if let rotation = result.rotation, rotation != configuration.rotation {
      configuration.rotation = rotation
      log.debug("the picture is turned by \(rotation.rawValue) degrees; contacts are cancelled")
      mapInput()
    }
    if result.isSceneReplaced { startScene() }
    if result.needsSnapshot || result.isSceneReplaced { requireSnapshots() }
    for warning in result.warnings { warn("layout", warning) }
  }

  /// The last step of a gesture whose view may be gone.
  private func tellGone(_ event: GestureEvent, view name: String) {
    // Clients still have the scene from before, whose views these are.
    var event = event
    guard let view = appearances.firstIndex(where: { $0.name == name }) else { return }
    event.view = view
    for client in clients.values { tell(event, to: client) }
  }

  /// All that is kept of a scene by its views is made anew.
  func startScene() {
    epoch += 1
    sampled = engine.makeFrame()
    followExplanation()
    appearances = engine.appearancesWithTexts
    followWishes()
    journal.note(engine)
    mapInput()
    renewShared()
    requireSnapshots()
    hasNewInput = true
  }

  func requireSnapshots() {
    appearances = engine.appearancesWithTexts
    for client in clients.values { client.lanes.requireSnapshot() }
  }

  /// Texts have changed, or their size: only a snapshot tells.
  func followDescription() {
    guard engine.descriptionRevision != describedRevision else { return }
    describedRevision = engine.descriptionRevision
    requireSnapshots()
  }

  // MARK: Measuring

  /// The first client that can measure texts is asked, until it goes.
  func startMeasuring() {
    measurer = clients.first { $0.value.features.contains(.measure) }?.key
    desk.forgetMeasureRequests()
  }

  func stopMeasuring() {
    measurer = nil
    startMeasuring()
  }

  func askForMeasures() {
    guard let measurer, let client = clients[measurer] else { return }
    for request in desk.takeMeasureRequests(of: engine) {
      var writer = JSONWriter(precision: .shortest)
      request.write(to: &writer)
      client.addAnswer { $0.text(Array(writer.bytes.dropLast())) }
    }
  }
}
