import SnapbackBasics
import SnapbackMotion

/// Decodes segments: motions of view channels in closed form.
extension PayloadDecoding {
  static func segment(
    _ head: MessageHeader, _ reader: inout PayloadReader
  ) throws(Fault) -> SegmentUpdate {
    var update = SegmentUpdate(
      sequence: head.sequence, time: head.time, revision: try reader.integer("the revision"),
      channels: [])
    let (count, flags) = try reader.flaggedCount("channels", atLeast: 32)
    update.isAhead = flags & 1 != 0
    for _ in 0..<count {
      if let told = try channel(&reader) { update.channels.append(told) }
    }
    return update
  }

  /// Decodes the motion of a channel. Nil for an unknown channel, which a later version may define.
  private static func channel(_ reader: inout PayloadReader) throws(Fault) -> ToldMotion? {
    let view = Int(clamping: try reader.integer("a view", as: UInt32.self))
    let channel = MotionChannel(number: try reader.integer("a channel"))
    let map: UInt8 = try reader.integer("a map's kind")
    let count: UInt8 = try reader.integer("the number of terms")
    let generation: UInt64 = try reader.integer("a generation")
    let held = MotionState(
      value: try reader.number("the held value"), velocity: try reader.number("its velocity"))
    var told = ToldMotion(
      motion: ChannelMotion(
        view: view, channel: channel ?? .leverX, generation: generation, held: held),
      isWhole: true)
    if map != 0 {
      told.motion.map = try tilt(&reader)
      told.isWhole = map == 1 && told.motion.map != nil
      if !told.isWhole { told.motion.map = nil }
    }
    for _ in 0..<count {
      if let term = try term(&reader) {
        told.motion.terms.append(term)
      } else {
        told.isWhole = false
      }
    }
    return channel == nil ? nil : told
  }

  private static func tilt(_ reader: inout PayloadReader) throws(Fault) -> ChannelMotion.Map? {
    let source = MotionChannel(number: try reader.integer("a source"))
    try reader.skip(6)
    let (angle, reach) = (try reader.number("an angle"), try reader.number("a reach"))
    guard case .animated(let source) = source, let tilt = TiltMap(angle: angle, reach: reach)
    else { return nil }
    return ChannelMotion.Map(source: source, tilt: tilt)
  }

  /// The size in bytes of the part that all kinds of terms share.
  private static let termSize = 40

  /// Decodes a term. Nil for an unknown kind, which a later version may define.
  private static func term(_ reader: inout PayloadReader) throws(Fault) -> ResidualTerm? {
    let start = reader
    let kind: UInt8 = try reader.integer("a term's kind")
    let flags: UInt8 = try reader.integer("a term's flags")
    let keys: UInt16 = try reader.integer("the number of keys")
    let size = Int(clamping: try reader.integer("the length of a term", as: UInt32.self))
    guard size >= termSize, size - 8 <= reader.left else {
      throw start.fault("a term has \(size) bytes, but there are \(start.left) and 40 are needed")
    }
    var body = try reader.part(size - 8, for: "a term")
    let anchor = try body.instant("an anchor")
    let end = try body.instant("an end")
    let local = try body.number("a local time")
    let clock = MotionClock(anchor: anchor, local: local, rate: try body.number("a rate"))
    guard let kind = TermKind(number: kind) else { return nil }
    var parts = TermParts(kind: kind, x: try body.number("x"))
    try parts.read(&body, keys: numericCast(keys), autoreverses: flags & 4 != 0)
    do throws(MotionError) {
      return try parts.term(
        clock, until: end, isLater: flags & 1 != 0, isReversed: flags & 2 != 0)
    } catch {
      throw start.fault("a term's \(error)")
    }
  }
}
