import SnapbackDocument
import SnapbackTiming

/// What the daemon tells of a decision about input, as far as it is shown.
struct ToldDecision {
  let time: Instant
  let text: String
  let tone: WatchTape.Tone

  /// Nil for what cannot be read; a later version may say other things.
  init?(_ json: [UInt8]) {
    guard let node = try? DocumentNode.parse(json, file: "daemon"),
      var line = try? ObjectReader(node, file: "daemon"),
      var decision = try? line.object("decision"), let time = try? decision.number("time"),
      let text = try? decision.string("text")
    else { return nil }
    self.time = Instant(nanoseconds: UInt64(saturating: time))
    self.text = text
    let state = try? decision.optionalString("state")
    tone = Self.tone(of: state ?? nil)
  }

  private static func tone(of state: String?) -> WatchTape.Tone {
    switch state {
    case "recognized", "began": .good
    case "failed", "cancelled": .bad
    case "waits", "possible", "touched": .dim
    default: .plain
    }
  }
}
