public import SnapbackBasics
public import SnapbackProtocol

/// A record of a scene over time, from which any moment can be shown again.
///
/// The tape stores the states of each view by time, the paths of fingers, and a list of notes. A
/// live tape drops states and paths that are older than ``history``.
public struct WatchTape: Sendable {
  /// The time for which a live tape keeps the past, in seconds.
  public static let history = 20.0
  /// The maximum number of view states. A full tape stores no further states.
  public static let stateLimit = 200_000
  /// The maximum number of notes. `fingerLimit` is the maximum number of fingers.
  static let noteLimit = 4000
  static let fingerLimit = 2000

  /// The tone of a note, which determines its color.
  public enum Tone: Hashable, Sendable {
    /// A plain statement.
    case plain
    /// A gesture was recognized.
    case good
    /// A gesture failed or was cancelled.
    case bad
    /// A less important note.
    case dim
  }

  /// An event in the list.
  public struct Note: Hashable, Sendable {
    /// The time of the event.
    public var time: Instant
    /// The text, one line.
    public var text: String
    /// The tone.
    public var tone: Tone
  }

  /// A contact from its touch to its end.
  struct Finger: Sendable {
    var id: UInt64
    var isInjected: Bool
    var samples: [(time: Instant, position: Point)]
    /// The time at which the contact lifted or was cancelled; nil while it is down.
    var end: Instant?
  }

  /// The states or the looks of a view, by time.
  private struct Track<State: Sendable>: Sendable {
    var times: [Instant] = []
    var states: [State] = []

    /// The index of the last sample at or before a time; the first sample if all are later. Nil if
    /// there are no samples.
    func index(at time: Instant) -> Int? {
      guard !times.isEmpty else { return nil }
      var (low, high) = (0, times.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if times[middle] <= time { low = middle } else { high = middle }
      }
      return low
    }

    mutating func append(_ state: State, at time: Instant) {
      // Times must not decrease: replace an earlier time by that of the last sample.
      let time = max(time, times.last ?? time)
      if times.last == time {
        states[states.count - 1] = state
      } else {
        times.append(time)
        states.append(state)
      }
    }

    /// Removes the samples before a time, except the last of them, which is the state at that time.
    /// Returns the number of removed samples.
    mutating func forget(before time: Instant) -> Int {
      guard let index = index(at: time), index > 0 else { return 0 }
      times.removeFirst(index)
      states.removeFirst(index)
      return index
    }
  }

  /// The current screen.
  public private(set) var screen = ScreenDescription(
    size: .zero, background: Color(red: 0, green: 0, blue: 0))
  /// The current views. Parents come before children.
  public private(set) var views: [SceneMirror.View] = []
  /// The first time on the tape.
  public private(set) var start = Instant.zero
  /// The last time on the tape.
  public private(set) var end = Instant.zero
  /// The notes, in order of time.
  public private(set) var notes: [Note] = []
  /// Whether nothing changes without new input.
  public private(set) var isIdle = true
  /// Whether states were dropped because the tape was full.
  public private(set) var isFull = false
  private(set) var fingers: [Finger] = []
  /// The view of the last gesture, by time.
  private var focus: [(time: Instant, view: Int)] = []
  private var tracks: [Track<ViewState>] = []
  private var looks: [Track<ViewLook>] = []
  private var count = 0
  private let isLive: Bool

  /// Makes an empty tape. A live tape drops old entries.
  public init(isLive: Bool) {
    self.isLive = isLive
  }

  /// Records a complete scene. If its views are not those on the tape, discards the recorded states
  /// and paths.
  public mutating func begin(
    screen: ScreenDescription, views: [SceneMirror.View], at time: Instant
  ) {
    self.screen = screen
    if views.map(\.name) != self.views.map(\.name) {
      tracks = views.map { _ in Track() }
      looks = views.map { _ in Track() }
      count = 0
      start = time
      end = time
      fingers = []
      focus = []
    }
    self.views = views
    append(views.indices.map { ($0, views[$0].state) }, at: time)
  }

  /// Appends the states of changed views, by index.
  public mutating func append(_ states: [(view: Int, state: ViewState)], at time: Instant) {
    isIdle = false
    for (view, state) in states where views.indices.contains(view) {
      views[view].state = state
      guard !isFull else { continue }
      tracks[view].append(state, at: time)
      count += 1
    }
    note(time)
    if count > Self.stateLimit {
      forget(before: end.advanced(bySeconds: -Self.history / 4))
      isFull = !isLive || count > Self.stateLimit
    }
  }

  /// Replaces the looks of all views.
  public mutating func take(_ looks: [ViewLook], at time: Instant) {
    for view in views.indices { views[view].look = nil }
    for look in looks where views.indices.contains(look.view) { append(look, at: time) }
  }

