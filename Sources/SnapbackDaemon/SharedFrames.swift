import SnapbackBasics
import SnapbackEngine
import SnapbackLinux
import SnapbackProtocol
import SnapbackSharedFrames

/// The shared memory that contains the latest frame and that clients map; see
/// `docs/shared-memory.md`.
///
/// All clients share one memory. For a scene with other views, a new memory is created.
struct SharedFrames: ~Copyable {
  private var writer: SharedFrameWriter
  private var mark = SampleMark(revision: 0, target: .zero)

  /// Creates a memory for a number of views.
  init(views: Int, epoch: UInt64) throws(SystemError) {
    writer = try SharedFrameWriter(views: views, epoch: epoch)
  }

  /// The descriptor of the memory, to send to clients.
  var descriptor: SharedDescriptor { writer.descriptor }
  /// The size of the memory in bytes.
  var size: Int { writer.size }

  /// Writes the states of the views whose state in `frame` differs from that in the memory.
  /// O(changed views), no allocation.
  mutating func publish(_ frame: SceneFrame, _ journal: inout MotionJournal, isIdle: Bool) {
    _ = journal.findDifferences(since: mark, at: frame.time)
    writer.publish(frame, views: journal.differences, isIdle: isIdle)
    mark = SampleMark(revision: frame.revision, target: frame.time)
  }
}
