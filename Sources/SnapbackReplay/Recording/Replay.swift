public import SnapbackEngine
public import SnapbackProtocol
public import SnapbackTouches

/// Plays a recording through an engine and writes each result as a line of JSON.
///
/// ``ReplayDriver`` determines the times. Two runs of the same build write the same bytes.
public struct Replay: ~Copyable {
  /// The number of bytes after which collected lines are written.
  private static let pieceSize = 1 << 16

  private var driver: ReplayDriver
  private let explanation: Explanation?

  /// Creates a replay of `recording` on the scene of `blueprint`. If `explains` is true, the output
  /// includes the decisions about input, and the notes of decoders and the contact filter. If
  /// `recordsEvents` is true, it includes the events of actions, releases and views.
  ///
  /// Returns nil if no device points.
  public init?(
    _ recording: Recording, scene blueprint: SceneBlueprint, rate: Double = 60,
    rotation: PanelRotation = .none, rules: [DeviceRule] = [], commands: ReplayCommands? = nil,
    explains: Bool = false, recordsEvents: Bool = false
  ) {
    guard
      let driver = ReplayDriver(
        recording, scene: blueprint, rate: rate, rotation: rotation, rules: rules,
        commands: commands, explains: explains, recordsEvents: recordsEvents)
    else { return nil }
    self.driver = driver
    explanation = explains ? Explanation(blueprint) : nil
  }

  /// Warnings about actions of the scene that could not be performed, one line each.
  public var warnings: [String] { driver.warnings }

  /// The refused commands, in order of time.
  public var refusals: [ReplayCommands.Refusal] { driver.refusals }

  /// Plays the whole recording. `write` receives complete lines as they are produced, and can throw
  /// to stop the replay.
  public mutating func run<Stop: Error>(
    _ write: ([UInt8]) throws(Stop) -> Void
  ) throws(Stop) -> ReplaySummary {
    var lines = ReplayLines(appearances: driver.appearances, explanation: explanation)
    let summary = try driver.run { moment throws(Stop) in
      if case .touches = moment { try lines.flush(write) }
      lines.append(moment)
      // Limit the buffer during long motions without touches.
      if lines.count >= Self.pieceSize { try lines.flush(write) }
    }
    lines.append(summary)
    try lines.flush(write)
    return summary
  }
}

/// Encodes the lines of a replay; see `docs/protocol.md`.
private struct ReplayLines {
  let appearances: [ViewAppearance]
  private var explanation: Explanation?
  private var encoder = MessageEncoder(precision: .shortest, writesLooks: true)
  private var sequence: UInt64 = 0

  init(appearances: [ViewAppearance], explanation: Explanation?) {
    self.appearances = appearances
    self.explanation = explanation
  }

  /// The number of buffered bytes.
  var count: Int { encoder.bytes.count }

  mutating func append(_ moment: ReplayMoment) {
    if case .decision = moment {} else { finishDecisions() }
    switch moment {
    case .start(let frame, let screen):
      sequence += 1
      encoder.snapshot(frame, screen: screen, appearances: appearances, sequence: sequence)
    case .looks(let looks, let time): encoder.looks(looks, at: time, appearances: appearances)
    case .touches, .layout: break
    case .note(let note):
      if let explanation { encoder.note(note.line(explanation.contact)) }
    case .decision(let decision):
      for line in explanation?.add(decision) ?? [] { encoder.decision(line) }
    case .gesture(let event):
      encoder.gesture(event, appearances: appearances)
    case .transaction(let event):
      encoder.done(event)
    case .event(let event): encoder.event(event)
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
    finishDecisions()
    encoder.replaySummary(summary)
  }

  /// Writes the pending decisions, which must precede their consequences.
  private mutating func finishDecisions() {
    for line in explanation?.finish() ?? [] { encoder.decision(line) }
  }

  mutating func flush<Stop: Error>(_ write: ([UInt8]) throws(Stop) -> Void) throws(Stop) {
    guard !encoder.bytes.isEmpty else { return }
    try write(encoder.bytes)
    encoder.reset()
  }
}
