public import SnapbackBasics
public import SnapbackMotion
public import SnapbackProtocol

/// A client's copy of a scene that the client receives as segments: motions in closed form.
///
/// The mirror stores the last motion of every channel and evaluates it at any time, by the rules in
/// `docs/segments.md`. So the client needs no message per frame, and draws the same picture at any
/// rate. A snapshot resets the mirror. The segment that follows the snapshot has all channels that
/// are not at their defaults; until it arrives, views have the states of the snapshot. A view whose
/// motions are evaluated is visible if its opacity and those of its ancestors are above 0, because
/// segments have an opacity of 0 for hidden views.
public struct MotionMirror: Sendable {
  /// The screen. Its size is zero before the first snapshot.
  public private(set) var screen = ScreenDescription(
    size: .zero, background: Color(red: 0, green: 0, blue: 0))
  /// The appearances of the views. Parents come before children; later siblings are in front.
  public private(set) var views: [ViewAppearance] = []
  /// The states of the views in the last snapshot, updated by later frames.
  private(set) var lastStates: [ViewState] = []
  /// The motions of the channels of all views, ``MotionChannel/count`` for each view; nil for a
  /// channel at its default.
  private var motions: [ChannelMotion?] = []
  private var hasMotions = false
  /// The motions of the segment that was sent ahead of its time. `aheadTime` is the time of this
  /// segment, nil if there is none.
  private var ahead: [ChannelMotion?] = []
  private var aheadTime: Instant?
  /// Whether a view has a motion that this version cannot evaluate. The state of such a view comes
  /// from frames until the next snapshot.
  private var isPartial: [Bool] = []
  /// The looks of the last `looks`, updated by later frames, by view.
  private(set) var lastLooks: [Int: ViewLook] = [:]
  /// The motions of channels of looks, by view and number, and those of the segment that was sent
  /// ahead of its time.
  private var lookMotions: [Int: ChannelMotion] = [:]
  private var lookAhead: [Int: ChannelMotion] = [:]

  /// Makes an empty mirror.
  public init() {}

  /// Applies a message. Ignores messages that do not concern views. O(size of the message).
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
      (lastLooks, lookMotions, lookAhead) = ([:], [:], [:])
    case .frame(let frame):
      for update in frame.views where lastStates.indices.contains(update.view) {
        update.apply(to: &lastStates[update.view])
        if let look = update.look { lastLooks[update.view]?.moving = look }
      }
    case .looks(_, let looks):
      lastLooks = [:]
      for look in looks where views.indices.contains(look.view) { lastLooks[look.view] = look }
    case .segment(let segment):
      apply(segment)
    default: break
    }
  }

  private mutating func apply(_ segment: SegmentUpdate) {
    // Each segment replaces the segment that was sent ahead of its time.
    if aheadTime != nil { for index in ahead.indices { ahead[index] = nil } }
    if !lookAhead.isEmpty { lookAhead = [:] }
    aheadTime = segment.isAhead ? segment.time : nil
    hasMotions = hasMotions || !segment.isAhead
    for update in segment.channels {
      let motion = update.motion
      guard views.indices.contains(motion.view) else { continue }
      if case .look = motion.channel {
        let key = Self.key(of: motion.channel, view: motion.view)
        // A motion with unknown parts leaves the channel to frames.
        guard update.isWhole else { continue }
        if segment.isAhead { lookAhead[key] = motion } else { lookMotions[key] = motion }
        continue
      }
      if !update.isWhole { isPartial[motion.view] = true }
      let index = motion.view * MotionChannel.count + Int(clamping: motion.channel.number)
      if segment.isAhead { ahead[index] = motion } else { motions[index] = motion }
    }
  }

  /// The motion of a channel of a view at a time; nil if the channel is at its default.
  public func motion(
    of channel: MotionChannel, view: Int, at now: Instant
  ) -> ChannelMotion? {
    guard views.indices.contains(view) else { return nil }
    if case .look = channel {
      let key = Self.key(of: channel, view: view)
      if let aheadTime, now >= aheadTime, let motion = lookAhead[key] { return motion }
      return lookMotions[key]
    }
    let index = view * MotionChannel.count + Int(clamping: channel.number)
    if let aheadTime, now >= aheadTime, let motion = ahead[index] { return motion }
    return motions[index]
  }

  private static func key(of channel: MotionChannel, view: Int) -> Int {
    view << 16 | Int(clamping: channel.number)
  }

  /// The look of a view at a time: that of the last `looks` and frame, with the values of the
  /// channels that have a segment. Nil without a look. O(terms), no allocation.
  public func look(of view: Int, at now: Instant) -> ViewLook? {
    guard var look = lastLooks[view] else { return nil }
    guard !lookMotions.isEmpty || !lookAhead.isEmpty else { return look }
    for channel in LookChannel.all {
      guard let motion = motion(of: .look(channel), view: view, at: now) else { continue }
      look.moving[channel] = motion.presentation(at: now).value
    }
    return look
  }

  /// The scene's `data` of a view as a text in JSON; nil without it.
  public func data(of view: Int) -> String? { lastLooks[view]?.data }

  /// The value of a channel at a time, including the part that its map adds, and its rate of change
  /// per second. O(terms), no allocation.
  public func value(of channel: MotionChannel, view: Int, at now: Instant) -> MotionState {
    guard let motion = motion(of: channel, view: view, at: now) else {
      if case .look(let look) = channel {
        return MotionState(value: lastLooks[view]?.moving[look] ?? 0)
      }
      let isRadius = channel == .animated(.cornerRadius) && lastStates.indices.contains(view)
      return MotionState(value: isRadius ? lastStates[view].cornerRadius : channel.defaultValue)
    }
    guard let map = motion.map else { return motion.presentation(at: now) }
    let source = MotionChannel.animated(map.source)
    // The source channel of a map has no map itself, so this evaluates the source without a map.
    let input =
      self.motion(of: source, view: view, at: now)?.presentation(at: now)
      ?? MotionState(value: source.defaultValue)
    return motion.presentation(at: now, source: input)
  }

  /// The time from which nothing moves without new input; ``Instant/distantFuture`` if a motion
  /// never ends. O(channels).
  public var restTime: Instant {
    var present = motions.reduce(.zero) { latest, motion in max(latest, motion?.end ?? .zero) }
    for motion in lookMotions.values { present = max(present, motion.end) }
    for motion in lookAhead.values { present = max(present, motion.end) }
    return ahead.reduce(present) { latest, motion in max(latest, motion?.end ?? .zero) }
  }

  /// Computes the states of all views at a time into `states`, in the order of ``views``. O(views +
  /// terms). Does not allocate if `states` has one element per view.
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
