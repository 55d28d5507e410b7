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
    case .state(let claim):
      let always = expectation.window.span == .whole ? " throughout" : time
      return "the state \"\(claim.name)\" to be \"\(claim.value)\"\(always)"
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
    let noun = claim.count == nil ? "an event" : amount(claim.count, "event")
    return "\(noun) \(words(claim.kind, claim.name, claim.view, claim.place))"
  }

  /// An event as text: `landed "drag" of "card" at "home"`.
  static func words(_ event: SceneEvent) -> String {
    words(event.kind, event.name, event.view, event.place)
  }

  private static func words(
    _ kind: SceneEvent.Kind, _ name: String?, _ view: String?, _ place: String?
  ) -> String {
    kind.rawValue + (name.map { " \"\($0)\"" } ?? "") + (view.map { " of \"\($0)\"" } ?? "")
      + (place.map { " at \"\($0)\"" } ?? "")
  }

  /// The line that lists the possible names of the expected events; nil if the expectation has no
  /// name or one of these.
  func nameLine(_ claim: EventClaim) -> String? {
    guard let name = claim.name else { return nil }
    let view = trace.views.contains(name) ? "; \"\(name)\" is a view, so give it as \"view\"" : ""
    guard let (owner, names) = trace.names.names(of: claim.kind) else {
      return "events of this kind have no \"name\"\(view)"
    }
    guard !names.contains(name) else { return nil }
    guard !names.isEmpty else {
      return "\"name\" is that of \(owner), and the scene has none with a name\(view)"
    }
    let list = names.prefix(8).map { "\"\($0)\"" }.joined(separator: ", ")
    return "\"name\" is that of \(owner): \(list)\(names.count > 8 ? ", …" : "")\(view)"
  }

  private static func amount(_ count: Int?, _ noun: String) -> String {
    guard let count else { return "a \(noun)" }
    return count == 0 ? "no \(noun)" : "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

extension SceneNames {
  /// The names that events of a kind can have, and the kind of part that has them; nil if such
  /// events have no names.
  fileprivate func names(of kind: SceneEvent.Kind) -> (owner: String, names: [String])? {
    switch kind {
    case .landed, .settled: ("a gesture", gestures)
    case .actionBegan, .actionFinished, .actionInterrupted, .crossed, .feedback:
      ("an action", actions)
    case .stateChanged: ("a state", states.map(\.name))
    case .tapped, .focused: nil
    }
  }
}
