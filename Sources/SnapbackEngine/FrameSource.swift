public import SnapbackFrames
public import SnapbackTiming

/// The frames of an engine as a client sees them that follows it alone, without resampling.
///
/// It finds what has changed by a ``MotionJournal``, as the daemon does for its clients.
public struct FrameSource: Sendable {
  /// The last frame. Its revision counts the frames in which something differed.
  public private(set) var frame: SceneFrame
  private var sampled: SceneFrame
  private var journal = MotionJournal()

  /// The frames of a scene; the first update tells of all views.
  public init(_ engine: borrowing Engine) {
    frame = engine.makeFrame()
    sampled = frame
    journal.resamples = false
  }

  /// Moves the engine on to a time and brings ``frame`` up to it; false where no view differs.
  ///
  /// O(views that can differ), no allocation after the first time.
  @discardableResult
  public mutating func update(_ engine: inout Engine, at time: Instant) -> Bool {
    engine.flush(at: time)
    engine.sample(&sampled, at: engine.now, resampling: .none, journal: &journal)
    frame.time = sampled.time
    let revision = frame.revision + 1
    var isChanged = false
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
