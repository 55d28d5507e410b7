public import SnapbackEngine
public import SnapbackFrames
import SnapbackGeometry
import SnapbackTiming
public import SnapbackTouches

/// Plays a recording through an engine, as fast as the machine goes.
///
/// The only time is the recording's: the first event is at zero, frames lie on a grid of
/// `rate` per second, and two runs of one build write the same bytes. A frame is written for
/// each grid time at which a view differs from the frame before; where nothing moves, none.
public struct Replay: ~Copyable {
  /// How long a motion may go on after the last event, in seconds of the recording's time.
  public static let tailLimit = 600.0

  private var engine: Engine
  /// One for each device that is played.
  private var decoders: [ContactDecoder]
  private let playback: Playback
  private let rotation: PanelRotation
  /// The screen that touches are mapped onto.
  private var mappedScreen: Size
  private let schedule: FrameSchedule
  private var frame: SceneFrame
  /// The next place on the grid at which something can differ.
  private var nextFrame: UInt64 = 1
  /// The first place on the grid that is still open.
  private var openFrame: UInt64 = 1
  private var sequence: UInt64 = 0
  private var isIdle = false
  private var hasToldIdle = false
  private var encoder = MessageEncoder(precision: .shortest)
  private var summary = ReplaySummary()
  /// What actions of the scene could not do, a line each.
  public private(set) var warnings: [String] = []

  /// A replay of `recording` on the scene of `blueprint`.
  ///
  /// Nil when no device has axes with positions.
  public init?(
    _ recording: Recording, scene blueprint: SceneBlueprint, rate: Double = 60,
    rotation: PanelRotation = .none
  ) {
    guard let playback = Playback(recording) else { return nil }
    decoders = playback.decoders(screen: blueprint.screen.size, rotation: rotation)
    self.playback = playback
    self.rotation = rotation
    mappedScreen = blueprint.screen.size
    schedule = FrameSchedule(origin: .zero, rate: rate)
    engine = Engine(blueprint)
    frame = engine.makeFrame()
  }

  /// Plays it all; `write` gets the lines as they come, whole lines each time.
  public mutating func run(_ write: ([UInt8]) -> Void) -> ReplaySummary {
    engine.update(&frame, at: .zero)
    sequence += 1
    encoder.snapshot(
      frame, screen: engine.screen, appearances: engine.appearances, sequence: sequence)
    var last = Instant.zero
    for step in playback.steps {
      last = max(last, step.event.time)
      guard let touches = decoders[step.device].consume(step.event) else { continue }
      play(touches)
      flush(write)
    }
    for index in decoders.indices {
      if let lost = decoders[index].cancelAll(at: last) { play(lost) }
    }
    draw(until: last.advanced(bySeconds: Self.tailLimit))
    warnings += engine.takeActionWarnings()
    summary.isAtRest = engine.isAtRest
    summary.layoutPasses = UInt64(clamping: engine.layoutPasses)
    summary.solves = UInt64(clamping: engine.layoutSolves)
    encoder.replaySummary(summary)
    flush(write)
    return summary
  }

  private mutating func play(_ touches: TouchFrame) {
    draw(until: touches.time)
    engine.handle(touches)
    isIdle = false
    nextFrame = max(openFrame, schedule.index(atOrAfter: touches.time))
    summary.touchFrames += 1
    for contact in touches.contacts where contact.phase == .began { summary.contacts += 1 }
    for event in engine.takeGestureEvents() {
      summary.count(event)
      encoder.gesture(event, view: engine.appearances[event.view].name)
    }
    writeEnds()
    followScreen()
    warnings += engine.takeActionWarnings()
  }

  /// Writes the transactions that have come to an end.
  private mutating func writeEnds() {
    for event in engine.takeTransactionEvents() {
      encoder.done(
        id: event.id, moment: event.moment.rawValue, isInterrupted: event.isInterrupted,
        at: event.time)
    }
  }

  /// Maps what follows onto the screen that the scene has turned to.
  private mutating func followScreen() {
    guard engine.screen.size != mappedScreen else { return }
    mappedScreen = engine.screen.size
    for index in decoders.indices {
      decoders[index].map(onto: mappedScreen, rotation: rotation)
    }
  }

  /// Writes the frames that lie before `time`, as long as something changes.
  private mutating func draw(until time: Instant) {
    while !isIdle {
      let moment = schedule.time(ofFrame: nextFrame)
      guard moment < time else { return }
      nextFrame += 1
      openFrame = nextFrame
      write(at: moment)
      switch engine.wakeUp {
      case .everyFrame: continue
      case .at(let wake): nextFrame = max(nextFrame, schedule.index(after: wake))
      case .never:
        isIdle = true
        guard engine.isAtRest, !hasToldIdle else { continue }
        hasToldIdle = true
        sequence += 1
        encoder.idle(at: frame.time, sequence: sequence)
      }
    }
  }

  private mutating func write(at moment: Instant) {
    let seen = frame.revision
    let isChanged = engine.update(&frame, at: moment)
    writeEnds()
    followScreen()
    guard isChanged else { return }
    sequence += 1
    hasToldIdle = false
    summary.frames += 1
    encoder.frame(
      frame, since: seen, appearances: engine.appearances, sequence: sequence,
      touches: engine.touches)
  }

  private mutating func flush(_ write: ([UInt8]) -> Void) {
    guard !encoder.bytes.isEmpty else { return }
    write(encoder.bytes)
    encoder.reset()
  }
}
