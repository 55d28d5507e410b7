import SnapbackGeometry
public import SnapbackTiming

/// Takes out of a device's frames what no finger can have done.
///
/// Points in, points out; distances are judged in millimetres where the panel's size is known, and
/// else as if there were ``assumedScale`` points to one. Only fingers are filtered; pens, buttons,
/// scrolls and hovering pointers pass. Nothing is smoothed unless it is asked for, so velocities
/// stay what they are.
///
/// - **Spikes**: a position that no finger can have got to is left out for one frame. If the next
///   frame is back, it is dropped; if it confirms the new place, that counts, one frame late.
/// - **Ghosts**: a contact that begins while another one is down is held back for ``ghostTime``;
///   if it is gone by then, it never was.
/// - **Splits**: a contact that ends where another one begins is the same finger. Within a frame
///   that costs nothing. Across frames the lift would have to wait, so that is done only for a
///   device that has shown to need it, for ``splitMemory`` after it last did.
/// - **Hysteresis**: trembling within a radius is not seen; off unless it is asked for.
/// - **Smoothing**: what is left goes through a ``OneEuroFilter``; off unless it is asked for.
///
/// What is held back comes out of ``apply(_:)`` or, if the device falls silent, of
/// ``advance(to:)`` at the ``deadline``. O(contacts²) per frame, no allocation.
public struct ContactFilter: Sendable {
  /// A contact that is known, or that has just lifted.
  struct Track: Sendable {
    enum State: Hashable, Sendable {
      /// Held back: it may be a ghost.
      case pending
      /// It has been told.
      case open
      /// It has lifted, which is held back: it may go on.
      case lifted(Instant)
    }

    /// The device's id, which changes when a split is put together.
    var id: UInt64
    /// The id that others know.
    let shownID: UInt64
    var state: State
    let began: Instant
    /// Where it was first.
    let first: Point
    var course: ContactCourse
    /// Where it is behind the hysteresis.
    var shown: Point
    /// The smoothing of these places, if they are smoothed.
    var smoother: ContactSmoother?
    /// Where it has jumped to, maybe.
    var candidate: Candidate?
    /// The device's id whose end in this frame is none.
    var absorbed: UInt64?
  }

  struct Candidate: Hashable, Sendable {
    var position: Point
    var time: Instant
    /// When it counts, if nothing comes.
    var deadline: Instant
    /// How many places have been tried since the last one that counts.
    var count: Int
  }

  /// A contact that has ended.
  struct Lift: Hashable, Sendable {
    var position: Point
    var velocity: Vector
    var time: Instant
  }

  /// How many points a millimetre is where nobody knows: a display of 160 dots an inch.
  public static let assumedScale = 160 / 25.4
  /// A step up to this is never a spike, in millimetres.
  ///
  /// In recordings of real panels, scanned 70 to 200 times a second, no finger goes farther than
  /// that from both its last place and where a straight movement would have taken it.
  public static let spikeDistance = 10.0
  /// How hard a finger may change its velocity, in millimetres per second squared: ten times
  /// gravity.
  public static let spikeAcceleration = 100_000.0
  /// How long a contact that begins beside others is held back, in seconds.
  ///
  /// Ghosts in recordings live for one or two frames, 8 to 23 ms; what a finger moves in that
  /// time is within every slop.
  public static let ghostTime = 0.02
  /// A contact that moves this far, in millimetres, is no ghost.
  public static let ghostDistance = 2.0
  /// How long a contact may be gone and still be the same, in seconds. No finger lifts and touches
  /// again within that time: a fast double tap takes 50 ms and more.
  public static let splitTime = 0.03
  /// How far it may have gone besides what its velocity explains, in millimetres.
  public static let splitDistance = 2.0
  /// For how long lifts are held back after the last split, in seconds.
  public static let splitMemory = 60.0
  /// The most contacts that are filtered; more pass as they are.
  public static let contactLimit = 64
  /// The most notes that are kept until they are taken.
  public static let noteLimit = 16
  /// The most places that are tried before one counts.
  static let candidateLimit = 2
  static let liftLimit = 8

  /// What it does.
  public let settings: FilterSettings

