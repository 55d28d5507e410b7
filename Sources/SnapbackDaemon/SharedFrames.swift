import SnapbackBasics
import SnapbackEngine
import SnapbackLinux
import SnapbackProtocol
import SnapbackSharedFrames

/// Frames in memory that clients map; see `docs/shared-memory.md`.
///
/// All clients share one memory, which holds the latest frame. A scene with different views gets a
/// new memory.
struct SharedFrames: ~Copyable {
  private var writer: SharedFrameWriter
  private var mark = SampleMark(revision: 0, target: .zero)

  /// Creates a memory for a number of views.
  init(views: Int, epoch: UInt64) throws(SystemError) {
    writer = try SharedFrameWriter(views: views, epoch: epoch)
  }

  /// The descriptor to hand to clients.
  var descriptor: SharedDescriptor { writer.descriptor }
  /// The size of the memory in bytes.
  var size: Int { writer.size }

  /// Writes the views of a frame that differ from the memory. O(changed views), no allocation.
  mutating func publish(_ frame: SceneFrame, _ journal: inout MotionJournal, isIdle: Bool) {
    _ = journal.findDifferences(since: mark, at: frame.time)
    writer.publish(frame, views: journal.differences, isIdle: isIdle)
    mark = SampleMark(revision: frame.revision, target: frame.time)
  }
}
