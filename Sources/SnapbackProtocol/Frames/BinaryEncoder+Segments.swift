public import SnapbackBasics
import SnapbackMotion

/// Encodes segments: motions of view channels in closed form.
extension BinaryEncoder {
  /// The maximum number of terms of a channel in a message. A client draws a channel with more
  /// terms from frames.
  static let termLimit = 255
  /// The maximum number of keys or knots of a term in a message.
  static let keyLimit = 65_535

  /// Appends a segment message: the motion of channels from `time` on. O(terms), no allocation
  /// after warm-up.
  public mutating func segment(
    _ motions: some Sequence<ChannelMotion>, revision: UInt64, at time: Instant,
    isAhead: Bool = false, sequence: UInt64
  ) {
    message.begin(.segment, sequence: sequence, time: time.nanoseconds)
    message.append(revision)
    let head = message.grow(by: 8)
    var count: UInt32 = 0
    for motion in motions {
      append(motion)
      count += 1
    }
    message.store(count, at: head)
    message.store((isAhead ? 1 : 0) as UInt32, at: head + 4)
    message.end()
  }

  private mutating func append(_ motion: ChannelMotion) {
    let isWhole =
      motion.terms.count <= Self.termLimit && motion.terms.allSatisfy { $0.isWithinLimits }
    message.append(Self.handle(motion.view))
    message.append(motion.channel.number)
    message.append((motion.map == nil ? 0 : 1) as UInt8)
    message.append(isWhole ? UInt8(clamping: motion.terms.count) : 1)
    message.append(motion.generation)
    message.append(motion.held.value)
    message.append(motion.held.velocity)
    if let map = motion.map {
      message.append(UInt64(clamping: MotionChannel.animated(map.source).number))
      message.append(map.tilt.angle)
      message.append(map.tilt.reach)
    }
    guard isWhole else {
      // Write a term of an unknown kind, which makes the client draw the channel from frames.
      let start = beginTerm(TermKind.unknown, flags: 0, keys: 0)
      appendClock(MotionTime(anchor: time(of: motion), end: .distantFuture))
      return endTerm(start)
    }
    for term in motion.terms { append(term) }
  }

  private func time(of motion: ChannelMotion) -> Instant {
    motion.terms.first?.clock.anchor ?? .zero
  }

  private struct MotionTime {
    var anchor: Instant
    var end: Instant
    var local = 0.0
    var rate = 1.0
  }

  private mutating func append(_ term: ResidualTerm) {
    let flags: UInt8 =
      (term.isLater ? 1 : 0) | (term.isReversed ? 2 : 0) | (term.autoreverses ? 4 : 0)
    let start = beginTerm(term.kind.number, flags: flags, keys: term.keyCount)
    appendClock(
      MotionTime(
        anchor: term.clock.anchor, end: term.end, local: term.clock.local, rate: term.clock.rate))
    message.append(term.state.value)
    switch term.course {
    case .spring(let spring):
      message.append(term.state.velocity)
      message.append(spring.decayRate)
      message.append(spring.stiffness)
    case .decay(let decay):
      message.append(term.state.velocity)
      message.append(decay.rate)
    case .animation(let animation):
      append(animation)
    case .pieces(let pieces):
      append(pieces)
    }
    endTerm(start)
  }

  private mutating func beginTerm(_ kind: UInt8, flags: UInt8, keys: Int) -> Int {
    let start = message.bytes.count
    message.append(kind)
    message.append(flags)
    message.append(UInt16(clamping: keys))
    message.append(UInt32(0))
    return start
  }

  private mutating func appendClock(_ time: MotionTime) {
    message.append(time.anchor.nanoseconds)
    message.append(time.end.nanoseconds)
    message.append(time.local)
    message.append(time.rate)
  }

  private mutating func endTerm(_ start: Int) {
    message.store(UInt32(clamping: message.bytes.count - start), at: start + 4)
  }

  private mutating func append(_ animation: Animation) {
    message.append(animation.delay)
    message.append(animation.repeatCount)
    message.append(animation.legDuration)
    switch animation.timing {
    case .curve(let curve, _):
      append(curve)
    case .keyframes(let keyframes, _):
      for key in keyframes.keys {
        message.append(key.time)
        message.append(key.value)
        append(key.curve)
      }
    case .spring(let spring, let velocity):
      message.append(spring.decayRate)
      message.append(spring.stiffness)
      message.append(velocity)
    }
  }

  private mutating func append(_ pieces: CubicPieces) {
    message.append(pieces.error)
    for knot in pieces.knots {
      message.append(knot.time)
      message.append(knot.state.value)
      message.append(knot.state.velocity)
    }
  }

  private mutating func append(_ curve: CubicBezier) {
    message.append(curve.x1)
    message.append(curve.y1)
    message.append(curve.x2)
    message.append(curve.y2)
  }
}

extension ResidualTerm {
  /// The number of keys of keyframes or knots of pieces; 0 for other kinds.
  var keyCount: Int {
    switch course {
    case .spring, .decay: return 0
    case .animation(let animation):
      guard case .keyframes(let keyframes, _) = animation.timing else { return 0 }
      return keyframes.keys.count
    case .pieces(let pieces): return pieces.knots.count
    }
  }

  /// Whether a binary message can describe the term.
  var isWithinLimits: Bool { keyCount <= BinaryEncoder.keyLimit }
}
