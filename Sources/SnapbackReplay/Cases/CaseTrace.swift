public import SnapbackBasics
public import SnapbackEngine
public import SnapbackProtocol
public import SnapbackTouches

/// The recorded output of a replay, for later examination.
public struct CaseTrace: Sendable {
  /// The state of a view in a frame sent to clients, if the view looks different from the frame
  /// before.
  public struct Sample: Sendable {
    /// The frame's index on the time grid; 0 is the start.
    public var index: UInt64
    /// The frame's time.
    public var time: Instant
    /// The view's state from this frame on.
    public var state: ViewState
    /// The values of the view's look that can move; nil for a view without a look.
    public var look: MovingLook?
  }

  /// The time from touch-down to lift of a contact.
  public struct ContactSpan: Sendable {
    /// The contact.
    public var id: UInt64
    /// The touch-down time.
    public var began: Instant
    /// The time of the lift or cancellation; nil while the contact is down.
    public var ended: Instant?
  }

  /// The maximum number of samples. A replay with more samples cannot be checked.
  public static let sampleLimit = 500_000

  /// How long motions are recorded after the last event, in seconds.
  static let tail = ReplayDriver.tailLimit

  /// Frames per second.
  public private(set) var rate: Double
  /// The names of the parts of the scene.
  private(set) var names: SceneNames
  /// For each view, the frames in which the view changed, starting with frame 0.
  public private(set) var samples: [[Sample]]
  /// The times of the touch frames.
  public private(set) var touchFrames: [Instant] = []
  /// The contacts in the order in which they touched.
  public private(set) var contacts: [ContactSpan] = []
  /// The steps of gestures.
  public private(set) var gestures: [GestureEvent] = []
  /// The ends of transactions.
  public private(set) var transactions: [TransactionEvent] = []
  /// The events of actions, releases and views.
  public private(set) var events: [SceneEvent] = []
  /// The number of frames in which something changed, including the start.
  public private(set) var frameCount = 0
  /// Whether the replay had more samples than ``sampleLimit`` allows.
  public private(set) var isCutOff = false
  /// The summary of the replay.
  public private(set) var summary = ReplaySummary()
  /// The failures of actions, one per line.
  public private(set) var warnings: [String] = []
  /// The commands that were refused.
  public private(set) var refusals: [ReplayCommands.Refusal] = []
  /// The time of the recording's last event.
  public private(set) var duration: Instant
  /// The number of samples for which there is room.
  private var room: Int

  /// Plays `recording` on the scene of `blueprint`. Returns nil if no device points.
  ///
  /// `limit` is the maximum number of samples.
  public init?(
    _ recording: Recording, scene blueprint: SceneBlueprint, rate: Double,
    rotation: PanelRotation, rules: [DeviceRule] = [], commands: ReplayCommands? = nil,
    limit: Int = sampleLimit
  ) {
    guard
      var driver = ReplayDriver(
        recording, scene: blueprint, rate: rate, rotation: rotation, rules: rules,
        commands: commands, recordsEvents: true)
    else { return nil }
    self.rate = rate
    room = limit
    names = SceneNames(blueprint)
    samples = Array(repeating: [], count: names.views.count)
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
    case .event(let event): events.append(event)
    case .frame(let shown): note(shown.frame, since: shown.since, index: shown.index)
    case .looks, .note, .decision, .layout, .idle: break
    }
  }

  private mutating func note(_ frame: SceneFrame, since: UInt64, index: UInt64) {
    frameCount += 1
    for view in views.indices where frame.revisions[view] > since {
      guard room > 0 else {
        isCutOff = true
        return
      }
      room -= 1
      samples[view].append(
        Sample(
          index: index, time: frame.time, state: frame.views[view],
          look: frame.look(of: view)?.values))
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

  /// The names of the views, in the order of ``samples``.
  public var views: [String] { names.views }

  /// The value of a view's number in a frame.
  public struct SeenValue: Sendable {
    /// The frame's index on the grid.
    public var index: UInt64
    /// The frame's time.
    public var time: Instant
    /// The number.
    public var value: Double
  }

  /// Returns the values of a view's number: the value on the screen at `first`, then one value for
  /// each frame in which the view changes, up to and including `last`.
  ///
  /// The result is empty for a view that is not in the scene.
  public func values(_ value: ViewValue, from first: Instant, to last: Instant) -> [SeenValue] {
    guard let view = views.firstIndex(of: value.view) else { return [] }
    let samples = samples[view]
    let held = samples.lastIndex { $0.time <= first } ?? 0
    var seen: [SeenValue] = []
    for (place, sample) in samples.enumerated().dropFirst(held) {
      guard place == held || sample.time <= last else { break }
      // A view that does not move has a step of 0.
      let isPast = value.property == .step && sample.time < first
      let earlier = isPast ? sample.state : samples[max(0, place - 1)].state
      seen.append(
        SeenValue(
          index: sample.index, time: sample.time,
          value: value.property.value(of: sample.state, sample.look, after: earlier)))
    }
    return seen
  }

  /// A value of a state.
  public struct SeenState: Sendable {
    /// The moment at which the state was set to the value; the start for the initial value.
    public var time: Instant
    /// The name of the value.
    public var value: String
  }

  /// Returns the values of a state: the value at `first`, then one value for each moment at which
  /// the state changes, up to and including `last`.
  ///
  /// The result is empty for a state that is not in the scene.
  public func values(
    ofState name: String, from first: Instant, to last: Instant
  ) -> [SeenState] {
    guard let initial = names.states.first(where: { $0.name == name })?.values.first else {
      return []
    }
    var seen = [SeenState(time: .zero, value: initial)]
    for event in events where event.kind == .stateChanged && event.name == name {
      // Of several changes at one moment, the last one counts.
      if seen.last?.time == event.time { seen.removeLast() }
      seen.append(SeenState(time: event.time, value: event.place ?? ""))
    }
    let held = seen.lastIndex { $0.time <= first } ?? 0
    return seen.indices.dropFirst(held).filter { $0 == held || seen[$0].time <= last }
      .map { seen[$0] }
  }

  /// Returns the last change of a view; nil when the view never changed.
  public func lastChange(of view: String) -> Sample? {
    guard let place = views.firstIndex(of: view), samples[place].count > 1 else { return nil }
    return samples[place].last
  }

  /// Returns the time of an origin; nil when the recording lacks the contact that the origin refers
  /// to.
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

  /// Returns a text for a time in the replay: `at 0.500 s (frame 30, touch frame 17 of 23)`.
  func place(_ time: Instant, frame index: UInt64? = nil) -> String {
    let frame = index.map { "frame \($0), " } ?? ""
    let touches = touchFrames.count { $0 <= time }
    return "at \(CaseNumber.seconds(time)) (\(frame)touch frame \(touches) of \(touchFrames.count))"
  }
}
