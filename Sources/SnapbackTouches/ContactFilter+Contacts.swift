import SnapbackBasics

/// The filters that examine one contact at a time: ghosts, spikes and hysteresis.
extension ContactFilter {
  mutating func filter(_ contact: Contact) {
    guard contact.tool == .finger else { return result.contacts.append(contact) }
    switch contact.phase {
    case .began:
      // A contact that was joined to another one within this frame continues under that contact's
      // id.
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
        first: contact.position, course: ContactCourse(at: contact.position, now),
        shown: contact.position, smoother: makeSmoother(at: contact.position)))
    let index = tracks.count - 1
    if tracks[index].state == .open { show(index, as: .began) }
  }

  private mutating func move(_ index: Int, to position: Point) {
    if tracks[index].state == .pending {
      tracks[index].course.move(to: position, at: now)
      let way = position.distance(to: tracks[index].first)
      guard
        now.seconds(since: tracks[index].began) >= Self.ghostTime
          || way > Self.ghostDistance * scale
      else { return }
      return open(index)
    }
    if isBelieved(index, position) { show(index, as: .moved) }
  }

  /// Reports a contact that was held back because it could have been a ghost. The reported contact
  /// begins at its present position.
  mutating func open(_ index: Int) {
    let track = tracks[index]
    explain(
      .delayed(
        contact: track.shownID, part: .begin, seconds: now.seconds(since: track.began)))
    tracks[index].state = .open
    tracks[index].shown = track.course.position
    show(index, as: .began)
  }

  private mutating func finish(_ index: Int, _ contact: Contact) {
    if tracks[index].state == .pending {
      let ghost = FilterNote.ghost(
        contact: tracks[index].shownID, lifetime: now.seconds(since: tracks[index].began))
      if contact.phase == .ended { note(ghost) } else { explain(ghost) }
      tracks.remove(at: index)
      return
    }
    if let candidate = tracks[index].candidate {
      if leadsOn(tracks[index], to: candidate.position) {
        accept(candidate, index, at: candidate.position)
        applyHysteresis(index)
      } else {
        explain(spike(of: tracks[index], at: candidate.position))
      }
    } else if contact.phase == .ended,
      contact.position != tracks[index].course.position
    {
      if isBelieved(index, contact.position) {
        applyHysteresis(index)
      } else {
        note(spike(of: tracks[index], at: contact.position))
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

  /// Returns the largest possible deviation of a finger from its course after `seconds`, in points.
  private func reach(after seconds: Double) -> Double {
    max(Self.spikeDistance, Self.spikeAcceleration * seconds * seconds) * scale
  }

  /// Returns the smaller of the distances from `position` to the track's last and expected
  /// positions.
  ///
  /// The last position is included because a finger that stops suddenly leaves its course without
  /// being a spike.
  private func distance(of track: Track, to position: Point) -> Double {
    min(
      position.distance(to: track.course.position),
      position.distance(to: track.course.expected(at: now)))
  }

  private func spike(of track: Track, at position: Point) -> FilterNote {
    .spike(contact: track.shownID, distance: distance(of: track, to: position) / scale)
  }

  /// Accepts a position and returns true, unless it may be a spike.
  private mutating func isBelieved(_ index: Int, _ position: Point) -> Bool {
    let track = tracks[index]
    let seconds = max(now.seconds(since: track.course.time), 0)
    guard settings.dropsSpikes, track.course.isPlaced else {
      jump(index, to: position)
      return true
    }
    let off = distance(of: track, to: position)
    guard off > reach(after: seconds) else {
      if let candidate = track.candidate {
        note(spike(of: track, at: candidate.position))
      }
      tracks[index].candidate = nil
      tracks[index].course.move(to: position, at: now)
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
    // Another frame of the same scan adds no information.
    if isConfirmed, position == candidate.position, since < ContactCourse.scanTime { return false }
    guard !isConfirmed else {
      accept(candidate, index, at: position)
      return true
    }
    explain(spike(of: track, at: candidate.position))
    if candidate.count < Self.candidateLimit {
      tracks[index].candidate?.position = position
      tracks[index].candidate?.time = now
      tracks[index].candidate?.count += 1
      return false
    }
    jump(index, to: position)
    return true
  }

  /// Continues the track at `position`, because `position` confirms the held-back `candidate`.
  mutating func accept(_ candidate: Candidate, _ index: Int, at position: Point) {
    explain(
      .delayed(
        contact: tracks[index].shownID, part: .position,
        seconds: now.seconds(since: candidate.time)))
    jump(index, to: position)
  }

  /// Whether the last position before a lift lies ahead on the contact's course. If so, a fast
  /// finger reached the position. If not, the device reported a wrong last position, as many
  /// devices do.
  private func leadsOn(_ track: Track, to position: Point) -> Bool {
    let step = position - track.course.position
    let velocity = track.course.velocity
    let length = step.length * velocity.length
    guard velocity.length > 100 * scale else { return false }
    return step.dx * velocity.dx + step.dy * velocity.dy > 0.7 * length
  }

  /// Continues the track at `position` without a velocity.
  mutating func jump(_ index: Int, to position: Point) {
    let isPlaced = tracks[index].course.isPlaced
    if tracks[index].candidate != nil || !isPlaced { tracks[index].smoother?.reset() }
    tracks[index].candidate = nil
    tracks[index].course.jump(to: position, at: now)
    if !isPlaced { tracks[index].shown = position }
  }

  // Reporting.

  /// Moves the shown position toward the contact until the distance between them is the hysteresis
  /// radius.
  ///
  /// Works like libinput's `evdev_hysteresis`: the contact drags the center of a circle along.
  private mutating func applyHysteresis(_ index: Int) {
    let radius = settings.hysteresis * scale
    let position = tracks[index].course.position
    let way = position - tracks[index].shown
    let length = way.length
    guard radius > 0 else { return tracks[index].shown = position }
    guard length > radius else { return }
    tracks[index].shown = position - (radius / length) * way
  }

  mutating func show(_ index: Int, as phase: Contact.Phase) {
    if phase == .moved { applyHysteresis(index) }
    let shown = tracks[index].shown
    result.contacts.append(
      Contact(
        id: tracks[index].shownID, phase: phase,
        position: tracks[index].smoother?.smooth(shown, at: now, as: phase) ?? shown))
  }

  private func makeSmoother(at position: Point) -> ContactSmoother? {
    guard case .oneEuro(let settings) = settings.smoothing else { return nil }
    return ContactSmoother(settings, at: position)
  }
}
