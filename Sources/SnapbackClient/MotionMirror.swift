public import SnapbackBasics
public import SnapbackMotion
public import SnapbackProtocol

/// The client's copy of a scene that is received in closed form, as segments.
///
/// It stores the last motion of every channel and evaluates it at any time, by the rule in
/// `docs/segments.md`: no message per frame, and the same picture at any rate. A snapshot resets
/// it; the segment that follows has all channels that are not at their defaults. Until that segment
/// arrives, views have the states of the snapshot. Properties without a channel, such as
/// visibility, come from snapshots and, if subscribed to, from frames.
public struct MotionMirror: Sendable {
  /// The screen; its size is zero before the first snapshot.
  public private(set) var screen = ScreenDescription(
    size: .zero, background: Color(red: 0, green: 0, blue: 0))
  /// The appearances of the views, parents first, later siblings in front.
  public private(set) var views: [ViewAppearance] = []
  /// The states of the views in the last snapshot, updated by later frames.
  private(set) var lastStates: [ViewState] = []
  /// The channels of all views, ``MotionChannel/count`` each; nil for a channel at its default.
  private var motions: [ChannelMotion?] = []
  private var hasMotions = false
  /// The channels of the segment that was sent ahead of its time, and that time; nil without one.
  private var ahead: [ChannelMotion?] = []
  private var aheadTime: Instant?
  /// Whether a view has a motion that this version cannot evaluate. Until the next snapshot, its
  /// state then comes from frames.
  private var isPartial: [Bool] = []

  /// Makes an empty mirror.
  public init() {}

  /// Applies a message; ignores messages that do not concern views. O(size of the message).
  public mutating func apply(_ message: ServerMessage) {
    switch message {
    case .snapshot(let snapshot):
      screen = snapshot.screen
      views = snapshot.appearances
      lastStates = snapshot.states
      motions = Array(repeating: nil, count: views.count * MotionChannel.count)
      ahead = motions
      aheadTime = nil
      isPartial = Array(repeating: false, count: views.count)
      hasMotions = false
    case .frame(let frame):
      for update in frame.views where lastStates.indices.contains(update.view) {
        update.apply(to: &lastStates[update.view])
      }
    case .segment(let segment):
      apply(segment)
    default: break
    }
  }

  private mutating func apply(_ segment: SegmentUpdate) {
    // Each segment discards the one that was sent ahead of its time.
    if aheadTime != nil { for index in ahead.indices { ahead[index] = nil } }
    aheadTime = segment.isAhead ? segment.time : nil
    hasMotions = hasMotions || !segment.isAhead
    for update in segment.channels {
      let motion = update.motion
      guard views.indices.contains(motion.view) else { continue }
      if !update.isWhole { isPartial[motion.view] = true }
      let index = motion.view * MotionChannel.count + Int(clamping: motion.channel.number)
      if segment.isAhead { ahead[index] = motion } else { motions[index] = motion }
    }
  }

  /// The motion of a channel of a view at a time; nil while the channel is at its default.
  public func motion(
    of channel: MotionChannel, view: Int, at now: Instant
  ) -> ChannelMotion? {
    guard views.indices.contains(view) else { return nil }
    let index = view * MotionChannel.count + Int(clamping: channel.number)
    if let aheadTime, now >= aheadTime, let motion = ahead[index] { return motion }
    return motions[index]
  }

  /// The value and rate per second of a channel at a time, including what its map adds. O(terms),
  /// no allocation.
  public func value(of channel: MotionChannel, view: Int, at now: Instant) -> MotionState {
    guard let motion = motion(of: channel, view: view, at: now) else {
      return MotionState(value: channel.defaultValue)
    }
    guard let map = motion.map else { return motion.presentation(at: now) }
    let source = MotionChannel.animated(map.source)
    // The source of a map has no map itself, so this does not recurse.
    let input =
      self.motion(of: source, view: view, at: now)?.presentation(at: now)
      ?? MotionState(value: source.defaultValue)
    return motion.presentation(at: now, source: input)
  }

  /// The time from which nothing moves until new input arrives; ``Instant/distantFuture`` if motion
  /// never ends. O(channels).
  public var restTime: Instant {
    let present = motions.reduce(.zero) { latest, motion in max(latest, motion?.end ?? .zero) }
    return ahead.reduce(present) { latest, motion in max(latest, motion?.end ?? .zero) }
  }

  /// The states of all views at a time, by handle. O(views + terms), no allocation when `states`
  /// has one element per view.
  public func evaluate(at now: Instant, into states: inout [ViewState]) {
    if states.count != views.count {
      states = Array(repeating: ViewState(), count: views.count)
    }
    for index in views.indices {
      states[index] =
        hasMotions && !isPartial[index] ? state(of: index, at: now, states) : lastStates[index]
    }
  }
}
