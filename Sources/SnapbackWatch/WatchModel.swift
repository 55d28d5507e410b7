public import SnapbackBasics
import SnapbackClient
public import SnapbackProtocol

/// The state of `snapback watch`, and its response to messages and keys. The model neither draws
/// nor waits.
///
/// The scene comes from a daemon ("live") or from a recording. Live, the model shows the time of
/// the last message; for a recording, it plays a tape that is complete from the start. A key pauses
/// and resumes. While the model is paused, a live tape continues to record.
public struct WatchModel: Sendable {
  /// The source of the scene.
  public enum Source: Hashable, Sendable {
    /// A daemon.
    case live
    /// A recording with this name, which is played in this process.
    case recording(String)
  }

  /// A request that the caller must carry out.
  public enum Wish: Hashable, Sendable {
    /// Run motions at this multiple of normal speed.
    case rate(Double)
    /// Quit.
    case quit
  }

  /// The speeds that the key `s` selects in turn.
  public static let speeds = [1, 0.5, 0.1]
  /// The time for which the trail behind a finger stays visible, in seconds.
  static let trailTime = 0.7
  /// The time that the curves show before the current moment, in seconds; `future` is the time
  /// after it.
  static let past = 1.6
  static let future = 0.8
  /// The step of the left and right arrow keys, in seconds.
  static let leap = 0.1

  /// The source of the scene.
  public let source: Source
  /// The states and notes received so far.
  public private(set) var tape: WatchTape
  /// The moment that is shown.
  public private(set) var position: Instant
  /// Whether playback is paused.
  public private(set) var isPaused = false
  /// The multiple of normal speed at which motions run, or at which a recording is played.
  public private(set) var speed = 1.0
  /// Whether the list of keys is shown.
  public private(set) var showsHelp = false
  /// A message for the user, such as the reason for which a command was refused. Any key dismisses
  /// it.
  public private(set) var notice: String?
  /// Whether the daemon did not grant the feature `touches`.
  public private(set) var lacksTouches = false
  private(set) var mirror = MotionMirror()
  private var chosen: String?
  private var hasDecisions = false
  /// The time at which the last message arrived. `clock` is the time last passed to
  /// ``advance(to:)``.
  private var arrival: Instant?
  private var clock: Instant?

  /// Makes the model of a source. For a recording, `tape` is complete; for a live scene, it is
  /// empty.
  public init(_ source: Source, tape: WatchTape? = nil) {
    self.source = source
    self.tape = tape ?? WatchTape(isLive: source == .live)
    position = self.tape.start
  }

  /// Whether the scene comes from a daemon.
  public var isLive: Bool { source == .live }

  // MARK: Messages

  /// Applies a message of the daemon. O(size of the message).
  public mutating func take(_ message: ServerMessage) {
    mirror.apply(message)
    arrival = clock
    switch message {
    case .welcome(let welcome): lacksTouches = !welcome.features.contains(.touches)
    case .snapshot(let snapshot):
      let views = zip(snapshot.appearances, snapshot.states).map { SceneMirror.View($0, $1) }
      tape.begin(screen: snapshot.screen, views: views, at: snapshot.time)
    case .frame(let frame):
      var states: [(view: Int, state: ViewState)] = []
      for update in frame.views where tape.views.indices.contains(update.view) {
        var state = tape.views[update.view].state
        update.apply(to: &state)
        states.append((update.view, state))
      }
      tape.append(states, at: frame.time)
      for update in frame.views {
        if let look = update.look { tape.append(look, of: update.view, at: frame.time) }
      }
    case .looks(let time, let looks): tape.take(looks, at: time)
    case .touch(let time, let contacts): tape.touch(contacts, at: time)
    case .gesture(let event): note(event)
    case .done(let end):
      let moment = end.moment.rawValue
      let how = end.isInterrupted ? ", interrupted" : ""
      tape.note("transaction \(end.id) is \(moment)\(how)", .dim, at: end.time)
    case .device(let device):
      tape.note(
        "\(device.kind) “\(device.name)” is \(device.phase == .added ? "there" : "gone")", .dim,
        at: tape.end)
    case .lagged(let dropped):
      tape.liftAll()
      tape.note("\(dropped) events were lost", .bad, at: tape.end)
    case .idle(_, let time): tape.rest(at: time)
    case .decision(let decision):
      hasDecisions = true
      tape.note(decision.text, WatchTape.Tone(decision), at: decision.time)
    default: break
    }
    follow()
  }

