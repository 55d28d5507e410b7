import SnapbackEngine
import SnapbackFrames
import SnapbackLinux
import SnapbackProtocol
import SnapbackTiming

/// The shared memory for the clients that map it, and the times at which it gets a frame.
struct FrameMemory: ~Copyable {
  private var frames: SharedFrames?
  /// The sample of the scene that is in the memory; nil without a memory.
  private var mark: SampleMark?
  private var pacer: Pacer

  /// No memory yet; a later one gets frames at a rate.
  init(rate: Double, clockSpeed: Double) {
    pacer = Pacer(pacing: .timer, rate: nil, greatestRate: rate, clockSpeed: clockSpeed)
  }

  /// Discards the memory, because no client maps it or the scene has other views.
  mutating func discard() {
    frames = nil
    mark = nil
  }

  /// Hands the present memory to a client that has none, or that of an earlier scene. A client that
  /// does not read is handed one memory, however often the scene is replaced.
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

  /// The time at which the memory is due a frame; nil without a memory or a change.
  func due(of scene: borrowing LiveScene, after now: Instant) -> Instant? {
    guard let mark else { return nil }
    return pacer.due(scene.activity(since: mark, at: now), at: now)
  }

  /// Writes the sample of the scene into the memory.
  mutating func publish(_ scene: inout LiveScene, at now: Instant) {
    scene.sample(at: now)
    scene.withSample { frame, journal, isIdle in
      frames?.publish(frame, &journal, isIdle: isIdle)
      mark = SampleMark(frame)
    }
    pacer.sent(target: now, at: now)
  }
}
