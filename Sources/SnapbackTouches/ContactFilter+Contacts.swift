import SnapbackGeometry
import SnapbackTiming

/// Contact by contact: ghosts, spikes and hysteresis.
extension ContactFilter {
  mutating func take(_ contact: Contact) {
    guard contact.tool == .finger else { return result.contacts.append(contact) }
    switch contact.phase {
    case .began:
      // What was joined within this frame goes on under its old name.
      if let index = index(of: contact.id) { return move(index, to: contact.position) }
      if settings.mergesSplits, resume(contact) { return }
      start(contact)
    case .moved:
      guard let index = index(of: contact.id) else { return result.contacts.append(contact) }
      move(index, to: contact.position)
    case .ended, .cancelled:
      if let index = tracks.firstIndex(where: { $0.absorbed == contact.id }) {
        tracks[index].absorbed = nil
        return
      }
      guard let index = index(of: contact.id) else { return result.contacts.append(contact) }
      finish(index, contact)
    }
  }

  private mutating func start(_ contact: Contact) {
    guard tracks.count < Self.contactLimit else { return result.contacts.append(contact) }
    let isBeside = tracks.contains { track in
      if case .lifted = track.state { return false }
      return track.began < now
    }
    tracks.append(
      Track(
        id: contact.id, shownID: contact.id,
        state: settings.dropsGhosts && isBeside ? .pending : .open, began: now,
        first: contact.position, position: contact.position, time: now,
        anchor: contact.position, anchorTime: now, shown: contact.position,
        raw: contact.position, told: contact.position, smoother: makeSmoother()))
    let index = tracks.count - 1
    if tracks[index].state == .open { show(index, as: .began) }
  }

  private mutating func move(_ index: Int, to position: Point) {
    if tracks[index].state == .pending {
      accept(index, position)
      let way = position.distance(to: tracks[index].first)
      guard
        now.seconds(since: tracks[index].began) >= Self.ghostTime
          || way > Self.ghostDistance * scale
      else { return }
      tracks[index].state = .open
      tracks[index].shown = position
      return show(index, as: .began)
    }
    if isBelieved(index, position) { show(index, as: .moved) }
  }

  private mutating func finish(_ index: Int, _ contact: Contact) {
    if tracks[index].state == .pending {
      if contact.phase == .ended {
        note(.ghost(lifetime: now.seconds(since: tracks[index].began)))
      }
      tracks.remove(at: index)
      return
    }
    if let candidate = tracks[index].candidate, leadsOn(tracks[index], to: candidate.position) {
      jump(index, to: candidate.position)
      place(index)
    } else if tracks[index].candidate == nil, contact.phase == .ended,
      contact.position != tracks[index].position
    {
      if isBelieved(index, contact.position) {
        place(index)
      } else {
        note(.spike(distance: distance(of: tracks[index], to: contact.position) / scale))
      }
    }
    tracks[index].candidate = nil
    if contact.phase == .ended, settings.mergesSplits { remember(tracks[index]) }
    if contact.phase == .ended, settings.mergesSplits, isSplitting {
      tracks[index].state = .lifted(now)
      return
    }
    show(index, as: contact.phase)
    tracks.remove(at: index)
  }

  // Spikes.

  /// How far from its course a finger can be after so many seconds, in points.
  private func reach(after seconds: Double) -> Double {
    max(Self.spikeDistance, Self.spikeAcceleration * seconds * seconds) * scale
  }

  /// Where a contact would be by now if it went on as it did.
  func course(of track: Track) -> Point {
    let seconds = min(max(now.seconds(since: track.time), 0), 0.05)
    return track.position + seconds * track.velocity
  }

  /// How far a place is from where a contact was, or is expected: whichever is less.
  ///
  /// A finger that stops at once is off its course and no spike.
  private func distance(of track: Track, to position: Point) -> Double {
    min(position.distance(to: track.position), position.distance(to: course(of: track)))
  }

