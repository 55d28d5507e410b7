public import SnapbackBasics
public import SnapbackProtocol

/// Fills frames sent to clients with the views of a scene at a moment, without advancing the scene.
struct Sampler {
  /// The presentation of the last sample; reused storage.
  private var seen = Presentation(at: .zero)

  /// Updates all views in a frame; returns false if no view differs from the one in the frame.
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
    for rank in frame.looks.indices {
      let look = seen.look(rank: rank, loop.parts.motion)
      frame.looks[rank].isFree = loop.parts.motion.looks.entries[rank].isFree
      guard look != frame.looks[rank].values else { continue }
      frame.looks[rank].values = look
      frame.revisions[frame.looks[rank].view] = revision
      isChanged = true
    }
    if isChanged { frame.revision = revision }
    return isChanged
  }

  /// Updates the views in a frame that can differ.
  mutating func fill(
    _ frame: inout SceneFrame, at moment: Instant, _ resampling: TouchResampling, lead: Double,
    journal: inout MotionJournal, _ loop: inout SceneLoop
  ) {
    let mark = SampleMark(frame)
    // With drivers, the move can compute further layout pieces, which the journal has to record.
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
      if !frame.looks.isEmpty {
        for index in journal.differences {
          guard let rank = loop.parts.motion.looks.rank(of: index) else { continue }
          frame.looks[rank].isFree = loop.parts.motion.looks.entries[rank].isFree
          frame.looks[rank].values = seen.look(rank: rank, loop.parts.motion)
        }
      }
    }
    frame.time = moment
    frame.revision = journal.revision
  }
}

extension Engine {
  /// The maximum time from ``Engine/now`` to a sample, in seconds; later targets are clamped.
  public static let sampleLimit = 1.0

  /// Creates a frame with room for all views of the scene.
  public func makeFrame() -> SceneFrame {
    var frame = SceneFrame(count: loop.parts.motion.tree.indices.count)
    frame.looks = loop.parts.motion.looks.entries.map {
      SceneFrame.Look(view: $0.view, values: $0.look.moving)
    }
    return frame
  }

  /// The moment of a sample for `target`: at most ``sampleLimit`` after ``now``.
  public func sampleTime(for target: Instant) -> Instant {
    min(target, now.advanced(bySeconds: Self.sampleLimit))
  }

  /// Updates `frame` with the views as they will be at `target` if there is no input until then.
  /// Returns false if no view differs from the one in `frame`.
  ///
  /// The engine does not advance: no action is triggered, no motion ends, and sampling has no
  /// effect on later results. For a time before ``now``, finished motions are not restored, and a
  /// motion that began later is at its start. Staged changes are not in the frame. Velocities of
  /// views that fingers hold are those at the last scan.
  ///
  /// O(views + pans), no allocation after the first call. `frame` must be the frame of the last
  /// call, or a new one; its time is then set to the moment of the values.
  ///
  /// - Parameter lead: the time between drawing the frame and showing it, in seconds, clamped to
  ///   ``TouchResampling/leads``: one refresh interval for a renderer that draws during one refresh
  ///   and shows at the next. Fingers are sampled earlier by this time. Without it, a target far
  ///   ahead is later than all scans, and the age of the drawn fingers varies from frame to frame.
  @discardableResult
  public mutating func sample(
    _ frame: inout SceneFrame, at target: Instant, resampling: TouchResampling, lead: Double = 0
  ) -> Bool {
    let moment = sampleTime(for: target)
    return sampler.fill(&frame, at: moment, resampling, lead: lead, &loop)
  }

  /// Updates the views in `frame` that can differ.
  ///
  /// One frame serves many clients with different targets: ``MotionJournal/differs(_:since:at:)``
  /// finds the views to send to a client by the client's mark. The revision of the frame is then
  /// the journal's. O(views that can differ) plus a comparison for each group of views, and O(1)
  /// when no view can differ and no driver moves; no allocation after the first call.
  public mutating func sample(
    _ frame: inout SceneFrame, at target: Instant, resampling: TouchResampling, lead: Double = 0,
    journal: inout MotionJournal
  ) {
    let moment = sampleTime(for: target)
    sampler.fill(&frame, at: moment, resampling, lead: lead, journal: &journal, &loop)
  }
}
