import Logging
import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackFiles
import SnapbackLayout
import SnapbackLinux
import SnapbackProtocol
import SnapbackScene
import SnapbackTouches

/// A request of a client that the worker thread has not finished.
struct JobRequest {
  enum Content {
    case command(Command, DocumentNode, replyTo: UInt64?)
    /// A long message that has not been decoded yet.
    case text([UInt8])
  }

  /// The maximum number of runs of a job whose result does not fit because the layout has changed
  /// meanwhile. After that, the event loop does the work.
  static let attempts = 3

  let content: Content
  /// The number of runs of the job so far.
  var runs = 0

  init(_ content: Content) { self.content = content }
}

/// The result of a job of the worker thread.
enum WorkerOutput: Sendable {
  case files(Result<Daemon.LoadedFiles, Failure>)
  case command(Result<PreparedCommand, ControlError>, client: UInt64, replyTo: UInt64?)
  /// A request that was decoded from a long message and needs no job.
  case request(Result<ClientRequest, ProtocolError>, client: UInt64)
}

/// Jobs of the worker thread, which reads and lays out scenes and long commands while the event
/// loop continues. The worker runs one job at a time.
extension Daemon {
  /// Files that were read, with everything that can be prepared without the engine.
  struct LoadedFiles: Sendable {
    var files: Files
    var document: SceneDocument
    /// The scene, rotated like the running scene, and laid out.
    var laidOut: SceneBlueprint
    var rotation: PanelRotation
    /// The layout pass for the rotation in the new configuration; nil if the rotation stays the
    /// same or the pass could not be run ahead of time.
    var turning: LayoutRehearsal?
    var access: ClientAccess
  }

  /// Starts the next job: a reload if one was requested, otherwise the request of the client that
  /// has used the least time.
  func startNextJob() {
    // Check for a result, because the kernel may have had no memory to signal it.
    if jobs.hasOutput { finishWork() }
    guard jobs.isIdle else { return }
    if jobs.consumeReload() {
      let (load, log, rotation) = (jobs.load, log.plain, configuration.rotation)
      let running = scene.engine.layoutTree
      return start {
        .files(
          Result { () throws(Failure) in
            try LoadedFiles(load, rotation, measuredAs: running, log: log)
          })
      }
    }
    guard clients.roster.contains(where: { $0.client.job != nil }) else { return }
    guard let id = clients.order({ $0.job != nil }).first, let client = clients[id],
      let request = client.job
    else { return }
    client.job?.runs += 1
    let context = desk.jobContext(
      for: Requester(client: id, isTrusted: client.identity.isTrusted), of: scene.engine)
    let roles = client.roles
    start { Self.prepare(request.content, context, for: id, roles) }
  }

  /// Decodes and lays out a client's request. Runs on the worker thread.
  private static func prepare(
    _ request: JobRequest.Content, _ context: JobContext, for id: UInt64, _ roles: Role
  ) -> WorkerOutput {
    let read: Result<ClientRequest, ProtocolError>
    switch request {
    case .command(let command, let body, let number):
      read = .success(.command(command, id: number, body: body))
    case .text(let text):
      read = Result { () throws(ProtocolError) in try ClientRequest.read(text) }
    }
    // If the client lacks the role, return the request: `answer` denies it.
    guard case .success(.command(let command, let number, let body)) = read,
      roles.contains(command.requiredRole), let job = CommandJob(command, body, in: context)
    else { return .request(read, client: id) }
    let result = Result { () throws(ControlError) in try job.run() }
    return .command(result, client: id, replyTo: number)
  }

  private func start(_ job: @escaping @Sendable () -> WorkerOutput) {
    do throws(SystemError) {
      try jobs.start(job)
    } catch {
      // If no thread can be started, run the job in the event loop.
      log.warn("worker", "\(error); running the job in the event loop")
      loop.priority.lower()
      finish(job(), seconds: 0)
    }
  }

  /// Handles the result of the worker's job if it has finished.
  func finishWork() {
    guard let (output, seconds) = jobs.removeResult() else { return }
    finish(output, seconds: seconds)
  }

  private func finish(_ output: WorkerOutput, seconds: Double) {
    // To replace a large scene takes long.
    loop.priority.lower()
    switch output {
    case .files(let result): adopt(result)
    case .command(let result, let id, let number):
      guard let client = clients[id], let request = client.job else { return }
      clients.charge(id, nanoseconds: UInt64(saturating: seconds * 1e9))
      if let command = try? result.get(), !command.fits(scene.engine),
        request.runs < JobRequest.attempts
      {
        return
      }
      client.job = nil
      complete(result, seconds, for: id, client, number)
    case .request(let result, let id):
      guard let client = clients[id], client.job != nil else { return }
      client.job = nil
      switch result {
      case .success(let request): answer(request, from: id, client)
      case .failure(let error):
        client.refuse(error)
        log.warnOfDisconnection(of: client.identity, error)
      }
    }
  }

  private func complete(
    _ result: Result<PreparedCommand, ControlError>, _ seconds: Double,
    for id: UInt64, _ client: ClientSession, _ number: UInt64?
  ) {
    do throws(ControlError) {
      let command = try result.get()
      guard
        client.identity.isTrusted || seconds <= ControlLimits.sceneSeconds
          || !command.isLimitedInTime
      else {
        let taken = Int32(saturating: (seconds * 1000).rounded())
        throw ControlError(
          .limit,
          "reading and layout took \(taken) ms of processor time; the limit is "
            + "\(Int32(saturating: ControlLimits.sceneSeconds * 1000)) ms for a client that is not "
            + "\"trusted\" in the daemon's configuration")
      }
      let requester = Requester(client: id, isTrusted: client.identity.isTrusted)
      let now = timeline.now
      var reply = try desk.finish(command, for: requester, on: &scene.engine, at: now)
      reply.time = now
      follow(reply)
      client.reply(to: number) { reply.write(to: &$0) }
    } catch {
      refuse(number, client, code: error.code.rawValue, error.message)
    }
  }
}

extension Daemon.LoadedFiles {
  /// Reads the files and lays out the scene.
  fileprivate init(
    _ load: Daemon.Loader, _ rotation: PanelRotation, measuredAs running: LayoutTree, log: Logger
  ) throws(Failure) {
    files = try load()
    document = SceneDocument(files.document)
    access = ClientAccess(files.configuration.access, log: log)
    self.rotation = rotation
    laidOut = files.scene.turned(by: rotation)
    laidOut.layOut(measuredAs: running)
    if files.configuration.rotation != rotation {
      turning = LayoutRehearsal(
        turningTo: files.configuration.rotation, of: files.scene, from: laidOut)
    }
  }
}
