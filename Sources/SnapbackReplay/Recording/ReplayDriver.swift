public import SnapbackBasics
public import SnapbackEngine
public import SnapbackProtocol
public import SnapbackTouches

/// Plays a recording through an engine as fast as possible, and reports each ``ReplayMoment``.
///
/// Times are recording times: the first event is at zero. Frames are on a grid of `rate` frames per
/// second. A frame is reported for each grid time at which a view differs from the previous frame;
/// while nothing moves, no frame is reported.
public struct ReplayDriver: ~Copyable {
  /// How long a motion may continue after the last event, in seconds of recording time.
  public static let tailLimit = 600.0

  private var engine: Engine
  private var decoders: PlaybackDecoders
  private let playback: Playback
  private let rotation: PanelRotation
  /// The size of the screen onto which touches are mapped.
  private var mappedScreen: Size
  private let schedule: FrameSchedule
  private var frames: FrameSource
  /// The next frame index at which something can differ.
  private var nextFrame: UInt64 = 1
  /// The first frame index that has not been drawn.
  private var openFrame: UInt64 = 1
  private var isIdle = false
  private var hasToldIdle = false
  /// The number of layout passes, and the revision of the looks, that have been reported.
  private var shown: (passes: Int, looks: UInt64) = (0, 0)
  private var summary = ReplaySummary()
  private var commands: ReplayCommands?
  /// Warnings about actions of the scene that could not be performed, one line each.
  public private(set) var warnings: [String] = []

  /// Creates a replay of `recording` on the scene of `blueprint`, with `rate` frames per second
  /// (`FrameSchedule.rates`). `rules` give the settings of the recorded devices.
  ///
  /// If `explains` is true, decisions about input are reported with their reasons, and the notes of
  /// decoders and the contact filter are reported. If `recordsEvents` is true, events of actions,
  /// releases and views are reported. Returns nil if no device points.
  public init?(
    _ recording: Recording, scene blueprint: SceneBlueprint, rate: Double = 60,
    rotation: PanelRotation = .none, rules: [DeviceRule] = [], commands: ReplayCommands? = nil,
    explains: Bool = false, recordsEvents: Bool = false
  ) {
    self.commands = commands
    guard let playback = Playback(recording, rules: rules) else { return nil }
    let blueprint = blueprint.turned(by: rotation)
    decoders = PlaybackDecoders(playback, screen: blueprint.screen.size, rotation: rotation)
    self.playback = playback
    self.rotation = rotation
    mappedScreen = blueprint.screen.size
    schedule = FrameSchedule(origin: .zero, rate: rate)
    engine = Engine(blueprint)
    engine.setExplains(explains)
    engine.recordsEvents = recordsEvents
    decoders.setExplains(explains)
    frames = FrameSource(engine)
  }

  /// The refused commands, in order of time.
  public var refusals: [ReplayCommands.Refusal] { commands?.refusals ?? [] }

  /// The appearance of each view for a renderer, in frame order.
  public var appearances: [ViewAppearance] { engine.appearancesWithTexts }

  /// The time of the recording's last event, relative to the first event.
  public var duration: Instant { playback.duration }

  /// Plays the whole recording. Call this method only once. `observe` receives the moments in
  /// order, and can throw to stop the replay.
  public mutating func run<Stop: Error>(
    _ observe: (ReplayMoment) throws(Stop) -> Void
  ) throws(Stop) -> ReplaySummary {
    frames.update(&engine, at: .zero)
    shown.passes = engine.layoutPasses
    try observe(.start(frames.frame, screen: engine.screen))
    try showLooks(observe)
    var last = Instant.zero
    for step in playback.steps {
      last = max(last, step.event.time)
      try runCommands(until: step.event.time, observe)
      try advanceDecoders(to: step.event.time, observe)
      let touches = decoders.consume(step.event, of: step.device)
      if step.event.endsFrame { try showNotes(of: step.device, at: step.event.time, observe) }
      if let touches { try play(touches, observe) }
    }
    let settled = last.advanced(bySeconds: Playback.settleTime)
    try runCommands(until: settled, observe)
    try advanceDecoders(to: settled, observe)
    for index in decoders.indices {
      let lost = decoders.cancelAll(index, at: last)
      try showNotes(of: index, at: last, observe)
      if let lost { try play(lost, observe) }
    }
    try runCommands(until: .distantFuture, observe)
    let end = max(last, engine.now)
    try draw(until: end.advanced(bySeconds: Self.tailLimit), observe)
    warnings += engine.drainActionWarnings()
    summary.isAtRest = engine.isAtRest
    summary.layoutPasses = UInt64(clamping: engine.layoutPasses)
    summary.solves = UInt64(clamping: engine.layoutSolves)
    return summary
  }