  var tracks: [Track] = []
  var lifts: [Lift] = []
  var nextLift = 0
  var lastSplit: Instant?
  var now = Instant.zero
  /// Points a millimetre.
  var scale = ContactFilter.assumedScale
  var result = TouchFrame(time: .zero)
  private var notes: [FilterNote] = []

  /// A filter that does what `settings` say.
  public init(settings: FilterSettings = FilterSettings()) {
    self.settings = settings
    tracks.reserveCapacity(Self.contactLimit)
    lifts.reserveCapacity(Self.liftLimit)
    notes.reserveCapacity(Self.noteLimit)
    result.contacts.reserveCapacity(2 * Self.contactLimit)
  }

  /// The frame without what no finger can have done; it may be empty.
  public mutating func apply(_ frame: TouchFrame) -> TouchFrame {
    begin(at: frame.time)
    result.scroll = frame.scroll
    result.hover = frame.hover
    result.pointsPerMillimetre = frame.pointsPerMillimetre
    if let told = frame.pointsPerMillimetre, told > 0, told.isFinite { scale = told }
    releaseLifts()
    if settings.mergesSplits { joinWithin(frame) }
    for contact in frame.contacts { take(contact) }
    return result
  }

  /// When something that is held back comes out by itself; nil when nothing is. O(contacts).
  public var deadline: Instant? {
    var earliest: Instant?
    for track in tracks {
      guard let moment = deadline(of: track) else { continue }
      earliest = min(earliest ?? moment, moment)
    }
    return earliest
  }

  /// What was held back until `time`; nil when nothing is due.
  public mutating func advance(to time: Instant) -> TouchFrame? {
    guard let deadline, deadline <= time else { return nil }
    begin(at: time)
    releaseLifts()
    for index in tracks.indices {
      guard let moment = self.deadline(of: tracks[index]), moment <= now else { continue }
      if let candidate = tracks[index].candidate {
        jump(index, to: candidate.position)
        show(index, as: .moved)
      } else if tracks[index].state == .pending {
        tracks[index].state = .open
        show(index, as: .began)
      }
    }
    return result.isEmpty ? nil : result
  }

  /// Takes the device's last frame, if any, and lets go of all that is held back.
  ///
  /// The device's frame has to end or cancel all its contacts.
  public mutating func close(_ frame: TouchFrame?, at time: Instant) -> TouchFrame? {
    if let frame { result = apply(frame) } else { begin(at: time) }
    for track in tracks where track.state != .pending {
      // What has lifted has ended; what the device did not end is lost.
      let isOpen = track.state == .open
      result.contacts.append(
        Contact(
          id: track.shownID, phase: isOpen ? .cancelled : .ended,
          position: track.smoother?.told ?? track.shown))
    }
    tracks.removeAll(keepingCapacity: true)
    lifts.removeAll(keepingCapacity: true)
    return result.isEmpty ? nil : result
  }

  /// Forgets where contacts were: what follows is mapped otherwise.
  public mutating func forgetPositions() {
    for index in tracks.indices {
      tracks[index].course.forgetPosition()
      tracks[index].candidate = nil
    }
    lifts.removeAll(keepingCapacity: true)
  }

  /// What was changed since the last call, the first ``noteLimit`` of it.
  public mutating func takeNotes() -> [FilterNote] {
    guard !notes.isEmpty else { return [] }
    defer { notes.removeAll(keepingCapacity: true) }
    return notes
  }

  mutating func note(_ note: FilterNote) {
    if notes.count < Self.noteLimit { notes.append(note) }
  }

  private mutating func begin(at time: Instant) {
    now = max(now, time)
    result.time = time
    result.contacts.removeAll(keepingCapacity: true)
    result.scroll = nil
    result.hover = nil
  }

  private func deadline(of track: Track) -> Instant? {
    switch track.state {
    case .pending: track.began.advanced(bySeconds: Self.ghostTime)
    case .open: track.candidate?.deadline
    case .lifted(let time): time.advanced(bySeconds: Self.splitTime)
    }
  }

  func index(of id: UInt64) -> Int? {
    tracks.firstIndex { track in
      if case .lifted = track.state { return false }
      return track.id == id
    }
  }
}