  /// Adds a note about a step of a gesture. If decisions are received, adds none, because decisions
  /// contain more than these notes.
  private mutating func note(_ event: GestureEvent) {
    tape.follow(event.view, at: event.time)
    guard event.phase != .changed, !hasDecisions else { return }
    let view = tape.views.indices.contains(event.view) ? tape.views[event.view].name : "a view"
    let name = event.name.map { "\($0) " } ?? ""
    let tone: WatchTape.Tone =
      switch event.phase {
      case .recognized, .began: .good
      case .cancelled: .bad
      case .changed, .ended: .plain
      }
    let speed = event.velocity.length
    let fast =
      event.phase == .ended && speed > 0.5 ? ", \(WatchText.number(speed, 0)) pt/s" : ""
    tape.note(
      "\(event.kind) \(name)on \(view) \(event.phase.rawValue)\(fast)", tone, at: event.time)
  }

  /// Shows a message until the next key press.
  public mutating func report(_ text: String) {
    notice = text
  }

  /// Records the new speed of motions that the daemon accepted, as a multiple of normal speed.
  public mutating func accepted(rate: Double) {
    speed = rate
  }

  // MARK: Time

  /// Advances to the current time `now`, on any monotonic clock.
  public mutating func advance(to now: Instant) {
    let passed = clock.map { max(0, now.seconds(since: $0)) } ?? 0
    clock = now
    if arrival == nil { arrival = now }
    guard !isPaused else { return }
    if isLive { return follow() }
    position = min(position.advanced(bySeconds: passed * speed), tape.end)
    if position == tape.end { isPaused = true }
  }

  /// Live, shows the time of the last message. Without new messages, continues for ``trailTime``,
  /// so that trails fade out.
  private mutating func follow() {
    guard isLive, !isPaused else { return }
    let silence = seconds(from: arrival, to: clock)
    position = tape.end.advanced(bySeconds: min(silence, Self.trailTime))
  }

  private func seconds(from then: Instant?, to now: Instant?) -> Double {
    guard let now, let then else { return 0 }
    return max(0, now.seconds(since: then))
  }

  /// The time until the picture changes without new messages, in seconds; nil if it does not
  /// change.
  public var wait: Double? {
    guard !isPaused else { return nil }
    if !isLive { return 1.0 / 60 }
    return position < tape.end.advanced(bySeconds: Self.trailTime) ? 1.0 / 30 : nil
  }

  // MARK: Keys

  /// Handles a key press. Returns a request that the caller must carry out; nil if there is none.
  public mutating func press(_ key: WatchKey) -> Wish? {
    notice = nil
    if showsHelp, key != .character("q") {
      showsHelp = false
      return nil
    }
    switch key {
    case .character("q"): return .quit
    case .character("?"), .character("h"): showsHelp = true
    case .character(" "): pause()
    case .character("s"):
      let place = Self.speeds.firstIndex(of: speed) ?? Self.speeds.count - 1
      let next = Self.speeds[(place + 1) % Self.speeds.count]
      if isLive { return .rate(next) }
      speed = next
    case .tab: choose(1)
    case .backTab: choose(-1)
    case .escape: chosen = nil
    case .left: move(to: position.advanced(bySeconds: -Self.leap))
    case .right: move(to: position.advanced(bySeconds: Self.leap))
    case .character("["): move(to: tape.step(from: position, forward: false) ?? position)
    case .character("]"): move(to: tape.step(from: position, forward: true) ?? position)
    case .home: move(to: tape.start)
    case .end: move(to: tape.end)
    case .character: break
    }
    return nil
  }

  private mutating func pause() {
    isPaused.toggle()
    guard !isPaused else { return }
    // At the end of a recording, start from the beginning.
    if !isLive, position >= tape.end { position = tape.start }
    follow()
  }

  /// Moves to a time on the tape and pauses.
  public mutating func move(to time: Instant) {
    isPaused = true
    position = min(max(time, tape.start), tape.end)
  }

  private mutating func choose(_ step: Int) {
    let names = tape.views.dropFirst().map(\.name)
    guard !names.isEmpty else { return }
    guard let place = selection.flatMap({ names.firstIndex(of: tape.views[$0].name) }) else {
      return chosen = names[step > 0 ? 0 : names.count - 1]
    }
    // The first key press selects the view that is already shown.
    let next = chosen == nil && step > 0 ? place : place + step
    chosen = names[(next + names.count) % names.count]
  }

  /// Whether the selected view was selected with a key.
  public var isChosen: Bool { chosen != nil && selection != nil }

  /// The index of the selected view: the view that a key selected, otherwise the view of the last
  /// gesture.
  public var selection: Int? {
    let place = chosen.flatMap { name in tape.views.firstIndex { $0.name == name } }
    return place ?? tape.focus(at: position) ?? tape.views.indices.last
  }
}
