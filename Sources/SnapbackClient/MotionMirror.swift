public import SnapbackFrames
public import SnapbackMessages
import SnapbackGeometry
public import SnapbackMotion
public import SnapbackTiming

/// What a client knows of a scene that it is told in closed form, and what it makes of it.
///
/// It keeps the last motion of every channel and evaluates it at any moment, by the rule of
/// `docs/segments.md`: no message per frame, and the same picture at any rate. A snapshot starts it
/// anew; the segment behind it has all that is not at its default. Until that has come, views are
/// where the snapshot says. What does not move by channels, whether a view is visible, is taken
/// from snapshots and, if they are asked for too, from frames.
public struct MotionMirror: Sendable {
  /// The screen; its size is zero before the first snapshot.
  public private(set) var screen = ScreenDescription(
    size: .zero, background: Color(red: 0, green: 0, blue: 0))
  /// What the views look like, parents first, later siblings in front.
  public private(set) var views: [ViewAppearance] = []
  /// What the last snapshot and the frames since said of the views.
  private(set) var told: [ViewState] = []
  /// The channels of all views, ``MotionChannel/count`` each; nil is at its default.
  private var motions: [ChannelMotion?] = []
  private var hasMotions = false
  /// The channels of the segment that was sent ahead of its time, and that time; nil without one.
  private var ahead: [ChannelMotion?] = []
  private var aheadTime: Instant?
  /// Whether something was told of a view that this version cannot evaluate; until the next
  /// snapshot it is then where frames say.
  private var isPartial: [Bool] = []

  /// A mirror that has seen nothing.
  public init() {}

  /// Takes a message; those that say nothing of views are ignored. O(what it says).
  public mutating func apply(_ message: ServerMessage) {
    switch message {
    case .snapshot(let snapshot):
      screen = snapshot.screen
      views = snapshot.appearances
      told = snapshot.states
      motions = Array(repeating: nil, count: views.count * MotionChannel.count)
      ahead = motions
      aheadTime = nil
      isPartial = Array(repeating: false, count: views.count)
      hasMotions = false
    case .frame(let frame):
      for update in frame.views where told.indices.contains(update.view) {
        update.apply(to: &told[update.view])
      }
    case .segment(let segment):
      take(segment)
    default: break
    }
  }

  private mutating func take(_ segment: SegmentUpdate) {
    // Each segment discards the one that was sent ahead of its time.
    if aheadTime != nil { for index in ahead.indices { ahead[index] = nil } }
    aheadTime = segment.isAhead ? segment.time : nil
    hasMotions = hasMotions || !segment.isAhead
    for told in segment.channels {
      let motion = told.motion
      guard views.indices.contains(motion.view) else { continue }
      if !told.isWhole { isPartial[motion.view] = true }
      let index = motion.view * MotionChannel.count + Int(clamping: motion.channel.number)
      if segment.isAhead { ahead[index] = motion } else { motions[index] = motion }
    }
  }

  /// The motion of a channel of a view at a moment; nil while it is at its default.
  public func motion(
    of channel: MotionChannel, view: Int, at now: Instant
  ) -> ChannelMotion? {
    guard views.indices.contains(view) else { return nil }
    let index = view * MotionChannel.count + Int(clamping: channel.number)
    if let aheadTime, now >= aheadTime, let motion = ahead[index] { return motion }
    return motions[index]
  }

  /// A channel's value and rate per second at a moment, what its map adds included. O(terms), no
  /// allocation.
  public func value(of channel: MotionChannel, view: Int, at now: Instant) -> MotionState {
    guard let motion = motion(of: channel, view: view, at: now) else {
      return MotionState(value: channel.defaultValue)
    }
    guard let map = motion.map else { return motion.presentation(at: now) }
    let source = MotionChannel.animated(map.source)
    // A map has no map behind it, so this ends.
    let input =
      self.motion(of: source, view: view, at: now)?.presentation(at: now)
      ?? MotionState(value: source.defaultValue)
    return motion.presentation(at: now, source: input)
  }

  /// From when on nothing moves until something new is told; ``Instant/distantFuture`` if never.
  /// O(channels).
  public var restTime: Instant {
    let present = motions.reduce(.zero) { latest, motion in max(latest, motion?.end ?? .zero) }
    return ahead.reduce(present) { latest, motion in max(latest, motion?.end ?? .zero) }
  }

  /// Where all views are at a moment, by their handles. O(views + terms), no allocation once
  /// `states` has their number.
  public func evaluate(at now: Instant, into states: inout [ViewState]) {
    if states.count != views.count {
      states = Array(repeating: ViewState(), count: views.count)
    }
    for index in views.indices {
      states[index] =
        hasMotions && !isPartial[index] ? state(of: index, at: now, states) : told[index]
    }
  }
}
