import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol

/// The messages about the state of the scene: snapshots, frames, segments and `idle`.
extension ClientSession {
  /// The time at which the next frame or segment is due; nil if the client has the current state.
  ///
  /// A pull client that was sent `idle` gets one unrequested frame as soon as something moves
  /// again.
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
    if owesLooks(of: scene) { activity.insert(.input) }
    guard features.contains(.frames) else { return activity }
    return activity.union(scene.activity(since: progress.mark, at: now))
  }

  /// Whether the segment that the client has received ahead of its time is out of date.
  private func owesSchedule(of scene: borrowing LiveScene, at now: Instant) -> Bool {
    guard subscription.hasSchedule else { return false }
    return scene.engine.scheduledStart != progress.scheduledStart.flatMap { $0 > now ? $0 : nil }
  }

  /// Whether values of looks that cannot move have changed since the client received the looks.
  private func owesLooks(of scene: borrowing LiveScene) -> Bool {
    readsLooks && scene.engine.looksRevision != progress.looksRevision
  }

  /// Appends the looks of the scene, as drawn at `now`, unless it has none.
  private func composeLooks(of scene: borrowing LiveScene, _ now: Instant) {
    progress.looksRevision = scene.engine.looksRevision
    guard readsLooks else { return }
    let looks = scene.engine.looks.filter { subscription.needsMotion(ofView: $0.view) }
    guard !looks.isEmpty else { return }
    compose { encoder, _ in encoder.looks(looks, at: now, appearances: scene.appearances) }
  }

  /// Appends the next layout segment, ahead of its time. If there is none, appends an empty
  /// segment, which makes the client discard the segment that it has received ahead of its time.
  private func composeSchedule(of scene: inout LiveScene, _ now: Instant) {
    let schedule = scene.schedule()
    progress.scheduledStart = scene.engine.scheduledStart
    composeSegment(
      of: scene, schedule?.start ?? now, schedule?.motions ?? [], isAhead: schedule != nil)
  }

  /// Appends a snapshot to the client's output and, if the client subscribed to segments, a segment
  /// message with all motions. `now` is the time of the scene, `clock` that of the machine.
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
    composeLooks(of: scene, now)
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

  /// Appends the due frame and the due segment. If neither is due, answers a frame request with
  /// `idle`.
  func composePicture(of scene: inout LiveScene, _ now: Instant, _ clock: Instant) {
    let target = pacer.target(at: now)
    let isRequested = pacer.requestedTime != nil
    var content: ClientLanes.Content = []
    if owesLooks(of: scene) { composeLooks(of: scene, now) }
    if features.contains(.segments), scene.journal.revision > progress.motionRevision {
      composeSegment(of: scene, now, scene.motions(since: progress.motionRevision))
      progress.motionRevision = scene.journal.revision
      // Each segment replaces segments whose time has not come.
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

  /// Appends `idle` if the scene has come to rest and the client has not been sent `idle` since, or
  /// if the client requested a frame.
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
    let list = motions.filter {
      if case .look = $0.channel, !readsLooks { return false }
      return subscription.needsMotion(ofView: $0.view)
    }
    guard !list.isEmpty || isAhead != nil else { return }
    compose { encoder, sequence in
      encoder.segment(
        list, revision: scene.journal.revision, at: start, isAhead: isAhead == true,
        appearances: scene.appearances, sequence: sequence)
    }
    countMessage()
  }

  /// Appends a frame with the views whose state differs from the state that the client has. If no
  /// view differs, appends a frame only if the client requested one while something moves. Returns
  /// whether it appended a frame.
  private func composeFrame(
    of scene: inout LiveScene, _ target: Instant, _ now: Instant, isRequested: Bool
  ) -> Bool {
    scene.sample(at: target, lead: lead)
    let mark = progress.mark
    progress.mark = SampleMark(scene.sampled)
    if scene.messages.areKept {
      let message = scene.frame(since: mark, computed: now, for: reader, subscription)
      guard message.isEmpty else {
        compose(message)
        countMessage()
        return true
      }
    }
    let news = scene.differences(since: mark, for: subscription)
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