  /// Takes a position, unless it may be a spike.
  private mutating func isBelieved(_ index: Int, _ position: Point) -> Bool {
    let track = tracks[index]
    let seconds = max(now.seconds(since: track.time), 0)
    guard settings.dropsSpikes, track.isPlaced else {
      jump(index, to: position)
      return true
    }
    let off = distance(of: track, to: position)
    guard off > reach(after: seconds) else {
      if let candidate = track.candidate {
        note(.spike(distance: distance(of: track, to: candidate.position) / scale))
      }
      tracks[index].candidate = nil
      accept(index, position)
      return true
    }
    guard let candidate = track.candidate else {
      let wait = min(max(2 * seconds, 0.01), 0.04)
      tracks[index].candidate = Candidate(
        position: position, time: now, deadline: now.advanced(bySeconds: wait), count: 1)
      return false
    }
    let since = max(now.seconds(since: candidate.time), 0)
    let isConfirmed = position.distance(to: candidate.position) <= reach(after: since)
    // The other part of the same scan says nothing new.
    if isConfirmed, position == candidate.position, since < Self.scanTime { return false }
    if !isConfirmed, candidate.count < Self.candidateLimit {
      tracks[index].candidate?.position = position
      tracks[index].candidate?.time = now
      tracks[index].candidate?.count += 1
      return false
    }
    jump(index, to: position)
    return true
  }

  /// Whether a place that was reached just before the lift lies on a contact's course: then a fast
  /// finger got there, and else the device was wrong about the last place, as many are.
  private func leadsOn(_ track: Track, to position: Point) -> Bool {
    let step = position - track.position
    let length = step.length * track.velocity.length
    guard track.velocity.length > 100 * scale else { return false }
    return step.dx * track.velocity.dx + step.dy * track.velocity.dy > 0.7 * length
  }

  private mutating func accept(_ index: Int, _ position: Point) {
    let since = now.seconds(since: tracks[index].anchorTime)
    if since >= Self.scanTime {
      tracks[index].velocity = (1 / since) * (position - tracks[index].anchor)
      tracks[index].anchor = position
      tracks[index].anchorTime = now
    }
    tracks[index].position = position
    tracks[index].time = now
  }

  /// Goes on at another place, with nothing known of how it got there.
  mutating func jump(_ index: Int, to position: Point) {
    if tracks[index].smoother != nil, tracks[index].candidate != nil || !tracks[index].isPlaced {
      tracks[index].smoother?.reset()
    }
    tracks[index].candidate = nil
    tracks[index].velocity = .zero
    tracks[index].anchor = position
    tracks[index].anchorTime = now
    tracks[index].position = position
    tracks[index].time = now
    if !tracks[index].isPlaced { tracks[index].shown = position }
    tracks[index].isPlaced = true
  }

  // Telling.

  /// Moves what is shown after the contact, at the distance of the hysteresis.
  ///
  /// As libinput's `evdev_hysteresis`: the centre of a circle that the contact drags along.
  private mutating func place(_ index: Int) {
    let radius = settings.hysteresis * scale
    let way = tracks[index].position - tracks[index].shown
    let length = way.length
    guard radius > 0 else { return tracks[index].shown = tracks[index].position }
    guard length > radius else { return }
    tracks[index].shown = tracks[index].position - (radius / length) * way
  }

  mutating func show(_ index: Int, as phase: Contact.Phase) {
    if phase == .moved { place(index) }
    let isSmoothed = tracks[index].smoother != nil
    result.contacts.append(
      Contact(
        id: tracks[index].shownID, phase: phase,
        position: isSmoothed ? smoothed(index, as: phase) : tracks[index].shown))
  }

  private func makeSmoother() -> OneEuroFilter? {
    guard case .oneEuro(let settings) = settings.smoothing else { return nil }
    return OneEuroFilter(settings)
  }

  private mutating func smoothed(_ index: Int, as phase: Contact.Phase) -> Point {
    let raw = tracks[index].shown
    // A contact that lifts where it was says nothing new of where it is.
    guard phase == .began || phase == .moved || raw != tracks[index].raw else {
      return tracks[index].told
    }
    tracks[index].raw = raw
    tracks[index].told = tracks[index].smoother?.filter(raw, at: now) ?? raw
    return tracks[index].told
  }
}
