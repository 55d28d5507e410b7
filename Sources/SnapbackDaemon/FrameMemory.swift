import SnapbackBasics
import SnapbackEngine
import SnapbackLinux
import SnapbackProtocol

/// The shared memory with frames, and the schedule of these frames.
struct FrameMemory: ~Copyable {
  private var frames: SharedFrames?
  /// The sample of the scene that the memory contains; nil if there is no memory.
  private var mark: SampleMark?
  private var pacer: Pacer

  /// Creates the schedule for frames at a rate. The memory is created when a client requests it.
  init(rate: Double, clockSpeed: Double) {
    pacer = Pacer(pacing: .timer, rate: nil, greatestRate: rate, clockSpeed: clockSpeed)
  }

  /// Discards the memory. Call this when no client maps the memory, or when the scene has other
  /// views.
  mutating func discard() {
    frames = nil
    mark = nil
  }

  /// Passes the current memory to a client that has no memory, or the memory of an earlier scene.
  /// At most one memory waits for a client that does not read, even if the scene is replaced
  /// several times.
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

  /// The time at which the next frame for the memory is due; nil if there is no memory or no
  /// change.
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
