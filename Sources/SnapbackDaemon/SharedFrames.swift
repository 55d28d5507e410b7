import SnapbackEngine
import SnapbackFrames
import SnapbackLinux
import SnapbackSharedFrames
import SnapbackTiming

/// Frames in memory that clients map: `docs/shared-memory.md`.
///
/// There is one for all clients and it holds the latest frame; a scene with other views gets a new
/// one.
struct SharedFrames: ~Copyable {
  private var writer: SharedFrameWriter
  private var mark = SampleMark(revision: 0, target: .zero)

  /// A memory for so many views.
  init(views: Int, epoch: UInt64) throws(SystemError) {
    writer = try SharedFrameWriter(views: views, epoch: epoch)
  }

  /// The descriptor to hand over.
  var descriptor: SharedDescriptor { writer.descriptor }
  /// How long it is, in bytes.
  var size: Int { writer.size }

  /// Writes the views of a frame that differ from those in the memory. O(these views), no
  /// allocation.
  mutating func publish(_ frame: SceneFrame, _ journal: inout MotionJournal, isIdle: Bool) {
    _ = journal.findDifferences(since: mark, at: frame.time)
    writer.publish(frame, views: journal.differences, isIdle: isIdle)
    mark = SampleMark(revision: frame.revision, target: frame.time)
  }
}
