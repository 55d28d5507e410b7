public import SnapbackFrames
public import SnapbackTiming

/// What a client has of a scene: all that had changed by a revision, as seen at a moment.
///
/// It is all that has to be kept for a client, whatever the size of the scene.
public struct SampleMark: Hashable, Sendable {
  /// The revision of the ``MotionJournal`` by then; 0 for nothing yet.
  public var revision: UInt64
  /// The moment that the values were for.
  public var target: Instant

  /// A mark by its parts.
  public init(revision: UInt64, target: Instant) {
    self.revision = revision
    self.target = target
  }

  /// What a frame has that was filled in by ``Engine/sample(_:at:resampling:journal:)``.
  public init(_ frame: SceneFrame) {
    self.init(revision: frame.revision, target: frame.time)
  }
}
