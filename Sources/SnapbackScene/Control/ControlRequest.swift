import SnapbackBasics
import SnapbackDocument
import SnapbackEngine
import SnapbackMotion
import SnapbackProtocol
import SnapbackTouches

/// A parsed command.
enum ControlRequest {
  case change(ChangeRequest)
  case run(String)
  case animation(UInt64, AnimationStep)
  case retarget(RetargetWish)
  case measured(MeasuredSize)
  case motion(rate: Double?, isReduced: Bool?, isInstant: Bool?)
  case rotate(PanelRotation)
  case inspect(String?)
  case document

  /// An operation on an active transaction.
  enum AnimationStep {
    case pause, reverse
    case resume(with: Animation?)
    case scrub(Double, linearly: Bool)
    case stop(Engine.EndPosition)
  }

  /// Parses a command such as `{"set": {…}}`: `key` is the name of the command, and the value has
  /// its arguments. Names of views and constraints in the arguments are looked up in the running
  /// scene.
  init(
    _ command: Command, _ body: DocumentNode, of engine: borrowing Engine
  ) throws(DocumentError) {
    let file = command.rawValue
    if command == .change {
      self = .change(try ChangeRequest(body, of: RunningScene(engine)))
      return
    }
    var reader = try ObjectReader(body, file: file)
    switch command {
    case .run: self = .run(try reader.string("action"))
    case .animation:
      self = .animation(
        UInt64(clamping: try reader.integer("transaction", in: 0...Int.max)),
        try Self.step(&reader))
    case .retarget:
      self = .retarget(
        RetargetWish(
          constraint: try reader.string("constraint"),
          side: try reader.oneOf("side", RetargetWish.Side.self),
          term: try reader.optionalInteger("term", in: 0...1000),
          view: try reader.optionalString("view"), attribute: try reader.optionalOneOf("attribute"),
          animation: try Self.animation(&reader)))
    case .measured: self = .measured(try Self.size(&reader))
    case .motion:
      let (rate, isReduced, isInstant) = (
        try reader.optionalNumber("rate", in: Engine.motionRates),
        try reader.optionalBoolean("reduced"), try reader.optionalBoolean("instant")
      )
      guard rate != nil || isReduced != nil || isInstant != nil else {
        throw reader.error(
          "expected at least one of \"rate\", \"reduced\" and \"instant\"", at: reader.node)
      }
      self = .motion(rate: rate, isReduced: isReduced, isInstant: isInstant)
    case .rotate: self = .rotate(try Self.rotation(&reader))
    case .inspect: self = .inspect(try reader.optionalString("view"))
    case .document: self = .document
    case .change, .load, .patch, .inject:
      throw body.error("\"\(command.rawValue)\" does not change the running scene", file: file)
    }
    try reader.finish(alsoKnown: ["id"])
  }

  static func animation(
    _ reader: inout ObjectReader
  ) throws(DocumentError) -> Animation? {
    guard let node = reader.optionalNode("animate") else { return nil }
    return try SceneReader.readAnimation(node, file: reader.file)
  }

  static func rotation(_ reader: inout ObjectReader) throws(DocumentError) -> PanelRotation {
    let node = try reader.node("rotation")
    let degrees = try node.number(file: reader.file)
    guard let rotation = PanelRotation.allCases.first(where: { Double($0.rawValue) == degrees })
    else { throw node.error("expected 0, 90, 180 or 270", file: reader.file) }
    return rotation
  }

  private enum Verb: String, CaseIterable { case pause, `continue`, reverse, scrub, stop }

  private static func step(_ reader: inout ObjectReader) throws(DocumentError) -> AnimationStep {
    switch try reader.oneOf("do", Verb.self) {
    case .pause: return .pause
    case .continue: return .resume(with: try animation(&reader))
    case .reverse: return .reverse
    case .scrub:
      return .scrub(
        try reader.number("fraction", in: 0...1),
        linearly: try reader.optionalBoolean("linearly") ?? true)
    case .stop:
      return .stop(try reader.optionalOneOf("at", Engine.EndPosition.self) ?? .current)
    }
  }

  private static func size(_ reader: inout ObjectReader) throws(DocumentError) -> MeasuredSize {
    let lengths = 0...SceneReader.longestSide
    return MeasuredSize(
      request: UInt64(clamping: try reader.integer("request", in: 0...Int.max)),
      width: try reader.number("width", in: lengths),
      height: try reader.number("height", in: lengths),
      firstBaseline: try reader.optionalNumber("firstBaseline", in: lengths),
      lastBaseline: try reader.optionalNumber("lastBaseline", in: lengths))
  }
}

extension ControlDesk {
  /// Carries out a request, or throws and leaves the scene unchanged.
  mutating func carryOut(
    _ request: ControlRequest, for requester: Requester, on engine: inout Engine, at now: Instant
  ) throws(ControlError) -> ControlReply {
    switch request {
    case .change(let request): return try change(request, for: requester, on: &engine, at: now)
    case .run(let action):
      let reply = try run(action, on: &engine, at: now)
      own(reply.transaction, by: requester)
      return reply
    case .animation(let id, let step):
      let reply = try animate(id, step, on: &engine, at: now)
      adoptOrphan(id, by: requester)
      return reply
    case .retarget(let wish):
      if !requester.isTrusted { engine.limitLayoutWork(to: ControlLimits.work(of: engine)) }
      let reply = try retarget(wish, on: &engine, at: now)
      own(reply.transaction, by: requester)
      return reply
    case .measured(let size): return try measured(size, on: &engine, at: now)
    case .motion(let rate, let isReduced, let isInstant):
      if let rate { engine.setMotionRate(rate, at: now) }
      if let isReduced { engine.setReducesMotion(isReduced, at: now) }
      if let isInstant { engine.setCompletesInstantly(isInstant, at: now) }
      return ControlReply()
    case .rotate(let rotation): return try rotate(to: rotation, on: &engine, at: now)
    case .inspect(let view): return try inspect(view, of: engine, at: now)
    case .document: return describeDocument()
    }
  }
}
