public import SnapbackBasics

/// Removes from a device's touch frames the contacts and positions that no finger can have caused.
///
/// Input and output are in points. Thresholds are in millimeters; if the panel's size is unknown,
/// ``assumedScale`` points are taken as one millimeter. Only fingers are filtered; pens, buttons,
/// scrolls and hovering pointers pass unchanged. Smoothing is off by default, so velocities are not
/// affected.
///
/// - **Spikes**: a position that no finger can have reached is held back for one frame. If the next
///   position is on the old course again, the held-back position is dropped. If the next position
///   is near the held-back one, the contact jumps there, one frame late.
/// - **Ghosts**: a contact that begins while another one is down is held back for ``ghostTime``. If
///   the new contact ends within that time, it is never reported.
/// - **Splits**: a contact that begins where another one ends is the same finger. Joining two
///   contacts within one frame adds no delay. Joining across frames delays every lift, so the
///   filter does so only within ``splitMemory`` after the device's last split.
/// - **Hysteresis**: movements within a radius are ignored; off by default.
/// - **Smoothing**: the remaining positions go through a ``OneEuroFilter``; off by default.
///
/// Held-back contacts, positions and lifts are returned by a later ``apply(_:)`` or, if the device
/// falls silent, by ``advance(to:)`` at the ``deadline``. O(contacts²) per frame, no allocation.
public struct ContactFilter: Sendable {
  /// A contact that is down or has just lifted.
  struct Track: Sendable {
    enum State: Hashable, Sendable {
      /// Held back because it may be a ghost.
      case pending
      /// Reported.
      case open
      /// Lifted at the given time; the lift is held back because the contact may continue.
      case lifted(Instant)
    }

    /// The contact's id in the input; it changes when a split is joined.
    var id: UInt64
    /// The contact's id in the output.
    let shownID: UInt64
    var state: State
    let began: Instant
    /// The first position.
    let first: Point
    var course: ContactCourse
    /// The position after hysteresis.
    var shown: Point
    /// The smoothing of ``shown``; nil if smoothing is off.
    var smoother: ContactSmoother?
    /// A position that is a spike unless later positions confirm it.
    var candidate: Candidate?
    /// The id of a joined contact, whose end in this frame is dropped.
    var absorbed: UInt64?
  }

  struct Candidate: Hashable, Sendable {
    var position: Point
    var time: Instant
    /// When the position is accepted if no other one arrives.
    var deadline: Instant
    /// The number of candidate positions since the last accepted one.
    var count: Int
  }

  /// A contact that has ended.
  struct Lift: Hashable, Sendable {
    var position: Point
    var velocity: Vector
    var time: Instant
  }

  /// Points per millimeter where the panel's size is unknown: a display of 160 dots per inch.
  public static let assumedScale = 160 / 25.4
  /// Steps up to this length, in millimeters, are never spikes.
  ///
  /// In recordings of real panels, scanned 70 to 200 times a second, no finger moves farther than
  /// this from both its last and its extrapolated position.
  public static let spikeDistance = 10.0
  /// The largest acceleration of a finger, in millimeters per second squared: ten times gravity.
  public static let spikeAcceleration = 100_000.0
  /// How long a contact that begins while others are down is held back, in seconds.
  ///
  /// Ghosts in recordings last one or two frames, 8 to 23 ms. A finger's movement in that time is
  /// within the slop of every recognizer.
  public static let ghostTime = 0.02
  /// A contact that moves this far, in millimeters, is not a ghost.
  public static let ghostDistance = 2.0
  /// The longest gap within one contact, in seconds. No finger lifts and touches again in this
  /// time: a fast double tap takes 50 ms or more.
  public static let splitTime = 0.03
  /// The largest distance between the two parts of a split, in millimeters, in addition to the
  /// distance that the finger's velocity covers during the gap.
  public static let splitDistance = 2.0
  /// How long lifts are held back after the last split, in seconds.
  public static let splitMemory = 60.0
  /// The most contacts that are filtered; further contacts pass unchanged.
  public static let contactLimit = 64
  /// The most notes that are kept between two calls to ``drainNotes()``.
  public static let noteLimit = 16
  /// The number of successive candidate positions after which the next position is accepted.
  static let candidateLimit = 2
  static let liftLimit = 8

