import SnapbackBasics

/// Joins splits: contacts that break off and continue under another id.
extension ContactFilter {
  /// Whether a split was seen within the last ``splitMemory`` seconds.
  var isSplitting: Bool {
    guard let lastSplit else { return false }
    return now.seconds(since: lastSplit) < Self.splitMemory
  }

  /// Returns the largest distance from the expected position at which a contact may continue, in
  /// points. The distance allows for a contact that has stopped or doubled its speed.
  private func gate(_ velocity: Vector, seconds: Double) -> Double {
    Self.splitDistance * scale + velocity.length * max(seconds, 0)
  }

  /// Joins each contact that ends in this frame with a contact that begins in this frame or is
  /// still held back as a possible ghost.
  mutating func joinWithin(_ frame: TouchFrame) {
    for leaving in frame.contacts where leaving.phase == .ended || leaving.phase == .cancelled {
      guard leaving.tool == .finger, let index = index(of: leaving.id),
        tracks[index].state == .open,
        let heir = heir(of: tracks[index], in: frame)
      else { continue }
      tracks[index].id = heir
      tracks[index].absorbed = leaving.id
      note(
        .merged(
          contact: heir, into: tracks[index].shownID,
          gap: max(now.seconds(since: tracks[index].course.time), 0)))
      tracks.removeAll { $0.id == heir && $0.state == .pending }
    }
  }

  /// Returns the id of the contact that can be the same finger as `track`: of several, the one
  /// nearest to the track's expected position.
  private func heir(of track: Track, in frame: TouchFrame) -> UInt64? {
    let expected = track.course.expected(at: now)
    var nearest = gate(
      track.course.velocity, seconds: now.seconds(since: track.course.time))
    var heir: UInt64?
    for contact in frame.contacts where contact.tool == .finger {
      switch contact.phase {
      case .began where index(of: contact.id) == nil: break
      case .moved where isPending(contact.id): break
      default: continue
      }
      let distance = contact.position.distance(to: expected)
      guard distance <= nearest else { continue }
      nearest = distance
      heir = contact.id
    }
    return heir
  }

  private func isPending(_ id: UInt64) -> Bool {
    tracks.contains { $0.id == id && $0.state == .pending }
  }

  /// Returns true if `contact` can be the same finger as a contact whose lift is held back; the
  /// latter then continues. Otherwise returns false, and records a split if a contact has just
  /// ended nearby.
  mutating func resume(_ contact: Contact) -> Bool {
    for index in tracks.indices {
      guard case .lifted(let lift) = tracks[index].state else { continue }
      let gap = now.seconds(since: lift)
      let course = tracks[index].course
      let way = now.seconds(since: course.time)
      let distance = contact.position.distance(to: course.expected(at: now))
      guard gap <= Self.splitTime, distance <= gate(course.velocity, seconds: way)
      else { continue }
      tracks[index].id = contact.id
      tracks[index].state = .open
      lastSplit = now
      note(.merged(contact: contact.id, into: tracks[index].shownID, gap: gap))
      filter(
        Contact(id: contact.id, phase: .moved, position: contact.position, tool: contact.tool))
      return true
    }
    for lift in lifts {
      let gap = now.seconds(since: lift.time)
      guard gap > 0, gap <= Self.splitTime else { continue }
      let course = lift.position + gap * lift.velocity
      guard contact.position.distance(to: course) <= gate(lift.velocity, seconds: gap)
      else { continue }
      lastSplit = now
      note(.split(contact: contact.id, gap: gap))
      break
    }
    return false
  }

  /// Stores the position, velocity and time of a lift. Overwrites the oldest lift when the buffer
  /// is full.
  mutating func remember(_ track: Track) {
    let lift = Lift(
      position: track.course.position, velocity: track.course.velocity, time: now)
    if lifts.count < Self.liftLimit {
      lifts.append(lift)
    } else {
      lifts[nextLift] = lift
    }
    nextLift = (nextLift + 1) % Self.liftLimit
  }

  mutating func forgetLifts() {
    lifts.removeAll(keepingCapacity: true)
    nextLift = 0
  }

  /// Reports lifts that have been held back for ``splitTime``.
  mutating func releaseLifts() {
    for index in tracks.indices.reversed() {
      guard case .lifted(let lift) = tracks[index].state,
        lift.advanced(bySeconds: Self.splitTime) <= now
      else { continue }
      explain(
        .delayed(
          contact: tracks[index].shownID, part: .lift, seconds: now.seconds(since: lift)))
      show(index, as: .ended)
      tracks.remove(at: index)
    }
  }
}
