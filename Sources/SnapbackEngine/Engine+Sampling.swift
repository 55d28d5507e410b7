public import SnapbackFrames
import SnapbackGeometry
import SnapbackMotion
public import SnapbackTiming

/// What will be seen at a moment, without moving on to it.
extension Engine {
  /// How far ahead a moment may lie, in seconds; one that lies farther ahead is held to that.
  public static let sampleLimit = 1.0

  /// Puts what ``sampler`` sees into a frame; false when no view differs from what it held.
  private func fill(_ frame: inout SceneFrame) -> Bool {
    frame.time = sampler.time
    let revision = frame.revision + 1
    var isChanged = false
    for index in motion.tree.indices {
      let parent = frame.views[motion.tree.parent(of: index)]
      let state = sampler.state(of: index, in: parent, motion)
      guard state != frame.views[index] || frame.revision == 0 else { continue }
      frame.views[index] = state
      frame.revisions[index] = revision
      isChanged = true
    }
    if isChanged { frame.revision = revision }
    return isChanged
  }

  /// A frame of the scene's size, to be filled in.
  public func makeFrame() -> SceneFrame { SceneFrame(count: motion.tree.indices.count) }

  /// The moment that a sample for `target` is for: not more than ``sampleLimit`` ahead.
  public func sampleTime(for target: Instant) -> Instant {
    min(target, now.advanced(bySeconds: Self.sampleLimit))
  }

  /// Fills in what will be seen at `target` if nothing happens until then; false when no view
  /// differs from what `frame` held.
  ///
  /// The engine does not move on: nothing fires, nothing ends, and all that follows is as if it had
  /// not been asked. Before ``now``, what is over is not brought back: a motion that began since
  /// stands at its beginning. What was staged and not laid out yet is not in it. Velocities under a
  /// finger are those of its last scan.
  ///
  /// O(views + pans), no allocation after the first time. `frame` has to be the one of the last
  /// call, or new; its time is then the moment that the values are for.
  ///
  /// - Parameter lead: how long before it is seen the frame is drawn, in seconds, held to
  ///   ``TouchResampling/leads``: a refresh for who draws at one what is shown at the next. Fingers
  ///   are taken as much earlier. Without it a target that is far ahead is beyond all scans, and
  ///   fingers are drawn at ages that differ from frame to frame.
  @discardableResult
  public mutating func sample(
    _ frame: inout SceneFrame, at target: Instant, resampling: TouchResampling, lead: Double = 0
  ) -> Bool {
    look(at: sampleTime(for: target), resampling, lead)
    return fill(&frame)
  }

  /// The same, computed only for views that can differ from what `frame` holds.
  ///
  /// One frame serves many clients with targets of their own: what each has to be sent is what
  /// ``MotionJournal/differs(_:since:at:)`` says for its own mark. The revision of the frame is
  /// then the journal's. O(views that can differ) besides a comparison a block of views, and O(1)
  /// when none can; no allocation after the first time.
  public mutating func sample(
    _ frame: inout SceneFrame, at target: Instant, resampling: TouchResampling, lead: Double = 0,
    journal: inout MotionJournal
  ) {
    let (mark, moment) = (SampleMark(frame), sampleTime(for: target))
    if motion.links != nil { look(at: moment, resampling, lead) }
    journal.note(self)
    if journal.mayDiffer(since: mark, at: moment) {
      if motion.links == nil { look(at: moment, resampling, lead) }
      _ = journal.findDifferences(since: mark, at: moment)
      for index in journal.differences {
        frame.views[index] = sampler.state(
          of: index, in: frame.views[motion.tree.parent(of: index)], motion)
        frame.revisions[index] = journal.revision
      }
    }
    frame.time = moment
    frame.revision = journal.revision
  }

  /// Sets ``sampler`` to a moment, with fingers as resampled.
  private mutating func look(
    at moment: Instant, _ resampling: TouchResampling, _ lead: Double
  ) {
    sampler.move(to: moment)
    defer { followDrivers() }
    guard resampling != .none else { return }
    let range = TouchResampling.leads
    let lead = lead.isNaN ? 0 : min(max(lead, range.lowerBound), range.upperBound)
    var seen = Presentation(at: moment)
    swap(&seen, &sampler)
    manipulation.moveHeld(
      in: &seen, by: resampling, at: moment.advanced(bySeconds: -lead), parts)
    swap(&seen, &sampler)
  }

  /// Gives ``sampler`` the links for its moment.
  mutating func followDrivers() {
    guard motion.links != nil else { return }
    let known = parts.drive.knownPieces
    sampler.use(parts.drive.links(for: sampler, parts.layout, &parts.motion))
    // Views that the piece moves may look different.
    if parts.drive.knownPieces != known { changes &+= 1 }
  }
}
