public import SnapbackFrames
import SnapbackGeometry
public import SnapbackMessages
public import SnapbackTiming

/// What has been seen of a scene, so that any moment of it can be looked at again.
///
/// Each view has the states in which it was, by time; fingers have their ways, and what happened is
/// a list of notes. Live, what is older than ``history`` is dropped.
public struct WatchTape: Sendable {
  /// How long a live scene is kept, in seconds.
  public static let history = 20.0
  /// The most states of views that are kept; behind them nothing more is.
  public static let stateLimit = 200_000
  /// The most notes, and the most fingers.
  static let noteLimit = 4000
  static let fingerLimit = 2000

  /// How a note is to be read.
  public enum Tone: Hashable, Sendable {
    /// It says what is.
    case plain
    /// Something is recognised.
    case good
    /// Something failed, or was taken away.
    case bad
    /// It is of less weight.
    case dim
  }

  /// Something that happened.
  public struct Note: Hashable, Sendable {
    /// When.
    public var time: Instant
    /// What; one line.
    public var text: String
    /// How it is to be read.
    public var tone: Tone
  }

  /// A contact from its touch to its end.
  struct Finger: Sendable {
    var id: UInt64
    var isInjected: Bool
    var samples: [(time: Instant, position: Point)]
    /// When it lifted or was taken away; nil while it is down.
    var end: Instant?
  }

  /// The states of a view, by time.
  private struct Track: Sendable {
    var times: [Instant] = []
    var states: [ViewState] = []

    /// The last sample that is not later; the first one for what is earlier than all.
    func index(at time: Instant) -> Int? {
      guard !times.isEmpty else { return nil }
      var (low, high) = (0, times.count)
      while high - low > 1 {
        let middle = (low + high) / 2
        if times[middle] <= time { low = middle } else { high = middle }
      }
      return low
    }

    mutating func append(_ state: ViewState, at time: Instant) {
      // Time never runs backwards; what says so counts as simultaneous.
      let time = max(time, times.last ?? time)
      if times.last == time {
        states[states.count - 1] = state
      } else {
        times.append(time)
        states.append(state)
      }
    }

    /// Forgets what was before a time, but for the state that held then.
    mutating func forget(before time: Instant) -> Int {
      guard let index = index(at: time), index > 0 else { return 0 }
      times.removeFirst(index)
      states.removeFirst(index)
      return index
    }
  }

  /// The screen as it is now.
  public private(set) var screen = ScreenDescription(
    size: .zero, background: Color(red: 0, green: 0, blue: 0))
  /// The views as they are now, parents first.
  public private(set) var views: [SceneMirror.View] = []
  /// The first moment that can be looked at.
  public private(set) var start = Instant.zero
  /// The last one.
  public private(set) var end = Instant.zero
  /// What happened, in order.
  public private(set) var notes: [Note] = []
  /// Whether nothing changes until new input comes.
  public private(set) var isIdle = true
  /// Whether there was more than is kept.
  public private(set) var isFull = false
  private(set) var fingers: [Finger] = []
  /// Which view a gesture was on, by time.
  private var focus: [(time: Instant, view: Int)] = []
  private var tracks: [Track] = []
  private var count = 0
  private let isLive: Bool

  /// An empty tape; a live one forgets what is old.
  public init(isLive: Bool) {
    self.isLive = isLive
  }

  /// A scene, whole. One with other views is the beginning of another tape.
  public mutating func begin(
    screen: ScreenDescription, views: [SceneMirror.View], at time: Instant
  ) {
    self.screen = screen
    if views.map(\.name) != self.views.map(\.name) {
      tracks = views.map { _ in Track() }
      count = 0
      start = time
      end = time
      fingers = []
      focus = []
    }
    self.views = views
    append(views.indices.map { ($0, views[$0].state) }, at: time)
  }

  /// Views that changed, by their places.
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

  /// What contacts do.
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

  /// Something that happened, in words.
  public mutating func note(_ text: String, _ tone: Tone, at time: Instant) {
    note(time)
    // What was held back until it was whole belongs where it happened.
    let place = notes.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
    notes.insert(Note(time: time, text: text, tone: tone), at: place)
    if notes.count > Self.noteLimit { notes.removeFirst(Self.noteLimit / 2) }
  }

  /// A gesture is on a view.
  public mutating func follow(_ view: Int, at time: Instant) {
    guard views.indices.contains(view), focus.last?.view != view else { return }
    focus.append((time, view))
    if focus.count > Self.noteLimit { focus.removeFirst(Self.noteLimit / 2) }
  }

  /// The view of the last gesture at a moment; before the first one, that of the first.
  /// O(gestures).
  func focus(at time: Instant) -> Int? {
    (focus.last { $0.time <= time } ?? focus.first)?.view
  }

  /// Nothing changes until new input comes.
  public mutating func rest(at time: Instant) {
    note(time)
    isIdle = true
  }

  /// Whoever touches now is not heard of any more.
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
    fingers.removeAll { finger in finger.end.map { $0 < time } ?? false }
    for index in fingers.indices {
      let old = fingers[index].samples.prefix { $0.time < time }.count
      fingers[index].samples.removeFirst(min(old, fingers[index].samples.count - 1))
    }
  }

  // MARK: Looking

  /// The views as they were at a moment. O(views × log samples).
  public func views(at time: Instant) -> [SceneMirror.View] {
    guard time < end else { return views }
    var result = views
    for index in result.indices {
      if let state = state(of: index, at: time) { result[index].state = state }
    }
    return result
  }

  /// A view's state at a moment: the last that was told. O(log samples).
  public func state(of view: Int, at time: Instant) -> ViewState? {
    guard tracks.indices.contains(view), let index = tracks[view].index(at: time) else {
      return nil
    }
    return tracks[view].states[index]
  }

  /// The next moment behind `time` at which something is told of a view or a finger, or the one
  /// before it; nil where there is none. O(views × log samples + fingers × samples).
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
