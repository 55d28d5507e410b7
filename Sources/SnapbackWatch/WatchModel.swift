import SnapbackClient
import SnapbackFrames
import SnapbackGeometry
public import SnapbackMessages
public import SnapbackTiming

/// What `snapback watch` shows, and what keys do to it; it draws nothing and waits for nothing.
///
/// Following → paused (by a key) → following. Live, it follows the daemon; of a recording it plays
/// a tape that is complete from the start. While it is paused a live tape goes on being written.
public struct WatchModel: Sendable {
  /// Where the scene comes from.
  public enum Source: Hashable, Sendable {
    /// A daemon.
    case live
    /// A recording, by its name, that is played in this process.
    case recording(String)
  }

  /// What is to be done outside.
  public enum Wish: Hashable, Sendable {
    /// Motions are to run so many times as fast.
    case rate(Double)
    /// The view is to end.
    case quit
  }

  /// The speeds that the key cycles through.
  public static let speeds = [1, 0.5, 0.1]
  /// How long a finger's way can be seen behind it, in seconds.
  static let trailTime = 0.7
  /// What the curves show before and behind the moment of now, in seconds.
  static let past = 1.6
  static let future = 0.8
  /// How far an arrow goes, in seconds.
  static let leap = 0.1

  /// Where the scene comes from.
  public let source: Source
  /// What has been seen.
  public private(set) var tape: WatchTape
  /// The moment that is shown.
  public private(set) var position: Instant
  /// Whether the moment stands still.
  public private(set) var isPaused = false
  /// How many times as fast motions run; of a recording, how fast it is played.
  public private(set) var speed = 1.0
  /// Whether the list of keys is shown.
  public private(set) var showsHelp = false
  /// Something to be read once, such as why a command was refused; a key takes it away.
  public private(set) var notice: String?
  /// What the daemon did not grant.
  public private(set) var lacksTouches = false
  private(set) var mirror = MotionMirror()
  private var chosen: String?
  private var hasDecisions = false
  /// When the last message came, and the last time that ``advance(to:)`` was told.
  private var arrival: Instant?
  private var clock: Instant?

  /// A view on a tape; that of a recording is complete, a live one is empty.
  public init(_ source: Source, tape: WatchTape? = nil) {
    self.source = source
    self.tape = tape ?? WatchTape(isLive: source == .live)
    position = self.tape.start
  }

  /// Whether the scene comes from a daemon.
  public var isLive: Bool { source == .live }

  // MARK: Messages

  /// Takes a message of the daemon. O(what it says).
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
    case .touch(let time, let contacts): tape.touch(contacts, at: time)
    case .gesture(let event): note(event)
    case .done(let end):
      let moment = end.isSettled ? "settled" : "finished"
      let how = end.isInterrupted ? ", interrupted" : ""
      tape.note("transaction \(end.id) is \(moment)\(how)", .dim, at: end.time)
    case .device(let device):
      tape.note(
        "\(device.kind) “\(device.name)” is \(device.isThere ? "there" : "gone")", .dim,
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

  /// Notes a step of a gesture; decisions, where they are told, say the same and more.
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

  /// Says something that is to be read once.
  public mutating func report(_ text: String) {
    notice = text
  }

  /// Motions run so many times as fast from now on.
  public mutating func accepted(rate: Double) {
    speed = rate
  }

  // MARK: Time

  /// Tells the time of the wall, by any clock that goes evenly.
  public mutating func advance(to now: Instant) {
    let passed = clock.map { max(0, now.seconds(since: $0)) } ?? 0
    clock = now
    if arrival == nil { arrival = now }
    guard !isPaused else { return }
    if isLive { return follow() }
    position = min(position.advanced(bySeconds: passed * speed), tape.end)
    if position == tape.end { isPaused = true }
  }

  /// Live, the moment is that of the last message, and goes on for a while without one.
  private mutating func follow() {
    guard isLive, !isPaused else { return }
    let silence = seconds(from: arrival, to: clock)
    position = tape.end.advanced(bySeconds: min(silence, Self.trailTime))
  }

  private func seconds(from then: Instant?, to now: Instant?) -> Double {
    guard let now, let then else { return 0 }
    return max(0, now.seconds(since: then))
  }

  /// In how many seconds something else is to be seen although nothing comes; nil for never.
  public var wait: Double? {
    guard !isPaused else { return nil }
    if !isLive { return 1.0 / 60 }
    return position < tape.end.advanced(bySeconds: Self.trailTime) ? 1.0 / 30 : nil
  }

  // MARK: Keys

  /// What a key does; what is to be done outside.
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
    // A recording that has come to its end begins again.
    if !isLive, position >= tape.end { position = tape.start }
    follow()
  }

  /// Shows a moment of the tape and stays there.
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
    // The first press takes what is shown already.
    let next = chosen == nil && step > 0 ? place : place + step
    chosen = names[(next + names.count) % names.count]
  }

  /// Whether a view was selected by a key, and not only because it moved last.
  public var isChosen: Bool { chosen != nil && selection != nil }

  /// The selected view, by its place: the one that was chosen, else the one with the last gesture.
  public var selection: Int? {
    let place = chosen.flatMap { name in tape.views.firstIndex { $0.name == name } }
    return place ?? tape.focus(at: position) ?? tape.views.indices.last
  }
}
