import SnapbackEngine
import SnapbackGestures
import SnapbackProtocol

/// Describes expectations as phrases.
extension CaseJudge {
  /// The expectation as text, for a failure message.
  var words: String {
    let time = expectation.window.words
    switch expectation.claim {
    case .value(let value, let bounds):
      let everywhere = expectation.window.span == .whole && bounds.reached == nil
      return "\(value) \(bounds.words)\(everywhere ? " in every frame" : time)"
    case .rests(let view, let inIdentity):
      return "\"\(view)\" to rest\(inIdentity ? " in the identity" : "")\(time)"
    case .settled(let flag):
      return flag ? "everything to rest\(time)" : "something to be moving at the end"
    case .gesture(let claim): return Self.words(claim) + time
    case .done(let claim): return Self.words(claim) + time
    case .event(let claim): return Self.words(claim) + time
    case .layoutPasses(let count): return count == 1 ? "1 layout pass" : "\(count) layout passes"
    }
  }

  private static func words(_ claim: GestureClaim) -> String {
    var text = amount(claim.count, claim.kind.rawValue)
    if let name = claim.name { text += " \"\(name)\"" }
    if let view = claim.view { text += " on \"\(view)\"" }
    if let phase = claim.phase {
      // "began", "changed" and "ended" are verbs in the active voice; other phases need "was" or
      // "were".
      let isDone = ["began", "changed", "ended"].contains(phase.rawValue)
      let verb = isDone ? "" : (claim.count ?? 1) > 1 ? "were " : "was "
      text += " that \(verb)\(phase.rawValue)"
    }
    if let speed = claim.speed {
      let (least, most) = (CaseNumber.short(speed.lowerBound), CaseNumber.short(speed.upperBound))
      text += " with \(least) to \(most) pt/s"
    }
    return text
  }

  private static func words(_ claim: DoneClaim) -> String {
    var text = amount(claim.count, "transaction")
    if let id = claim.transaction { text += " \(id)" }
    text += " \(claim.moment)"
    if let flag = claim.isInterrupted { text += flag ? " and interrupted" : " uninterrupted" }
    return text
  }

  private static func words(_ claim: EventClaim) -> String {
    var text = claim.count == nil ? "an event" : amount(claim.count, "event")
    text += " \(claim.kind.rawValue)"
    if let name = claim.name { text += " \"\(name)\"" }
    if let view = claim.view { text += " of \"\(view)\"" }
    if let place = claim.place { text += " at \"\(place)\"" }
    return text
  }

  private static func amount(_ count: Int?, _ noun: String) -> String {
    guard let count else { return "a \(noun)" }
    return count == 0 ? "no \(noun)" : "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
