import SnapbackEngine
import SnapbackFrames
import SnapbackProtocol
import SnapbackTiming

/// The messages about the state of the scene: snapshots, frames, segments and idle.
extension ClientSession {
  /// The time at which the client is due its next frame or segment; nil without news for it.
  ///
  /// A client that requests frames and knows that nothing moves is sent a frame without a request
  /// when something moves again.
  func due(_ scene: borrowing LiveScene, at now: Instant) -> Instant? {
    let activity = activity(of: scene, at: now)
    if pacer.pacing == .pull, progress.knowsIdle, !activity.isEmpty { return now }
    return pacer.due(activity, at: now)
  }

  private func activity(of scene: borrowing LiveScene, at now: Instant) -> Pacer.Activity {
    var activity: Pacer.Activity = []
    if features.contains(.segments), scene.journal.revision > progress.motionRevision {
      activity.insert(.input)
    }
    if owesSchedule(of: scene, at: now) { activity.insert(.input) }
    guard features.contains(.frames) else { return activity }
    return activity.union(scene.activity(since: progress.mark, at: now))
  }

  /// Whether the segment that begins next is not the one that the client has received.
  private func owesSchedule(of scene: borrowing LiveScene, at now: Instant) -> Bool {
    guard features.contains([.schedule, .segments]) else { return false }
    return scene.engine.scheduledStart != progress.scheduledStart.flatMap { $0 > now ? $0 : nil }
  }

  /// Appends the segment that begins next; without one, an empty segment, which discards the one
  /// that the client keeps.
  private func composeSchedule(of scene: inout LiveScene, _ now: Instant) {
    let schedule = scene.schedule()
    progress.scheduledStart = scene.engine.scheduledStart
    composeSegment(
      of: scene, schedule?.start ?? now, schedule?.motions ?? [], isAhead: schedule != nil)
  }

  /// Appends a snapshot, and the motions for a client that has subscribed to segments.
  func composeSnapshot(of scene: inout LiveScene, _ now: Instant, _ clock: Instant) {
    let target = pacer.target(at: now)
    scene.sample(at: target, lead: lead)
    var content: ClientLanes.Content = .snapshot
    composeSnapshot { encoder, sequence in
      encoder.snapshot(
        scene.sampled, screen: scene.engine.screen, appearances: scene.appearances,
        sequence: sequence, epoch: scene.epoch)
    }
    countMessage()
    progress.mark = SampleMark(scene.sampled)
    choose(among: scene.appearances)
    if features.contains(.segments) {
      content.insert(.segment)
      composeSegment(of: scene, now, scene.motions(since: 0))
    }
    progress.motionRevision = scene.journal.revision
    progress.scheduledStart = nil
    lanes.composed(content, sequence: sequence, at: clock)
    pacer.sent(target: target, at: now)
    progress.knowsIdle = false
  }

  /// Appends a frame, a segment or both; `idle` if the client has requested a frame and there is
  /// none.
  func composePicture(of scene: inout LiveScene, _ now: Instant, _ clock: Instant) {
    let target = pacer.target(at: now)
    let isRequested = pacer.requestedTime != nil
    var content: ClientLanes.Content = []
    if features.contains(.segments), scene.journal.revision > progress.motionRevision {
      composeSegment(of: scene, now, scene.motions(since: progress.motionRevision))
      progress.motionRevision = scene.journal.revision
      // Each segment discards those that have not begun.
      progress.scheduledStart = nil
      content.insert(.segment)
    }
    if owesSchedule(of: scene, at: now) {
      composeSchedule(of: &scene, now)
      content.insert(.segment)
    }
    if features.contains(.frames),
      composeFrame(of: &scene, target, now, isRequested: isRequested)
    {
      content.insert(.frame)
    }
    pacer.sent(target: target, at: now)
    if !content.isEmpty || pacer.pacing == .pull { progress.knowsIdle = false }
    lanes.composed(content, sequence: sequence, at: clock)
    if content.isEmpty, isRequested { composeIdle(of: scene, target, isRequested: true) }
  }

  /// Appends `idle` if nothing will change without new input: once, and for each request.
  func composeIdle(
    of scene: borrowing LiveScene, _ time: Instant, isRequested: Bool = false
  ) {
    guard lanes.hasState else { return }
    let isNews =
      scene.isIdle && !progress.knowsIdle && activity(of: scene, at: time).isEmpty
    guard isRequested || isNews else { return }
    compose { encoder, sequence in encoder.idle(at: time, sequence: sequence) }
    countMessage()
    progress.knowsIdle = true
  }

  private func composeSegment(
    of scene: borrowing LiveScene, _ start: Instant, _ motions: [ChannelMotion],
    isAhead: Bool? = nil
  ) {
    let list = motions.filter { subscription.needsMotion(ofView: $0.view) }
    guard !list.isEmpty || isAhead != nil else { return }
    compose { encoder, sequence in
      encoder.segment(
        list, revision: scene.journal.revision, at: start, isAhead: isAhead == true,
        appearances: scene.appearances, sequence: sequence)
    }
    countMessage()
  }

  /// Appends a frame with the views that differ from what the client has, if there are any or if
  /// the client has requested it while something moves; returns whether it did.
  private func composeFrame(
    of scene: inout LiveScene, _ target: Instant, _ now: Instant, isRequested: Bool
  ) -> Bool {
    scene.sample(at: target, lead: lead)
    var news = scene.differences(since: progress.mark)
    subscription.filter(&news)
    progress.mark = SampleMark(scene.sampled)
    guard !news.isEmpty || (isRequested && !scene.isIdle) else { return false }
    compose { encoder, sequence in
      encoder.frame(
        scene.sampled, views: news, computed: now, appearances: scene.appearances,
        sequence: sequence)
    }
    countMessage()
    return true
  }
}