  /// Appends the part of a view's look that has moved. Ignores a view without a look.
  public mutating func append(_ moving: MovingLook, of view: Int, at time: Instant) {
    guard views.indices.contains(view), var look = views[view].look else { return }
    look.moving = moving
    append(look, at: time)
  }

  private mutating func append(_ look: ViewLook, at time: Instant) {
    views[look.view].look = look
    note(time)
    guard !isFull else { return }
    looks[look.view].append(look, at: time)
    count += 1
  }

  /// Appends the contacts of a touch frame.
  public mutating func touch(_ contacts: [TouchContact], at time: Instant) {
    isIdle = false
    note(time)
    for contact in contacts {
      let index = fingers.lastIndex { $0.id == contact.id && $0.end == nil }
      let sample = (time: max(time, start), position: contact.position)
      if let index {
        fingers[index].samples.append(sample)
      } else if contact.phase == .began || contact.phase == .moved {
        fingers.append(
          Finger(id: contact.id, isInjected: contact.isInjected, samples: [sample], end: nil))
      }
      if let index, contact.phase == .ended || contact.phase == .cancelled {
        fingers[index].end = time
      }
    }
    if fingers.count > Self.fingerLimit { fingers.removeFirst(Self.fingerLimit / 2) }
  }

  /// Adds a note.
  public mutating func note(_ text: String, _ tone: Tone, at time: Instant) {
    note(time)
    // A note may arrive late, so insert it at its time.
    let place = notes.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
    notes.insert(Note(time: time, text: text, tone: tone), at: place)
    if notes.count > Self.noteLimit { notes.removeFirst(Self.noteLimit / 2) }
  }

  /// Records that a gesture is on a view.
  public mutating func follow(_ view: Int, at time: Instant) {
    guard views.indices.contains(view), focus.last?.view != view else { return }
    focus.append((time, view))
    if focus.count > Self.noteLimit { focus.removeFirst(Self.noteLimit / 2) }
  }

  /// The view of the last gesture at or before a time, or of the first gesture. O(gestures).
  func focus(at time: Instant) -> Int? {
    (focus.last { $0.time <= time } ?? focus.first)?.view
  }

  /// Records that nothing changes without new input.
  public mutating func rest(at time: Instant) {
    note(time)
    isIdle = true
  }

  /// Ends all contacts, because their events were lost.
  mutating func liftAll() {
    for index in fingers.indices where fingers[index].end == nil { fingers[index].end = end }
  }

  private mutating func note(_ time: Instant) {
    end = max(end, time)
    guard isLive, end.seconds(since: start) > 2 * Self.history else { return }
    forget(before: end.advanced(bySeconds: -Self.history))
  }

  private mutating func forget(before time: Instant) {
    guard isLive else { return }
    start = max(start, time)
    for index in tracks.indices { count -= tracks[index].forget(before: time) }
    for index in looks.indices { count -= looks[index].forget(before: time) }
    fingers.removeAll { finger in finger.end.map { $0 < time } ?? false }
    for index in fingers.indices {
      let old = fingers[index].samples.prefix { $0.time < time }.count
      fingers[index].samples.removeFirst(min(old, fingers[index].samples.count - 1))
    }
  }

  // MARK: Looking

  /// The views at a time. O(views × log samples).
  public func views(at time: Instant) -> [SceneMirror.View] {
    guard time < end else { return views }
    var result = views
    for index in result.indices {
      if let state = state(of: index, at: time) { result[index].state = state }
      if let place = looks[index].index(at: time) {
        result[index].look = looks[index].states[place]
      }
    }
    return result
  }

  /// The state of a view at a time: the last state received until then. O(log samples).
  public func state(of view: Int, at time: Instant) -> ViewState? {
    guard tracks.indices.contains(view), let index = tracks[view].index(at: time) else {
      return nil
    }
    return tracks[view].states[index]
  }

  /// The next time after `time` with an update of a view or a finger; if `forward` is false, the
  /// last such time before `time`. Nil if there is none. O(views × log samples + fingers ×
  /// samples).
  func step(from time: Instant, forward: Bool) -> Instant? {
    var found: Instant?
    func take(_ other: Instant) {
      guard forward ? other > time : other < time else { return }
      guard let best = found else { return found = other }
      found = forward ? min(best, other) : max(best, other)
    }
    for track in tracks {
      guard let index = track.index(at: time) else { continue }
      for place in (index - 1)...(index + 1) where track.times.indices.contains(place) {
        take(track.times[place])
      }
    }
    for finger in fingers { for sample in finger.samples { take(sample.time) } }
    return found.map { min(max($0, start), end) }
  }
}

extension WatchTape.Tone {
  /// The tone in which an input decision is shown.
  public init(_ decision: InputDecision) {
    guard case .step(let step) = decision.subject else {
      self = .plain
      return
    }
    self =
      switch step.state {
      case .recognized: .good
      case .failed, .cancelled: .bad
      case .waits, .possible: .dim
      case .ended: .plain
      }
  }
}
