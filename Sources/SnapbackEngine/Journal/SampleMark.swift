public import SnapbackBasics
public import SnapbackProtocol

/// The state of a scene that a client has: everything up to a revision, sampled for a moment.
///
/// This is all that must be kept per client, whatever the size of the scene.
public struct SampleMark: Hashable, Sendable {
  /// The revision of the ``MotionJournal`` at the sample; 0 if the client has nothing yet.
  public var revision: UInt64
  /// The moment of the sampled values.
  public var target: Instant

  /// Creates a mark from its parts.
  public init(revision: UInt64, target: Instant) {
    self.revision = revision
    self.target = target
  }

  /// The mark of a frame that was filled in by ``Engine/sample(_:at:resampling:lead:journal:)``.
  public init(_ frame: SceneFrame) {
    self.init(revision: frame.revision, target: frame.time)
  }
}
