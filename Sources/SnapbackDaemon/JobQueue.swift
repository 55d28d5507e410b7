import SnapbackLinux

/// The worker thread, which reads and lays out scenes and long commands while the event loop
/// continues, and the pending reload of files, which a change of the scene file can cause. The
/// worker runs one job at a time.
struct JobQueue: ~Copyable {
  /// Reads the daemon's files.
  let load: Daemon.Loader
  private let worker: Worker<WorkerOutput>
  /// Whether a reload was requested.
  private var reloadIsDue = false
  /// The watch of the scene file.
  var sceneWatch = SceneWatch()

  init(load: @escaping Daemon.Loader) throws(SystemError) {
    self.load = load
    worker = try Worker()
  }

  /// The descriptor that becomes readable when a job has finished.
  var descriptor: Int32 { worker.descriptor }
  /// Whether a job can be started.
  var isIdle: Bool { worker.isIdle }
  /// Whether a job's result is ready.
  var hasOutput: Bool { worker.hasOutput }

  /// Requests a reload. Several requests cause one reload.
  mutating func requestReload() { reloadIsDue = true }

  /// Returns whether a reload was requested, and clears the request.
  mutating func consumeReload() -> Bool {
    defer { reloadIsDue = false }
    return reloadIsDue
  }

  /// Starts a job on the worker's thread.
  func start(_ job: @escaping @Sendable () -> WorkerOutput) throws(SystemError) {
    try worker.start(job)
  }

  /// Returns the result of the finished job and the processor time that the job used, in seconds;
  /// nil if no job is finished.
  func removeResult() -> (output: WorkerOutput, seconds: Double)? { worker.removeResult() }
}
