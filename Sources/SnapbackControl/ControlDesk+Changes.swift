import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion
import SnapbackTiming

/// Changes, actions and transactions.
extension ControlDesk {
  mutating func change(
    _ changes: [SceneChange], animation: Animation?, isControlled: Bool,
    for requester: Requester, on engine: inout Engine, at now: Instant
  ) throws(ControlError) -> ControlReply {
    if !requester.isTrusted { try Self.check(changes, of: engine) }
    if animation != nil || changes.contains(where: \.isBlock) {
      try makeRoom(on: &engine, at: now)
    }
    let addsUnnamed = changes.contains(where: \.addsUnnamed)
    let before = addsUnnamed ? Set(engine.layoutTree.constraintIdentifiers) : []
    var reply = ControlReply()
    do throws(EngineError) {
      reply.transaction = try engine.apply(
        changes, animation: animation, isControlled: isControlled, at: now)
    } catch {
      throw ControlError(error)
    }
    if let id = reply.transaction { ownedTransactions.append((id, requester.client)) }
    if addsUnnamed {
      reply.constraints = engine.layoutTree.constraintIdentifiers.filter { !before.contains($0) }
    }
    return reply
  }

  mutating func run(
    _ action: String, on engine: inout Engine, at now: Instant
  ) throws(ControlError) -> ControlReply {
    try makeRoom(on: &engine, at: now)
    var reply = ControlReply()
    do throws(EngineError) {
      reply.transaction = try engine.start(action: action, at: now)
    } catch .unknownAction {
      let hint = Spelling.hint(for: action, in: engine.actionNames)
      throw ControlError(
        .unknownName,
        "no action is called \(DocumentError.quoted(action))" + (hint.map { " — \($0)" } ?? ""))
    } catch {
      throw ControlError(error)
    }
    return reply
  }

  func animate(
    _ id: UInt64, _ step: ControlRequest.AnimationStep, on engine: inout Engine, at now: Instant
  ) throws(ControlError) -> ControlReply {
    do throws(EngineError) {
      switch step {
      case .pause: try engine.pause(id, at: now)
      case .resume: try engine.resume(id, at: now)
      case .reverse: try engine.reverse(id, at: now)
      case .scrub(let fraction): try engine.scrub(id, to: fraction, at: now)
      case .stop(let position): try engine.end(id, at: position, time: now)
      }
    } catch {
      throw ControlError(error)
    }
    var reply = ControlReply()
    reply.transaction = id
    reply.fraction = engine.fraction(of: id)
    return reply
  }

  // MARK: Limits

  /// Throws when changes are more than a message may have, or add more than a scene may.
  private static func check(
    _ changes: [SceneChange], of engine: borrowing Engine
  ) throws(ControlError) {
    let count = SceneChange.count(changes)
    guard count.changes <= ControlLimits.changes else {
      throw ControlError(
        .limit, "\(count.changes) changes; a message has at most \(ControlLimits.changes)")
    }
    guard count.passes <= ControlLimits.passes else {
      throw ControlError(
        .limit, "\(count.passes) layout passes; a message has at most \(ControlLimits.passes)")
    }
    guard count.characters <= ControlLimits.textCharacters else {
      throw ControlError(
        .limit,
        "\(count.characters) characters; the texts of a message have at most "
          + "\(ControlLimits.textCharacters)")
    }
    guard count.added > 0 else { return }
    let present = engine.layoutTree.constraintCount
    guard present + count.added <= ControlLimits.constraints else {
      throw ControlError(
        .limit, "more than \(ControlLimits.constraints) constraints; take some out first")
    }
  }
}

extension SceneChange {
  /// What a list of changes comes to.
  struct Count {
    var changes = 0
    var added = 0
    var passes = 1
    var characters = 0
  }

  /// How many changes a list has, blocks gone through, how many of them add a constraint, and how
  /// many layout passes they bring.
  static func count(_ list: [SceneChange]) -> Count {
    var count = Count()
    for change in list { change.add(to: &count) }
    return count
  }

  private func add(to count: inout Count) {
    count.changes += 1
    switch self {
    case .animate(_, let list):
      count.passes += 1
      for change in list { change.add(to: &count) }
    case .layoutIfNeeded: count.passes += 1
    case .addConstraint: count.added += 1
    case .text(_, let string): count.characters += string.unicodeScalars.count
    default: break
    }
  }

  /// Whether it is a block or a pass, which make a transaction of any list.
  var isBlock: Bool {
    switch self {
    case .animate, .layoutIfNeeded: true
    default: false
    }
  }

  /// Whether it adds a constraint that has no name yet.
  var addsUnnamed: Bool {
    switch self {
    case .addConstraint(let constraint, _): constraint.identifier.isEmpty
    case .animate(_, let list): list.contains(where: \.addsUnnamed)
    default: false
    }
  }
}
