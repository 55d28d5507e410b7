import Logging
import SnapbackEngine
import SnapbackFrames
import SnapbackLinux
import SnapbackProtocol
import SnapbackTiming

/// What each client is sent, and when.
extension Daemon {
  /// Writes what a client still has to be told, as far as it reads.
  func pump(_ id: UInt64, _ client: ClientSession) {
    let clock = MonotonicClock.now()
    if client.lanes.needsObservation {
      client.lanes.observe(unread: client.connection.unread, at: clock)
    }
    writing: while true {
      switch client.flush(at: clock) {
      case .gone: return drop(id, client)
      case .refused(let code):
        let reason = SystemError("cannot hand over shared memory", code: code).description
        return disconnect(id, client, ProtocolError(.unavailable, reason), at: clock)
      case .blocked: break writing
      case .empty: break
      }
      compose(for: client, clock)
      if client.hasOutput { continue }
      if client.stage == .closing { return drop(id, client) }
      break
    }
    if client.lanes.isStalled(at: clock) {
      return disconnect(id, client, .stalled, at: clock)
    }
  }

  /// What the client has to be told now, events first.
  private func compose(for client: ClientSession, _ clock: Instant) {
    client.composeEvents()
    guard client.stage == .streaming else { return client.composeRefusal() }
    let now = timeline.now
    if client.lanes.needsSnapshot(at: clock) {
      guard client.lanes.mayCompose(at: clock), hasRoom(for: client, clock) else { return }
      composeSnapshot(for: client, now, clock)
      return composeMemory(for: client)
    }
    composeMemory(for: client)
    guard let due = nextPicture(for: client, at: now), due <= now else {
      return composeIdle(for: client, now)
    }
    if client.features.contains(.frames) {
      guard client.lanes.mayComposeFrame(at: clock) else { return }
    } else {
      guard client.lanes.mayCompose(at: clock) else { return }
    }
    composePicture(for: client, now, clock)
  }

  /// When a client is due its next frame or segment; nil when there is nothing to tell it.
  ///
  /// Who asks for frames and has been told that nothing moves is told when something does, by a
  /// frame that it did not ask for.
  func nextPicture(for client: ClientSession, at now: Instant) -> Instant? {
    let activity = activity(for: client, at: now)
    if client.pacer.pacing == .pull, client.knowsIdle, !activity.isEmpty { return now }
    return client.pacer.due(activity, at: now)
  }

  private func activity(for client: ClientSession, at now: Instant) -> Pacer.Activity {
    var activity: Pacer.Activity = []
    if client.features.contains(.segments), journal.revision > client.motionRevision {
      activity.insert(.input)
    }
    guard client.features.contains(.frames) else { return activity }
    // What has been interrupted is due no later than what moves.
    guard journal.revision <= client.mark.revision else { return activity.union(.input) }
    if journal.differs(since: client.mark, at: now) { activity.insert(.motion) }
    return activity
  }

  /// Fills in the common sample for a moment, for who draws it so many seconds before.
  func sample(at target: Instant, lead: Double = 0) {
    let moment = engine.sampleTime(for: target)
    guard sampled.time != moment || sampled.revision != journal.revision || sampledLead != lead
    else { return }
    sampledLead = lead
    engine.sample(
      &sampled, at: target, resampling: configuration.resampling, lead: lead, journal: &journal)
  }

  /// Whether memory allows for another snapshot; if not, the client is put off.
  private func hasRoom(for client: ClientSession, _ clock: Instant) -> Bool {
    let held = roster.reduce(0) { $0 + $1.client.heldBytes }
    guard held > 0, held + snapshotBytes > ProtocolLimits.heldBytes else { return true }
    client.lanes.postpone(at: clock)
    isMemoryShort = true
    return false
  }

  private func composeSnapshot(for client: ClientSession, _ now: Instant, _ clock: Instant) {
    let target = client.pacer.target(at: now)
    sample(at: target, lead: client.lead)
    var content: ClientLanes.Content = .snapshot
    client.composeSnapshot { encoder, sequence in
      encoder.snapshot(
        sampled, screen: engine.screen, appearances: appearances, sequence: sequence, epoch: epoch)
    }
    client.countMessage()
    snapshotBytes = client.heldBytes
    client.mark = SampleMark(sampled)
    client.choose(among: appearances)
    if client.features.contains(.segments) {
      content.insert(.segment)
      composeSegment(for: client, now, journal.motions(of: engine))
    }
    client.motionRevision = journal.revision
    client.lanes.composed(content, sequence: client.sequence, at: clock)
    client.pacer.sent(target: target, at: now)
    client.knowsIdle = false
  }

  private func composeSegment(
    for client: ClientSession, _ now: Instant, _ motions: [ChannelMotion]
  ) {
    let list = motions.filter { client.needsMotion(ofView: $0.view) }
    guard !list.isEmpty else { return }
    client.compose { encoder, sequence in
      encoder.segment(
        list, revision: journal.revision, at: now, appearances: appearances, sequence: sequence)
    }
    client.countMessage()
  }

  /// A frame, a segment or both; `idle` for who asks and has missed nothing.
  private func composePicture(for client: ClientSession, _ now: Instant, _ clock: Instant) {
    let target = client.pacer.target(at: now)
    let isAsked = client.pacer.requestedTime != nil
    var content: ClientLanes.Content = []
    if client.features.contains(.segments), journal.revision > client.motionRevision {
      composeSegment(
        for: client, now, journal.motions(since: client.motionRevision, of: engine))
      client.motionRevision = journal.revision
      content.insert(.segment)
    }
    if client.features.contains(.frames), composeFrame(for: client, target, now, isAsked: isAsked) {
      content.insert(.frame)
    }
    client.pacer.sent(target: target, at: now)
    if !content.isEmpty || client.pacer.pacing == .pull { client.knowsIdle = false }
    client.lanes.composed(content, sequence: client.sequence, at: clock)
    if content.isEmpty, isAsked { composeIdle(for: client, target, isAsked: true) }
  }

  /// A frame with the views that the client has not seen so, if there are any or it has asked while
  /// something moves; says whether.
  private func composeFrame(
    for client: ClientSession, _ target: Instant, _ now: Instant, isAsked: Bool
  ) -> Bool {
    sample(at: target, lead: client.lead)
    _ = journal.findDifferences(since: client.mark, at: sampled.time)
    var news = journal.differences
    if client.hasChosenViews { news.removeAll { !client.wants(view: $0) } }
    client.mark = SampleMark(sampled)
    guard !news.isEmpty || (isAsked && !isIdle) else { return false }
    client.compose { encoder, sequence in
      encoder.frame(
        sampled, views: news, computed: now, appearances: appearances, sequence: sequence)
    }
    client.countMessage()
    return true
  }

  /// Nothing will change without new input: said once, and to who asks, for the time asked about.
  private func composeIdle(for client: ClientSession, _ time: Instant, isAsked: Bool = false) {
    guard client.lanes.hasState else { return }
    let isNews = isIdle && !client.knowsIdle && activity(for: client, at: time).isEmpty
    guard isAsked || isNews else { return }
    client.compose { encoder, sequence in encoder.idle(at: time, sequence: sequence) }
    client.countMessage()
    client.knowsIdle = true
  }
}
