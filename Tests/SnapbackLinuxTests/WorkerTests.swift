import Glibc
import SnapbackBasics
import SnapbackLinux
import Synchronization
import Testing

/// A thread that does one job at a time.
@Suite struct WorkerTests {
  /// Waits up to ten seconds for a job to end, and takes its output.
  private func finish<Output>(
    _ worker: Worker<Output>
  ) throws -> (output: Output, seconds: Double) {
    #expect(UnixConnection.waitUntilReadable(worker.descriptor, milliseconds: 10_000))
    return try #require(worker.removeResult())
  }

  /// Whether the descriptor reports a finished job.
  private func isReadable<Output>(_ worker: Worker<Output>) -> Bool {
    UnixConnection.waitUntilReadable(worker.descriptor, milliseconds: 0)
  }

  @Test func theOutputComesThroughTheDescriptorOnce() throws {
    let worker = try Worker<[Int]>()
    #expect(
      worker.isIdle && !worker.hasOutput && !isReadable(worker) && worker.removeResult() == nil)
    try worker.start { [3, 1, 4] }
    #expect(try finish(worker).output == [3, 1, 4])
    #expect(worker.isIdle && !isReadable(worker) && worker.removeResult() == nil)
  }

  @Test func whileAJobRunsThereIsNothingToTake() throws {
    let (worker, pipe) = (try Worker<Int>(), try Ends.pipe())
    try worker.start {
      _ = UnixConnection.waitUntilReadable(pipe.first.raw, milliseconds: 10_000)
      return 5
    }
    #expect(
      !worker.isIdle && !worker.hasOutput && worker.removeResult() == nil && !isReadable(worker))
    #expect(!worker.isIdle)
    #expect(Glibc.write(pipe.second.raw, [1], 1) == 1)
    #expect(UnixConnection.waitUntilReadable(worker.descriptor, milliseconds: 10_000))
    // The worker stays busy until its output is taken.
    #expect(!worker.isIdle && worker.hasOutput)
    #expect(worker.removeResult()?.output == 5 && worker.isIdle)
  }

  @Test func oneJobFollowsAnother() throws {
    let worker = try Worker<Int>()
    for number in 0..<20 {
      try worker.start { number * number }
      #expect(try finish(worker).output == number * number)
    }
  }

  @Test func aJobRunsOnANiceThreadWithSignalsBlocked() throws {
    struct Thread: Sendable {
      let id: UInt
      let niceness: Int32
      let blocked: [Bool]
    }
    let worker = try Worker<Thread>()
    var (own, before) = (sigset_t(), sigset_t())
    sigemptyset(&own)
    sigaddset(&own, SIGUSR1)
    pthread_sigmask(SIG_UNBLOCK, &own, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let signals = [SIGTERM, SIGHUP, SIGINT, SIGUSR1, SIGALRM]
    try worker.start {
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      return Thread(
        id: pthread_self(), niceness: getpriority(__priority_which_t(0), 0),
        blocked: signals.map { sigismember(&mask, $0) == 1 })
    }
    let thread = try finish(worker).output
    #expect(thread.id != pthread_self())
    #expect(thread.niceness >= 10)
    #expect(thread.blocked == signals.map { _ in true })
    // The calling thread keeps its own mask.
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    #expect(sigismember(&mask, SIGUSR1) == 0)
  }

  @Test func theSecondsOfAJobAreProcessorTime() throws {
    let worker = try Worker<Int>()
    try worker.start {
      func spent() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
      }
      let start = spent()
      var rounds = 0
      while spent() - start < 0.02 { rounds += 1 }
      return rounds
    }
    let work = try finish(worker)
    #expect(work.output > 0 && work.seconds >= 0.02 && work.seconds < 1)
    try worker.start {
      usleep(200_000)
      return 0
    }
    let wait = try finish(worker)
    #expect(wait.seconds < 0.1)
  }

  @Test func aWorkerThatIsReleasedFinishesItsJob() throws {
    let pipe = try Ends.pipe()
    try Worker<Int>().start {
      usleep(10_000)
      return Glibc.write(pipe.second.raw, [9], 1)
    }
    #expect(UnixConnection.waitUntilReadable(pipe.first.raw, milliseconds: 10_000))
    #expect(Reading(pipe.first.raw) == .bytes([9]))
  }

  @Test func startingABusyWorkerTraps() async {
    await #expect(processExitsWith: .failure) {
      let worker = try Worker<Int>()
      try worker.start { Int(usleep(100_000)) }
      try worker.start { 1 }
      exit(EXIT_SUCCESS)
    }
  }
}