  /// Advances the decoders to each of their deadlines up to `time`, and plays the resulting touch
  /// frames.
  private mutating func advanceDecoders<Stop: Error>(
    to time: Instant, _ observe: (ReplayMoment) throws(Stop) -> Void
  ) throws(Stop) {
    while let (index, moment) = decoders.due(by: time) {
      let touches = decoders.advance(index, to: moment)
      try showNotes(of: index, at: moment, observe)
      if let touches { try play(touches, observe) }
    }
  }

  /// Reports the notes of a device's decoder since the last call.
  private mutating func showNotes<Stop: Error>(
    of device: Int, at time: Instant, _ observe: (ReplayMoment) throws(Stop) -> Void
  ) throws(Stop) {
    guard engine.explains else { return }
    let notes = decoders.drainNotes(of: device)
    guard !notes.isEmpty else { return }
    try draw(until: time, observe)
    for note in notes {
      try observe(.note(InputNote(time: time, device: device, note: note)))
    }
  }

  /// Executes the commands that are due by a time. Commands precede touches at the same time.
  private mutating func runCommands<Stop: Error>(
    until time: Instant, _ observe: (ReplayMoment) throws(Stop) -> Void
  ) throws(Stop) {
    while let moment = commands?.nextTime, moment <= time {
      try advanceDecoders(to: moment, observe)
      try draw(until: moment, observe)
      commands?.performNext(on: &engine)
      isIdle = false
      nextFrame = max(openFrame, schedule.index(atOrAfter: moment))
      try showEvents(observe)
      warnings += engine.drainActionWarnings()
    }
  }

  private mutating func play<Stop: Error>(
    _ touches: TouchFrame, _ observe: (ReplayMoment) throws(Stop) -> Void
  ) throws(Stop) {
    try draw(until: touches.time, observe)
    try observe(.touches(touches))
    engine.handle(touches)
    isIdle = false
    nextFrame = max(openFrame, schedule.index(atOrAfter: touches.time))
    summary.touchFrames += 1
    for contact in touches.contacts where contact.phase == .began { summary.contacts += 1 }
    try showEvents(observe)
    warnings += engine.drainActionWarnings()
  }

  /// Reports the engine's events since the last call.
  private mutating func showEvents<Stop: Error>(
    _ observe: (ReplayMoment) throws(Stop) -> Void
  ) throws(Stop) {
    if engine.explains {
      for decision in engine.drainDecisions() { try observe(.decision(decision)) }
    }
    for event in engine.drainGestureEvents() {
      summary.count(event)
      try observe(.gesture(event))
    }
    if engine.layoutPasses != shown.passes {
      shown.passes = engine.layoutPasses
      try observe(.layout(passes: shown.passes, at: engine.now))
    }
    if engine.looksRevision != shown.looks { try showLooks(observe) }
    for event in engine.drainTransactionEvents() { try observe(.transaction(event)) }
    for event in engine.drainEvents() { try observe(.event(event)) }
    followScreen()
  }

  /// Reports the looks, unless the scene has none.
  private mutating func showLooks<Stop: Error>(
    _ observe: (ReplayMoment) throws(Stop) -> Void
  ) throws(Stop) {
    shown.looks = engine.looksRevision
    let looks = engine.looks
    if !looks.isEmpty { try observe(.looks(looks, at: engine.now)) }
  }

  /// Maps further touches onto the present screen after a command or action has changed its size.
  private mutating func followScreen() {
    guard engine.screen.size != mappedScreen else { return }
    mappedScreen = engine.screen.size
    decoders.map(onto: mappedScreen, rotation: rotation)
  }

  /// Reports the frames before `time`, as long as something changes.
  private mutating func draw<Stop: Error>(
    until time: Instant, _ observe: (ReplayMoment) throws(Stop) -> Void
  ) throws(Stop) {
    while !isIdle {
      let moment = schedule.time(ofFrame: nextFrame)
      guard moment < time else { return }
      let index = nextFrame
      nextFrame += 1
      openFrame = nextFrame
      try draw(index, at: moment, observe)
      switch engine.wakeUp {
      case .everyFrame: continue
      case .at(let wake): nextFrame = max(nextFrame, schedule.index(after: wake))
      case .never:
        isIdle = true
        guard engine.isAtRest, !hasToldIdle else { continue }
        hasToldIdle = true
        try observe(.idle(frames.frame.time))
      }
    }
  }

  private mutating func draw<Stop: Error>(
    _ index: UInt64, at moment: Instant, _ observe: (ReplayMoment) throws(Stop) -> Void
  ) throws(Stop) {
    let seen = frames.frame.revision
    let isChanged = frames.update(&engine, at: moment)
    try showEvents(observe)
    guard isChanged else { return }
    hasToldIdle = false
    summary.frames += 1
    try observe(
      .frame(
        ReplayFrame(
          index: index, frame: frames.frame, since: seen, touches: engine.touches)))
  }
}
