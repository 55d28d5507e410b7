import SnapbackLinux

/// The worker that reads and lays out scenes and long commands while the loop continues, and the
/// files that it is to read again. It runs one job at a time.
struct JobQueue: ~Copyable {
  /// Reads the files of the daemon.
  let load: Daemon.Loader
  private let worker: Worker<WorkerOutput>
  /// Whether the files have to be read again.
  private var reloadIsDue = false

  init(load: @escaping Daemon.Loader) throws(SystemError) {
    self.load = load
    worker = try Worker()
  }

  /// The descriptor that is readable when a job has finished.
  var descriptor: Int32 { worker.descriptor }
  /// Whether a job can be started.
  var isIdle: Bool { worker.isIdle }
  /// Whether the result of a job waits.
  var hasOutput: Bool { worker.hasOutput }

  /// Requests that the files are read again; several requests are one.
  mutating func requestReload() { reloadIsDue = true }

  /// Whether the files have to be read again, once for each request.
  mutating func takeReload() -> Bool {
    defer { reloadIsDue = false }
    return reloadIsDue
  }

  /// Starts a job on the worker's thread.
  func start(_ job: @escaping @Sendable () -> WorkerOutput) throws(SystemError) {
    try worker.start(job)
  }

  /// Takes the result of the job that has finished, with the seconds that it took.
  func take() -> (output: WorkerOutput, seconds: Double)? { worker.take() }
}
