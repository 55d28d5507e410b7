import SnapbackBasics
import SnapbackEngine
import SnapbackLinux
import SnapbackProtocol

/// The shared memory for the clients that map it, and the schedule of its frames.
struct FrameMemory: ~Copyable {
  private var frames: SharedFrames?
  /// The sample of the scene that the memory holds; nil without a memory.
  private var mark: SampleMark?
  private var pacer: Pacer

  /// Creates the schedule for frames at a rate; the memory is created when a client requests it.
  init(rate: Double, clockSpeed: Double) {
    pacer = Pacer(pacing: .timer, rate: nil, greatestRate: rate, clockSpeed: clockSpeed)
  }

  /// Discards the memory, because no client maps it or the scene has different views.
  mutating func discard() {
    frames = nil
    mark = nil
  }

  /// Hands the current memory to a client that has none or that of an earlier scene. A client that
  /// does not read is handed one memory only, however often the scene is replaced.
  mutating func handOver(
    to client: ClientSession, of scene: borrowing LiveScene
  ) throws(SystemError) {
    if frames == nil {
      frames = try SharedFrames(views: scene.appearances.count, epoch: scene.epoch)
      mark = SampleMark(revision: 0, target: .zero)
    }
    guard let memory = frames?.descriptor, let size = frames?.size else { return }
    try client.composeMemory(memory, size: size)
  }

  /// The time at which the memory needs a frame; nil without a memory or a change.
  func due(of scene: borrowing LiveScene, after now: Instant) -> Instant? {
    guard let mark else { return nil }
    return pacer.due(scene.activity(since: mark, at: now), at: now)
  }

  /// Writes a sample of the scene to the memory.
  mutating func publish(_ scene: inout LiveScene, at now: Instant) {
    scene.sample(at: now)
    scene.withSample { frame, journal, isIdle in
      frames?.publish(frame, &journal, isIdle: isIdle)
      mark = SampleMark(frame)
    }
    pacer.sent(target: now, at: now)
  }
}
