import SnapbackBasics
import SnapbackEngine
import SnapbackProtocol
import SnapbackReplay

/// The timeline of a replay: a line for each decision about a touch and for each note about the
/// input. Each line has a time in seconds.
struct ReplayTimeline {
  private(set) var lines: [String] = []
  private var explanation: Explanation

  /// Plays the recording of `driver`, which must explain, on `scene`.
  init(_ driver: consuming ReplayDriver, scene: SceneBlueprint) {
    explanation = Explanation(scene)
    var timeline = self
    _ = driver.run { timeline.take($0) }
    timeline.add(timeline.explanation.finish())
    self = timeline
  }

  private mutating func take(_ moment: ReplayMoment) {
    switch moment {
    case .decision(let decision): add(explanation.add(decision))
    case .note(let note):
      add(explanation.finish())
      add(note.line(explanation.contact).text, at: note.time)
    default: break
    }
  }

  private mutating func add(_ decisions: [InputDecision]) {
    for decision in decisions { add(decision.text, at: decision.time) }
  }

  private mutating func add(_ text: String, at time: Instant) {
    let moment = time.seconds(since: .zero).fixedText(3)
    lines.append(String(repeating: " ", count: max(0, 9 - moment.count)) + moment + "  " + text)
  }
}
