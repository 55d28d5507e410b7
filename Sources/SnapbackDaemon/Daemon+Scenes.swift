import Logging
import SnapbackControl
import SnapbackDocument
import SnapbackEngine
import SnapbackLinux
import SnapbackProtocol
import SnapbackTiming
import SnapbackTouches

/// A scene that a client asked for with `load` or `patch`, while the worker has not finished it.
enum SceneRequest {
  case command(Command, DocumentNode, replyTo: UInt64?)
  /// A long message that has not been read yet.
  case text([UInt8])
}

/// What the worker brings back.
enum WorkerOutput: Sendable {
  case files(Result<Daemon.LoadedFiles, Failure>)
  case scene(Result<PreparedScene, ControlError>, client: UInt64, replyTo: UInt64?)
  /// A long message that was no scene.
  case request(Result<ClientRequest, ProtocolError>, client: UInt64)
}

/// Scenes that are read and laid out by the worker, so that the loop goes on meanwhile: those of
/// clients and those of files. One at a time.
extension Daemon {
  /// Files that have been read, with all that can be prepared without the engine.
  struct LoadedFiles: Sendable {
    var files: Files
    /// The scene as its panel lies, laid out.
    var laidOut: SceneBlueprint
    var rotation: PanelRotation
    var access: ClientAccess
  }

  /// Starts the job that is due: files first, then the client that has used the least time.
  func startNextJob() {
    guard worker.isIdle else { return }
    if reloadIsDue {
      reloadIsDue = false
      let (load, log, rotation) = (load, log, configuration.rotation)
      return start {
        .files(Result { () throws(Failure) in try LoadedFiles(load, rotation, log: log) })
      }
    }
    guard roster.contains(where: { $0.client.scene != nil }) else { return }
    var requesters = roster.filter { $0.client.scene != nil }.map(\.id)
    fairShare.sort(&requesters)
    guard let id = requesters.first, let client = clients[id], let request = client.scene else {
      return
    }
    let context = desk.sceneContext(
      for: Requester(client: id, isTrusted: client.isTrusted), of: engine)
    start { Self.prepare(request, context, for: id) }
  }

  /// Reads and lays out what a client asked for; runs on the worker's thread.
  private static func prepare(
    _ request: SceneRequest, _ context: SceneContext, for id: UInt64
  ) -> WorkerOutput {
    let read: Result<ClientRequest, ProtocolError>
    switch request {
    case .command(let command, let body, let number):
      read = .success(.command(command, id: number, body: body))
    case .text(let text):
      read = Result { () throws(ProtocolError) in try ClientRequest.read(text) }
    }
    guard case .success(.command(let command, let number, let body)) = read,
      let job = context.job(command, body)
    else { return .request(read, client: id) }
    let result = Result { () throws(ControlError) in try job.run() }
    return .scene(result, client: id, replyTo: number)
  }

  private func start(_ job: @escaping @Sendable () -> WorkerOutput) {
    do throws(SystemError) {
      try worker.start(job)
    } catch {
      // Without a thread the loop has to wait for it.
      warn("worker", "\(error); the daemon waits for a scene")
      finish(job(), seconds: 0)
    }
  }

  /// Takes what the worker has finished.
  func takeWork() {
    guard let (output, seconds) = worker.take() else { return }
    finish(output, seconds: seconds)
  }

  private func finish(_ output: WorkerOutput, seconds: Double) {
    switch output {
    case .files(let result): adopt(result)
    case .scene(let result, let id, let number):
      guard let client = clients[id], client.scene != nil else { return }
      client.scene = nil
      fairShare.charge(id, nanoseconds: UInt64(saturating: seconds * 1e9))
      adopt(result, seconds, for: client, number)
    case .request(let result, let id):
      guard let client = clients[id], client.scene != nil else { return }
      client.scene = nil
      switch result {
      case .success(let request): answer(request, from: id, client)
      case .failure(let error):
        client.refuse(error)
        reportDisconnection(error)
      }
    }
  }

  private func adopt(
    _ result: Result<PreparedScene, ControlError>, _ seconds: Double,
    for client: ClientSession, _ number: UInt64?
  ) {
    do throws(ControlError) {
      let scene = try result.get()
      guard client.isTrusted || seconds <= ControlLimits.sceneSeconds else {
        let taken = Int32(saturating: (seconds * 1000).rounded())
        throw ControlError(
          .limit,
          "the scene took \(taken) ms of processor time to read and lay out; "
            + "\(Int32(saturating: ControlLimits.sceneSeconds * 1000)) ms is the most for a client "
            + "that is not \"trusted\" in the daemon's configuration")
      }
      let reply = try desk.adopt(scene, on: &engine, at: timeline.now)
      follow(reply)
      self.reply(to: number, client) { reply.write(to: &$0) }
    } catch {
      refuse(number, client, code: error.code.rawValue, error.message)
    }
  }
}

extension Daemon.LoadedFiles {
  /// Reads the files and lays the scene out.
  fileprivate init(
    _ load: Daemon.Loader, _ rotation: PanelRotation, log: Logger
  ) throws(Failure) {
    files = try load()
    access = ClientAccess(files.configuration.access, log: log)
    self.rotation = rotation
    laidOut = files.scene.turned(by: rotation)
    laidOut.layOut()
  }
}
