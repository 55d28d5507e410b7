public import SnapbackEngine
public import SnapbackFrames
public import SnapbackTouches

/// Plays a recording through an engine and writes what happens, one line of JSON each.
///
/// What is played when is ``ReplayDriver``'s; two runs of one build write the same bytes.
public struct Replay: ~Copyable {
  private var driver: ReplayDriver
  private let explanation: Explanation?

  /// A replay of `recording` on the scene of `blueprint`; with `explains` it writes the decisions
  /// about input, too.
  ///
  /// Nil when no device points at anything.
  public init?(
    _ recording: Recording, scene blueprint: SceneBlueprint, rate: Double = 60,
    rotation: PanelRotation = .none, explains: Bool = false
  ) {
    guard
      let driver = ReplayDriver(
        recording, scene: blueprint, rate: rate, rotation: rotation, explains: explains)
    else { return nil }
    self.driver = driver
    explanation = explains ? Explanation(blueprint) : nil
  }

  /// What actions of the scene could not do, a line each.
  public var warnings: [String] { driver.warnings }

  /// Plays it all; `write` gets the lines as they come, whole lines each time.
  public mutating func run(_ write: ([UInt8]) -> Void) -> ReplaySummary {
    var lines = ReplayLines(appearances: driver.appearances, explanation: explanation)
    let summary = driver.run { moment in
      if case .touches = moment { lines.flush(write) }
      lines.append(moment)
    }
    lines.append(summary)
    lines.flush(write)
    return summary
  }
}

/// The lines of a replay; `docs/protocol.md`.
private struct ReplayLines {
  let appearances: [ViewAppearance]
  private var explanation: Explanation?
  private var encoder = MessageEncoder(precision: .shortest)
  private var sequence: UInt64 = 0

  init(appearances: [ViewAppearance], explanation: Explanation?) {
    self.appearances = appearances
    self.explanation = explanation
  }

  mutating func append(_ moment: ReplayMoment) {
    switch moment {
    case .start(let frame, let screen):
      sequence += 1
      encoder.snapshot(frame, screen: screen, appearances: appearances, sequence: sequence)
    case .touches, .layout: break
    case .decision(let decision):
      for line in explanation?.take(decision) ?? [] { encoder.explain(line.text, at: line.time) }
    case .gesture(let event):
      encoder.gesture(event, view: appearances[event.view].name)
    case .transaction(let event):
      encoder.done(
        id: event.id, moment: event.moment.rawValue, isInterrupted: event.isInterrupted,
        at: event.time)
    case .frame(let shown):
      sequence += 1
      encoder.frame(
        shown.frame, since: shown.since, appearances: appearances, sequence: sequence,
        touches: shown.touches)
    case .idle(let time):
      sequence += 1
      encoder.idle(at: time, sequence: sequence)
    }
  }

  mutating func append(_ summary: ReplaySummary) {
    for line in explanation?.finish() ?? [] { encoder.explain(line.text, at: line.time) }
    encoder.replaySummary(summary)
  }

  mutating func flush(_ write: ([UInt8]) -> Void) {
    guard !encoder.bytes.isEmpty else { return }
    write(encoder.bytes)
    encoder.reset()
  }
}