  /// The filters that are on.
  public let settings: FilterSettings

  var tracks: [Track] = []
  var lifts: [Lift] = []
  var nextLift = 0
  var lastSplit: Instant?
  var now = Instant.zero
  /// Points per millimeter.
  var scale = ContactFilter.assumedScale
  var result = TouchFrame(time: .zero)
  /// Whether ``drainNotes()`` also reports each delay, and each position dropped at a lift.
  ///
  /// Off by default, because both are normal on most devices.
  public var explainsDelays = false
  private var notes: [FilterNote] = []

  /// Creates a filter with `settings`.
  public init(settings: FilterSettings = FilterSettings()) {
    self.settings = settings
    tracks.reserveCapacity(Self.contactLimit)
    lifts.reserveCapacity(Self.liftLimit)
    notes.reserveCapacity(Self.noteLimit)
    result.contacts.reserveCapacity(2 * Self.contactLimit)
  }

  /// Returns the filtered frame, which may be empty.
  public mutating func apply(_ frame: TouchFrame) -> TouchFrame {
    begin(at: frame.time)
    result.scroll = frame.scroll
    result.hover = frame.hover
    result.pointsPerMillimeter = frame.pointsPerMillimeter
    if let told = frame.pointsPerMillimeter, told > 0, told.isFinite { scale = told }
    releaseLifts()
    if settings.mergesSplits { joinWithin(frame) }
    for contact in frame.contacts { filter(contact) }
    return result
  }

  /// The earliest time at which a held-back contact, position or lift must be reported; nil if
  /// nothing is held back. O(contacts).
  public var deadline: Instant? {
    mutating get {
      var earliest: Instant?
      for index in tracks.indices {
        guard let moment = deadline(of: tracks[index]) else { continue }
        earliest = min(earliest ?? moment, moment)
      }
      return earliest
    }
  }

  /// Reports what has been held back until its deadline at or before `time`; returns nil if there
  /// is nothing to report.
  public mutating func advance(to time: Instant) -> TouchFrame? {
    guard let deadline, deadline <= time else { return nil }
    begin(at: time)
    releaseLifts()
    for index in tracks.indices {
      guard let moment = self.deadline(of: tracks[index]), moment <= now else { continue }
      if let candidate = tracks[index].candidate {
        accept(candidate, index, at: candidate.position)
        show(index, as: .moved)
      } else if tracks[index].state == .pending {
        open(index)
      }
    }
    return result.isEmpty ? nil : result
  }

  /// Filters the device's last frame, if any, and reports everything that is held back.
  ///
  /// `frame` must end or cancel all of the device's contacts.
  public mutating func close(_ frame: TouchFrame?, at time: Instant) -> TouchFrame? {
    if let frame { result = apply(frame) } else { begin(at: time) }
    for track in tracks {
      guard track.state != .pending else {
        explain(.ghost(contact: track.shownID, lifetime: now.seconds(since: track.began)))
        continue
      }
      // Held-back lifts end; contacts that the device did not end are cancelled.
      let isOpen = track.state == .open
      result.contacts.append(
        Contact(
          id: track.shownID, phase: isOpen ? .cancelled : .ended,
          position: track.smoother?.told ?? track.shown))
    }
    tracks.removeAll(keepingCapacity: true)
    forgetLifts()
    return result.isEmpty ? nil : result
  }

  /// Discards the contacts' positions because the mapping to the screen changes.
  public mutating func forgetPositions() {
    for index in tracks.indices {
      tracks[index].course.forgetPosition()
      tracks[index].candidate = nil
    }
    forgetLifts()
  }

  /// Whether ``drainNotes()`` would return notes.
  var hasNotes: Bool { !notes.isEmpty }

  /// Returns and removes the notes since the last call, at most ``noteLimit``.
  public mutating func drainNotes() -> [FilterNote] {
    guard !notes.isEmpty else { return [] }
    defer { notes.removeAll(keepingCapacity: true) }
    return notes
  }

  mutating func note(_ note: FilterNote) {
    if notes.count < Self.noteLimit { notes.append(note) }
  }

  /// Adds a note if the filter explains delays.
  mutating func explain(_ note: FilterNote) {
    if explainsDelays { self.note(note) }
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
