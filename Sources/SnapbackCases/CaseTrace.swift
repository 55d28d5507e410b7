public import SnapbackEngine
public import SnapbackFrames
public import SnapbackRecording
public import SnapbackTiming
public import SnapbackTouches

/// What a replay showed, kept to be looked at afterwards.
public struct CaseTrace: Sendable {
  /// A frame in which a view was drawn otherwise than before.
  public struct Sample: Sendable {
    /// The frame's place on the grid; 0 is the start.
    public var index: UInt64
    /// Its time.
    public var time: Instant
    /// How the view is drawn from then on.
    public var state: ViewState
  }

  /// From touch-down to lift.
  public struct ContactSpan: Sendable {
    /// The contact.
    public var id: UInt64
    /// When it touched.
    public var began: Instant
    /// When it lifted; nil while it is down.
    public var ended: Instant?
  }

  /// How many samples are kept; beyond it a replay cannot be judged.
  public static let sampleLimit = 500_000

  /// How long a motion is watched after the last event, in seconds.
  static let tail = ReplayDriver.tailLimit

  /// Frames per second.
  public private(set) var rate: Double
  /// The names of the views, in the order of ``samples``.
  public private(set) var views: [String]
  /// Of each view the frames in which it changed, the start first.
  public private(set) var samples: [[Sample]]
  /// The times of the touch frames.
  public private(set) var touchFrames: [Instant] = []
  /// The contacts in the order in which they touched.
  public private(set) var contacts: [ContactSpan] = []
  /// The steps of gestures.
  public private(set) var gestures: [GestureEvent] = []
  /// The ends of transactions.
  public private(set) var transactions: [TransactionEvent] = []
  /// Frames in which something changed, the start included.
  public private(set) var frameCount = 0
  /// Whether there was more than ``sampleLimit`` allows.
  public private(set) var isCutOff = false
  /// What the replay came to.
  public private(set) var summary = ReplaySummary()
  /// What actions could not do, a line each.
  public private(set) var warnings: [String] = []
  /// The commands that were refused.
  public private(set) var refusals: [ReplayCommands.Refusal] = []
  /// The time of the recording's last event.
  public private(set) var duration: Instant
  private var sampleCount = 0
  private var limit: Int

  /// Plays `recording` on the scene of `blueprint`; nil when no device has axes with positions.
  ///
  /// `limit` is how many samples are kept.
  public init?(
    _ recording: Recording, scene blueprint: SceneBlueprint, rate: Double,
    rotation: PanelRotation, commands: ReplayCommands? = nil, limit: Int = sampleLimit
  ) {
    guard
      var driver = ReplayDriver(
        recording, scene: blueprint, rate: rate, rotation: rotation, commands: commands)
    else { return nil }
    self.rate = rate
    self.limit = limit
    views = driver.appearances.map(\.name)
    samples = Array(repeating: [], count: views.count)
    duration = driver.duration
    var trace = self
    let summary = driver.run { trace.note($0) }
    trace.summary = summary
    trace.warnings = driver.warnings
    trace.refusals = driver.refusals
    self = trace
  }

  private mutating func note(_ moment: ReplayMoment) {
    switch moment {
    case .start(let frame, _): note(frame, since: 0, index: 0)
    case .touches(let touches): note(touches)
    case .gesture(let event): gestures.append(event)
    case .transaction(let event): transactions.append(event)
    case .frame(let shown): note(shown.frame, since: shown.since, index: shown.index)
    case .decision, .layout, .idle: break
    }
  }

  private mutating func note(_ frame: SceneFrame, since: UInt64, index: UInt64) {
    frameCount += 1
    for view in views.indices where frame.revisions[view] > since {
      guard sampleCount < limit else {
        isCutOff = true
        return
      }
      sampleCount += 1
      samples[view].append(Sample(index: index, time: frame.time, state: frame.views[view]))
    }
  }

  private mutating func note(_ touches: TouchFrame) {
    touchFrames.append(touches.time)
    for contact in touches.contacts {
      switch contact.phase {
      case .began: contacts.append(ContactSpan(id: contact.id, began: touches.time))
      case .moved: break
      case .ended, .cancelled:
        guard let last = contacts.lastIndex(where: { $0.id == contact.id }) else { continue }
        contacts[last].ended = touches.time
      }
    }
  }

  // MARK: Looking at it

  /// A number of a view in a frame.
  public struct SeenValue: Sendable {
    /// The frame's place on the grid.
    public var index: UInt64
    /// The frame's time.
    public var time: Instant
    /// The number.
    public var value: Double
  }

  /// What a view showed of a number, frame by frame: on the screen at `first`, and then each frame
  /// that changes the view up to and including `last`.
  ///
  /// Nothing for a view that the scene does not have.
  public func values(_ value: ViewValue, from first: Instant, to last: Instant) -> [SeenValue] {
    guard let view = views.firstIndex(of: value.view) else { return [] }
    let samples = samples[view]
    let held = samples.lastIndex { $0.time <= first } ?? 0
    var seen: [SeenValue] = []
    for (place, sample) in samples.enumerated().dropFirst(held) {
      guard place == held || sample.time <= last else { break }
      // What stands still makes no step.
      let isPast = value.property == .step && sample.time < first
      let earlier = isPast ? sample.state : samples[max(0, place - 1)].state
      seen.append(
        SeenValue(
          index: sample.index, time: sample.time,
          value: value.property.value(of: sample.state, after: earlier)))
    }
    return seen
  }

  /// When a view changed for the last time; nil when it never did.
  public func lastChange(of view: String) -> Sample? {
    guard let place = views.firstIndex(of: view), samples[place].count > 1 else { return nil }
    return samples[place].last
  }

  /// When an origin is; nil when the recording has no contact.
  public func time(of origin: CaseWindow.Origin) -> Instant? {
    switch origin {
    case .start: .zero
    case .touch: contacts.first?.began
    case .lift: contacts.compactMap(\.ended).max()
    }
  }

  /// The name of the view that a gesture is on.
  public func view(of event: GestureEvent) -> String {
    views.indices.contains(event.view) ? views[event.view] : ""
  }

  /// Where a time is in the replay: `at 0.500 s (frame 30, touch frame 17 of 23)`.
  func place(_ time: Instant, frame index: UInt64? = nil) -> String {
    let frame = index.map { "frame \($0), " } ?? ""
    let touches = touchFrames.count { $0 <= time }
    return "at \(CaseNumber.seconds(time)) (\(frame)touch frame \(touches) of \(touchFrames.count))"
  }
}
