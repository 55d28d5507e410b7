import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackLayout
import SnapbackMotion

/// Commands for changes, actions and transactions.
extension ControlDesk {
  mutating func change(
    _ request: ChangeRequest, _ rehearsal: LayoutRehearsal? = nil, for requester: Requester,
    on engine: inout Engine, at now: Instant
  ) throws(ControlError) -> ControlReply {
    if !requester.isTrusted {
      try request.check(in: engine.layoutTree)
      engine.limitLayoutWork(to: ControlLimits.work(of: engine))
    }
    let (changes, animation) = (request.changes, request.animation)
    if animation != nil || changes.contains(where: \.isBlock) {
      try makeRoom(on: &engine, at: now)
    }
    let addsUnnamed = changes.contains(where: \.addsUnnamed)
    let before = addsUnnamed ? Set(engine.layoutTree.constraintIdentifiers) : []
    var reply = ControlReply()
    do throws(EngineError) {
      reply.transaction = try engine.apply(
        changes, animation: animation, isControlled: request.isControlled, rehearsal: rehearsal,
        at: now)
    } catch {
      throw ControlError(error)
    }
    own(reply.transaction, by: requester)
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
      case .resume(let animation): try engine.resume(id, with: animation, at: now)
      case .reverse: try engine.reverse(id, at: now)
      case .scrub(let fraction, let linearly):
        try engine.scrub(id, to: fraction, linearly: linearly, at: now)
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
}
