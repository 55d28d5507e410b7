public import SnapbackBasics
public import SnapbackProtocol

/// Produces the frames sent to a single client, without resampling.
///
/// It finds the views that have changed with a ``MotionJournal``, like the daemon.
public struct FrameSource: Sendable {
  /// The last frame. Its revision is the number of updates in which a view changed.
  public private(set) var frame: SceneFrame
  private var sampled: SceneFrame
  private var journal = MotionJournal()

  /// Creates a source for the scene of an engine. The first update reports all views.
  public init(_ engine: borrowing Engine) {
    frame = engine.makeFrame()
    sampled = frame
    journal.resamples = false
  }

  /// Advances the engine to a time and updates ``frame``; returns false if no view has changed.
  ///
  /// O(views that can change), no allocation after the first call.
  @discardableResult
  public mutating func update(_ engine: inout Engine, at time: Instant) -> Bool {
    engine.flush(at: time)
    engine.sample(&sampled, at: engine.now, resampling: .none, journal: &journal)
    frame.time = sampled.time
    let revision = frame.revision + 1
    var isChanged = false
    for rank in sampled.looks.indices where sampled.looks[rank] != frame.looks[rank] {
      frame.looks[rank] = sampled.looks[rank]
      frame.revisions[frame.looks[rank].view] = revision
      isChanged = true
    }
    for view in journal.differences
    where sampled.views[view] != frame.views[view] || frame.revision == 0 {
      frame.views[view] = sampled.views[view]
      frame.revisions[view] = revision
      isChanged = true
    }
    if isChanged { frame.revision = revision }
    return isChanged
  }
}
