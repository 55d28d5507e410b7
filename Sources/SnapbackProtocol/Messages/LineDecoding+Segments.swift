import SnapbackBasics
import SnapbackDocument
import SnapbackMotion

/// Decodes segments: motions of view channels in closed form.
extension LineDecoding {
  static func segment(
    _ reader: inout ObjectReader, _ views: [String: Int]
  ) throws(DocumentError) -> SegmentUpdate {
    var update = SegmentUpdate(
      sequence: try reader.count("seq"), time: try reader.instant("time"),
      revision: try reader.count("revision"), isAhead: try reader.optionalBoolean("ahead") ?? false,
      channels: [])
    for node in try reader.array("channels") {
      var channel = try ObjectReader(node, file: MessageLine.file)
      guard let view = views[try channel.string("view")] else { continue }
      if let told = try motion(of: view, &channel) { update.channels.append(told) }
    }
    return update
  }

  /// Decodes the motion of a channel. Nil for an unknown channel, which a later version may define.
  static func motion(
    of view: Int, _ reader: inout ObjectReader
  ) throws(DocumentError) -> ToldMotion? {
    guard let channel = MotionChannel(name: try reader.string("channel")) else { return nil }
    var told = ToldMotion(
      motion: ChannelMotion(
        view: view, channel: channel, generation: try reader.count("generation"),
        held: MotionState(
          value: try reader.number("held"), velocity: try reader.number("velocity"))),
      isWhole: true)
    if var map = try reader.optionalObject("map") {
      told.motion.map = try tilt(&map)
      told.isWhole = told.motion.map != nil
    }
    for node in try reader.optionalArray("terms") ?? [] {
      var term = try ObjectReader(node, file: MessageLine.file)
      if let term = try Self.term(&term) {
        told.motion.terms.append(term)
      } else {
        told.isWhole = false
      }
    }
    return told
  }

  private static func tilt(_ reader: inout ObjectReader) throws(DocumentError) -> ChannelMotion.Map?
  {
    guard try reader.string("kind") == "tilt" else { return nil }
    guard case .animated(let source) = MotionChannel(name: try reader.string("source")),
      let tilt = TiltMap(angle: try reader.number("angle"), reach: try reader.number("reach"))
    else { return nil }
    return ChannelMotion.Map(source: source, tilt: tilt)
  }

  /// Decodes a term. Nil for an unknown kind, which a later version may define.
  private static func term(_ reader: inout ObjectReader) throws(DocumentError) -> ResidualTerm? {
    guard let kind = TermKind(rawValue: try reader.string("kind")) else { return nil }
    var parts = TermParts(kind: kind, x: try reader.number("x"))
    switch kind {
    case .spring, .decay:
      parts.velocity = try reader.number("v")
      if kind == .decay { parts.lambda = try reader.number("lambda") }
    case .pieces:
      parts.error = try reader.number("error")
      for node in try reader.array("knots") {
        let knot = try ObjectReader.numbers(
          of: try node.array(count: 3...3, file: MessageLine.file))
        parts.appendKnot(knot[0], knot[1], knot[2])
      }
    case .curve, .keyframes, .springCurve:
      parts.delay = try reader.number("delay")
      parts.repeatCount = try reader.extent("repeat")
      parts.duration = try reader.extent("duration")
      parts.autoreverses = try reader.optionalBoolean("autoreverses") ?? false
    }
    if kind == .spring || kind == .springCurve {
      parts.beta = try reader.number("beta")
      parts.omega2 = try reader.number("omega2")
    }
    if kind == .springCurve { parts.velocity = try reader.number("velocity") }
    if kind == .curve { parts.points = try reader.numbers("points", 4) }
    if kind == .keyframes {
      for key in try reader.array("keys") {
        parts.keys.append(
          try ObjectReader.numbers(of: try key.array(count: 6...6, file: MessageLine.file)))
      }
    }
    let end = try reader.node("end")
    let clock = MotionClock(
      anchor: try reader.instant("anchor"), local: try reader.optionalNumber("local") ?? 0,
      rate: try reader.optionalNumber("rate") ?? 1)
    let isLater = try reader.optionalBoolean("later") ?? false
    let isReversed = try reader.optionalBoolean("reversed") ?? false
    let until: Instant =
      end.value == .null
      ? .distantFuture
      : Instant(nanoseconds: UInt64(saturating: try end.number(file: MessageLine.file)))
    do throws(MotionError) {
      return try parts.term(clock, until: until, isLater: isLater, isReversed: isReversed)
    } catch {
      throw reader.error("a term's \(error)", at: reader.node)
    }
  }
}
