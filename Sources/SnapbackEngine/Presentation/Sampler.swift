public import SnapbackFrames
import SnapbackGeometry
public import SnapbackTiming

/// Fills frames with the views of a scene at a moment, without advancing the scene.
struct Sampler {
  /// The presentation of the last sample; its storage is used again.
  private var seen = Presentation(at: .zero)

  /// Fills in all views; returns false if no view differs from the one in the frame.
  mutating func fill(
    _ frame: inout SceneFrame, at moment: Instant, _ resampling: TouchResampling, lead: Double,
    _ loop: inout SceneLoop
  ) -> Bool {
    loop.move(&seen, to: moment, resampling, lead: lead)
    frame.time = moment
    let revision = frame.revision + 1
    var isChanged = false
    for index in loop.parts.motion.tree.indices {
      let parent = frame.views[loop.parts.motion.tree.parent(of: index)]
      let state = seen.state(of: index, in: parent, loop.parts.motion)
      guard state != frame.views[index] || frame.revision == 0 else { continue }
      frame.views[index] = state
      frame.revisions[index] = revision
      isChanged = true
    }
    if isChanged { frame.revision = revision }
    return isChanged
  }

  /// Fills in the views that can differ from those in the frame.
  mutating func fill(
    _ frame: inout SceneFrame, at moment: Instant, _ resampling: TouchResampling, lead: Double,
    journal: inout MotionJournal, _ loop: inout SceneLoop
  ) {
    let mark = SampleMark(frame)
    // With drivers, a move can find pieces, which the journal has to note.
    if loop.parts.motion.links != nil { loop.move(&seen, to: moment, resampling, lead: lead) }
    journal.note(loop)
    if journal.mayDiffer(since: mark, at: moment) {
      if loop.parts.motion.links == nil { loop.move(&seen, to: moment, resampling, lead: lead) }
      _ = journal.findDifferences(since: mark, at: moment)
      for index in journal.differences {
        frame.views[index] = seen.state(
          of: index, in: frame.views[loop.parts.motion.tree.parent(of: index)], loop.parts.motion)
        frame.revisions[index] = journal.revision
      }
    }
    frame.time = moment
    frame.revision = journal.revision
  }
}

extension Engine {
  /// How far ahead a moment may lie, in seconds; one that lies farther ahead is held to that.
  public static let sampleLimit = 1.0

  /// A frame of the scene's size, to be filled in.
  public func makeFrame() -> SceneFrame { SceneFrame(count: loop.parts.motion.tree.indices.count) }

  /// The moment that a sample for `target` is for: not more than ``sampleLimit`` ahead.
  public func sampleTime(for target: Instant) -> Instant {
    min(target, now.advanced(bySeconds: Self.sampleLimit))
  }

  /// Fills in the views as they will be seen at `target` if nothing happens until then; returns
  /// false if no view differs from what `frame` held.
  ///
  /// The engine does not move on: nothing fires, nothing ends, and everything that follows is as if
  /// no sample had been taken. Before ``now``, what is over is not brought back: a motion that
  /// began since stands at its beginning. Staged changes are not in the frame. Velocities under a
  /// finger are those of its last scan.
  ///
  /// O(views + pans), no allocation after the first time. `frame` has to be the one of the last
  /// call, or new; its time is then the moment that the values are for.
  ///
  /// - Parameter lead: how long before it is seen the frame is drawn, in seconds, held to
  ///   ``TouchResampling/leads``: a refresh for a renderer that draws at one refresh what is shown
  ///   at the next. Fingers are taken as much earlier. Without it a target that is far ahead is
  ///   beyond all scans, and fingers are drawn at ages that differ from frame to frame.
  @discardableResult
  public mutating func sample(
    _ frame: inout SceneFrame, at target: Instant, resampling: TouchResampling, lead: Double = 0
  ) -> Bool {
    let moment = sampleTime(for: target)
    return sampler.fill(&frame, at: moment, resampling, lead: lead, &loop)
  }

  /// Fills in the views that can differ from what `frame` holds.
  ///
  /// One frame serves many clients with targets of their own:
  /// ``MotionJournal/differs(_:since:at:)`` finds what each is to be sent by its own mark. The
  /// revision of the frame is then the journal's. O(views that can differ) besides a comparison for
  /// each group of views, and O(1) when none can and no driver moves; no allocation after the first
  /// time.
  public mutating func sample(
    _ frame: inout SceneFrame, at target: Instant, resampling: TouchResampling, lead: Double = 0,
    journal: inout MotionJournal
  ) {
    let moment = sampleTime(for: target)
    sampler.fill(&frame, at: moment, resampling, lead: lead, journal: &journal, &loop)
  }
}
